"""Seed merges: pieces that the vocabulary is to hold from the start.

>>> seed_merges([" at", " how"])
{(32, 97): 256, (256, 116): 257, (32, 104): 258, (258, 111): 259, (259, 119): 260}
"""

from collections.abc import Iterable

from bpe.corpus import utf8


def seed_merges(pieces: Iterable[str]) -> dict[tuple[int, int], int]:
    """Merges that build each piece from its bytes, left to right; shared beginnings once.

    For `BPETokenizer(initial_merges=…)`. Pieces of fewer than two bytes need none.
    """
    merges: dict[tuple[int, int], int] = {}
    for piece in pieces:
        left, *rest = utf8(piece) or [0]
        for right in rest:
            left = merges.setdefault((left, right), 256 + len(merges))
    return merges
