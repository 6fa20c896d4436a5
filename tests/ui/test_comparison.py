"""`ui.comparison`: rows hold the encodings, and marks are the boundaries that not all rows have."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer, vocabularies
from bpe.alphabets import Characters
from bpe.measure import cost
from bpe.pieces import readable
from tests.strategies import splits, texts
from ui import comparison as compared
from ui.comparison import Row, align, boundaries, comparison, shown_part
from ui.token_view import unpacked


def row_of(tok, text, name="row"):
    return Row(name, tok, tok.tokens(text))


def trained(text, size, **settings):
    tok = BPETokenizer(**settings)
    tok.train(text, size)
    return tok


def by_nfc():
    tok = BPETokenizer()
    tok.normalizer = "NFC"
    return tok


@given(texts, splits, st.lists(st.integers(256, 300), min_size=2, max_size=4))
def test_rows_are_the_encodings_and_marks_the_difference(text, split, sizes):
    rows = [row_of(trained(text, size, split=split), text) for size in sizes]
    data = comparison(text, rows)
    sets = [{token.start for token in row.tokens} - {0} for row in rows]
    common, all_of_them = set.intersection(*sets), set.union(*sets)
    for row, found, own in zip(rows, data["rows"], sets):
        ids, ends = unpacked(found["ids"]).tolist(), unpacked(found["ends"]).tolist()
        starts = unpacked(found["starts"]).tolist()
        assert ids == row.tok.encode(text)
        assert found["text"] == text
        assert starts == [0, *ends[:-1]][: len(ends)]
        assert b"".join(row.tok.vocab[i] for i in ids) == text.encode()
        assert all(found["pieces"][str(i)] == readable(row.tok.vocab[i]) for i in ids)
        assert unpacked(found["partings"]).tolist() == sorted(own - common)
        assert unpacked(found["starts_common"]).tolist() == starts
        assert found["changed"] == []
    assert (data["common"], data["apart"]) == (len(common), len(all_of_them - common))


@given(texts)
def test_two_rows_part_in_the_symmetric_difference(text):
    one, other = trained(text, 262), trained(text[::-1], 270)
    rows = [row_of(one, text), row_of(other, text)]
    data = comparison(text, rows)
    partings = [set(unpacked(row["partings"]).tolist()) for row in data["rows"]]
    assert partings[0] | partings[1] == boundaries(rows[0]) ^ boundaries(rows[1])
    assert not partings[0] & partings[1]


@given(st.one_of(texts, st.text("e\u0301\u0323\u1100\u1161\u11a8한\u09c7\u09be a", max_size=12)))
def test_places_of_a_normal_form(text):
    normalized = unicodedata.normalize("NFC", text)
    alignment = align(text, normalized)
    before, after = text.encode(), normalized.encode()
    for change in alignment.changes:
        assert before[change.start :].startswith(change.before)
        assert after[change.own_start :].startswith(change.after)
        assert unicodedata.normalize("NFC", change.before.decode()).encode() == change.after
    places = [alignment.place(byte) for byte in range(len(after) + 1)]
    assert len(set(places)) == len(places)
    assert alignment.place(len(after)) == len(before)
    for byte, place in enumerate(places):
        if isinstance(place, int) and byte < len(after):
            same = after[byte : byte + 1] == before[place : place + 1]
            assert same or place in {change.start for change in alignment.changes}


def test_a_changed_stretch_is_told_and_what_is_around_it_aligned():
    text = "cafe\u0301 x"
    rows = [row_of(BPETokenizer(), text), row_of(by_nfc(), text, "by NFC")]
    data = comparison(text, rows)
    plain, nfc = data["rows"]
    assert nfc["text"] == "caf\u00e9 x"
    assert unpacked(plain["partings"]).tolist() == [4, 5]
    assert unpacked(nfc["partings"]).tolist() == [4]
    assert nfc["changed"] == [3, 4]
    assert unpacked(nfc["starts_common"]).tolist() == [0, 1, 2, 3, 4, 6, 7]
    changes = align(text, nfc["text"]).changes
    assert "NFC of the text, which is other bytes in 1 place" in compared.normal_form_in_words(
        rows[1], changes
    )
    assert compared.changes_table(changes).to_dict("records") == [
        {
            "before": "e\u0301",
            "its code points": "U+0065 U+0301",
            "encoded": "\u00e9",
            "code points encoded": "U+00E9",
            "times": 1,
        }
    ]


def test_words_of_characters_have_boundaries_on_both_sides_of_a_gap():
    words = trained("low low", 9, alphabet=Characters())
    rows = [row_of(words, "low low"), row_of(BPETokenizer(), "low low")]
    assert boundaries(rows[0]) >= {3, 4}
    assert comparison("low low", rows)["common"] >= 2


@pytest.mark.parametrize("text", ["", "a"])
def test_little_to_compare(text):
    rows = [row_of(BPETokenizer(), text)] * 2
    data = comparison(text, rows)
    assert (data["common"], data["apart"]) == (0, 0)
    assert compared.in_words(data) == "Both put their 0 boundaries at the same places."


def test_published_vocabularies():
    text = "The tokenizers, 12345"
    rows = [row_of(vocabularies.load(name), text, name) for name in ("gpt2", "o200k_base")]
    data = comparison(text, rows)
    assert compared.in_words(data) == "Both agree on 5 boundaries; 1 more is ringed."
    costs = {row.name: cost(text, [token.id for token in row.tokens]) for row in rows}
    table = compared.table(costs, str.upper, len)
    assert table["tokenizer"].tolist() == ["GPT2", "O200K_BASE"]
    assert table["tokens"].tolist() == [len(row.tokens) for row in rows]


def test_what_is_drawn_ends_with_a_line_or_a_character():
    assert shown_part("ab") == "ab"
    assert shown_part("ab\ncd\nef", 7) == "ab\ncd\n"
    assert shown_part("한글", 4) == "한"
