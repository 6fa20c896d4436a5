"""Ways to encode that are not rank order: each decodes, or seems to, and gives other tokens.

A `Way` encodes chunk by chunk, fast, to be compared with rank order over a whole corpus; and it
can be followed through one chunk, or through part of a long one, to be watched.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import inf

from bpe import orders
from bpe.long_orders import encode_long, trace_part
from bpe.orders import Candidate, Pair, Ranked, Step
from bpe.partings import Closing, Traced, traced
from bpe.reference import merge

IN_TEXT, LONGEST, FORGOTTEN, MISMATCHED = "in text", "longest", "forgotten", "mismatched"
# From this length on the linked list is faster than a recount at every step.
LONG = 150

Tick = Callable[[], None]


@dataclass(frozen=True)
class Way:
    """A way to encode ids, beside rank order.

    ``kind``      what it goes by: one of `bpe.orders.ORDERS` or of the four names above;
    ``merges``    those it uses, by their ranks; a token that rank order makes too has the same id;
    ``encode``    (ids, ids by rank) → its ids. Those by rank spare it the work where it can show
                  that it gives the same;
    ``follow``    (ids, start, end) → how it encodes that part, which no token reaches out of;
    ``numbers``   {id in ``merges``: the id that ``encode`` gives}, where the two are not the same.
    """

    kind: str
    merges: Ranked
    encode: Callable[[list[int], list[int]], list[int]]
    follow: Callable[[list[int], int, int], Traced]
    numbers: Mapping[int, int] = field(default_factory=dict)

    @property
    def sizes(self) -> dict[int, int]:
        """How many symbols each merged id has, of those that ``encode`` gives."""
        sizes = self.merges.sizes
        if not self.numbers:
            return sizes
        return {self.numbers[token]: size for token, size in sizes.items()}


# -- orders ---------------------------------------------------------------------------------------


def in_order(merges: Ranked, order: str, tick: Tick = lambda: None) -> Way:
    """One of `bpe.orders.ORDERS`, chunk by chunk.

    ``tick`` is called at each step of a long chunk, and may raise to stop it.
    """

    def encode_chunk(ids: list[int], by_rank: list[int]) -> list[int]:
        if order == "frequency" and not has_repeats(ids):
            return by_rank
        return encode(ids, merges, order, tick)

    return Way(order, merges, encode_chunk, _following(merges, order))


def _following(merges: Ranked, order: str) -> Callable[[list[int], int, int], Traced]:
    def follow(ids: list[int], start: int, end: int) -> Traced:
        whole = end - start == len(ids)
        steps = (
            orders.trace(ids, merges, order)
            if whole
            else trace_part(ids, merges, order, start, end)
        )
        return traced(ids[start:end], merges, steps)

    return follow


def encode(
    ids: Sequence[int], merges: Mapping[Pair, int], order: str, tick: Tick = lambda: None
) -> list[int]:
    """The ids that an order ends with, for a chunk of any length."""
    if len(ids) >= LONG:
        return encode_long(ids, merges, order, tick)
    if order == "rank":
        return _by_rank(ids, merges if isinstance(merges, Ranked) else Ranked(merges))
    return orders.encode(ids, merges, order)


def _by_rank(ids: Sequence[int], merges: Ranked) -> list[int]:
    """Rank order without the candidates and counts that a trace keeps."""
    ids = list(ids)
    while len(ids) > 1:
        rank, pair = min((merges.ranks.get(pair, inf), pair) for pair in zip(ids, ids[1:]))
        if rank == inf:
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


def by_frequency_in_text(
    chunks: Sequence[list[int]],
    weights: Sequence[int],
    merges: Ranked,
    tick: Tick = lambda: None,
) -> Way:
    """Frequency order that counts over a whole text: these chunks, each so many times."""
    encoded = dict(zip(map(tuple, chunks), orders.encode_text(chunks, weights, merges, tick)))

    def follow(ids: list[int], start: int, end: int) -> Traced:
        part = ids[start:end]
        # The part as one more chunk, which counts for nothing.
        more = ([*chunks, part], [*weights, 0])
        return traced(part, merges, orders.trace_in_text(*more, merges, watched=len(chunks)))

    return Way(IN_TEXT, merges, lambda ids, _: encoded[tuple(ids)], follow)


# -- longest match --------------------------------------------------------------------------------


def longest_match(merges: Ranked, tick: Tick = lambda: None) -> Way:
    """From the left, always the longest token that fits, as WordPiece does.

    Of tokens that spell the same, the one learned first.

    >>> longest_match(Ranked({(97, 98): 256, (98, 99): 257, (257, 100): 258})).encode(
    ...     list(b"abcd"), []
    ... )
    [256, 99, 100]
    """
    spelled = _spelled(merges)
    tokens: dict[tuple[int, ...], int] = {}
    longest: dict[tuple[int, ...], int] = {}  # by their first two symbols
    for made, symbols in spelled.items():
        tokens.setdefault(symbols, made)
        longest[symbols[:2]] = max(len(symbols), longest.get(symbols[:2], 0))

    def fitting(ids: Sequence[int], at: int) -> Iterator[tuple[int, int]]:
        """The merged tokens that fit at a place, the longest first, as (id, size)."""
        most = min(longest.get(tuple(ids[at : at + 2]), 0), len(ids) - at)
        for size in range(most, 1, -1):
            token = tokens.get(tuple(ids[at : at + size]))
            if token is not None:
                yield token, size

    def encode_chunk(ids: list[int], _: list[int]) -> list[int]:
        found, at = [], 0
        while at < len(ids):
            tick()
            token, size = next(fitting(ids, at), (ids[at], 1))
            found.append(token)
            at += size
        return found

    def follow(ids: list[int], start: int, end: int) -> Traced:
        return _matches(ids[start:end], merges, fitting)

    return Way(LONGEST, merges, encode_chunk, follow)


def _matches(
    ids: list[int],
    merges: Ranked,
    fitting: Callable[[list[int], int], Iterator[tuple[int, int]]],
) -> Traced:
    """Longest match, token by token.

    A step takes one merged token. Its candidates are those that fit there: each as the pair that
    makes it, with its size in place of a count. Its closings are all merges that the token is made
    of.
    """
    pairs, sizes = {made: pair for pair, made in merges.items()}, merges.sizes
    steps: list[Step] = []
    closings: dict[Closing, int] = {}
    taken, at = [], 0
    while at < len(ids):
        found = list(fitting(ids, at))
        token, size = found[0] if found else (ids[at], 1)
        taken.append(token)
        if found:
            for closing in _made_of(token, at, pairs, sizes):
                closings[closing] = len(steps)
            candidates = [
                Candidate(pairs[each], merges.ranks[pairs[each]], long) for each, long in found
            ]
            steps.append(Step(candidates, candidates[0], [*taken, *ids[at + size :]]))
        at += size
    return Traced(ids, merges, steps, closings)


def _made_of(
    token: int, start: int, pairs: Mapping[int, Pair], sizes: Mapping[int, int]
) -> Iterator[Closing]:
    """All merges in a token that starts at a place, those of its halves first."""
    if token not in pairs:
        return
    left, right = pairs[token]
    byte = start + sizes.get(left, 1)
    yield from _made_of(left, start, pairs, sizes)
    yield from _made_of(right, byte, pairs, sizes)
    yield Closing(byte, (left, right), start, byte + sizes.get(right, 1))


def _spelled(merges: Mapping[Pair, int]) -> dict[int, tuple[int, ...]]:
    """The symbols of every merged id."""
    spelled: dict[int, tuple[int, ...]] = {}
    for (left, right), made in merges.items():
        spelled[made] = spelled.get(left, (left,)) + spelled.get(right, (right,))
    return spelled


# -- other merges ---------------------------------------------------------------------------------


def without(merges: Ranked, rank: int, tick: Tick = lambda: None) -> Way:
    """Rank order with one merge forgotten; all that is made of it is then never made.

    >>> without(Ranked({(97, 98): 256, (98, 99): 257}), 0).encode(list(b"abc"), [256, 99])
    [97, 257]
    """
    fewer = merges.without(rank)
    return Way(
        FORGOTTEN,
        fewer,
        lambda ids, _: encode(ids, fewer, "rank", tick),
        _following(fewer, "rank"),
    )


def under(merges: Ranked, others: Mapping[Pair, int], tick: Tick = lambda: None) -> Way:
    """Rank order under the merges of another tokenizer, which numbers its tokens otherwise.

    Both begin with the same symbols.

    >>> way = under(Ranked({(97, 98): 256}), {(98, 99): 256, (97, 98): 257})
    >>> way.encode(list(b"abbc"), []), way.follow(list(b"abbc"), 0, 4).end, way.numbers
    ([257, 256], [256, 258], {258: 256, 256: 257})
    """
    common: dict[int, int] = {}  # their ids as ids of rank order's side
    renamed: dict[Pair, int] = {}
    unused = count(max([*merges.values(), *others.values()], default=0) + 1)
    for (left, right), made in others.items():
        pair = (common.get(left, left), common.get(right, right))
        common[made] = renamed[pair] = merges[pair] if pair in merges else next(unused)
    theirs, ranked = Ranked(others), Ranked(renamed)
    return Way(
        MISMATCHED,
        ranked,
        lambda ids, _: encode(ids, theirs, "rank", tick),
        _following(ranked, "rank"),
        {mine: their for their, mine in common.items()},
    )
