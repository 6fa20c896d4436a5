"""The texts of the benchmarks: prose, code and many languages, nothing twice."""

import sysconfig
from functools import cache
from pathlib import Path

from bpe.samples import corpus


@cache
def _kinds() -> list[bytes]:
    """Novels; code, the bundled first and then Python's own library; 65 languages."""
    bundled = corpus("code")
    library = Path(sysconfig.get_path("stdlib"))
    modules = (
        path.read_text("utf-8", errors="ignore")
        for path in sorted(library.rglob("*.py"))
        if not {"test", "tests", "idle_test", "site-packages"} & set(path.parts)
    )
    others = "".join(code for code in modules if code not in bundled)
    return [text.encode() for text in (corpus("novels"), bundled + others, corpus("languages"))]


def mixed(size: int, held_out: bool = False) -> str:
    """A text of about ``size`` bytes: a third of each kind, or more where one has no more to give.

    The held-out text is another one: taken from the end of each kind.
    """
    kinds = sorted(_kinds(), key=len)
    parts = []
    for i, data in enumerate(kinds):
        share = (size - sum(map(len, parts))) // (len(kinds) - i)
        parts.append(data[-share:] if held_out else data[:share])
    if sum(map(len, parts)) < 0.99 * size:
        raise ValueError(f"there are {sum(map(len, kinds)):,} bytes of text, not {size:,}")
    return "".join(part.decode("utf-8", errors="ignore") for part in parts)


def hostile(size: int) -> dict[str, str]:
    """Texts that bring naive or clever trainers to their knees, of about ``size`` bytes."""
    fibonacci, word = "b", "a"
    while len(word) < size:
        fibonacci, word = word, word + fibonacci
    numbers, state = [], 1
    for _ in range(size):
        state = state * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        numbers.append(state >> 56)
    return {
        "a…": "a" * size,
        "ab…": "ab" * (size // 2),
        "Fibonacci word": word[:size],
        "Thue-Morse word": "".join("ab"[n.bit_count() % 2] for n in range(size)),
        # Random bytes are no UTF-8: these are the characters of the same numbers.
        "random characters": bytes(numbers[: 2 * size // 3]).decode("latin-1"),
        "one line": mixed(size).replace("\n", " "),
    }
