"""BPETokenizer: training, encoding and decoding behind one face."""

import copy
import re
import sys
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bpe import formats, leaders, trainer
from bpe.alphabets import BYTES, Characters
from bpe.chunk_encoder import ChunkEncoder
from bpe.corpus import Corpus, utf8, weigh
from bpe.encoder import (
    MergeTable,
    closings_in_text,
    closings_of,
    curve,
    tokens_at,
)
from bpe.splitting import compile_split
from bpe.trainer import Merge

LONG_TEXT = 1 << 17  # characters; beyond, chunks are encoded all at once and not remembered
# What follows from the merges, made when first asked for.
_DERIVED = ("merges", "parts", "vocab", "_ranks", "_written", "_chunk_encoder")


class Token(NamedTuple):
    """A token in a text: its id, and where it starts and ends in the text's UTF-8, in bytes."""

    id: int
    start: int
    end: int


class BPETokenizer:
    """A byte-pair-encoding tokenizer, to be trained or loaded.

    ``split``           None (flat), a name in `bpe.corpus.SPLITS`, or a regex for the chunks that
                        merges do not cross;
    ``tie_break``       which of equally common pairs wins: "smallest" or "first";
    ``min_pair_count``  training stops below this count;
    ``initial_merges``  {(left, right): id} to keep and learn on top of;
    ``special_tokens``  {spelling: id}, ids outside the merges;
    ``alphabet``        None for bytes, or `Characters()`.

    >>> tok = BPETokenizer()
    >>> tok.train("aaabdaaabac", vocab_size=259)
    [258, 100, 258, 97, 99]
    >>> tok.merges
    {(97, 97): 256, (97, 98): 257, (256, 257): 258}
    >>> tok.decode(tok.encode("abaab"))
    'abaab'
    """

    def __init__(
        self,
        split: str | tuple[str, ...] | None = None,
        tie_break: str = "smallest",
        min_pair_count: int = 1,
        initial_merges: dict[tuple[int, int], int] | None = None,
        special_tokens: dict[str, int] | None = None,
        alphabet: Characters | None = None,
    ):
        if tie_break not in trainer.TIE_BREAKS:
            names = ", ".join(trainer.TIE_BREAKS)
            raise ValueError(f"no tie rule is called {tie_break!r}; use one of {names}")
        if split is not None:
            compile_split(split)
        self.split = split
        self.tie_break = tie_break
        self.min_pair_count = min_pair_count
        self.initial_merges = dict(initial_merges or {})
        self.special_tokens = dict(special_tokens or {})
        self.alphabet = self._given_alphabet = alphabet
        self.normalizer: str | None = None
        self.history: list[Merge] = []
        # Of an alphabet whose characters the training settles, no id is known yet.
        settled = alphabet is None or alphabet.symbols is not None
        self._set_merges(self.initial_merges if settled else {})

    # -- learning ---------------------------------------------------------------------------------

    def train(self, text: str | Iterable[str], vocab_size: int) -> list[int]:
        """Learn merges from a text, or documents, until the vocabulary has ``vocab_size`` ids.

        Returns the ids of the text under them. Stops earlier when no pair is common enough. Raises
        ValueError for a size below the base ids and initial merges together.
        """
        corpus = weigh(text, self.split, self._given_alphabet)
        self.learn(corpus, self.steps(corpus, vocab_size))
        closings = closings_of(corpus, self._table)
        ids, _ = tokens_at(corpus, closings, self._table.size)
        return ids.tolist()

    def steps(self, corpus: Corpus, vocab_size: int) -> Iterator[Merge]:
        """The training itself: the merges up to a vocabulary size, one at a time as learned."""
        base, seeds = len(corpus.alphabet.base), len(self.initial_merges)
        if vocab_size < base + seeds:
            kept = f" and {seeds} initial merges" if seeds else ""
            raise ValueError(
                f"the vocabulary size is {vocab_size}, but the {base} base ids{kept} already make "
                f"{base + seeds}; ask for at least {base + seeds}"
            )
        for name, special in self.special_tokens.items():
            if special < vocab_size:
                raise ValueError(
                    f"the special token {name!r} has id {special}, which the merges may take; "
                    f"give it {vocab_size} or more"
                )
        merges = trainer.train(
            corpus,
            tie_break=self.tie_break,
            min_pair_count=self.min_pair_count,
            initial_merges=self.initial_merges,
        )
        return islice(merges, min(vocab_size - base - seeds, sys.maxsize))

    def learn(self, corpus: Corpus, merges: Iterable[Merge]) -> None:
        """Take over merges as they are learned from a corpus: those of `steps`, or part of them.

        Whoever wants to watch or stop the training wraps the iterator.
        """
        history = list(merges)
        if self.alphabet is not None:
            self.alphabet = corpus.alphabet
        self._set_merges(self.initial_merges | {merge.pair: merge.id for merge in history})
        self.history = history

    def ties(self, text: str | Iterable[str]) -> list[int]:
        """For each merge learned from ``text``, how many pairs had the winning count (1: no tie).

        An exact pass of its own over the training text.
        """
        corpus = weigh(text, self.split, self.alphabet)
        seeds = MergeTable.of_merges(self.initial_merges, len(corpus.alphabet.base))
        return [step.ties for step in leaders.contests(corpus, self.history, seeds)]

    def truncated(self, vocab_size: int) -> "BPETokenizer":
        """The tokenizer that training to ``vocab_size`` would have given: the first merges."""
        if vocab_size < self._table.base_size:
            raise ValueError(
                f"the vocabulary size is {vocab_size}; the {self._table.base_size} base ids are "
                "always there, so ask for at least that many"
            )
        shorter = copy.copy(self)
        shorter.history = [merge for merge in self.history if merge.id < vocab_size]
        shorter.initial_merges = {
            pair: made for pair, made in self.initial_merges.items() if made < vocab_size
        }
        shorter._set_table(
            self._table.truncated(vocab_size),
            self._names[:vocab_size],
            self._spellings[:vocab_size],
        )
        return shorter

    # -- the vocabulary ---------------------------------------------------------------------------

    @cached_property
    def merges(self) -> dict[tuple[int, int], int]:
        """{(left, right): id} in the order of rank."""
        return {pair: made for made, pair in self.parts.items()}

    @cached_property
    def parts(self) -> dict[int, tuple[int, int]]:
        """The two tokens that each merged token is made of, in the order of rank.

        Tokens of a rank file that no merge makes are not among them.
        """
        rows = (self._table.ids, self._table.lefts, self._table.rights)
        made, lefts, rights = (self._names[ids].tolist() for ids in rows)
        return dict(zip(made, zip(lefts, rights)))

    @cached_property
    def vocab(self) -> dict[int, bytes]:
        """The bytes that each id spells, special tokens aside."""
        return dict(zip(self._names.tolist(), self._spellings))

    @property
    def base_size(self) -> int:
        """The number of ids that are there before any merge."""
        return self._table.base_size

    @property
    def vocab_size(self) -> int:
        """The number of base ids and merges."""
        return self._table.size

    def rank(self, token: int) -> int | None:
        """The rank of the merge that makes a token, from 0; None for base and special tokens."""
        return self._ranks.get(token)

    @cached_property
    def _ranks(self) -> dict[int, int]:
        made = self._names[self._table.base_size :].tolist()
        return {token: rank for rank, token in enumerate(made)}

    @cached_property
    def _written(self) -> dict[int, bytes]:
        """What decoding writes for each id."""
        special = {token: name.encode() for name, token in self.special_tokens.items()}
        if self.alphabet is None:
            return self.vocab | special
        written = self._table.spellings(self.alphabet.written)
        return dict(zip(self._names.tolist(), written)) | special

    def _set_merges(self, merges: dict[tuple[int, int], int]) -> None:
        base = (self.alphabet or BYTES).base
        table = MergeTable.of_merges(merges, len(base))
        self._set_table(table, np.arange(table.size), table.spellings(base))

    def _set_table(self, table: MergeTable, names: np.ndarray, spellings: list[bytes]) -> None:
        """``names`` are the ids shown outside; inside, ids are the symbols and then the ranks."""
        _check_special(self.special_tokens, names)
        self._table, self._names, self._spellings = table, names, spellings
        for derived in _DERIVED:
            self.__dict__.pop(derived, None)

    def __getstate__(self) -> dict:
        """A copy derives its own: the memory of chunks belongs to one tokenizer."""
        return {name: value for name, value in self.__dict__.items() if name not in _DERIVED}

    # -- encoding ---------------------------------------------------------------------------------

    def normalize(self, text: str) -> str:
        """The text as it is encoded: in a Unicode normal form where the vocabulary asks for one."""
        return unicodedata.normalize(self.normalizer, text) if self.normalizer else text

    def encode(self, text: str, allowed_special: Collection[str] | str = ()) -> list[int]:
        """The ids of a text.

        Special tokens are read as such only where named in ``allowed_special`` (or with "all");
        elsewhere their spelling is ordinary text. Raises ValueError for a lone surrogate, or for a
        character outside an alphabet of characters.
        """
        ids: list[int] = []
        for part, special in self._parts_of(text, allowed_special):
            ids.extend(self._encode_plain(part) if special is None else [special])
        return ids

    def encode_batch(self, texts: Iterable[str]) -> list[list[int]]:
        """The ids of each of several texts, as `encode` gives them.

        Chunks that are new in any of them are encoded side by side, with one replay for all.
        """
        plain = [self.normalize(text) for text in texts]
        short = [self._spelled_chunks(text) for text in plain if len(text) <= LONG_TEXT]
        encoded = iter(self._chunk_encoder.encode_each(short))
        return [
            next(encoded) if len(text) <= LONG_TEXT else self._encode_plain(text) for text in plain
        ]

    def tokens(self, text: str, allowed_special: Collection[str] | str = ()) -> list[Token]:
        """The tokens of a text, with byte offsets into its UTF-8 (into `normalize` of it, if that
        changes it)."""
        tokens = []
        start = 0
        for part, special in self._parts_of(text, allowed_special):
            size = len(utf8(part))
            if special is None:
                tokens.extend(self._plain_tokens(part, start))
            else:
                tokens.append(Token(special, start, start + size))
            start += size
        return tokens

    def closings(self, text: str) -> np.ndarray:
        """For every byte of a text, which merge closes the boundary before it: int32.

        The item is the id, counted by rank (base ids, then merges) as in `vocab_size`; boundaries
        that no merge closes have `bpe.encoder.NEVER`. So under the first merges, up to a
        vocabulary size, there is a boundary wherever ``closings >= size``.
        """
        corpus = weigh(self.normalize(text), self.split, self.alphabet)
        return closings_in_text(corpus, closings_of(corpus, self._table))

    def curve(self, text: str) -> np.ndarray:
        """Tokens of a text at every vocabulary size, from the base ids alone to all: int64.

        One replay of the merges gives them all.
        """
        corpus = weigh(self.normalize(text), self.split, self.alphabet)
        return curve(corpus, closings_of(corpus, self._table), self._table)

    def _parts_of(
        self, text: str, allowed: Collection[str] | str
    ) -> Iterator[tuple[str, int | None]]:
        """The text, cut at the special tokens that are allowed: (text, None) or (spelling, id)."""
        if isinstance(allowed, str) and allowed != "all":
            raise ValueError(
                f"allowed_special is the text {allowed!r}; give a set of spellings, as "
                f'{{{allowed!r}}}, or "all"'
            )
        names = set(self.special_tokens) if allowed == "all" else set(allowed)
        if unknown := names - set(self.special_tokens):
            known = ", ".join(self.special_tokens) or "none"
            raise ValueError(f"{min(unknown)!r} is no special token here; known are: {known}")
        utf8(text)
        if not names:
            yield self.normalize(text), None
            return
        for part in _any_of(frozenset(names)).split(text):
            if part in names:
                yield part, self.special_tokens[part]
            elif part:
                yield self.normalize(part), None

    def find_special(self, text: str, start: int = 0) -> tuple[str, int] | None:
        """The first special token spelled in a text from character ``start``, and where; or None.

        `encode` takes it for ordinary text. Whoever must not let that happen looks first.
        """
        if not self.special_tokens:
            return None
        found = _any_of(frozenset(self.special_tokens)).search(text, start)
        return found and (found[0], found.start())

    def refuse_special(self, text: str) -> None:
        """Raise ValueError, naming it and its position, if a special token is spelled in a text."""
        if found := self.find_special(text):
            token, position = found
            raise ValueError(
                f"the text spells the special token {token!r} at character {position}; to encode "
                f"it as that token (id {self.special_tokens[token]}), name it in allowed_special, "
                "or to encode it as ordinary text, leave out this check"
            )

    def _encode_plain(self, text: str) -> list[int]:
        if len(text) > LONG_TEXT:
            corpus = weigh(text, self.split, self.alphabet)
            ids, _ = tokens_at(corpus, closings_of(corpus, self._table), self._table.size)
            return self._names[ids].tolist()
        return self._chunk_encoder.encode(self._spelled_chunks(text))

    def chunks(self, text: str) -> Iterable[str]:
        """The chunks of a text that merges do not cross; one, if nothing splits it."""
        if self.alphabet is not None:
            return text.split()
        if self.split is None:
            return [text] if text else []
        return compile_split(self.split).chunks(text)

    def whole(self, chunk: str) -> int | None:
        """The token that a chunk is before any merge, where no merge makes that token; else None.

        Only rank files have such tokens.
        """
        made = self._table.whole.get(utf8(chunk))
        return None if made is None else int(self._names[made])

    def base_ids(self, chunk: str) -> list[int]:
        """The ids of a chunk before any merge: its bytes, or its characters with the end mark."""
        symbols = list(chunk.encode()) if self.alphabet is None else self.alphabet.ids(chunk)
        return self._names[symbols].tolist()

    def _spelled_chunks(self, text: str) -> list[bytes] | list[str]:
        """The chunks of a text as bytes; over an alphabet of characters, its words."""
        if self.alphabet is not None:
            return text.split()
        data = utf8(text)
        if self.split is None:
            return [data] if data else []
        ends = compile_split(self.split).ends(text).tolist()
        return [data[start:end] for start, end in zip([0, *ends], ends)]

    @cached_property
    def _chunk_encoder(self) -> ChunkEncoder:
        table, whole = self._table, self._table.whole
        if table.all_whole:
            whole = dict(zip(self._spellings, range(table.size)))
        symbols = bytes if self.alphabet is None else self.alphabet.ids
        return ChunkEncoder(table, self._names, whole, symbols)

    def _plain_tokens(self, text: str, start: int) -> Iterator[Token]:
        if self.alphabet is not None:
            yield from self._word_tokens(text, start)
            return
        for token in self._encode_plain(text):
            end = start + len(self.vocab[token])
            yield Token(token, start, end)
            start = end

    def _word_tokens(self, text: str, start: int) -> Iterator[Token]:
        """As `_plain_tokens`; whitespace belongs to no token, and an end mark takes no room."""
        for word in re.finditer(r"\S+", text):
            at = start + len(text[: word.start()].encode())
            end_of_word = at + len(word[0].encode())
            for token in self._chunk_encoder.encode([word[0]]):
                end = min(at + len(self.vocab[token]), end_of_word)
                yield Token(token, at, end)
                at = end

    # -- decoding ---------------------------------------------------------------------------------

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the ids; bytes that are no UTF-8 become U+FFFD.

        Raises ValueError for an id that the vocabulary lacks, with its position.
        """
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of the ids, exactly; of an end mark, a space if another word follows."""
        data = b"".join(self._bytes_of(token, position) for position, token in enumerate(ids))
        return data if self.alphabet is None else data.removesuffix(b" ")

    def stream(self) -> "Stream":
        """A decoder that takes ids one at a time."""
        return Stream(self)

    def _decoder(self):
        return (self.alphabet or BYTES).decoder()

    def _bytes_of(self, token: int, position: int) -> bytes:
        try:
            return self._written[token]
        except KeyError:
            raise ValueError(
                f"id {token} at position {position} is not in this vocabulary of "
                f"{len(self._written)} tokens, whose largest id is {max(self._written)}; "
                "use ids that it made, or the tokenizer that made these"
            ) from None

    # -- files ------------------------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the tokenizer; the name decides the format: see `bpe.formats`.

        Raises ValueError where that format cannot hold it; then, as after any other failure, the
        old file is as it was.
        """
        formats.save(self.record(), path)

    def record(self) -> formats.Record:
        """All that a file has to say of this tokenizer: what `bpe.formats` writes."""
        return formats.Record(
            table=self._table,
            names=self._names,
            spellings=self._spellings,
            split=self.split,
            special_tokens=self.special_tokens,
            normalizer=self.normalizer,
            tie_break=self.tie_break,
            min_pair_count=self.min_pair_count,
            initial_merges=self.initial_merges,
            alphabet=self.alphabet,
            history=self.history,
        )

    @classmethod
    def load(
        cls,
        path: str | Path,
        split: str | tuple[str, ...] | None = None,
        special_tokens: dict[str, int] | None = None,
    ) -> "BPETokenizer":
        """Read a tokenizer; the keywords fill in what a rank file does not carry.

        Raises ValueError for a file that is damaged, of another format, or asks for what cannot be
        honoured, and names the line or field.
        """
        return cls.of_record(formats.read(path, split=split, special_tokens=special_tokens))

    def with_split(self, split: str | tuple[str, ...] | None) -> "BPETokenizer":
        """The same merges on texts that are split in another way; None: not at all."""
        return BPETokenizer.of_record(replace(self.record(), split=split))

    @classmethod
    def of_record(cls, record: formats.Record) -> "BPETokenizer":
        """The tokenizer that a file describes."""
        tok = cls(
            split=record.split,
            tie_break=record.tie_break,
            min_pair_count=record.min_pair_count,
            initial_merges=record.initial_merges,
            alphabet=record.alphabet,
        )
        tok.special_tokens = dict(record.special_tokens)
        tok.normalizer = record.normalizer
        tok.history = record.history
        tok._set_table(record.table, record.names, record.spellings)
        return tok


@lru_cache(maxsize=64)
def _any_of(names: frozenset[str]) -> re.Pattern:
    """A regex for any of these spellings, the longest first."""
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, longest_first))})")


def _check_special(special_tokens: dict[str, int], names: np.ndarray) -> None:
    """Raises ValueError for a special token without spelling, or whose id a token has."""
    for name, token in special_tokens.items():
        if not name:
            raise ValueError(f"the special token of id {token} is empty; spell it, as <|end|>")
        utf8(name)
        if token < 0:
            raise ValueError(f"the special token {name!r} has id {token}; ids are 0 or more")
    ids = np.fromiter(special_tokens.values(), np.int64, len(special_tokens))
    taken = np.isin(ids, names)
    if taken.any():
        name, token = list(special_tokens.items())[int(taken.argmax())]
        raise ValueError(
            f"the special token {name!r} has id {token}, which is an ordinary token's; "
            f"give it {int(names.max()) + 1} or more"
        )


class Stream:
    """Decodes ids one at a time; holds back bytes until a character is complete.

    The pieces joined are the text that `BPETokenizer.decode` gives for all of them.
    """

    def __init__(self, tokenizer: BPETokenizer):
        self._tokenizer = tokenizer
        self._decoder = tokenizer._decoder()
        self._fed = 0

    def feed(self, token: int) -> str:
        """The text that this id completes, maybe none."""
        data = self._tokenizer._bytes_of(token, self._fed)
        self._fed += 1
        return self._decoder.decode(data, False)

    def finish(self) -> str:
        """What is left: U+FFFD for a character that was never completed."""
        return self._decoder.decode(b"", True)
