"""Training beside its peers: from a text to its merges."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from tempfile import NamedTemporaryFile

import bpeasy
import fast_bpe_rs
import gigabpe
import rustbpe
from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

from benchmarks import texts
from benchmarks.timing import Timing, in_processes, peak_memory, table
from bpe import reference, trainer
from bpe.corpus import weigh
from bpe.splitting import PATTERNS

LIMIT = 120.0
MERGES = (500, 2_000, 10_000)
FLAT = r"[\s\S]+"

# The tokens learned, spelled, in order; or None where a peer spells them in its own way.
Spelled = list[bytes] | None


def ours(text: str, merges: int, split: str | None) -> Spelled:
    spelled = [bytes([byte]) for byte in range(256)]
    for merge in islice(trainer.train(weigh(text, split)), merges):
        left, right = merge.pair
        spelled.append(spelled[left] + spelled[right])
    return spelled[256:]


def by_rustbpe(text: str, merges: int, split: str | None) -> Spelled:
    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator([text], 256 + merges, pattern=_pattern(split))
    return [bytes(token) for token, _ in tokenizer.get_mergeable_ranks()[256:]]


def by_fast_bpe_rs(text: str, merges: int, split: str | None) -> Spelled:
    tokenizer = fast_bpe_rs.BPE(_pattern(split))
    tokenizer.train(256 + merges, [text])
    return [tokenizer.decode([token]) for token in range(256, 256 + merges)]


def by_hugging_face(text: str, merges: int, split: str | None) -> Spelled:
    tokenizer = Tokenizer(models.BPE())
    bytes_only = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    chunks = pre_tokenizers.Split(Regex(_pattern(split)), "isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([chunks, bytes_only])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    learner = trainers.BpeTrainer(
        vocab_size=256 + merges, initial_alphabet=alphabet, show_progress=False
    )
    tokenizer.train_from_iterator([text], learner)


def by_bpeasy(text: str, merges: int, split: str | None) -> Spelled:
    vocabulary = bpeasy.train_bpe(iter([text]), _pattern(split), 1_000, 256 + merges)
    return sorted(vocabulary, key=vocabulary.get)[256:]


def by_gigabpe(text: str, merges: int, split: str | None) -> Spelled:
    """With its own split: that of GPT-2. It reads files."""
    with NamedTemporaryFile("w", encoding="utf-8", suffix=".txt") as file:
        file.write(text)
        file.flush()
        bytes_in_text = len(set(text.encode()))
        gigabpe.train_bpe([file.name], bytes_in_text + merges, pretokenizer="bytelevel")


def by_recounting(text: str, merges: int, split: str | None) -> Spelled:
    """minbpe's loop, as in `bpe.reference`: every pair is counted again at every step."""
    reference.train(text, 256 + merges)


def _pattern(split: str | None) -> str:
    return FLAT if split is None else PATTERNS[split]


FLAT_PEERS = {
    "ours": ours,
    "rustbpe": by_rustbpe,
    "fast-bpe-rs": by_fast_bpe_rs,
    "Hugging Face": by_hugging_face,
    "bpeasy": by_bpeasy,
    "minbpe's loop": by_recounting,
}
SPLIT_PEERS = {
    "ours": ours,
    "rustbpe": by_rustbpe,
    "fast-bpe-rs": by_fast_bpe_rs,
    "Hugging Face": by_hugging_face,
    "bpeasy": by_bpeasy,
    "gigabpe (own split)": by_gigabpe,
}


def flat(sizes: list[int]) -> Iterator[str]:
    """Training on text as it is, one sequence of bytes."""
    yield from _beside_peers("Training, flat", FLAT_PEERS, sizes, None)


def split(sizes: list[int]) -> Iterator[str]:
    """Training with the cl100k split, splitting included."""
    yield from _beside_peers("Training, cl100k split", SPLIT_PEERS, sizes, "cl100k")


def _beside_peers(title: str, peers: dict[str, Callable], sizes, split) -> Iterator[str]:
    beaten: set[str] = set()  # out of time on less: not tried on more
    small = texts.mixed(10_000)
    for size in sizes:
        text = texts.mixed(size)
        for merges in MERGES:
            running = {name: peer for name, peer in peers.items() if name not in beaten}
            timings = in_processes(
                {name: partial(peer, text, merges, split) for name, peer in running.items()},
                LIMIT,
                {name: partial(peer, small, 10, split) for name, peer in running.items()},
            )
            beaten |= {name for name, timing in timings.items() if not timing.seconds}
            yield table(
                f"{title}: {size // 1000:,} KB, {merges:,} merges",
                ["", "seconds", "spread", "runs", "to ours", "tokens shared"],
                [
                    _row(name, timings.get(name, Timing([], None)), timings["ours"])
                    for name in peers
                ],
            )


def _row(name: str, timing: Timing, own: Timing) -> list[str]:
    if not timing.seconds:
        return [name, f"> {LIMIT:.0f}", "", "", f"> {LIMIT / own.median:.0f} x", ""]
    shared = ""
    if timing.result:
        shared = f"{len({*timing.result} & {*own.result}) / len({*own.result}):.1%}"
    return [
        name,
        f"{timing.median:.3f}",
        f"{timing.spread:.0%}",
        f"{len(timing.seconds)}",
        f"{timing.median / own.median:.2f} x",
        shared,
    ]


def growth(sizes: list[int]) -> Iterator[str]:
    """How time grows with the text and the merges, and memory with the text."""
    small = texts.mixed(10_000)
    for split, name in ((None, "flat"), ("cl100k", "cl100k split")):
        ways = {
            (size, merges): partial(ours, texts.mixed(size), merges, split)
            for size in sizes
            for merges in MERGES
        }
        warm_up = dict.fromkeys(ways, partial(ours, small, 10, split))
        timings = in_processes(ways, LIMIT, warm_up)
        first = timings[sizes[0], MERGES[0]].median
        yield table(
            f"Growth, {name}",
            ["", "seconds", "to the first", "bytes of memory per byte"],
            [
                [
                    f"{size // 1000:,} KB, {merges:,} merges",
                    f"{timing.median:.3f}",
                    f"{timing.median / first:.1f} x",
                    f"{peak_memory(ways[size, merges]) / size:.1f}",
                ]
                for (size, merges), timing in timings.items()
            ],
        )


def hostile(sizes: list[int]) -> Iterator[str]:
    """Training on texts that have hardly a word in them, beside mixed text of the same size."""
    for size in sizes:
        cases = {"mixed text": texts.mixed(size), **texts.hostile(size)}
        for split, name in ((None, "flat"), ("cl100k", "cl100k split")):
            ways = {case: partial(ours, text, MERGES[0], split) for case, text in cases.items()}
            timings = in_processes(ways, LIMIT, dict.fromkeys(ways, lambda: None))
            own = timings["mixed text"].median
            yield table(
                f"Training on hostile texts, {name}: {size // 1000:,} KB, {MERGES[0]} merges",
                ["", "seconds", "to mixed text"],
                [
                    [case, f"{timing.median:.3f}", f"{timing.median / own:.2f} x"]
                    for case, timing in timings.items()
                ],
            )
