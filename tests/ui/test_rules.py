"""Rules as rows of a table, in three notations."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer, vocabularies
from bpe.alphabets import Characters
from bpe.orders import encode
from tests.ways import HAND_RULES, rules
from ui.rules import (
    BYTES,
    EXAMPLES,
    IDS,
    NOTATIONS,
    TEXT,
    first_merges,
    merges_of,
    read,
    rows_of,
    write,
)


@given(st.binary(max_size=12) | st.text(max_size=8).map(lambda text: text.encode(errors="replace")))
def test_what_is_written_reads_back(spelling):
    assert read(write(spelling)) == spelling


@given(st.binary(max_size=12))
def test_what_is_written_can_be_seen(spelling):
    assert write(spelling).isprintable()
    assert " " not in write(spelling) or "‹" in write(spelling)


@given(rules())
def test_ids_carry_any_rules(merges):
    assert merges_of(rows_of(merges, IDS), IDS) == merges


@pytest.mark.parametrize("notation", NOTATIONS)
def test_every_notation(notation):
    assert merges_of(rows_of(HAND_RULES, notation), notation) == HAND_RULES
    first = first_merges(vocabularies.load("gpt2"))
    assert merges_of(rows_of(first, notation), notation) == first


def test_merges_of_a_vocabulary_that_numbers_bytes_its_own_way():
    tok = vocabularies.load("gpt2")
    merges = first_merges(tok, 50)
    mine = BPETokenizer(initial_merges=merges)
    halves = [tuple(tok.vocab[half] for half in pair) for pair in list(tok.merges)[:50]]
    assert [tuple(mine.vocab[half] for half in pair) for pair in mine.merges] == halves


def test_a_tokenizer_of_characters_has_no_bytes():
    tok = BPETokenizer(alphabet=Characters())
    tok.train("low lower", 10)
    with pytest.raises(ValueError, match="characters"):
        first_merges(tok)


def test_rows_with_nothing_in_them_do_not_count():
    assert merges_of([["", ""], ["a", "b"], ["", ""], ["b", "c"]]) == HAND_RULES


@pytest.mark.parametrize(
    ("rows", "notation", "said"),
    [
        ([["a", ""]], TEXT, "rule 0 has only one half"),
        ([["ab", "c"]], TEXT, "rule 0: no rule before it makes 'ab', which is 2 bytes (61 62)"),
        ([["a", "b"], ["é", "b"]], TEXT, "rule 1: no rule before it makes 'é'"),
        ([["a", "b"], ["a", "b"]], TEXT, "rule 1 is the pair of rule 0 again"),
        ([["a", "b"], ["b", "c"], ["ab", "c"], ["a", "bc"], ["abc", "d"]], TEXT, "rules 2 and 3"),
        ([["97", "x"]], IDS, "rule 0: 'x' is no id"),
        ([["97", "256"]], IDS, "rule 0: id 256 is not made before it; use ids 0 to 255"),
        ([["97", "-1"]], IDS, "id -1 is not made"),
        ([["61", "6"]], BYTES, "rule 0: '6' is no hex"),
        ([["\ud800", "b"]], TEXT, "surrogate"),
    ],
)
def test_mistakes_are_named(rows, notation, said):
    with pytest.raises(ValueError, match=re.escape(said)):
        merges_of(rows, notation)


def test_the_examples_show_what_they_say():
    ends = {}
    for name, example in EXAMPLES.items():
        ids, merges = list(example.text.encode()), merges_of(example.rows)
        ends[name] = (encode(ids, merges, "rank"), encode(ids, merges, "frequency"))
    one, other = ends["Two rules want one letter"]
    assert one == [256, 99, 46, 257, 46, 257]
    assert other == [97, 257, 46, 257, 46, 257]
    one, other = ends["Fewer tokens, still wrong"]
    assert len(other) < len(one)
    assert ends["Same boundaries, other ids"] == ([258, 46, 257, 46, 257], [259, 46, 257, 46, 257])
    one, other = ends["Another order, the same end"]
    assert one == other
    one, other = ends["A chain that never starts"]
    assert len(one) < len(other)
