"""BPETokenizer against the loop that recounts everything, and on what people do with it."""

import copy
import pickle
import re
import threading
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe import BPETokenizer, Merge, Token, reference, vocabularies
from bpe.alphabets import Characters
from bpe.corpus import weigh
from bpe.encoder import NEVER
from bpe.splitting import compile_split
from tests import oracle
from tests.strategies import any_text, splits, texts, texts_of_few, tie_breaks

min_pair_counts = st.sampled_from([-1, 0, 1, 1, 2, 3, 1000])
documents = st.lists(texts_of_few, max_size=5)


def sequences_of(documents, split):
    """The ids of every chunk of every document, equal ones as often as they occur."""
    chunks = (
        [chunk]
        for document in documents
        for chunk in ([document] if split is None else compile_split(split).chunks(document))
    )
    return [list(chunk.encode()) for (chunk,) in chunks]


def words_of(documents, mark="_"):
    """Sennrich's words as ids, and how many base ids there are."""
    words = [word for document in documents for word in document.split()]
    symbols = sorted(set("".join(words)))
    return [[*map(symbols.index, word), len(symbols)] for word in words], len(symbols) + 1


def flat(sequences):
    return [token for sequence in sequences for token in sequence]


def seeds_from(text, number):
    """Some merges to begin with: those of another text."""
    history, _, _ = oracle.train([text.encode()], [1], number)
    return {pair: made for pair, made, _, _ in history}


# -- the same as recounting everything ------------------------------------------------------------


@settings(max_examples=150)
@given(
    documents=documents,
    split=splits,
    tie_break=tie_breaks,
    min_pair_count=min_pair_counts,
    seeds=st.builds(seeds_from, texts_of_few, st.integers(0, 4)),
    steps=st.integers(0, 30),
)
def test_training_equals_recounting(documents, split, tie_break, min_pair_count, seeds, steps):
    tok = BPETokenizer(split, tie_break, min_pair_count, seeds)
    ids = tok.train(iter(documents), 256 + len(seeds) + steps)
    sequences = sequences_of(documents, split)
    history, ties, merged = oracle.train(
        sequences,
        [1] * len(sequences),
        steps,
        tie_break=tie_break,
        min_pair_count=min_pair_count,
        seeds=seeds,
    )
    assert tok.history == history
    assert tok.merges == seeds | {pair: made for pair, made, _, _ in history}
    assert list(tok.merges.values()) == list(range(256, 256 + len(tok.merges)))
    assert ids == flat(merged)
    assert tok.ties(documents) == ties
    assert flat(map(tok.encode, documents)) == ids


@given(documents=documents, tie_break=tie_breaks, steps=st.integers(0, 30))
def test_words_of_characters_equal_recounting(documents, tie_break, steps):
    sequences, base = words_of(documents)
    tok = BPETokenizer(tie_break=tie_break, alphabet=Characters())
    ids = tok.train(documents, base + steps)
    history, ties, merged = oracle.train(
        sequences, [1] * len(sequences), steps, tie_break=tie_break, base=base
    )
    assert tok.history == history
    assert ids == flat(merged)
    assert tok.ties(documents) == ties
    assert flat(map(tok.encode, documents)) == ids
    for document in documents:
        assert tok.decode(tok.encode(document)) == " ".join(document.split())


@given(text=texts, size=st.integers(256, 300))
def test_flat_training_equals_the_reference(text, size):
    tok = BPETokenizer(min_pair_count=reference.MIN_PAIR_COUNT)
    ids = tok.train(text, size)
    merges = reference.train(text, size)
    assert list(tok.merges.items()) == merges
    assert ids == reference.encode(text, merges)


@settings(max_examples=60)
@given(training=documents, text=texts, split=splits, tie_break=tie_breaks)
def test_every_size_at_once(training, text, split, tie_break):
    """Truncated tokenizers, the curve and the closings all tell what a training that size gives."""
    tok = BPETokenizer(split, tie_break)
    tok.train(training, 280)
    curve, closings = tok.curve(text), tok.closings(text)
    assert len(curve) == tok.vocab_size - 255
    for size in range(256, tok.vocab_size + 1):
        smaller = BPETokenizer(split, tie_break)
        smaller.train(training, size)
        truncated = tok.truncated(size)
        ids = truncated.encode(text)
        assert truncated.merges == smaller.merges
        assert truncated.vocab == smaller.vocab
        assert truncated.history == smaller.history
        assert truncated.vocab_size == size
        assert ids == smaller.encode(text)
        assert curve[size - 256] == len(ids)
        starts = [token.start for token in truncated.tokens(text)]
        assert np.flatnonzero(closings >= size).tolist() == starts
    assert tok.truncated(10**6).merges == tok.merges


