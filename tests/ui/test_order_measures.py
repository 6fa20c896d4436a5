"""How often other ways differ: curves against encoding one by one."""

from functools import partial

import pytest

from bpe import BPETokenizer, orders
from bpe.alphabets import Characters
from bpe.samples import corpus
from bpe.wrong_ways import FORGOTTEN, LONGEST, MISMATCHED
from tests.ways import way_of
from ui import order_answers, order_measures, share_charts
from ui.order_measures import CHUNKS, FLAT, MEASURES, SPLIT, TEXTS, TOKENS
from ui.searching import WAYS, ways
from ui.theme import LIGHT

TEXT = corpus("chapter")
FREQUENCY = partial(ways, kind="frequency")


@pytest.fixture(scope="module")
def tok():
    tok = BPETokenizer("cl100k")
    tok.train(TEXT, 456)
    return tok


def of(shown, unit, name=SPLIT):
    return shown[(shown["unit"] == unit) & (shown["name"] == name)].set_index("at")


def test_texts_that_differ_are_counted(tok):
    row = of(order_measures.by_length(tok, TEXT[:64] * 2, FREQUENCY), TEXTS, FLAT).loc[128]
    ids = list((TEXT[:64] * 2).encode())
    differ = orders.encode(ids, tok.merges, "rank") != orders.encode(ids, tok.merges, "frequency")
    assert (row["share"], row["of"]) == (float(differ), 1)


def test_a_split_hides_it(tok):
    shown = order_measures.by_length(tok, TEXT, FREQUENCY)
    assert (of(shown, TEXTS)["share"] <= of(shown, TEXTS, FLAT)["share"]).all()


@pytest.mark.parametrize("kind", ["frequency", "left_to_right", LONGEST, FORGOTTEN])
def test_chunks_are_counted_by_their_length(tok, kind):
    shown = order_measures.by_chunk(tok, TEXT, partial(ways, kind=kind, forgotten=20))
    chunks = list(tok.chunks(TEXT))
    assert of(shown, CHUNKS)["of"].sum() == len(chunks)
    assert of(shown, TOKENS)["of"].sum() == len(tok.encode(TEXT))
    way = way_of(kind, tok.merges, rank=20)
    for size in (3, 9):
        those = [list(chunk.encode()) for chunk in chunks if len(chunk.encode()) == size]
        by_rank = [orders.encode(ids, tok.merges, "rank") for ids in those]
        differ = [way.encode(ids, ends) != ends for ids, ends in zip(those, by_rank)]
        assert of(shown, CHUNKS)["share"][size] == sum(differ) / len(those)


def test_sizes_begin_with_few_merges_and_end_with_all(tok):
    shown = order_measures.by_size(tok, corpus("english"), FREQUENCY)
    for unit, name in [(CHUNKS, SPLIT), (TOKENS, SPLIT), (TOKENS, FLAT)]:
        assert of(shown, unit, name).index[[0, -1]].tolist() == [264, 456]


def test_a_text_in_one_piece_has_no_chunks(tok):
    for measure in MEASURES.values():
        assert of(measure(tok, TEXT, FREQUENCY), CHUNKS, FLAT).empty


def test_what_was_learned_later_cannot_be_forgotten(tok):
    shown = order_measures.by_size(tok, TEXT, partial(ways, kind=FORGOTTEN, forgotten=100))
    shares = of(shown, TOKENS)["share"]
    assert (shares[shares.index <= 356] == 0).all()
    assert (shares[shares.index > 356] > 0).all()


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("kind", WAYS.values())
def test_every_way_has_every_measure(tok, measure, kind):
    other = BPETokenizer("cl100k")
    other.train(corpus("english")[:5_000], 300)
    needs = {MISMATCHED: {"other": other}, FORGOTTEN: {"forgotten": 3}}.get(kind, {})
    data = MEASURES[measure](tok, TEXT[:2_000], partial(ways, kind=kind, **needs))
    assert data["share"].between(0, 1).all()
    assert (data["of"] > 0).all()
    draw = share_charts.shares_by_name if measure == "By language" else share_charts.shares
    for unit, shown in data.groupby("unit"):
        assert draw(shown, order_answers.ACROSS[measure], unit, LIGHT).to_dict()
    assert order_answers.answer(measure, kind).endswith(".")


def test_too_little_text(tok):
    with pytest.raises(ValueError, match="the text has 2 characters; take one of at least 8"):
        order_measures.by_length(tok, "ab", FREQUENCY)


def test_words_of_characters_are_never_in_one_piece():
    tok = BPETokenizer(alphabet=Characters())
    tok.train("low lower lowest", 30)
    with pytest.raises(ValueError, match="never in one piece"):
        order_measures.by_length(tok, "low lower lowest", FREQUENCY)
