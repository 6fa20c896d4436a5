"""Tokens that do not come back: against encoding every text there is."""

from itertools import product

import pytest
from hypothesis import given, settings

from bpe import BPETokenizer, vocabularies
from bpe.alphabets import Characters
from bpe.reachability import fragments, unreachable, unused
from tests.strategies import any_text, texts
from tests.test_orders import rules

# A token of seven symbols would need texts too many; six rules make few so long.
LONGEST = 6


@settings(max_examples=60)
@given(rules())
def test_without_a_split_no_text_at_all_has_them(merges):
    tok = BPETokenizer(initial_merges=merges)
    seen = set()
    for length in range(1, LONGEST + 1):
        for text in product("abc", repeat=length):
            seen.update(tok.encode("".join(text)))
    short = {token for token, spelling in tok.vocab.items() if len(spelling) <= LONGEST}
    learned = {token for token in short if token >= 256}
    assert set(unreachable(tok)) & short == learned - seen


@given(texts)
def test_what_was_learned_from_a_text_comes_back_or_is_a_fragment(text):
    tok = BPETokenizer()
    tok.train(text, 300)
    apart = set(fragments(tok))
    spelled = {spelling for token, spelling in tok.vocab.items() if token not in apart}
    back = {tok.vocab[tok.encode(spelling.decode())[0]] for spelling in spelled}
    assert back == spelled


@given(any_text)
def test_used_and_unused_are_the_whole_vocabulary(text):
    tok = BPETokenizer()
    tok.train("abab", 258)
    used = set(tok.encode(text))
    assert not used & set(unused(tok, text))
    assert used | set(unused(tok, text)) == set(tok.vocab)


def test_bytes_above_ascii_are_fragments():
    assert fragments(BPETokenizer()) == list(range(128, 256))


def test_a_split_cuts_a_token_and_its_surroundings_join_it():
    tok = BPETokenizer(split=r"!\n|.|\n", initial_merges={(33, 10): 256, (97, 98): 257})
    assert unreachable(tok) == [257]
    o200k = vocabularies.load("o200k_base")
    token = next(token for token, spelling in o200k.vocab.items() if spelling == b"\n//")
    assert o200k.encode("\n//") != [token]
    assert o200k.vocab[o200k.encode("!\n//")[0]] == b"!\n//"


def test_a_normal_form_changes_their_text():
    tok = BPETokenizer(initial_merges={(101, 204): 256, (256, 129): 257})
    assert unreachable(tok) == []
    tok.normalizer = "NFC"
    assert unreachable(tok) == [257]


def test_words_have_parts_without_text():
    with pytest.raises(ValueError, match="marks the ends of words"):
        unreachable(BPETokenizer(alphabet=Characters(symbols=["a"])))