@given(training=documents, text=texts_of_few)
def test_every_size_at_once_with_words(training, text):
    tok = BPETokenizer(alphabet=Characters())
    tok.train([*training, text], 1000)
    base = len(tok.alphabet.base)
    for size, count in enumerate(tok.curve(text), base):
        truncated = tok.truncated(size)
        assert len(truncated.encode(text)) == count
        assert truncated.decode(truncated.encode(text)) == " ".join(text.split())


# -- encoding and decoding ------------------------------------------------------------------------


@given(training=texts, text=any_text, split=splits)
@example(training="aa\0aa", text="\0\x1b\ud7ff\ufffe\U0010ffff\ufeff", split="cl100k")
def test_decoding_gives_the_text_again(training, text, split):
    tok = BPETokenizer(split)
    tok.train([training, text], 300)
    ids = tok.encode(text)
    assert tok.decode(ids) == text
    assert tok.decode_bytes(ids) == text.encode()
    tokens = tok.tokens(text)
    assert [token.id for token in tokens] == ids
    data = text.encode()
    assert [data[start:end] for _, start, end in tokens] == [tok.vocab[token] for token in ids]
    assert [0, *(token.end for token in tokens)] == [*(token.start for token in tokens), len(data)]


@given(training=texts, ids=st.lists(st.integers(0, 270), max_size=30))
def test_a_stream_prints_what_decoding_gives(training, ids):
    tok = BPETokenizer()
    tok.train(training, 271)
    ids = [token for token in ids if token < tok.vocab_size]
    stream = tok.stream()
    assert "".join([*map(stream.feed, ids), stream.finish()]) == tok.decode(ids)


@given(st.binary(max_size=30))
def test_a_stream_of_any_bytes(data):
    stream = BPETokenizer().stream()
    fed = [stream.feed(byte) for byte in data]
    assert "".join([*fed, stream.finish()]) == data.decode("utf-8", errors="replace")


def test_a_stream_holds_back_what_is_not_complete():
    stream = BPETokenizer().stream()
    assert [stream.feed(byte) for byte in "é😀".encode()] == ["", "é", "", "", "", "😀"]
    assert stream.finish() == ""
    assert stream.feed(0xE0) == ""
    assert stream.finish() == "\ufffd"


def test_a_stream_of_words_ends_without_a_space():
    tok = BPETokenizer(alphabet=Characters())
    ids = tok.train("low lower low", 9)
    stream = tok.stream()
    fed = [stream.feed(token) for token in ids]
    assert "".join([*fed, stream.finish()]) == tok.decode(ids) == "low lower low"
    assert not fed[-1].endswith(" ")


@pytest.mark.parametrize("split", [None, "cl100k"])
def test_long_texts_take_the_other_way_to_the_same_ids(split):
    text = "the cat sat on the mat, the hat; 가나다 ababab aaaa\n" * 300
    tok = BPETokenizer(split)
    ids = tok.train(text, 300)
    assert tok.encode(text) == ids
    assert tok.decode(ids) == text
    if split:
        assert tok.encode(text[:6000]) == [
            i for c in tok.chunks(text[:6000]) for i in tok.encode(c)
        ]
    assert tok.tokens(text)[-1].end == len(text.encode())


def test_a_million_equal_characters():
    text = "a" * 1_000_000
    tok = BPETokenizer()
    ids = tok.train(text, 300)
    assert [merge.length for merge in tok.history][:3] == [500_000, 250_000, 125_000]
    # Halved 19 times; then the seven powers of two that a million is the sum of are joined.
    assert len(tok.history) == 19 + 6
    assert tok.encode(text) == ids
    assert tok.decode(ids) == text
    assert tok.ties(text) == [1] * 19 + [6, 5, 4, 3, 2, 1]


def test_a_line_of_a_million_characters():
    line = "".join(f"{n * n} squares, " for n in range(70_000))[:1_000_000]
    tok = BPETokenizer("o200k")
    ids = tok.train(line, 400)
    assert tok.encode(line) == ids
    assert tok.decode(ids) == line


