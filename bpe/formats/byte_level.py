"""GPT-2's alphabet: every byte as one printable character, so that tokens can stand in text files.

Bytes that Latin-1 shows stand for themselves; the others, in order, are the characters from U+0100
on. So a space is Ġ and a line break Ċ.

>>> spell(b" the\\n"), unspell("Ġthe")
('ĠtheĊ', b' the')
"""

_SHOWN = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
_HIDDEN = [byte for byte in range(256) if byte not in _SHOWN]

# The bytes in the order of GPT-2's ids.
ORDER = [*_SHOWN, *_HIDDEN]

_CHARACTERS = dict(zip(ORDER, [*_SHOWN, *range(0x100, 0x100 + len(_HIDDEN))]))
_BYTES = {character: byte for byte, character in _CHARACTERS.items()}


def spell(token: bytes) -> str:
    """A token in these characters."""
    return token.decode("latin-1").translate(_CHARACTERS)


def unspell(token: str) -> bytes | None:
    """The bytes that the characters stand for; None if some stand for none."""
    try:
        return bytes([_BYTES[ord(character)] for character in token])
    except KeyError:
        return None
