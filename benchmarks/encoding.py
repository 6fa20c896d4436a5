"""Encoding beside its peers, given the same ranks; ids are compared each time."""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from tempfile import TemporaryDirectory

import tiktoken
from tokenizers import Tokenizer

from benchmarks import texts
from benchmarks.timing import Timing, in_turn, table
from benchmarks.training import FLAT
from bpe import BPETokenizer, trainer, vocabularies
from bpe.corpus import weigh
from bpe.encoder import MergeTable, closings_of, curve
from bpe.splitting import PATTERNS

TRAINED = (1_000, 10_000)


def flat(sizes: list[int]) -> Iterator[str]:
    """Encoding of one long sequence under merges learned from another text."""
    for merges in TRAINED:
        tok = BPETokenizer()
        tok.train(texts.mixed(1_000_000), 256 + merges)
        yield from _long(f"flat, {merges:,} merges", tok, FLAT, sizes)


def split(sizes: list[int]) -> Iterator[str]:
    """Encoding in chunks, with learned merges and with the vocabulary cl100k_base."""
    for name, tok in _with_split().items():
        yield from _long(name, tok, PATTERNS["cl100k"], sizes)


def short(sizes: list[int]) -> Iterator[str]:
    """Encoding of short texts: cold, with no chunk met before, and warm."""
    for name, tok in _with_split().items():
        peer = by_tiktoken(tok, PATTERNS["cl100k"])
        for size, most in ((10_000, "5 x cold, 1.5 x warm"), (1_000, ""), (100, "6 x")):
            text = texts.mixed(size, held_out=True)
            tok.encode(text)
            timings = in_turn(
                {
                    "tiktoken": partial(peer.encode_ordinary, text),
                    "ours, cold": partial(_forgetting, tok, text),
                    "ours, warm": partial(tok.encode, text),
                },
                repeats=51,
            )
            yield compared(f"{size:,} bytes, {name}", timings, most and f"at most {most}")


def curves(sizes: list[int]) -> Iterator[str]:
    """The tokens of a held-out text at every vocabulary size, beside one training."""
    text, held_out = texts.mixed(1_000_000), texts.mixed(1_000_000, held_out=True)
    for name, split in (("flat", None), ("cl100k split", "cl100k")):
        merges = list(islice(trainer.train(weigh(text, split)), 10_000))
        table_of = MergeTable.of_merges({merge.pair: merge.id for merge in merges}, 256)
        timings = in_turn(
            {
                "one training": lambda split=split: list(
                    islice(trainer.train(weigh(text, split)), 10_000)
                ),
                "one replay": partial(_every_size, held_out, split, table_of),
            }
        )
        yield compared(f"curve of a held-out 1,000 KB, {name}, 10,000 merges", timings, same=False)


def _every_size(text: str, split: str | None, merges: MergeTable):
    corpus = weigh(text, split)
    return curve(corpus, closings_of(corpus, merges), merges)


def _with_split() -> dict[str, BPETokenizer]:
    trained = BPETokenizer("cl100k")
    trained.train(texts.mixed(1_000_000), 256 + TRAINED[-1])
    return {
        f"cl100k split, {TRAINED[-1]:,} merges": trained,
        "cl100k_base": vocabularies.load("cl100k_base"),
    }


def _long(name: str, tok: BPETokenizer, pattern: str, sizes: list[int]) -> Iterator[str]:
    peers = {"tiktoken": by_tiktoken(tok, pattern).encode_ordinary, "ours": tok.encode}
    if pattern != FLAT:
        hugging_face = by_hugging_face(tok)
        peers["Hugging Face"] = lambda text: hugging_face.encode(text).ids
    for size in sizes:
        text = texts.mixed(size, held_out=True)
        timings = in_turn({peer: partial(encode, text) for peer, encode in peers.items()})
        yield compared(f"{size // 1000:,} KB, {name}", timings)


def by_tiktoken(tok: BPETokenizer, pattern: str) -> tiktoken.Encoding:
    """tiktoken with the ranks of a tokenizer."""
    ranks = {spelling: token for token, spelling in tok.vocab.items()}
    return tiktoken.Encoding("same", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})


def by_hugging_face(tok: BPETokenizer) -> Tokenizer:
    """Hugging Face's tokenizer with the merges of a tokenizer."""
    with TemporaryDirectory() as folder:
        tok.save(f"{folder}/tokenizer.json")
        return Tokenizer.from_file(f"{folder}/tokenizer.json")


def _forgetting(tok: BPETokenizer, text: str) -> list[int]:
    tok._chunk_encoder.forget()
    return tok.encode(text)


def compared(title: str, timings: dict[str, Timing], note: str = "", same: bool = True) -> str:
    """Timings as a table, beside the first; with ``same``, their results must be equal."""
    first, *_ = timings.values()
    if same:
        wrong = [name for name, timing in timings.items() if timing.result != first.result]
        assert not wrong, f"{title}: other ids by {', '.join(wrong)}"
    return table(
        f"Encoding, {title}",
        ["", "milliseconds", "spread", "runs", f"to {next(iter(timings))}"],
        [
            [
                name,
                f"{1000 * timing.median:.3f}",
                f"{timing.spread:.0%}",
                f"{len(timing.seconds)}",
                f"{timing.median / first.median:.2f} x",
            ]
            for name, timing in timings.items()
        ],
        note,
    )
