"""`ui.lost_tokens`: the sentences name what holds for the tokenizer at hand."""

from bpe import BPETokenizer
from bpe.reachability import fragments, unreachable
from ui.lost_tokens import table, unreachable_in_words, unused_in_words

CHAIN = {(97, 98): 256, (98, 99): 257, (97, 257): 258}


def words(tok):
    return unreachable_in_words(tok, len(unreachable(tok)), len(fragments(tok)))


def test_the_reason_is_one_that_can_be():
    assert "comes back from it" in words(BPETokenizer())
    flat = words(BPETokenizer(initial_merges=CHAIN))
    assert "Of 259 tokens, 1 do" in flat
    assert "No text at all has them" in flat
    assert "split" not in flat
    split = words(BPETokenizer(initial_merges=CHAIN, split="gpt2"))
    assert "the split cuts" in split
    assert "Few texts" in split


def test_the_table_says_what_their_text_becomes():
    tok = BPETokenizer(initial_merges=CHAIN)
    assert table(tok, [258, 200]).values.tolist() == [
        ["abc", 258, 3, "ab | c"],
        ["‹C8›", 200, 1, ""],
    ]


def test_unused_tokens_in_words():
    words = unused_in_words(BPETokenizer(), 200, "x")
    assert words.startswith("“x” uses 56 of 256 tokens; 200 it never has.")
    assert "%" not in unused_in_words(BPETokenizer(), 255, "x")  # 255 of 256 would round to all
