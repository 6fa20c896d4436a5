"""A visitor's state as a link or a file: short, checked, and nothing but data.

What is shared is JSON, compressed and written in the letters that addresses allow, with a checksum
in front: a link that was cut or altered says so, instead of opening something else.
"""

import base64
import binascii
import hashlib
import json
import zlib

VERSION = 1
LONGEST = 6000
_CHECK = 8
_MOST_BYTES = 50_000_000


def packed(state: dict) -> str:
    """The state as a word of letters, digits, ``-`` and ``_``."""
    data = json.dumps([VERSION, state], ensure_ascii=False, separators=(",", ":")).encode()
    code = base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=").decode()
    return _check(code) + code


def unpacked(word: str) -> dict:
    """The state again; ValueError for a word that is damaged, or from a newer version."""
    check, code = word[:_CHECK], word[_CHECK:]
    if _check(code) != check:
        raise ValueError("this link is damaged or was cut short; ask for it again")
    try:
        data = zlib.decompressobj().decompress(
            base64.urlsafe_b64decode(code + "=" * (-len(code) % 4)), _MOST_BYTES
        )
        version, state = json.loads(data)
    except (binascii.Error, zlib.error, ValueError, TypeError):
        raise ValueError("this link is damaged; ask for it again") from None
    if version != VERSION:
        raise ValueError(
            f"this link is of version {version}, and this app reads version {VERSION}; "
            "open it in the app that made it"
        )
    return state


def _check(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()[:_CHECK]
