"""Byte-pair encoding by the book: every function in a few lines, nothing but Python.

This is the text to learn from and the judge of the fast code: the tests hold the rest of the
package equal to it, merge for merge and id for id. A text is one list of ids, one per byte of
its UTF-8; ids 0 to 255 are the bytes, and the n-th merge (from 0) makes the id 256 + n.

    >>> train("aaabdaaabac", 259)
    [((97, 97), 256), ((97, 98), 257), ((256, 257), 258)]
    >>> encode("aaabdaaabac", train("aaabdaaabac", 259))
    [258, 100, 258, 97, 99]

The idea: Philip Gage, "A New Algorithm for Data Compression" (1994), brought to words by
Sennrich, Haddow and Birch (2016), and to bytes by Radford et al. (GPT-2, 2019).
"""

MIN_PAIR_COUNT = 2


def to_ids(text):
    """The bytes of the text's UTF-8, as ids 0 to 255: ``to_ids("é")`` is ``[195, 169]``."""
    return list(text.encode("utf-8"))


def from_ids(ids):
    """The text that these bytes spell; bytes that are no UTF-8 become U+FFFD."""
    return bytes(ids).decode("utf-8", errors="replace")


def count_pairs(ids):
    """How often each two neighbours stand side by side, overlaps included.

    ``count_pairs([1, 2, 2, 2])`` is ``{(1, 2): 1, (2, 2): 2}``.
    """
    counts = {}
    for pair in zip(ids, ids[1:]):
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def merge(ids, pair, new_id):
    """A new list in which every ``pair``, left to right, has become ``new_id``.

    ``merge([5, 5, 5], (5, 5), 300)`` is ``[300, 5]``.
    """
    merged = []
    i = 0
    while i < len(ids):
        if tuple(ids[i : i + 2]) == pair:
            merged.append(new_id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


def train(text, vocab_size):
    """Learn merges until the vocabulary has ``vocab_size`` ids or no pair is left to merge.

    Each step merges the commonest pair; of equally common ones, the smallest.
    """
    if vocab_size < 256:
        raise ValueError(f"the vocabulary size is {vocab_size}; give at least 256, one id per byte")
    ids = to_ids(text)
    merges = []
    for new_id in range(256, vocab_size):
        counts = count_pairs(ids)
        pair = min(counts, key=lambda pair: (-counts[pair], pair), default=None)
        if pair is None or counts[pair] < MIN_PAIR_COUNT:
            break
        ids = merge(ids, pair, new_id)
        merges.append((pair, new_id))
    return merges


def encode(text, merges):
    """Apply each merge once, in the order given: the order in which they were learned.

    What is frequent in this text plays no part.
    """
    ids = to_ids(text)
    for pair, new_id in merges:
        ids = merge(ids, pair, new_id)
    return ids


def decode(ids, merges):
    """The text again: every merged id is taken apart into its bytes."""
    spelling = {byte: [byte] for byte in range(256)}
    for (left, right), new_id in merges:
        spelling[new_id] = spelling[left] + spelling[right]
    return from_ids([byte for token in ids for byte in spelling[token]])


def vocab_curve(text, sizes):
    """How many tokens the text is at each vocabulary size: ``[(size, tokens), ...]``.

    One training serves them all, because the merges for a small size are the first of those
    for a large one.
    """
    if sizes and min(sizes) < 256:
        raise ValueError(f"the vocabulary size is {min(sizes)}; give at least 256, one id per byte")
    merges = train(text, max(sizes, default=256))
    return [(size, len(encode(text, merges[: size - 256]))) for size in sizes]
