"""How fast a text is searched for chunks on which frequency order differs from rank order."""

from collections.abc import Iterator
from functools import partial

from benchmarks import texts
from benchmarks.timing import in_turn, table
from bpe import BPETokenizer, orders, vocabularies
from bpe.orders import Ranked
from bpe.samples import corpus
from bpe.search import chunks_of, compare
from bpe.wrong_ways import in_order


def search(sizes: list[int]) -> Iterator[str]:
    """The search beside two traces of every distinct chunk; both must find the same."""
    trained = BPETokenizer("cl100k")
    trained.train(texts.mixed(1_000_000), 10_256)
    for name, tok in {
        "cl100k_base": vocabularies.load("cl100k_base"),
        "cl100k split, 10,000 merges": trained,
    }.items():
        merges = Ranked(tok.merges)
        for title, text in [
            ("the novel", corpus("novel")),
            *((f"{size // 1000:,} KB", texts.mixed(size, held_out=True)) for size in sizes),
        ]:
            chunks = chunks_of(tok, text)
            timings = in_turn(
                {
                    "two traces of each": partial(_traced, tok, merges, chunks),
                    "ours": partial(_searched, tok, merges, chunks),
                },
                repeats=3,
            )
            two, ours = timings.values()
            assert two.result == ours.result, f"{title}, {name}: other chunks are found"
            yield table(
                f"Search for chunks where frequency order differs, {title}, {name}: "
                f"{len(ours.result):,} of {len(chunks):,} distinct, "
                f"{sum(chunks.values()):,} in the text",
                ["", "seconds", "distinct chunks/s", "chunks/s", "to two traces"],
                [
                    [
                        way,
                        f"{timing.median:.2f}",
                        f"{len(chunks) / timing.median:,.0f}",
                        f"{sum(chunks.values()) / timing.median:,.0f}",
                        f"{timing.median / two.median:.2f} x",
                    ]
                    for way, timing in timings.items()
                ],
            )


def _searched(tok: BPETokenizer, merges: Ranked, chunks: dict[str, int]) -> list[str]:
    way = in_order(merges, "frequency")
    return [one.chunk for one in compare(tok, chunks, way) if one.first != one.second]


def _traced(tok: BPETokenizer, merges: Ranked, chunks: dict[str, int]) -> list[str]:
    found = []
    for chunk in chunks:
        ids = tok.base_ids(chunk)
        if orders.encode(ids, merges, "rank") != orders.encode(ids, merges, "frequency"):
            found.append(chunk)
    return found
