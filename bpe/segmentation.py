"""The working state of training and encoding: where the tokens of a corpus begin and end.

The sequences of the corpus lie end to end in two arrays, with one empty place after each. A
place stands *between* two symbols (or at either end of a sequence), and

    starts[p]   is the token that starts at place p,
    ends[p]     is the token that ends there.

So the pair that meets at p is ``(ends[p], starts[p])``, and merging it means: forget place p, and
write the new token where the left one started and where the right one ended. Nothing is moved and
nothing is linked, because the length of a token tells where its other end is. With ``ab`` merged
to 256 in the sequence ``abc``:

    place        0     1     2     3              0     1     2     3
    starts      97    98    99    -1     ->     256  -257    99    -1
    ends        -1    97    98    99             -1  -257   256    99

A closed place keeps the merge that closed it, as ``~id``. Since a merge never opens a place again,
the merges that closed them hold the encoding at *every* vocabulary size: see `closings`.

Both arrays are columns of one, so that the two halves of a pair lie side by side in memory and can
be read as one number, ``left << 32 | right``. Wherever many pairs are compared, sorted or looked
up, they are such numbers.
"""

import sys

import numpy as np

NOTHING = -1
NEVER = np.iinfo(np.int32).max
_RIGHT, _LEFT = (0, 1) if sys.byteorder == "little" else (1, 0)
_SIGNS = np.int64(-(1 << 63) | 1 << 31)


class Segmentation:
    """Tokens over the places of a corpus; at first every symbol is a token.

    ``starts`` and ``ends`` are int32 arrays with one item a place, ``met`` is the int64 array of
    the pairs that they make, ``weights`` is int64: how often the sequence that a place belongs to
    occurs.
    """

    def __init__(self, corpus):
        places = len(corpus.symbols) + len(corpus.lengths)
        halves = np.full((places, 2), NOTHING, np.int32)
        self.starts, self.ends = halves[:, _RIGHT], halves[:, _LEFT]
        self.met = halves.view(np.int64)[:, 0]
        self.weights = corpus.place_weights()
        is_symbol = np.ones(places, bool)
        is_symbol[np.cumsum(corpus.lengths + 1) - 1] = False
        self.starts[is_symbol] = corpus.symbols
        self.ends[1:][is_symbol[:-1]] = corpus.symbols

    @property
    def tokens(self):
        """How many tokens there are, each as often as its sequence occurs."""
        return int(self.weights.sum(where=self.starts >= 0))

    def close(self, places, lefts, rights, ids):
        """Merge the pairs at ``places``; returns the places where the new tokens start and end.

        ``lefts`` and ``rights`` are the lengths of the halves, ``ids`` the new tokens (all may be
        single numbers). The places must not overlap: see `without_overlaps`.
        """
        before, after = places - lefts, places + rights
        self.starts[before] = ids
        self.ends[after] = ids
        self.met[places] = joined(~ids, ~ids)
        return before, after

    def closings(self):
        """For each place the id whose merge closed it, NEVER where it is open: int32.

        A text under the merges below ``size`` has a boundary wherever ``closings >= size``, so one
        run gives the tokens for all sizes.
        """
        return np.where(self.ends < NOTHING, ~self.ends, NEVER)


def joined(lefts, rights):
    """Pairs as numbers: int64."""
    return np.int64(lefts) << 32 | np.int64(rights) & 0xFFFFFFFF


def halves(pairs):
    """The left and the right tokens of pairs."""
    return pairs >> 32, pairs & 0xFFFFFFFF


def are_pairs(met):
    """Where two tokens meet: not at an end, nor inside a token. A mask."""
    return met & _SIGNS == 0


def without_overlaps(places, lefts, ids):
    """Which pairs to merge where neighbours want the same token: a mask.

    ``places`` ascend; ``lefts`` are the lengths of the left halves. The lowest of ``ids`` goes
    first, and of equal ones the leftmost: in ``aaaa`` the pair (a, a) meets at places 1, 2 and 3,
    and the mask keeps 1 and 3.
    """
    shares = (places - lefts)[1:] == places[:-1]
    if not shares.any():
        return np.ones(len(places), bool)
    left_goes_first = ids[:-1] <= ids[1:]
    waits_for_left = np.concatenate(([False], shares & left_goes_first))
    waits_for_right = np.concatenate((shares & ~left_goes_first, [False]))
    # In a row where each waits for the one before, every second is merged.
    return _is_even(waits_for_left) & _is_even(waits_for_right[::-1])[::-1]


def _is_even(waits):
    """How many before each one, in a row, wait: whether that is an even number."""
    index = np.arange(len(waits))
    row_start = np.maximum.accumulate(np.where(waits, 0, index))
    return (index - row_start) % 2 == 0


def group_by_pair(pairs, places):
    """Sort places by the pair that meets there, and within a pair from left to right.

    Returns ``(pairs, places, bounds)``: the distinct pairs, all places, and where the part of each
    pair begins (with the total as the last item). One sort of integers that hold pair and place
    together; it is far faster than an indirect sort.
    """
    keys, rights = halves(pairs)
    shift = int(places.max(initial=0)).bit_length()
    width = int(rights.max(initial=0)).bit_length()
    if int(keys.max(initial=0)).bit_length() + width + shift < 64:
        keys <<= width
        keys |= rights
        keys <<= shift
        keys |= places
        keys.sort()
        places = keys & ((1 << shift) - 1)
        keys >>= shift
    else:
        order = np.lexsort((places, pairs))
        keys, places, width = pairs[order], places[order], 32
    fresh = np.ones(len(keys) + 1, bool)
    np.not_equal(keys[1:], keys[:-1], out=fresh[1:-1])
    bounds = fresh.nonzero()[0]
    keys = keys[bounds[:-1]]
    return joined(keys >> width, keys & ((1 << width) - 1)), places, bounds
