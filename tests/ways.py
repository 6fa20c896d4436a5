"""Few rules, few letters, and every way to encode with them: for tests of several modules."""

from base64 import b64encode
from itertools import accumulate

from hypothesis import assume
from hypothesis import strategies as st

from bpe import BPETokenizer, wrong_ways
from bpe.orders import ORDERS, Ranked
from bpe.wrong_ways import FORGOTTEN, LONGEST, MISMATCHED

HAND_RULES = {(97, 98): 256, (98, 99): 257}

all_orders = st.sampled_from(ORDERS)
few_ids = st.text("abc", max_size=16).map(lambda text: list(text.encode()))


@st.composite
def rules(draw):
    """Merges of two or three symbols in any order that can be, learned or not."""
    known = list(draw(st.sampled_from(["ab", "abc"])).encode())
    merges = {}
    for made in range(256, 256 + draw(st.integers(0, 6))):
        pair = (draw(st.sampled_from(known)), draw(st.sampled_from(known)))
        if pair in merges:
            break
        merges[pair] = made
        known.append(made)
    return merges


def with_a_whole_token(folder):
    """ab and bc by merges, and abcbc by none: a chunk that is abcbc is taken whole."""
    tokens = [*(bytes([value]) for value in range(256)), b"ab", b"bc", b"abcbc"]
    lines = [f"{b64encode(token).decode()} {rank}" for rank, token in enumerate(tokens)]
    (folder / "ranks.tiktoken").write_text("\n".join(lines), "ascii")
    return BPETokenizer.load(folder / "ranks.tiktoken", split=r"\S+|\s+")


def way_of(kind, merges, rank=0, others=HAND_RULES):
    """A way of a kind under these merges; all but frequency in the text."""
    merges = Ranked(merges)
    if kind == LONGEST:
        return wrong_ways.longest_match(merges)
    if kind == FORGOTTEN:
        return wrong_ways.without(merges, rank)
    if kind == MISMATCHED:
        return wrong_ways.under(merges, others)
    return wrong_ways.in_order(merges, kind)


@st.composite
def merges_and_ways(draw, kinds=(*ORDERS, LONGEST, FORGOTTEN, MISMATCHED)):
    """Merges, and a way to encode beside their rank order."""
    merges = draw(rules())
    kind = draw(st.sampled_from(kinds))
    assume(merges or kind != FORGOTTEN)
    rank = draw(st.integers(0, len(merges) - 1)) if kind == FORGOTTEN else 0
    others = draw(rules()) if kind == MISMATCHED else {}
    return merges, way_of(kind, merges, rank, others)


def spans(ids, sizes):
    """The tokens as (start, end, id); ``sizes`` as `Ranked.sizes`."""
    ends = list(accumulate((sizes.get(token, 1) for token in ids), initial=0))
    return list(zip(ends, ends[1:], ids))
