"""The cases that can be done by hand, each by its name."""

import unicodedata

from bpe import BPETokenizer, Merge, merge, orders, pair_counts, reference
from bpe.alphabets import Characters
from bpe.splitting import compile_split

SEEDS = {(32, 97): 256, (256, 116): 257, (32, 104): 258, (258, 111): 259, (259, 119): 260}
LEARNED = {
    (104, 105): 261,
    (101, 32): 262,
    (84, 261): 263,
    (263, 115): 264,
    (264, 32): 265,
    (265, 105): 266,
    (266, 115): 267,
    (267, 260): 268,
    (268, 32): 269,
}


def pieces(tok, text):
    return [tok.vocab[token].decode() for token in tok.encode(text)]


def test_counting_and_merging():
    assert pair_counts([9, 9, 9]) == {(9, 9): 2}
    assert pair_counts([1, 2, 2, 2]) == {(1, 2): 1, (2, 2): 2}
    assert pair_counts([1]) == pair_counts([]) == {}
    ids = [5, 5, 5]
    assert merge(ids, (5, 5), 300) == [300, 5]
    assert ids == [5, 5, 5]


def test_train_aaabdaaabac():
    tok = BPETokenizer()
    assert tok.train("aaabdaaabac", 259) == [258, 100, 258, 97, 99]
    assert list(tok.merges.items()) == [((97, 97), 256), ((97, 98), 257), ((256, 257), 258)]
    assert tok.history == [
        Merge((97, 97), 256, 4, 9),
        Merge((97, 98), 257, 2, 7),
        Merge((256, 257), 258, 2, 5),
    ]
    assert tok.ties("aaabdaaabac") == [1, 2, 1]
    assert reference.train("aaabdaaabac", 259) == list(tok.merges.items())


def test_rank_beside_local_frequency():
    rules, ids = {(97, 98): 256, (98, 99): 257}, list(b"abc.bc.bc")
    by_rank = orders.encode(ids, rules, "rank")
    by_frequency = orders.encode(ids, rules, "frequency")
    assert by_rank == [256, 99, 46, 257, 46, 257]
    assert by_frequency == [97, 257, 46, 257, 46, 257]
    tok = BPETokenizer(initial_merges=rules)
    assert tok.encode("abc.bc.bc") == by_rank
    assert tok.decode(by_rank) == tok.decode(by_frequency) == "abc.bc.bc"


def test_seed_merges_then_train_flat():
    tok = BPETokenizer(tie_break="first", initial_merges=SEEDS)
    assert pieces(tok, " at how") == [" at", " how"]
    tok.train("This is how we see all these things", 270)
    assert list(tok.merges.items()) == list((SEEDS | LEARNED).items())
    assert pieces(tok, "This is how we see it") == [
        "This is how ",
        "w",
        "e ",
        "s",
        "e",
        "e ",
        "i",
        "t",
    ]


def test_seed_merges_then_train_with_the_cl100k_split():
    tok = BPETokenizer("cl100k", tie_break="first", initial_merges=SEEDS)
    tok.train("This is how we see all these things", 270)
    assert pieces(tok, "This is how we see it") == (
        ["This", " is", " how", " we", " ", "se", "e", " i", "t"]
    )


def test_words_with_an_end_mark():
    text = " ".join(["low"] * 5 + ["lower"] + ["newest"] * 3 + ["widest"] * 4)
    tok = BPETokenizer(tie_break="first", alphabet=Characters(end_of_word="_"))
    base = len(set(text.replace(" ", ""))) + 1
    tok.train(text, base + 10)
    spelled = [tok.vocab[merge.id].decode() for merge in tok.history]
    assert spelled == ["es", "est", "est_", "lo", "low", "low_", "wi", "wid", "widest_", "ne"]


def test_the_cl100k_split():
    assert list(compile_split("cl100k").chunks("Hello've world123 how's   are you!!!?\n")) == (
        ["Hello", "'ve", " world", "123", " how", "'s", "  ", " are", " you", "!!!?\n"]
    )


def test_three_spellings_of_one_letter():
    spellings = ["\u1ecd\u0300", "\u00f2\u0323", "\u006f\u0323\u0300"]
    tok = BPETokenizer()
    assert len({tuple(tok.encode(spelling)) for spelling in spellings}) == 3
    normalized = {unicodedata.normalize("NFC", spelling) for spelling in spellings}
    assert len({tuple(tok.encode(spelling)) for spelling in normalized}) == 1


def test_decoding_half_a_character():
    assert BPETokenizer().decode([0xE0]) == "\ufffd"
    assert reference.decode([0xE0], []) == "\ufffd"
