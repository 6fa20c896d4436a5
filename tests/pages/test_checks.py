"""The Checks page: what the tests wrote down, and nothing else."""

from bpe import vocabularies
from bpe.vocabularies import checks


def test_every_vocabulary_has_its_badge_and_its_comparisons(open_page):
    app = open_page("checks")
    about, found = (frame.value for frame in app.dataframe)
    assert about["vocabulary"].tolist() == [each.title for each in vocabularies.ABOUT.values()]
    assert set(about["counts"]) == {"exact"}
    rows = [row for name in vocabularies.NAMES for row in checks.comparisons(name)]
    assert found["how many"].tolist() == [row.texts for row in rows]
    same = sum(row.texts - row.differing - row.newer for row in rows)
    assert app.subheader[0].value.startswith(f"{same:,} of ")


def test_without_results_nothing_is_claimed(open_page, monkeypatch):
    monkeypatch.setattr(checks, "comparisons", lambda name: ())
    app = open_page("checks")
    assert not app.exception
    assert set(app.dataframe[0].value["counts"]) == {"not compared in this version"}
