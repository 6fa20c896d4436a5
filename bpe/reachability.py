"""Tokens that do not come back, and tokens that a text never uses.

A vocabulary may hold tokens that encoding does not give for their own text: the split cuts it, a
normal form changes it, or merges of a lower rank get there first. Models never learn them well. The
idea: Land and Bartolo, "Fishing for Magikarp" (2024).

>>> from bpe import BPETokenizer
>>> tok = BPETokenizer(initial_merges={(97, 98): 256, (98, 99): 257, (97, 257): 258})
>>> unreachable(tok), tok.encode("abc")
([258], [256, 99])
>>> len(unused(tok, "abc"))
257
"""

from bpe.tokenizer import BPETokenizer


def unreachable(tok: BPETokenizer) -> list[int]:
    """The ids that their own text does not encode to, in ascending order.

    Without a split and a normal form no text at all has them. With a split, a few may still arise
    inside a longer chunk: o200k cuts "\\n//" in two, but not "!\\n//". `fragments` have no text of
    their own and are not among them. Takes seconds for a hundred thousand tokens. Raises ValueError
    for an alphabet of characters.
    """
    if tok.alphabet is not None:
        raise ValueError(
            "this tokenizer marks the ends of words, so no part of a word has a text of its own; "
            "choose one that was trained on bytes"
        )
    whole = sorted(tok.vocab.keys() - set(fragments(tok)))
    encoded = tok.encode_batch(tok.vocab[token].decode() for token in whole)
    return [token for token, ids in zip(whole, encoded) if ids != [token]]


def fragments(tok: BPETokenizer) -> list[int]:
    """The ids whose bytes are no UTF-8, so that no text spells them alone: parts of characters."""
    return sorted(token for token, spelling in tok.vocab.items() if not _is_text(spelling))


def unused(tok: BPETokenizer, text: str) -> list[int]:
    """The ids that the encoding of a text does not have, in ascending order."""
    return sorted(tok.vocab.keys() - set(tok.encode(text)))


def _is_text(spelling: bytes) -> bool:
    try:
        spelling.decode()
    except UnicodeDecodeError:
        return False
    return True
