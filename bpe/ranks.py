"""From ranks to merges: which two tokens each token of a rank file is really made of.

A rank file lists tokens, not merges. Its rule: of two neighbours whose joined spelling is a token
too, those merge whose token has the lowest rank, the leftmost of equals; and a whole chunk that is
a token is that token at once. A token may have several splits into two others, or none. Yet such
a list is a merge table with at most one row a token, because of one fact:

    While both ends of a stretch of text stay boundaries, nothing outside has a say in what merges
    inside. So a token comes about everywhere as it does when its own spelling is encoded: of its
    splits only one is ever used. Where the spelling encodes to more than one token, none is, and
    the token is left to the rule for whole chunks.

The table lists, again and again, the lowest rank whose halves it has already. In most files that is
the order of the ranks. Where a token needs a half of higher rank, it stands right after that half;
the table then keeps the ranks too, because which merge goes first is still up to them.

The same holds for merges listed with several splits a token, as some `tokenizer.json` have them.
"""

from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from bpe.encoder import MergeTable
from bpe.lookup import Lookup
from bpe.segmentation import NEVER

_FACTOR = 0x9E3779B97F4A7C15
_INVERSE = pow(_FACTOR, -1, 1 << 64)


@dataclass(frozen=True)
class Pairs:
    """Pairs of tokens that may merge; tokens are numbered with the 256 bytes first.

    ``lefts``, ``rights`` and ``made`` are arrays of tokens; of the pairs that are present, one with
    the least of ``ranks`` merges first.
    """

    lefts: np.ndarray
    rights: np.ndarray
    made: np.ndarray
    ranks: np.ndarray


def splits(spellings: list[bytes]) -> Pairs:
    """All splits of each token into two others; ``spellings`` are by rank, after the bytes.

    >>> pairs = splits([bytes([i]) for i in range(256)] + [b"ab", b"bc", b"abc"])
    >>> list(zip(pairs.lefts.tolist(), pairs.rights.tolist(), pairs.made.tolist()))
    [(97, 98, 256), (98, 99, 257), (97, 257, 258), (256, 99, 258)]
    """
    data = np.frombuffer(b"".join(spellings), np.uint8)
    lengths = _lengths(spellings)
    starts, ends = np.cumsum(lengths) - lengths, np.cumsum(lengths)
    # The hash of bytes b0 b1 b2… is the sum of (b + 1) * factor ** i, modulo 2 ** 64. So those of
    # all prefixes are running sums, and those of all suffixes differences of them.
    offsets = np.arange(len(data)) - np.repeat(starts, lengths)
    sums = np.zeros(len(data) + 1, np.uint64)
    np.cumsum((data + np.uint64(1)) * _powers(_FACTOR, lengths.max())[offsets], out=sums[1:])
    by_hash = Lookup(sums[ends] - sums[starts])
    cuts = np.flatnonzero(offsets)
    made = np.repeat(np.arange(len(lengths)), lengths)[cuts]
    lefts = by_hash.find(sums[cuts] - sums[starts[made]])
    cuts, made, lefts = (part[lefts >= 0] for part in (cuts, made, lefts))
    backwards = _powers(_INVERSE, lengths.max())
    rights = by_hash.find((sums[ends[made]] - sums[cuts]) * backwards[offsets[cuts]])
    cuts, made, lefts, rights = (part[rights >= 0] for part in (cuts, made, lefts, rights))
    real = (lengths[lefts] == cuts - starts[made]) & (lengths[rights] == ends[made] - cuts)
    cuts, made, lefts, rights = (part[real] for part in (cuts, made, lefts, rights))
    real = _same_bytes(data, starts[lefts], starts[made], lengths[lefts])
    real &= _same_bytes(data, starts[rights], cuts, lengths[rights])
    return Pairs(*(part[real].astype(np.int64) for part in (lefts, rights, made, made)))


def merge_table(
    spellings: list[bytes], pairs: Pairs, ranks: np.ndarray, whole_chunks: bool
) -> tuple[MergeTable, np.ndarray]:
    """The merge table of tokens and the pairs that make them, and the tokens in its order.

    ``spellings`` begin with the 256 bytes. ``ranks`` say where a token stands that no merge makes,
    on the scale of ``pairs.ranks``; those of the bytes come first in any case. ``whole_chunks``:
    whether a chunk that is a token is that token at once. Ids of the table count tokens in its
    order: the second result holds, for each id, the number of the token in ``spellings``.
    """
    lefts, rights = np.full((2, len(spellings)), -1)
    ranks = ranks.astype(np.int64)
    ranks[:256] = -1
    rows = np.arange(len(pairs.made))
    if whole_chunks or np.bincount(pairs.made, minlength=1).max() > 1:
        found = _last_merges(spellings, pairs)
        rows = found[found >= 0]
    made = pairs.made[rows]
    lefts[made], rights[made], ranks[made] = (
        pairs.lefts[rows],
        pairs.rights[rows],
        pairs.ranks[rows],
    )
    order = _in_order(lefts, rights, ranks)

    ids = np.empty_like(order)
    ids[order] = np.arange(len(order))
    merged = order[lefts[order] >= 0]
    whole = np.flatnonzero(lefts[256:] < 0) + 256 if whole_chunks else []
    table = MergeTable(
        ids[lefts[merged]].astype(np.int32),
        ids[rights[merged]].astype(np.int32),
        ids[merged].astype(np.int32),
        _lengths(spellings)[order],
        256,
        {spellings[token]: int(ids[token]) for token in whole},
        ranks[order] if (np.diff(ranks[order]) < 0).any() else None,
        whole_chunks,
    )
    return table, order


