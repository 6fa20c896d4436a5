"""The results that the app shows are of these vocabularies, and a part of them holds here."""

from itertools import islice

import pytest

from bpe import vocabularies
from bpe.vocabularies import checks
from tests.checks import RANDOM_TEXTS, REFERENCES, compare, kinds

QUICK = ("random Unicode", "random bytes", "languages, all articles")


@pytest.mark.parametrize("name", vocabularies.NAMES)
def test_the_file_is_of_this_data_and_whole(name):
    found = checks.comparisons(name)
    references = [reference for reference, _, names, _ in REFERENCES if name in names]
    assert [(row.reference, row.kind) for row in found] == [
        (reference, kind) for reference in references for kind in kinds()
    ]
    for row in found:
        assert row.differing == 0
        if row.kind.startswith("random"):
            assert row.texts == RANDOM_TEXTS


@pytest.mark.parametrize(
    ("reference", "name"), [(row, name) for row in REFERENCES for name in row[2]]
)
def test_a_part_of_it_holds(reference, name):
    encode = reference[3](name)
    for kind in QUICK:
        counts = compare(name, encode, islice(kinds()[kind], 40))
        assert (counts["texts"], counts["differing"]) == (40, 0)


def test_results_of_other_data_do_not_count(monkeypatch):
    checks.comparisons.cache_clear()
    monkeypatch.setattr(checks, "fingerprint", lambda name: "other")
    assert checks.comparisons("gpt2") == ()
    checks.comparisons.cache_clear()


def test_a_difference_is_counted():
    counts = compare("gpt2", lambda text: [len(text)], iter(["a", "bc"]))
    assert counts == {"texts": 2, "bytes": 3, "differing": 2, "newer": 0}