# -- special tokens -------------------------------------------------------------------------------

SPECIAL = {"<|a|>": 1000, "<|a|>b": 1001, "<|": 1002, "한": 1003}


def special_tokenizer():
    tok = BPETokenizer(special_tokens=SPECIAL)
    tok.train("<|a|>b <|a|>b 한한", 270)
    return tok


def test_the_spelling_of_a_special_token_is_ordinary_text_unless_allowed():
    tok = special_tokenizer()
    text = "x<|a|>b한"
    assert max(tok.encode(text)) < 270
    assert tok.encode(text, {"<|a|>"}) == [120, 1000, 98, *tok.encode("한")]
    assert tok.encode(text, ["<|a|>", "<|a|>b"]) == [120, 1001, *tok.encode("한")]
    assert tok.encode(text, "all") == [120, 1001, 1003]
    assert tok.encode("<<|a|<|a|>", "all") == [60, 1002, *tok.encode("a|"), 1000]


@given(st.lists(st.sampled_from([*SPECIAL, "a", "|>", "b", " ", "<"]), max_size=8).map("".join))
def test_special_tokens_have_places_and_decode(text):
    tok = special_tokenizer()
    for allowed in ((), {"<|a|>"}, {"<|a|>b", "<|"}, frozenset(SPECIAL), "all"):
        ids = tok.encode(text, allowed)
        tokens = tok.tokens(text, allowed)
        assert tok.decode(ids) == text
        assert [token.id for token in tokens] == ids
        data, spelled = text.encode(), {made: name for name, made in SPECIAL.items()}
        for made, start, end in tokens:
            assert data[start:end] == tok.vocab.get(made, spelled.get(made, "").encode())
        expected = set(SPECIAL) if allowed == "all" else set(allowed)
        # Longest match first: by the book, character by character.
        found, i = [], 0
        while i < len(text):
            here = max((n for n in expected if text.startswith(n, i)), key=len, default=None)
            found += [SPECIAL[here]] if here else []
            i += len(here or "x")
        assert [made for made in ids if made >= 1000] == found


def test_special_tokens_are_part_of_a_truncated_tokenizer():
    tok = special_tokenizer().truncated(256)
    assert tok.encode("<|a|>", "all") == [1000]
    assert tok.decode([1000, 120]) == "<|a|>x"


@pytest.mark.parametrize(
    ("allowed", "message"),
    [
        ({"<|b|>"}, r"'<\|b\|>' is no special token here; known are: <\|a\|>"),
        ("<|a|>", r"""allowed_special is the text '<\|a\|>'; give a set.* or "all\""""),
        ("", "allowed_special is the text ''"),
    ],
)
def test_allowed_special_must_name_special_tokens(allowed, message):
    tok = special_tokenizer()
    for read in (tok.encode, tok.tokens):
        with pytest.raises(ValueError, match=message):
            read("text", allowed)


def test_without_special_tokens_all_is_none():
    assert BPETokenizer().encode("ab", "all") == [97, 98]
    with pytest.raises(ValueError, match="known are: none"):
        BPETokenizer().encode("ab", {"<|a|>"})


@pytest.mark.parametrize(
    ("special", "message"),
    [
        ({"": 300}, "special token of id 300 is empty"),
        ({"<|a|>": 97}, r"'<\|a\|>' has id 97, which is an ordinary token's; give it 256 or more"),
        ({"<|a|>": -1}, r"'<\|a\|>' has id -1; ids are 0 or more"),
        ({"\ud800": 300}, "lone surrogate"),
    ],
)
def test_special_tokens_that_cannot_be(special, message):
    with pytest.raises(ValueError, match=message):
        BPETokenizer(special_tokens=special)


def test_a_special_id_inside_the_size_asked_for():
    with pytest.raises(ValueError, match=r"'<\|a\|>' has id 260, which the merges may take.*300"):
        BPETokenizer(special_tokens={"<|a|>": 260}).train("abc", 300)
    with pytest.raises(ValueError, match="ordinary token's"):
        BPETokenizer(initial_merges={(97, 98): 256}, special_tokens={"<|a|>": 256})


