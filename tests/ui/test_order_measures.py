"""How often the orders differ: curves against encoding one by one."""

import pytest

from bpe import BPETokenizer, orders
from bpe.alphabets import Characters
from bpe.samples import corpus
from ui import order_measures, share_charts
from ui.order_measures import FLAT, MEASURES, SPLIT
from ui.theme import LIGHT

TEXT = corpus("chapter")


@pytest.fixture(scope="module")
def tok():
    tok = BPETokenizer("cl100k")
    tok.train(TEXT, 456)
    return tok


def test_texts_that_differ_are_counted(tok):
    shown = order_measures.by_length(tok, TEXT[:64] * 2)
    row = shown[(shown["at"] == 128) & (shown["name"] == FLAT)].iloc[0]
    ids = list((TEXT[:64] * 2).encode())
    differ = orders.encode(ids, tok.merges, "rank") != orders.encode(ids, tok.merges, "frequency")
    assert (row["share"], row["of"]) == (float(differ), 1)


def test_a_split_hides_it(tok):
    shown = order_measures.by_length(tok, TEXT).pivot(index="at", columns="name", values="share")
    assert (shown[SPLIT] <= shown[FLAT]).all()


def test_chunks_are_counted_by_their_length(tok):
    shown = order_measures.by_chunk(tok, TEXT).set_index("at")
    chunks = list(tok.chunks(TEXT))
    assert shown["of"].sum() == len(chunks)
    for size in (3, 9):
        those = [list(chunk.encode()) for chunk in chunks if len(chunk.encode()) == size]
        differ = [
            orders.encode(ids, tok.merges, "rank") != orders.encode(ids, tok.merges, "frequency")
            for ids in those
        ]
        assert shown["share"][size] == sum(differ) / len(those)


def test_sizes_begin_with_few_merges_and_end_with_all(tok):
    shown = order_measures.by_size(tok, corpus("english"))
    assert shown["at"].iloc[0] == 264
    assert shown["at"].iloc[-1] == 456


@pytest.mark.parametrize("measure", MEASURES)
def test_charts(tok, measure):
    data = MEASURES[measure](tok, TEXT)
    draw = share_charts.shares_by_name if measure == "By language" else share_charts.shares
    assert draw(data, "x", "tokens", LIGHT).to_dict()


def test_too_little_text(tok):
    with pytest.raises(ValueError, match="the text has 2 characters; take one of at least 8"):
        order_measures.by_length(tok, "ab")


def test_words_of_characters_are_never_in_one_piece():
    tok = BPETokenizer(alphabet=Characters())
    tok.train("low lower lowest", 30)
    with pytest.raises(ValueError, match="never in one piece"):
        order_measures.by_length(tok, "low lower lowest")
