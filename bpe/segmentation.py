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
"""

import numpy as np

NOTHING = -1
NEVER = np.iinfo(np.int32).max


class Segmentation:
    """Tokens over the places of a corpus; at first every symbol is a token.

    ``starts`` and ``ends`` are int32 arrays with one item a place, ``weights`` is int64: how often
    the sequence that a place belongs to occurs.
    """

    def __init__(self, corpus):
        gaps = np.cumsum(corpus.lengths)
        self.starts = np.insert(corpus.symbols.astype(np.int32), gaps, NOTHING)
        self.ends = np.empty_like(self.starts)
        self.ends[:1] = NOTHING
        self.ends[1:] = self.starts[:-1]
        self.weights = corpus.place_weights()

    @property
    def tokens(self):
        """How many tokens there are, each as often as its sequence occurs."""
        return int(self.weights[self.starts >= 0].sum())

    def pairs(self, places):
        """Left and right tokens of the pairs at these places; negative where there is none."""
        return self.ends[places], self.starts[places]

    def meet(self, places, lefts, rights):
        """At which of the places these pairs meet now: a mask."""
        return (self.ends[places] == lefts) & (self.starts[places] == rights)

    def close(self, places, lefts, rights, ids):
        """Merge the pairs at ``places``; returns the places where the new tokens start and end.

        ``lefts`` and ``rights`` are the lengths of the halves, ``ids`` the new tokens (all may be
        single numbers). The places must not overlap: see `without_overlaps`.
        """
        before, after = places - lefts, places + rights
        self.starts[before] = ids
        self.ends[after] = ids
        self.starts[places] = self.ends[places] = ~ids
        return before, after

    def closings(self):
        """For each place the id whose merge closed it, NEVER where it is open: int32.

        A text under the merges below ``size`` has a boundary wherever ``closings >= size``, so one
        run gives the tokens for all sizes.
        """
        return np.where(self.ends < NOTHING, ~self.ends, NEVER)


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


def group_by_pair(lefts, rights, places, vocab_size):
    """Sort places by the pair that meets there, and within a pair from left to right.

    Returns ``(lefts, rights, places, bounds)``: of each distinct pair its halves, then all places
    and where each pair's part of them begins (with the total as the last item). One sort of
    integers that hold pair and place together; it is far faster than an indirect sort.
    """
    shift = int(places.max(initial=0)).bit_length()
    keys = lefts.astype(np.int64) * vocab_size + rights
    if (vocab_size * vocab_size) >> (63 - shift):
        order = np.lexsort((places, keys))
        keys, places = keys[order], places[order]
    else:
        keys <<= shift
        keys |= places
        keys.sort()
        places = keys & ((1 << shift) - 1)
        keys >>= shift
    fresh = np.ones(len(keys) + 1, bool)
    np.not_equal(keys[1:], keys[:-1], out=fresh[1:-1])
    bounds = fresh.nonzero()[0]
    lefts, rights = np.divmod(keys[bounds[:-1]], vocab_size)
    return lefts, rights, places, bounds
