"""Rank files and lists of merges with several splits come out exact, whatever is in them."""

import json

import numpy as np
import tiktoken
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from bpe import BPETokenizer, formats, ranks
from bpe.formats import rank_file

BYTES = [bytes([byte]) for byte in range(256)]
FLAT = r"[\s\S]+"


@st.composite
def token_lists(draw):
    """A few short tokens over two or three letters: with several, one or no split into others."""
    letters = draw(st.sampled_from(["ab", "abc"]))
    spellings = st.text(letters, min_size=2, max_size=6).map(str.encode)
    tokens = draw(st.lists(spellings, min_size=1, max_size=14, unique=True))
    texts = draw(st.lists(st.text(letters, max_size=16), max_size=10))
    return tokens, [*texts, *(token.decode() for token in tokens)]


def of(tokens, split=None):
    numbered = {token: rank for rank, token in enumerate([*BYTES, *tokens])}
    return BPETokenizer.of_record(rank_file.of_ranks(numbered, split=split)), numbered


def by_tiktoken(numbered, pattern=FLAT):
    return tiktoken.Encoding("x", pat_str=pattern, mergeable_ranks=numbered, special_tokens={})


@given(token_lists())
def test_splits_are_all_pairs_of_tokens_that_join_to_a_token(made):
    spellings = [*BYTES, *made[0]]
    number = {spelling: i for i, spelling in enumerate(spellings)}
    expected = {
        (number[token[:cut]], number[token[cut:]], number[token])
        for token in spellings
        for cut in range(1, len(token))
        if token[:cut] in number and token[cut:] in number
    }
    pairs = ranks.splits(spellings)
    assert (
        set(zip(*(part.tolist() for part in (pairs.lefts, pairs.rights, pairs.made)))) == expected
    )


@settings(max_examples=100, deadline=None)
@given(token_lists())
def test_equal_ids_to_tiktoken(made):
    tokens, texts = made
    tok, numbered = of(tokens)
    peer = by_tiktoken(numbered)
    for text in texts:
        assert tok.encode(text) == peer.encode(text)


@settings(max_examples=30, deadline=None)
@given(token_lists())
def test_equal_ids_to_tiktoken_in_chunks_of_a_long_text(made):
    tokens, texts = made
    tok, numbered = of(tokens, split=r"[^\n]+|\n")
    peer = by_tiktoken(numbered, r"[^\n]+|\n")
    text = "\n".join(texts * (9000 // (1 + sum(map(len, texts)))))
    assert tok.encode(text) == peer.encode(text)


@settings(max_examples=60, deadline=None)
@given(token_lists(), st.data())
def test_equal_ids_at_every_size_where_ids_follow_the_ranks(made, data):
    tokens, texts = made
    tok, numbered = of(tokens)
    if tok.record().table.ranks is not None:
        return
    size = data.draw(st.integers(256, len(numbered)))
    peer = by_tiktoken({token: rank for token, rank in numbered.items() if rank < size})
    shorter = tok.truncated(size)
    for text in texts:
        ids = peer.encode(text)
        assert shorter.encode(text) == ids
        assert int((tok.closings(text) >= size).sum()) == len(ids)
        assert tok.curve(text)[size - 256] == len(ids)


def test_a_token_of_three_parts_is_left_to_the_rule_for_whole_chunks():
    tok, _ = of([b"ab", b"bcd", b"abcd"], split=r"\w+|\s")
    # `ab` merges first, and then neither `abc` nor `cd` is a token.
    assert tok.encode("abcd") == [258]
    assert tok.encode("xabcd") == [120, 256, 99, 100]
    assert 258 not in tok.parts
    assert tok.vocab[258] == b"abcd"
    assert tok.truncated(258).encode("abcd") == [256, 99, 100]


def test_of_several_splits_the_one_that_encoding_uses_is_shown():
    tok, _ = of([b"bc", b"ab", b"abc"])
    assert tok.parts[258] == (97, 256)
    tok, _ = of([b"ab", b"bc", b"abc"])
    assert tok.parts[258] == (256, 99)


def test_a_token_ranked_before_its_half_goes_before_the_next_half():
    # bb merges, and at once bbb: the second bb comes after.
    tok, numbered = of([b"bbb", b"bb"])
    assert tok.encode("bbbbb") == by_tiktoken(numbered).encode("bbbbb") == [256, 257]
    assert tok.encode("b" * 9001) == by_tiktoken(numbered).encode("b" * 9001)


@st.composite
def merge_lists(draw):
    """Tokens, and some of their splits in any order."""
    tokens, texts = draw(token_lists())
    spellings = {token.decode() for token in tokens} | set("abc")
    pairs = sorted(
        (token[:cut], token[cut:])
        for token in spellings
        for cut in range(1, len(token))
        if token[:cut] in spellings and token[cut:] in spellings
    )
    pairs = draw(st.permutations(pairs))
    return tokens, pairs[: draw(st.integers(0, len(pairs)))], texts


@settings(max_examples=100, deadline=None)
@given(merge_lists(), st.booleans())
def test_merges_in_any_order_give_equal_ids_to_hugging_face(made, ignore_merges):
    tokens, pairs, texts = made
    content = json.loads(formats.dumps(BPETokenizer().record(), "tokenizer.json"))
    model = content["model"]
    model["vocab"] |= {token.decode(): 256 + i for i, token in enumerate(tokens)}
    model["merges"] = [list(pair) for pair in pairs]
    model["ignore_merges"] = ignore_merges
    file = json.dumps(content)
    tok = BPETokenizer.of_record(formats.loads(file.encode(), "tokenizer.json"))
    again = formats.dumps(tok.record(), "tokenizer.json")
    reread = BPETokenizer.of_record(formats.loads(again, "tokenizer.json"))
    peer, second = Tokenizer.from_str(file), Tokenizer.from_str(again.decode())
    for text in texts:
        ids = peer.encode(text).ids
        assert tok.encode(text) == ids
        assert reread.encode(text) == ids
        assert second.encode(text).ids == ids


def test_hashes_are_only_a_first_look():
    # Equal hashes modulo 2 ** 64, as those of Thue and Morse's sequence are.
    spelling = np.array([int(i).bit_count() & 1 for i in range(1 << 12)], np.uint8)
    tokens = [bytes(spelling), bytes(1 - spelling), bytes(spelling) + b"\x02"]
    pairs = ranks.splits([*BYTES, *tokens])
    for left, right, token in zip(pairs.lefts, pairs.rights, pairs.made):
        spellings = [*BYTES, *tokens]
        assert spellings[left] + spellings[right] == spellings[token]