# -- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [255, 0, -5])
def test_a_size_below_the_bytes(size):
    with pytest.raises(ValueError, match=rf"size is {size}, but the 256 base ids.*at least 256"):
        BPETokenizer().train("abc", size)
    with pytest.raises(ValueError, match=rf"size is {size}"):
        BPETokenizer().truncated(size)


def test_a_size_below_the_seeds():
    tok = BPETokenizer(initial_merges={(97, 98): 256, (256, 99): 257})
    with pytest.raises(ValueError, match=r"257.*256 base ids and 2 initial merges.*at least 258"):
        tok.train("abc", 257)
    assert tok.train("abcd", 258) == [257, 100]


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        ({(97, 98): 300}, "merge 0 makes id 300.*so that it makes 256"),
        ({(97, 98): 256, (98, 99): 256}, "merge 1 makes id 256.*257"),
        ({(97, 256): 256}, "merge 0 uses id 256, which is not made before it"),
        ({(-1, 97): 256}, "uses id -1"),
    ],
)
def test_seeds_that_form_no_vocabulary(seeds, message):
    with pytest.raises(ValueError, match=message):
        BPETokenizer(initial_merges=seeds)


def test_an_unknown_tie_rule():
    with pytest.raises(ValueError, match="'last'; use one of smallest, first"):
        BPETokenizer(tie_break="last")


def test_an_invalid_split():
    with pytest.raises(ValueError, match=r"not a valid regex.*position"):
        BPETokenizer("(a")


@pytest.mark.parametrize(
    ("ids", "message"),
    [
        ([97, 256], r"id 256 at position 1 .* 256 tokens, whose largest id is 255"),
        ([-1], "id -1 at position 0"),
        ([1, 2, 10**30], "at position 2"),
    ],
)
def test_an_id_that_the_vocabulary_lacks(ids, message):
    tok = BPETokenizer()
    with pytest.raises(ValueError, match=message):
        tok.decode(ids)
    with pytest.raises(ValueError, match=message):
        tok.decode_bytes(iter(ids))
    stream = tok.stream()
    with pytest.raises(ValueError, match=message):
        list(map(stream.feed, ids))


@pytest.mark.parametrize("split", [None, "gpt2", r"\w+", "words"])
@pytest.mark.parametrize("before", ["ab cd ", "ab cd " * 5000])
def test_a_lone_surrogate_is_named_with_its_position(split, before):
    kind = {"alphabet": Characters()} if split == "words" else {"split": split}
    text = f"{before}x\udc80y"
    message = rf"character {len(before) + 1} of the text is the lone surrogate U\+DC80.*remove"
    tok = BPETokenizer(**kind)
    with pytest.raises(ValueError, match=message):
        tok.train(text, 300)
    tok.train("abcdxy", 300)
    for read in (tok.encode, tok.tokens, tok.curve, tok.closings):
        with pytest.raises(ValueError, match=message):
            read(text)


def test_a_surrogate_after_a_special_token_keeps_its_position():
    tok = BPETokenizer(special_tokens={"<|a|>": 300})
    with pytest.raises(ValueError, match="character 7"):
        tok.encode("x<|a|>y\ud800", "all")


def test_a_character_outside_the_alphabet():
    tok = BPETokenizer(alphabet=Characters())
    tok.train("low lower", 20)
    with pytest.raises(ValueError, match=r"'é' of the word 'lowé'.*5 characters"):
        tok.encode("low lowé")


def test_ties_of_another_text():
    tok = BPETokenizer()
    tok.train("aaabdaaabac", 259)
    for other in ("", "abc", "aaabdaaabaab"):
        with pytest.raises(ValueError, match="not the text that the merges were learned from"):
            tok.ties(other)


# -- what people do -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "a", "\0", "é"])
def test_texts_with_little_to_merge(text):
    tok = BPETokenizer()
    ids = tok.train(text, 300)
    assert tok.decode(ids) == text
    assert len(tok.history) == max(len(text.encode()) - 1, 0)
    assert tok.ties(text) == [1] * len(tok.history)
    assert tok.curve("").tolist() == [0] * (len(tok.history) + 1)
    assert tok.tokens("") == []


def test_the_size_is_an_upper_bound():
    for size in (300, 10**6, 10**30):
        tok = BPETokenizer()
        tok.train("abab", size)
        assert tok.vocab_size == 258
    assert BPETokenizer().train("abab", 256) == [97, 98, 97, 98]


