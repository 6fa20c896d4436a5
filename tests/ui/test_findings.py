"""What is said of a search, and its tables."""

import pytest

from bpe import BPETokenizer
from bpe.orders import Ranked
from bpe.search import Findings, chunks_of, compare
from bpe.shortest import shortest_divergences
from bpe.wrong_ways import MISMATCHED
from tests.ways import HAND_RULES, way_of, with_a_whole_token
from ui import findings

WORDS = BPETokenizer(split=r"\S+", initial_merges=HAND_RULES)
FLAT = BPETokenizer(initial_merges=HAND_RULES)


def found_in(tok, text, way=None):
    way = way or way_of("frequency", tok.merges)
    compared = list(compare(tok, chunks_of(tok, text), way))
    return Findings(compared, Ranked(tok.merges).sizes, way.sizes)


def summary(found, total, title):
    return findings.summary(found, len(findings.rows(found)), total, title)


def table(tok, found):
    return findings.table(tok, tok, found, findings.rows(found), "By frequency")


def test_a_summary_counts():
    found = found_in(WORDS, "abcbc bcabc bcabc abc")
    said = summary(found, len(found.compared), "By frequency")
    assert said.startswith("2 of 4 different chunks end differently, 3 of 7 in the text (42.86%).")
    assert "By rank it takes 14 tokens, by frequency 14: just as many." in said


def test_nothing_to_find_is_one_sentence():
    found = found_in(WORDS, "abc bc abc")
    said = summary(found, len(found.compared), "By frequency")
    assert said == "None in 5 chunks: both ways end alike everywhere."


def test_a_text_without_merges_says_so():
    found = found_in(WORDS, "xyz")
    assert summary(found, 1, "x") == "None in 1 chunk: no merge occurs in this text at all."


def test_what_was_stopped_says_so():
    found = found_in(WORDS, "abc")
    assert summary(found, 9, "By frequency").startswith("Stopped after 1 of 9. None in 1")


def test_the_table_is_sorted_and_in_tokens():
    shown = table(WORDS, found_in(WORDS, "abcbc bcabc bcabc"))
    assert shown["text"].tolist() == ["bcabc", "abcbc"]
    assert shown["times"].tolist() == [2, 1]
    assert shown["by rank"][0] == "bc · ab · c"
    assert shown["by frequency"][0] == "bc · a · bc"


def test_of_a_long_chunk_the_places_are_listed():
    found = found_in(FLAT, "abc." + "bc." * 100 + "abc")
    shown = table(FLAT, found)
    assert shown["at"].tolist() == [0, 304]
    assert shown["by rank"].tolist() == ["ab · c"] * 2
    assert shown["by frequency"].tolist() == ["a · bc"] * 2
    assert "one chunk, and it ends differently at 2 places" in summary(found, 1, "x")


def test_wrong_tokens_and_whether_a_model_saw_them():
    found = found_in(WORDS, "bcabc")
    shown = findings.wrong_tokens(found, WORDS, WORDS, found.seen, "this text")
    assert dict(zip(shown["wrong token"], shown["times wrong"])) == {"a": 1, "bc": 1}
    assert dict(zip(shown["wrong token"], shown["times in this text by rank"])) == {"a": 0, "bc": 1}
    said = findings.unseen(found, found.seen, "this text")
    assert "1 kind, put once here, cannot be found in this text encoded by rank" in said
    assert "never at these places" in findings.unseen(found, {97: 1, 257: 1}, "this text")


def test_wrong_tokens_of_another_training_are_read_as_others():
    other = BPETokenizer(initial_merges={(98, 99): 256, (97, 98): 257, (257, 257): 258})
    way = way_of(MISMATCHED, HAND_RULES, others=other.merges)
    found = found_in(WORDS, "ab xbc", way)
    shown = findings.wrong_tokens(found, WORDS, other, found.seen, "this text")
    assert shown.iloc[0].tolist() == ["ab", 257, "bc", 1, 1]
    assert shown.iloc[1].tolist() == ["bc", 256, "ab", 1, 1]
    found = found_in(WORDS, "abab", way)
    shown = findings.wrong_tokens(found, WORDS, other, found.seen, "this text")
    assert shown["read as"].tolist() == ["no such id"]


@pytest.mark.parametrize(
    ("merges", "most", "said"),
    [
        (HAND_RULES, 1000, "have 5 bytes, and there are 2 of them. None shorter exists"),
        ({(97, 98): 256}, 1000, "No input of up to 12 bytes can differ"),
        (HAND_RULES, 1, "The shortest overlap that could differ needs 5 bytes."),
    ],
)
def test_what_is_proved(merges, most, said):
    assert said in findings.proved(shortest_divergences(merges, most_tried=most))


def test_the_shortest_inputs_as_a_table():
    shown = findings.shortest_table(WORDS, shortest_divergences(HAND_RULES))
    assert shown["input"].tolist() == ["abcbc", "bcabc"]
    assert shown["by frequency"].tolist() == ["a · bc · bc", "bc · a · bc"]
    assert set(shown["under the split"]) == {"one chunk"}
    odd = BPETokenizer(initial_merges={(0xE9, 98): 256, (98, 99): 257})
    assert set(
        findings.shortest_table(odd, shortest_divergences(odd.merges))["under the split"]
    ) == {"is no text"}


def test_a_shortest_input_that_is_a_token_is_taken_whole(tmp_path):
    tok = with_a_whole_token(tmp_path)
    shown = findings.shortest_table(tok, shortest_divergences(tok.merges))
    assert shown["under the split"].tolist() == ["one token, taken whole", "one chunk"]
