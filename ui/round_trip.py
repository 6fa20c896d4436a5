"""Whether a text comes back from its ids, in words."""

from collections.abc import Sequence

from bpe import BPETokenizer


def round_trip(tok: BPETokenizer, text: str, ids: Sequence[int]) -> str:
    """Decode the ids and say what came back, byte for byte."""
    back = tok.decode(ids)
    if back == text:
        return f"Decoded again: the same {len(text.encode()):,} bytes, every one."
    if back == tok.normalize(text):
        return (
            f"Decoded again: the text in the normal form {tok.normalizer}, as this vocabulary "
            "encodes it. To the eye it is the same; some of its code points are not."
        )
    if tok.alphabet is not None and back == " ".join(text.split()):
        return "Decoded again: the same words, with one space between them."
    at = next((i for i, (a, b) in enumerate(zip(text, back)) if a != b), min(len(text), len(back)))
    return f"Decoded again: the text differs from character {at} on."


def ids_of(written: str) -> list[int]:
    """Ids as people paste them: with spaces, commas or brackets; ValueError names what is none."""
    ids = []
    for position, word in enumerate(written.translate(str.maketrans("[](),;", "      ")).split()):
        if not word.isascii() or not word.isdigit():
            raise ValueError(
                f"{word!r} at position {position} is no id; give whole numbers with spaces or "
                "commas between them"
            )
        ids.append(int(word))
    return ids
