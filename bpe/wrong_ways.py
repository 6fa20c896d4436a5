"""Ways to encode that are not rank order: each decodes, or seems to, and gives other tokens.

A way is a function of a chunk's base ids and of its ids by rank, which spare it the work where it
can show that it gives the same. It returns its own ids.
"""

from collections.abc import Callable, Mapping, Sequence

from bpe import orders
from bpe.long_orders import encode_long
from bpe.orders import Pair, Ranked
from bpe.reference import merge

Way = Callable[[list[int], list[int]], list[int]]

# From this length on the linked list is faster than a recount at every step.
LONG = 150


def encode(ids: Sequence[int], merges: Mapping[Pair, int], order: str) -> list[int]:
    """The ids that an order ends with, for a chunk of any length."""
    if len(ids) >= LONG:
        return encode_long(ids, merges, order)
    if order == "rank":
        return _by_rank(ids, merges if isinstance(merges, Ranked) else Ranked(merges))
    return orders.encode(ids, merges, order)


def _by_rank(ids: Sequence[int], merges: Ranked) -> list[int]:
    """Rank order without the candidates and counts that a trace keeps."""
    ids, never = list(ids), len(merges)
    while len(ids) > 1:
        rank, pair = min((merges.ranks.get(pair, never), pair) for pair in zip(ids, ids[1:]))
        if rank == never:
            break
        ids = merge(ids, pair, merges[pair])
    return ids


def has_repeats(ids: Sequence[int]) -> bool:
    """Whether some two neighbours occur twice side by side.

    If none do, frequency order is rank order: two equal pairs of tokens would begin and end with
    the same base ids, and so would repeat the two in the middle. Every count is 1, and of equal
    counts the lower rank goes first.

    >>> has_repeats(b"sing"), has_repeats(b"singing")
    (False, True)
    """
    return len(set(zip(ids, ids[1:]))) < len(ids) - 1


def in_order(merges: Ranked, order: str) -> Way:
    """One of `bpe.orders.ORDERS`, chunk by chunk."""

    def way(ids: list[int], by_rank: list[int]) -> list[int]:
        if order == "frequency" and not has_repeats(ids):
            return by_rank
        return encode(ids, merges, order)

    return way


def by_frequency_in_text(
    chunks: Sequence[list[int]], weights: Sequence[int], merges: Ranked
) -> Way:
    """Frequency order that counts over a whole text: these chunks, each so many times."""
    found = zip(map(tuple, chunks), orders.encode_text(chunks, weights, merges))
    encoded = dict(found)
    return lambda ids, _: encoded[tuple(ids)]


def longest_match(merges: Mapping[Pair, int]) -> Way:
    """From the left, always the longest token that fits, as WordPiece does.

    Of tokens that spell the same, the one learned first.

    >>> longest_match({(97, 98): 256, (98, 99): 257, (257, 100): 258})(list(b"abcd"), [])
    [256, 99, 100]
    """
    parts: dict[int, tuple[int, ...]] = {}
    tokens: dict[tuple[int, ...], int] = {}
    for (left, right), made in merges.items():
        parts[made] = parts.get(left, (left,)) + parts.get(right, (right,))
        tokens.setdefault(parts[made], made)
    most = max(map(len, tokens), default=1)

    def way(ids: list[int], _: list[int]) -> list[int]:
        found, at = [], 0
        while at < len(ids):
            for size in range(min(most, len(ids) - at), 1, -1):
                if token := tokens.get(tuple(ids[at : at + size])):
                    break
            else:
                size, token = 1, ids[at]
            found.append(token)
            at += size
        return found

    return way


def without(merges: Ranked, rank: int) -> Way:
    """Rank order with one merge forgotten; all that is made of it is then never made.

    >>> without(Ranked({(97, 98): 256, (98, 99): 257}), 0)(list(b"abc"), [256, 99])
    [97, 257]
    """
    dropped = next(pair for pair in merges if merges.ranks[pair] == rank)
    fewer = Ranked({pair: made for pair, made in merges.items() if pair != dropped})
    return lambda ids, _: encode(ids, fewer, "rank")


def under(others: Ranked) -> Way:
    """Rank order under the merges of another tokenizer, which names the same ids otherwise."""
    return lambda ids, _: encode(ids, others, "rank")
