"""`ui.boundary_view`: every reason becomes sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import BPETokenizer
from bpe.boundaries import Chunk, NoMerge, NotYet, Space, Special, Split, why
from tests.strategies import splits, texts_of_few
from ui.boundary_view import in_words


def written(tok, reason, size=None):
    return ["".join(part.text for part in line) for line in in_words(tok, reason, size)]


TOK = BPETokenizer(
    initial_merges={(97, 98): 256, (98, 99): 257, (256, 99): 258}, special_tokens={"<|end|>": 900}
)


@pytest.mark.parametrize(
    ("reason", "size", "lines"),
    [
        (Special(900), None, ["<|end|> is a special token: it merges with nothing."]),
        (
            Split(Chunk("a", r"\p{L}+", "letters"), Chunk(" ", None, None)),
            None,
            [
                "The split pattern ends a chunk here, and no merge crosses the end of a chunk.",
                r"Before it: a, letters, matched by \p{L}+",
                "After it: ␣",
            ],
        ),
        (
            Space(" "),
            None,
            ["A word ends here. ␣ stands between them and belongs to no token."],
        ),
        (
            NotYet(258, (256, 99), 259),
            258,
            [
                "Not learned yet at this size. At vocabulary size 259 ab + c becomes abc (rank 2), "
                "and the boundary closes."
            ],
        ),
        (NoMerge((97, 97)), None, ["None of the 3 merges joins a + a."]),
        (
            NoMerge((97, 97)),
            257,
            ["None of the 1 merges joins a + a, and no later one closes this boundary."],
        ),
    ],
)
def test_sentences(reason, size, lines):
    assert written(TOK, reason, size) == lines


def test_a_run_is_taken_by_the_same_merge():
    tok = BPETokenizer(initial_merges={(97, 97): 256})
    assert written(tok, why(tok, "aaa", tok.tokens("aaa"), 1)) == [
        "a + a could have become aa (rank 0), but the same merge, next to it, took the a first: "
        "a merge goes from left to right.",
        "What meets here now is aa + a, and no merge joins the two.",
    ]


@given(texts_of_few, splits, st.integers(256, 270))
def test_every_reason_can_be_said(text, split, size):
    tok = BPETokenizer(split=split)
    tok.train(text, 270)
    size = min(size, tok.vocab_size)
    tokens = tok.truncated(size).tokens(text)
    for index in range(1, len(tokens)):
        assert all(written(tok, why(tok, text, tokens, index, size), size))
