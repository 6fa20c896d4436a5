"""Seed merges: pieces that the vocabulary is to hold from the start.

>>> seed_merges([" at", " how"])
{(32, 97): 256, (256, 116): 257, (32, 104): 258, (258, 111): 259, (259, 119): 260}
"""

from collections.abc import Iterable

from bpe.corpus import utf8
from bpe.reference import merge


def seed_merges(pieces: Iterable[str]) -> dict[tuple[int, int], int]:
    """Merges under which each piece, encoded by itself, is one token.

    For `BPETokenizer(initial_merges=…)`. Each piece is first encoded by the merges so far, then
    joined from the left; so pieces share what they can, and none undoes an earlier one. Pieces of
    fewer than two bytes need no merge.

    >>> seed_merges(["bc", "abc"])
    {(98, 99): 256, (97, 256): 257}
    """
    merges: dict[tuple[int, int], int] = {}
    for piece in pieces:
        ids = list(utf8(piece))
        for pair, made in merges.items():
            ids = merge(ids, pair, made)
        while len(ids) > 1:
            pair = (ids[0], ids[1])
            merges[pair] = made = 256 + len(merges)
            ids = merge(ids, pair, made)
    return merges
