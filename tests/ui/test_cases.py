"""`ui.cases`: the words follow what was computed, for any text and any tokenizer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe import BPETokenizer, vocabularies
from bpe.samples import corpus
from tests.strategies import any_text, texts_of_few
from ui.cases import CASES, Seen, inputs_of


def trained(**options):
    tok = BPETokenizer(**options)
    tok.train(corpus("chapter"), 1000)
    return tok


TOKENIZERS = {
    "bytes": BPETokenizer(),
    "flat": trained(),
    "split": trained(split="cl100k"),
    "gpt2": vocabularies.load("gpt2"),
    "cl100k": vocabularies.load("cl100k_base"),
    "o200k": vocabularies.load("o200k_base"),
    "qwen": vocabularies.load("qwen"),
}
ALL = pytest.mark.parametrize("tok", TOKENIZERS.values(), ids=TOKENIZERS)


def told(name, tok, *texts):
    case = CASES[name]
    return case.tell(case.look(inputs_of(case, texts) if texts else case.inputs, tok))


@ALL
@pytest.mark.parametrize("name", CASES)
def test_every_case_has_its_words(name, tok):
    for words in told(name, tok):
        assert words.strip().endswith(".")
        assert "  " not in words
        assert not {"{", "}", "!"} & set(words)


@settings(max_examples=150)
@given(
    st.sampled_from(list(CASES)),
    st.sampled_from(list(TOKENIZERS.values())),
    st.one_of(any_text, texts_of_few),
)
def test_any_text_has_words(name, tok, text):
    case = CASES[name]
    seen = case.look(inputs_of(case, [text or "a"] + [text] * (len(case.inputs) - 1)), tok)
    assert len(case.tell(seen)) == 3
    for each in seen:
        assert b"".join(each.parts) == each.text.encode()
        assert len(each.parts) == len(each.ids)


@pytest.mark.parametrize(
    ("tok", "words"),
    [
        ("gpt2", "Nothing holds digits apart"),
        ("cl100k", "at most 3 digits stand together, counted from the left"),
        ("qwen", "a chunk of every digit"),
        ("flat", "Nothing holds digits apart"),
    ],
)
def test_digits_as_the_split_has_them(tok, words):
    assert words in told("numbers", TOKENIZERS[tok]).why


def test_digits_counted_from_the_right():
    tok = BPETokenizer(split=r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))|\P{N}+")
    words = told("numbers", tok).why
    assert "at most 3" in words
    assert "from the left" not in words


def test_letters_that_are_tokens_can_be_counted():
    assert "to count letters is to count ids" in told("spelling", BPETokenizer()).model
    assert "learn it by heart" in told("spelling", TOKENIZERS["gpt2"]).model
    assert "10 letters and is 3 tokens: st | raw | berry" in told("spelling", TOKENIZERS["gpt2"])[0]


def test_spaces_and_case_share_what_they_share():
    assert "They share no token" in told("case", TOKENIZERS["gpt2"]).what
    same = told("case", TOKENIZERS["gpt2"], "a", "a", "a", "a")
    assert "They share 1 token" in same.what
    assert same.model == "The same row of ids each time."


@pytest.mark.parametrize("tok", ["gpt2", "cl100k", "split"])
def test_a_trailing_space_cuts_the_next_word(tok):
    words = told("trailing", TOKENIZERS[tok])
    assert "is not the beginning of it" in words.what
    assert "one token reaches across" in words.why


def test_a_trailing_space_is_harmless_where_it_stands_alone():
    assert "nothing is cut" in told("trailing", BPETokenizer()).why
    other = told("trailing", TOKENIZERS["gpt2"], "a", "b ", "c d")
    assert "does not go on from" in other.why


def test_spellings_that_a_normal_form_makes_one():
    for name in ("marks", "normal-forms"):
        assert told(name, TOKENIZERS["qwen"]).model == "The same ids each time."
        assert "Different rows of ids for what looks alike" in told(name, BPETokenizer()).model
    other = told("marks", BPETokenizer(), "a", "b", "c")
    assert other.model == "Different rows of ids, for different texts."


def test_marks_that_a_pattern_tears_off():
    assert "combining mark" in told("scripts", TOKENIZERS["gpt2"]).why
    assert "combining mark" not in told("scripts", TOKENIZERS["o200k"]).why


def test_boundaries_beside_a_space_are_counted():
    assert Seen("x", "a b", BPETokenizer()).boundaries == (2, 2)
    assert Seen("x", "abc", BPETokenizer()).boundaries == (2, 0)
    assert Seen("x", "a", BPETokenizer()).boundaries == (0, 0)
    assert (
        "0 boundaries between tokens, 0 of them" in told("scripts", BPETokenizer(), *"abcd").model
    )


def test_dearer_and_cheaper_agree_in_number():
    assert "a hash is no dearer" in told("addresses", BPETokenizer(), "a", "", "b", "").why
    assert (
        "a hash and a UUID are no dearer"
        in told("addresses", BPETokenizer(), "a", "", "b", "c").why
    )


def test_whole_words_are_found():
    gpt2 = told("whole-words", TOKENIZERS["gpt2"]).what
    assert "“␣SolidGoldMagikarp”, “␣RandomRedditorWithNo” are each one token" in gpt2
    assert "“PostalCodesNL” is one token" in told("whole-words", TOKENIZERS["cl100k"]).what
    assert "“给主人留下些什么吧” is one token" in told("whole-words", TOKENIZERS["o200k"]).what
    none = told("whole-words", BPETokenizer())
    assert none.what.startswith("None of these texts")
    assert "try GPT-2" in none.why


def test_special_tokens_are_read_only_where_allowed():
    assert "1 of them special" in told("special", TOKENIZERS["gpt2"]).what
    assert "has no special tokens" in told("special", BPETokenizer()).what
    assert "spells none of" in told("special", TOKENIZERS["gpt2"], "Hi").what


def test_a_short_text_becomes_one_token():
    assert "is 1 token after" in told("memorised", BPETokenizer()).what
    long = told("memorised", BPETokenizer(), "".join(map(chr, range(0x100, 0x250))), "a")
    assert "Shorten the text" in long.why
    with pytest.raises(ValueError, match="no text"):
        told("memorised", BPETokenizer(), "", "a")


def test_long_texts_are_refused_by_name():
    with pytest.raises(ValueError, match="“the word” has 2,001 bytes"):
        inputs_of(CASES["spelling"], ["a" * 2001, ""])


def test_a_token_that_is_part_of_a_character():
    assert Seen("x", "é", BPETokenizer()).fragments == 2
    assert Seen("x", "e", BPETokenizer()).fragments == 0
