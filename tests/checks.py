"""Compares the bundled vocabularies with the reference libraries on many texts.

``python -m tests.checks`` compares all of them, for some minutes, and writes the results into
``bpe/vocabularies/checks.json``, which the app shows. `tests.test_checks` does a part of it.
"""

import json
import random
import sys
import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import tiktoken
import tokenizers

from bpe import BPETokenizer, formats, vocabularies
from bpe.formats import rank_file
from bpe.samples import CORPORA, articles, corpus, languages
from bpe.splitting import PATTERNS
from bpe.vocabularies import checks

RANDOM_TEXTS = 10_000
LENGTHS = (1, 2, 3, 5, 8, 13, 30, 80, 200)
RANGES = (
    (0, 0x110000),
    (0, 0x80),
    (9, 0x40),
    (0, 0x250),
    (0x300, 0x3000),
    (0x3000, 0xD7A4),
    (0xE000, 0x10000),
    (0x1F000, 0x20000),
)
RUNS = {
    "a": 100_000,
    " ": 100_000,
    "\n": 100_000,
    "\r\n": 50_000,
    "\0": 100_000,
    "0123456789": 10_000,
    "^": 1_000_000,
    "한": 30_000,
    "👩‍👩‍👧‍👦": 5_000,
}
HARD_TEXTS = [
    "",
    "a" * 3000,
    " " * 3000,
    "\n" * 3000,
    "\r\n" * 1000,
    "^" * 5000,
    "1234567890" * 300,
    "\0" * 100,
    "".join(map(chr, range(0x20))) * 3 + "\x7f\x80\x85\x9f\xa0\xad",
    "\ue000\uf8ff\U000f0000\ufdd0\uffff\U0010ffff\u0378",
    "👩‍👩‍👧‍👦👍🏽🇰🇷🏴󠁧󠁢󠁷󠁬󠁳󠁿❤️ 1️⃣",
    "it's IT'S I'LL we'Re don\u2019t 'ſ x'x",
    "ọ̀ e\u0301 \u1100\u1161 क्ष กำ\u0e33 \u0338",
    "  leading, trailing  \n  \n  ",
]

Encode = Callable[[str], list[int]]


# -- the references -------------------------------------------------------------------------------


def by_tiktoken(name: str) -> tiktoken.Encoding:
    """A bundled vocabulary in tiktoken."""
    about = vocabularies.ABOUT[name]
    ranks = rank_file.parse(vocabularies.rank_file_of(name))
    ranks = {token: rank + about.first_id for token, rank in ranks.items()}
    return tiktoken.Encoding(
        name,
        pat_str=PATTERNS[about.split],
        mergeable_ranks=ranks,
        special_tokens=about.special_tokens,
    )


def by_tokenizers(name: str) -> tokenizers.Tokenizer:
    """A bundled vocabulary in Hugging Face tokenizers."""
    return tokenizers.Tokenizer.from_str(written(vocabularies.load(name)).decode())


def written(tok: BPETokenizer) -> bytes:
    """A tokenizer as the tokenizer.json that Hugging Face reads."""
    return formats.dumps(tok.record(), "tokenizer.json")


def _tiktoken_encode(name: str) -> Encode:
    tok, peer = vocabularies.load(name), by_tiktoken(name)
    return lambda text: peer.encode(tok.normalize(text), disallowed_special=())


def _tokenizers_encode(name: str) -> Encode:
    peer = by_tokenizers(name)
    return lambda text: peer.encode(text).ids


# Which vocabulary is compared with what. DeepSeek's three patterns in a row are not tiktoken's way.
REFERENCES: tuple[tuple[str, str, tuple[str, ...], Callable[[str], Encode]], ...] = (
    (
        "tiktoken",
        tiktoken.__version__,
        tuple(name for name in vocabularies.NAMES if name != "deepseek"),
        _tiktoken_encode,
    ),
    (
        "Hugging Face tokenizers",
        tokenizers.__version__,
        ("qwen", "deepseek"),
        _tokenizers_encode,
    ),
)


# -- the texts ------------------------------------------------------------------------------------


def random_unicode(seed: int = 5) -> Iterator[str]:
    """Characters of one range of Unicode each; unassigned and private ones among them."""
    chance = random.Random(seed)
    while True:
        low, high = chance.choice(RANGES)
        codes = (chance.randrange(low, high) for _ in range(chance.choice(LENGTHS)))
        yield "".join(chr(code) for code in codes if not 0xD800 <= code < 0xE000)


def random_bytes(seed: int = 6) -> Iterator[str]:
    """Bytes by chance, as text: each byte a character, or what UTF-8 makes of them."""
    chance = random.Random(seed)
    while True:
        data = chance.randbytes(chance.choice(LENGTHS))
        if chance.random() < 0.3:
            data = bytes(byte & 0x7F for byte in data)
        yield data.decode(chance.choice(("latin-1", "utf-8")), errors="replace")


def kinds() -> dict[str, Iterator[str]]:
    """All texts, by kind; those by chance never end."""
    return {
        "languages, all articles": (articles(language.code) for language in languages()),
        "training corpora": (corpus(name) for name in CORPORA if name != "code"),
        "Python code": iter([corpus("code")]),
        "random Unicode": random_unicode(),
        "random bytes": random_bytes(),
        "hard cases": iter(HARD_TEXTS),
        "long runs": (unit * times for unit, times in RUNS.items()),
    }


# -- comparing ------------------------------------------------------------------------------------


def compare(name: str, encode: Encode, texts: Iterator[str]) -> dict[str, int]:
    """How often a vocabulary's ids are those of a reference, over these texts.

    Libraries know different versions of Unicode. A text differs by ``newer`` characters alone if it
    does no more without those that Python has not assigned, and in Python's normal form.
    """
    tok = vocabularies.load(name)
    counts = {"texts": 0, "bytes": 0, "differing": 0, "newer": 0}
    for text in texts:
        counts["texts"] += 1
        counts["bytes"] += len(text.encode())
        if tok.encode(text) != encode(text):
            known = tok.normalize(_known(text))
            is_newer = known != text and tok.encode(known) == encode(known)
            counts["newer" if is_newer else "differing"] += 1
    return counts


def _known(text: str) -> str:
    """The text without characters that Python's Unicode has not assigned."""
    return "".join(character for character in text if unicodedata.category(character) != "Cn")


def main() -> None:
    """Compare all, and write the file."""
    today = datetime.now(UTC).date().isoformat()
    found = {
        name: {"fingerprint": checks.fingerprint(name), "comparisons": []}
        for name in vocabularies.NAMES
    }
    for reference, version, names, encoder in REFERENCES:
        for name in names:
            encode = encoder(name)
            for kind, texts in kinds().items():
                counts = compare(name, encode, islice(texts, RANDOM_TEXTS))
                print(name, reference, kind, counts, file=sys.stderr, flush=True)
                about = {"kind": kind, "reference": reference, "version": version, "date": today}
                found[name]["comparisons"].append(about | counts)
    path = Path(checks.__file__).with_name(checks.FILE)
    path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
