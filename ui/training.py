"""Trainings of the app: each runs once, in the background, for everyone who asks for it.

A training is named by its settings. The first to ask starts it; others with the same settings watch
the same run. Whoever watches sees its progress and may take what it has learned so far.
"""

import gc
import threading
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property

from bpe import BPETokenizer, Merge
from bpe.alphabets import Characters
from bpe.corpus import Corpus, weigh
from bpe.encoder import MergeTable
from bpe.leaders import Contest, contests
from bpe.samples import CORPORA
from bpe.seeds import seed_merges
from ui.background import Work

MOST_BYTES = 5_000_000
MOST_SIZE = 50_000
KEPT = 16
LEADING = 6
# Contests are made at once where they take about a second: a merge costs like so many bytes.
QUICK = 1_000_000
QUICK_MERGE = 500


@dataclass(frozen=True)
class Settings:
    """What decides a training. ``words`` means words of characters with an end mark."""

    title: str
    text: str
    vocab_size: int = 556
    split: str | None = None
    tie_break: str = "smallest"
    min_pair_count: int = 2
    seeds: tuple[str, ...] = ()
    words: bool = False

    def as_data(self) -> dict:
        """The settings as plain data; a bundled text goes by its name."""
        data = asdict(self)
        for name, sample in CORPORA.items():
            if sample.title == self.title and sample.text() == self.text:
                return data | {"text": None, "sample": name}
        return data

    @classmethod
    def of_data(cls, data: dict) -> "Settings":
        """Settings from `as_data`."""
        data = dict(data)
        if name := data.pop("sample", None):
            data["text"] = CORPORA[name].text()
        return cls(**data | {"seeds": tuple(data["seeds"])})

    def tokenizer(self) -> BPETokenizer:
        """An untrained tokenizer with these settings; ValueError where they are no good."""
        return BPETokenizer(
            split=None if self.words else self.split,
            tie_break=self.tie_break,
            min_pair_count=self.min_pair_count,
            initial_merges=None if self.words else seed_merges(self.seeds),
            alphabet=Characters() if self.words else None,
        )


@dataclass
class Trained:
    """A tokenizer, what it was trained on, and why its training ended."""

    settings: Settings
    tok: BPETokenizer
    corpus: Corpus
    ending: str

    @property
    def asked(self) -> int:
        """How many merges the vocabulary size asked for."""
        given = len(self.corpus.alphabet.base) + len(self.tok.initial_merges)
        return self.settings.vocab_size - given

    @property
    def key(self) -> str:
        """A name for what was learned, within this process."""
        return f"{hash(self.settings)} {len(self.tok.history)}"

    def count_contests(self) -> None:
        """Make `contests` now, however long it takes."""
        _ = self.contests

    @property
    def has_contests(self) -> bool:
        """Whether `contests` is there already, or so quickly made that nobody waits."""
        work = len(self.corpus.symbols) + QUICK_MERGE * len(self.tok.history)
        return work <= QUICK or "contests" in self.__dict__

    @cached_property
    def contests(self) -> list[Contest]:
        """Who led before each merge: an exact pass, made when it is first asked for."""
        seeds = MergeTable.of_merges(self.tok.initial_merges, len(self.corpus.alphabet.base))
        return list(contests(self.corpus, self.tok.history, seeds, leading=LEADING))


class Training:
    """One run: ``work`` finds merges; ``asked`` is how many, once that is known.

    ``watchers`` are the sessions that want it; when the last one leaves, it stops.
    """

    def __init__(self, settings: Settings):
        self.settings = settings
        self.asked = 0
        self.watchers: set[str] = set()
        self.work = Work(self._steps)
        self._corpus: Corpus | None = None

    def _steps(self) -> Iterator[Merge]:
        tok = self.settings.tokenizer()
        corpus = weigh(self.settings.text, tok.split, tok.alphabet)
        steps = tok.steps(corpus, self.settings.vocab_size)
        base = len(corpus.alphabet.base) + len(tok.initial_merges)
        self.asked = self.settings.vocab_size - base
        self._corpus = corpus
        return steps

    def leave(self, watcher: str) -> Trained | None:
        """What has been learned so far, for one who will not wait; None if nothing yet."""
        self.watchers.discard(watcher)
        if not self.watchers:
            self.work.stop()
        if self._corpus is None:
            return None
        return self._trained("you stopped it")

    @cached_property
    def result(self) -> Trained:
        """What was learned, once it is done; raises the training's ValueError."""
        self.work.check()
        return self._trained(self._ending())

    def _trained(self, ending: str) -> Trained:
        tok = self.settings.tokenizer()
        tok.learn(self._corpus, list(self.work.found))
        # A large training is many objects that live long: keep them out of the collector's way.
        gc.collect()
        gc.freeze()
        return Trained(self.settings, tok, self._corpus, ending)

    def _ending(self) -> str:
        if len(self.work.found) >= self.asked:
            return "the size asked for is reached"
        least = self.settings.min_pair_count
        return f"no pair is left that occurs {least} times" if least > 1 else "no pair is left"


class Trainings:
    """The latest trainings of this server, by their settings."""

    def __init__(self):
        self._lock = threading.Lock()
        self._kept: OrderedDict[Settings, Training] = OrderedDict()

    def ask(self, settings: Settings, watcher: str) -> Training:
        """The training with these settings; it is started if nobody asked for it lately."""
        with self._lock:
            training = self._kept.get(settings)
            if training is None or training.work.stopped:
                training = self._kept[settings] = Training(settings)
                training.work.start()
            training.watchers.add(watcher)
            self._kept.move_to_end(settings)
            while len(self._kept) > KEPT:
                _, oldest = self._kept.popitem(last=False)
                oldest.work.stop()
            return training