@pytest.mark.parametrize("split", [None, "gpt2", r"\d"])
def test_training_on_no_documents(split):
    tok = BPETokenizer(split)
    assert tok.train([], 300) == []
    assert tok.train(["", ""], 300) == []
    assert tok.train("".join(()), 300) == []
    assert tok.merges == {}


@pytest.mark.parametrize("text", ["", " \n\t", "\u2003"])
def test_only_whitespace_in_words(text):
    tok = BPETokenizer(alphabet=Characters())
    assert tok.train(text, 300) == []
    assert tok.encode(text) == []
    assert tok.decode([]) == ""
    assert tok.vocab == {0: b"_"}


@pytest.mark.parametrize("mark", ["_", "</w>", "", "a", "é", " "])
def test_any_end_mark(mark):
    text = "a_b a</w> _ aé_"
    tok = BPETokenizer(alphabet=Characters(end_of_word=mark))
    tok.train(text, 40)
    for size in range(len(tok.alphabet.base), tok.vocab_size + 1):
        smaller = tok.truncated(size)
        ids = smaller.encode(text)
        assert smaller.decode(ids) == text
        assert smaller.decode_bytes(ids) == text.encode()
        stream = smaller.stream()
        assert "".join([*map(stream.feed, ids), stream.finish()]) == text
        data = text.encode()
        read = smaller.tokens(text)
        assert [token.id for token in read] == ids
        assert b"".join(data[start:end] for _, start, end in read) == data.replace(b" ", b"")
        assert all(one.end <= other.start for one, other in pairwise(read))


def test_words_learned_on_top_of_seeds():
    text = "low low lower"
    first = BPETokenizer(alphabet=Characters())
    first.train(text, 8)
    tok = BPETokenizer(alphabet=Characters(), initial_merges=first.merges)
    tok.train(text, 10)
    longer = BPETokenizer(alphabet=Characters())
    longer.train(text, 10)
    assert tok.merges == longer.merges
    assert tok.vocab == longer.vocab


def test_training_again_starts_again():
    for tok in (BPETokenizer(), BPETokenizer("gpt2"), BPETokenizer(alphabet=Characters())):
        tok.train("completely other text", 300)
        first = tok.train("low lower lowest", 300)
        merges, vocab, history = tok.merges, tok.vocab, tok.history
        assert tok.train("low lower lowest", 300) == first
        assert (tok.merges, tok.vocab, tok.history) == (merges, vocab, history)
        assert tok.encode("low lower lowest") == first


def test_the_history_and_the_tables_are_plain_python():
    tok = BPETokenizer(tie_break="first")
    ids = tok.train("aaabdaaabac", 259)
    assert tok.history[0] == Merge((97, 97), 256, 4, 9)
    for merge in tok.history:
        numbers = (*merge.pair, merge.id, merge.count, merge.length)
        assert {type(number) for number in numbers} == {int}
    everything = [
        *ids,
        *tok.vocab,
        *tok.merges.values(),
        *tok.encode("aab"),
        *tok.ties("aaabdaaabac"),
    ]
    everything += [number for pair in tok.merges for number in pair]
    everything += [number for token in tok.tokens("aab") for number in token]
    assert {type(number) for number in everything} == {int}
    assert type(tok.tokens("aab")[0]) is Token


def test_vocab_merges_parts_and_ranks_tell_the_same():
    tok = BPETokenizer(initial_merges={(97, 98): 256})
    tok.train("abcabcabd", 260)
    assert tok.vocab[256] == b"ab"
    for pair, made in tok.merges.items():
        assert tok.vocab[made] == tok.vocab[pair[0]] + tok.vocab[pair[1]]
        assert tok.parts[made] == pair
        assert tok.rank(made) == made - 256
    assert tok.rank(97) is None
    assert tok.rank(99999) is None
    assert len(tok.vocab) == tok.vocab_size == 256 + len(tok.merges)


class Text(str):
    """A text of the caller's own type."""

    __slots__ = ()


def test_a_subclass_of_str_is_a_text():
    tok = BPETokenizer("gpt2")
    ids = tok.train(Text("low lower lowest"), 270)
    assert ids == BPETokenizer("gpt2").train("low lower lowest", 270)
    assert tok.encode(Text("low lower lowest")) == ids


