"""What the base ids stand for: bytes, or the characters of a text and an end-of-word mark.

Both offer the same: ``base`` (the spelling of each base id), ``written`` (what decoding writes for
it) and ``decoder()`` (bytes to text, as soon as the characters are complete).
"""

import codecs
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property


@dataclass(frozen=True)
class Bytes:
    """The 256 bytes. Any text at all can be spelled with them."""

    @cached_property
    def base(self) -> list[bytes]:
        """The spelling of base ids 0 to 255."""
        return [bytes([value]) for value in range(256)]

    @property
    def written(self) -> list[bytes]:
        """As ``base``: decoding writes what is spelled."""
        return self.base

    def decoder(self) -> codecs.IncrementalDecoder:
        """UTF-8, with U+FFFD for bytes that are none."""
        return codecs.getincrementaldecoder("utf-8")(errors="replace")


@dataclass(frozen=True)
class Characters:
    """Words of characters with an end mark: Sennrich, Haddow and Birch (2016).

    ``symbols`` are the characters of the base ids, in code point order, before the mark; None takes
    those of the training text. A character outside them cannot be encoded, which is why byte level
    won.

        >>> Characters().fitted(["low", "lower"]).ids("low")
        [1, 2, 4, 5]
    """

    end_of_word: str = "_"
    symbols: tuple[str, ...] | None = None

    def __post_init__(self):
        if self.symbols is None:
            return
        if wrong := [symbol for symbol in self.symbols if len(symbol) != 1]:
            raise ValueError(f"{wrong[0]!r} is not one character; give the characters one by one")
        object.__setattr__(self, "symbols", tuple(sorted(set(self.symbols))))

    @cached_property
    def base(self) -> list[bytes]:
        """The spelling of each base id; the end mark is the last."""
        return [symbol.encode() for symbol in (*(self.symbols or ()), self.end_of_word)]

    @cached_property
    def written(self) -> list[bytes]:
        """As ``base``, with a space for the end mark."""
        return [*self.base[:-1], b" "]

    @cached_property
    def _index(self) -> dict[str, int]:
        return {symbol: i for i, symbol in enumerate(self.symbols or ())}

    def fitted(self, words: Iterable[str]) -> "Characters":
        """This alphabet with its symbols settled: those given, else all that the words have."""
        if self.symbols is not None:
            return self
        return replace(self, symbols=tuple(sorted(set().union(*words))))

    def ids(self, word: str) -> list[int]:
        """The base ids of a word, with the end mark; ValueError for a character outside them."""
        try:
            return [*(self._index[character] for character in word), len(self._index)]
        except KeyError as error:
            raise ValueError(
                f"the character {error.args[0]!r} of the word {word!r} is not in this alphabet of "
                f"{len(self._index)} characters; train on a text that has it, or use bytes"
            ) from None

    def decoder(self) -> "_SpaceKeeper":
        """UTF-8 without the space after the last word."""
        return _SpaceKeeper()


class _SpaceKeeper:
    """Holds back a space at the end until more text follows it."""

    def __init__(self):
        self._utf8 = BYTES.decoder()
        self._held = ""

    def decode(self, data: bytes, final: bool = False) -> str:
        text = self._held + self._utf8.decode(data, final)
        shown = text.removesuffix(" ")
        self._held = text[len(shown) :]
        return shown


BYTES = Bytes()
