"""Production vocabularies beside the libraries they come from: loading, and encoding by cl100k."""

from collections.abc import Iterator
from functools import partial

from benchmarks import texts
from benchmarks.encoding import by_hugging_face, by_tiktoken, compared
from benchmarks.timing import in_processes, in_turn, table
from bpe import vocabularies
from bpe.samples import corpus
from bpe.splitting import PATTERNS

MOST_SECONDS = 2.0
RUN = 100_000


def loading(sizes: list[int]) -> Iterator[str]:
    """The first use of each bundled vocabulary, each in a process of its own."""
    ways = {name: partial(vocabularies.load, name) for name in vocabularies.NAMES}
    timings = in_processes(ways, limit=60, warm_up=dict.fromkeys(ways, lambda: None))
    yield table(
        f"Loading a vocabulary: at most {MOST_SECONDS:.0f} s",
        ["", "seconds", "spread", "runs"],
        [
            [name, f"{timing.median:.3f}", f"{timing.spread:.0%}", f"{len(timing.seconds)}"]
            for name, timing in timings.items()
        ],
    )


def encoding(sizes: list[int]) -> Iterator[str]:
    """Encoding by cl100k_base, ids compared: long texts, a paste, and runs of one character."""
    tok = vocabularies.load("cl100k_base")
    tiktoken, hugging_face = by_tiktoken(tok, PATTERNS["cl100k"]), by_hugging_face(tok)
    peers = {
        "tiktoken": tiktoken.encode_ordinary,
        "ours": tok.encode,
        "Hugging Face": lambda text: hugging_face.encode(text).ids,
    }
    for size in sizes:
        cases = {
            f"{size // 1000:,} KB in 65 languages": _first(corpus("languages"), size),
            f"{size // 1000:,} KB of Python code": _first(corpus("code"), size),
            "a paste of 2 KB": texts.mixed(2_000, held_out=True),
        }
        for name, text in cases.items():
            ways = {peer: partial(encode, text) for peer, encode in peers.items()}
            repeats = 5 if len(text) > 10_000 else 51
            yield compared(f"{name}, cl100k_base", in_turn(ways, repeats))
    yield _runs(tok)


def _runs(tok) -> str:
    """Ours alone, per byte: a run is one chunk, and must not cost the square of its length."""
    prose = _first(corpus("novel"), RUN)
    cases = {"prose": prose} | {
        f"{RUN:,} x {character!r}": character * RUN for character in ("a", " ", "\n", "^", "가")
    }
    timings = in_turn({name: partial(tok.encode, text) for name, text in cases.items()})
    per_byte = {
        name: timings[name].median / len(text.encode()) * 1e9 for name, text in cases.items()
    }
    return table(
        "Runs of one character, cl100k_base: at most 3 x prose, per byte",
        ["", "ns per byte", "to prose"],
        [
            [name, f"{cost:.1f}", f"{cost / per_byte['prose']:.2f} x"]
            for name, cost in per_byte.items()
        ],
    )


def _first(text: str, size: int) -> str:
    return text.encode()[:size].decode(errors="ignore")