def _last_merges(spellings: list[bytes], pairs: Pairs) -> np.ndarray:
    """For each token the pair (as an index) whose merge completes its own spelling, else -1.

    All spellings are encoded side by side: every round does the next merge of each.
    """
    found = np.full(len(spellings), -1)
    row_of = Lookup(pairs.lefts << 32 | pairs.rights)
    ranks = np.append(pairs.ranks, NEVER)
    tokens = np.arange(256, len(spellings))
    lengths = _lengths(spellings)[256:]
    ids = np.frombuffer(b"".join(spellings[256:]), np.uint8).astype(np.int64)
    ends = np.cumsum(lengths)
    # meeting[i]: the pair of ids[i] and ids[i + 1], where they belong to one spelling.
    meeting = np.full(len(ids), -1)
    meeting[:-1] = row_of.find(ids[:-1] << 32 | ids[1:])
    meeting[ends - 1] = -1
    while len(tokens):
        here = ranks[meeting]
        lowest = np.minimum.reduceat(here, ends - lengths)
        merging = lowest < NEVER
        at = np.flatnonzero(here == np.repeat(np.where(merging, lowest, -1), lengths))
        owner = np.searchsorted(ends, at, side="right")
        at = at[np.diff(owner, prepend=-1) > 0]
        last = lengths[merging] == 2
        done, row = tokens[merging][last], meeting[at[last]]
        right = pairs.made[row] == done
        found[done[right]] = row[right]

        goes_on = merging & (lengths > 2)
        at = at[~last]
        ids[at] = pairs.made[meeting[at]]
        meeting[at] = meeting[at + 1]
        keep = np.repeat(goes_on, lengths)
        keep[at + 1] = False
        at = np.cumsum(keep)[at] - 1
        ids, meeting = ids[keep], meeting[keep]
        tokens, lengths = tokens[goes_on], lengths[goes_on] - 1
        ends = np.cumsum(lengths)
        before = at[at > ends - lengths] - 1
        after = at[at < ends - 1]
        for met in (before, after):
            meeting[met] = row_of.find(ids[met] << 32 | ids[met + 1])
    return found


def _in_order(lefts: np.ndarray, rights: np.ndarray, ranks: np.ndarray) -> np.ndarray:
    """The tokens by rank, but each after the two that it is made of (-1: of none)."""
    order = np.argsort(ranks, kind="stable")
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    merged = np.flatnonzero(lefts >= 0)
    if (np.maximum(place[lefts[merged]], place[rights[merged]]) < place[merged]).all():
        return order
    missing = [0] * len(order)
    parts_of: dict[int, list[int]] = {}
    for token, *halves in zip(merged.tolist(), lefts[merged].tolist(), rights[merged].tolist()):
        missing[token] = len(halves)
        for half in halves:
            parts_of.setdefault(half, []).append(token)
    ready = [(place, token) for place, token in enumerate(order.tolist()) if not missing[token]]
    heapify(ready)
    listed = []
    while ready:
        _, token = heappop(ready)
        listed.append(token)
        for whole in parts_of.get(token, ()):
            missing[whole] -= 1
            if not missing[whole]:
                heappush(ready, (int(place[whole]), whole))
    return np.array(listed)


def _lengths(spellings: list[bytes]) -> np.ndarray:
    return np.fromiter(map(len, spellings), np.int64, len(spellings))


def _powers(base: int, most: int) -> np.ndarray:
    """base ** 0 to base ** most, modulo 2 ** 64."""
    powers = np.full(most + 1, base, np.uint64)
    powers[0] = 1
    return np.multiply.accumulate(powers)


def _same_bytes(
    data: np.ndarray, ones: np.ndarray, others: np.ndarray, lengths: np.ndarray
) -> np.ndarray:
    """Whether the stretches that start at ``ones`` and at ``others`` are equal."""
    firsts = np.cumsum(lengths) - lengths
    steps = np.arange(lengths.sum()) - np.repeat(firsts, lengths)
    equal = data[np.repeat(ones, lengths) + steps] == data[np.repeat(others, lengths) + steps]
    return np.logical_and.reduceat(equal, firsts) if len(firsts) else np.zeros(0, bool)