def test_what_is_passed_in_stays_as_it_was():
    seeds, special = {(97, 98): 256}, {"<|a|>": 1000}
    tok = BPETokenizer(initial_merges=seeds, special_tokens=special)
    tok.train("abab", 300)
    assert seeds == {(97, 98): 256}
    assert special == {"<|a|>": 1000}
    ids = [97, 256]
    tok.decode(ids)
    assert ids == [97, 256]


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t))]
)
@pytest.mark.parametrize("kind", [{}, {"split": "cl100k"}, {"alphabet": Characters()}])
def test_a_copy_stands_alone(copied, kind):
    tok = BPETokenizer(**kind)
    tok.train("low lower lowest", 300)
    before, text = tok.encode("low lower"), "lowest low"
    other = copied(tok)
    assert other.encode("low lower") == before
    expected = tok.encode(text)
    tok.train("est est wol", 300)
    assert other.encode(text) == expected
    assert other.decode(expected) == text
    assert other.encode("low lower") == before


def test_one_tokenizer_in_several_threads():
    tok = BPETokenizer("gpt2")
    text = "the cat sat on the mat and that was that " * 20
    tok.train(text, 300)
    expected = [BPETokenizer("gpt2", initial_merges=tok.merges).encode(text[i:]) for i in range(50)]
    fresh = pickle.loads(pickle.dumps(tok))
    found = [None] * 50

    def encode(numbers):
        for i in numbers:
            found[i] = fresh.encode(text[i:])

    threads = [threading.Thread(target=encode, args=(range(i, 50, 4),)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected


def test_watching_and_stopping_a_training():
    text = "low lower lowest " * 10
    whole = BPETokenizer()
    whole.train(text, 300)
    tok = BPETokenizer()
    corpus = weigh(text, tok.split, tok.alphabet)
    watched = []
    steps = tok.steps(corpus, 300)
    for merge in steps:
        watched.append(merge)
        if len(watched) == 5:
            break
    assert tok.merges == {}  # nothing is taken over until it is learned
    tok.learn(corpus, watched)
    assert tok.history == watched == whole.history[:5]
    assert tok.encode(text) == whole.truncated(261).encode(text)


def test_closings_name_the_merge():
    tok = BPETokenizer()
    tok.train("aaabdaaabac", 259)
    assert tok.closings("aabaaabx").tolist() == [NEVER, 256, NEVER, NEVER, 256, 258, 257, NEVER]
    assert tok.closings("").tolist() == []


def test_unicode_spellings_that_look_alike_are_different_tokens():
    """One letter, three spellings; only normalizing makes them one."""
    tok = BPETokenizer()
    tok.normalizer = "NFC"
    spellings = ["\u1ecd\u0300", "\u00f2\u0323", "\u006f\u0323\u0300"]
    assert len({tuple(tok.encode(spelling)) for spelling in spellings}) == 1
    tok.normalizer = None
    assert len({tuple(tok.encode(spelling)) for spelling in spellings}) == 3


def test_messages_stay_on_one_line():
    for cause in (
        lambda: BPETokenizer().train("a\ud800\n", 300),
        lambda: BPETokenizer(special_tokens={"a\nb": 3}),
        lambda: BPETokenizer().encode("x", {"a\nb"}),
        lambda: BPETokenizer("(\n"),
    ):
        with pytest.raises(ValueError, match=re.compile(r"\A[^\n]+\Z")):
            cause()


@given(st.lists(texts, max_size=4), splits)
def test_a_batch_is_each_text_by_itself(several, split):
    tok = BPETokenizer(split=split)
    tok.train("".join(several), 300)
    assert tok.truncated(tok.vocab_size).encode_batch(several) == [tok.encode(t) for t in several]


def test_a_batch_reads_long_texts_and_normal_forms_too():
    tok = vocabularies.load("qwen")
    several = ["e\u0301", "", "word " * 40_000, "e\u0301"]
    assert tok.encode_batch(several) == [tok.encode(text) for text in several]


def test_a_batch_refuses_what_encode_refuses():
    with pytest.raises(ValueError, match="lone surrogate"):
        BPETokenizer(split="gpt2").encode_batch(["a", "b\ud800"])
    words = BPETokenizer(alphabet=Characters())
    words.train("low lower", 20)
    assert words.encode_batch(["low", "", "lower low"]) == [
        words.encode(text) for text in ("low", "", "lower low")
    ]
    with pytest.raises(ValueError, match="'x'"):
        words.encode_batch(["low", "x"])
