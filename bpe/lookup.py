"""Where in an array does a number stand? A hash table in arrays, for many questions at once.

Every number has two slots where it may stand, so an answer takes two looks and never a search:
cuckoo hashing (Pagh and Rodler, 2001). On hundreds of thousands of keys this is many times faster
than a binary search, which misses the cache at every step.
"""

import numpy as np

# Odd numbers that spread keys evenly. The first is 2 ** 64 divided by the golden ratio (Knuth).
_FACTORS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_MOST_ROUNDS = 100
_HALF = np.uint64(32)


class Lookup:
    """The index of each of some distinct keys, as integers of 64 bits.

    >>> Lookup(np.array([30, 10, 20])).find(np.array([10, 11, 20])).tolist()
    [1, -1, 2]
    """

    def __init__(self, keys: np.ndarray):
        keys = keys.astype(np.uint64)
        bits = max(len(keys), 1).bit_length() + 1
        while True:
            self._shift = np.uint64(64 - bits)
            self._indices = _settled(*self._slots(keys), 1 << bits)
            if len(keys) == np.count_nonzero(self._indices >= 0):
                break
            bits += 1
        self._keys = np.append(keys, np.uint64(0))[self._indices]

    def find(self, wanted: np.ndarray) -> np.ndarray:
        """For each number the index of the key that equals it, -1 where there is none: int64."""
        wanted = wanted.astype(np.uint64)
        one, two = self._slots(wanted)
        slots = np.where(self._keys[two] == wanted, two, one)
        return np.where(self._keys[slots] == wanted, self._indices[slots], -1)

    def _slots(self, keys: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        mixed = keys * _FACTORS[0]
        again = (mixed ^ mixed >> _HALF) * _FACTORS[1]
        return (mixed >> self._shift).astype(np.int64), (again >> self._shift).astype(np.int64)


def _settled(one: np.ndarray, two: np.ndarray, size: int) -> np.ndarray:
    """Which of the numbers stands in each slot, given the two slots of each; -1: none.

    All that have no slot move in at once. Whoever is driven out, by another of them or by the last
    to come, tries its other slot next. Some are left without one in the rare case that this does
    not settle.
    """
    indices = np.full(size, -1)
    slots, homeless = one.copy(), np.arange(len(one))
    for _ in range(_MOST_ROUNDS):
        taken = slots[homeless]
        before = indices[taken]
        indices[taken] = homeless
        stays = indices[taken] == homeless
        driven_out = before[stays & (before >= 0)]
        homeless = np.concatenate((homeless[~stays], driven_out))
        if not len(homeless):
            break
        slots[homeless] = one[homeless] + two[homeless] - slots[homeless]
    return indices
