"""A few lines of Python that load a written file where it is meant to go."""

from bpe.formats.patterns import to_single
from bpe.formats.record import Record


def snippet(record: Record, name: str) -> str:
    """Python that loads the file of that name, as `bpe.formats.dumps` writes it.

    Raises ValueError where the program it is for cannot do what the tokenizer does.
    """
    if name.endswith("tokenizer.json"):
        return _HUGGING_FACE.format(path=name)
    if name.endswith(".tiktoken"):
        form = record.normalizer
        text = f'unicodedata.normalize({form!r}, "hello")' if form else '"hello"'
        return _TIKTOKEN.format(
            path=name,
            stem=name.removesuffix(".tiktoken"),
            pattern=to_single(record.split, "tiktoken"),
            special=record.special_tokens,
            text=text,
            imports="import unicodedata\n" if form else "",
        )
    if name.endswith(".model"):
        return (_MINBPE_FLAT if record.split is None else _MINBPE).format(path=name)
    return _OURS.format(path=name)


_OURS = """\
from bpe import BPETokenizer

tok = BPETokenizer.load({path!r})
print(tok.encode("hello"))
"""

_HUGGING_FACE = """\
from tokenizers import Tokenizer

tok = Tokenizer.from_file({path!r})
print(tok.encode("hello").ids)
"""

_TIKTOKEN = """\
import base64
{imports}import tiktoken

with open({path!r}, "rb") as file:
    ranks = {{base64.b64decode(token): int(rank) for token, rank in map(bytes.split, file)}}
tok = tiktoken.Encoding(
    {stem!r},
    pat_str={pattern!r},
    mergeable_ranks=ranks,
    special_tokens={special!r},
)
print(tok.encode({text}, disallowed_special=()))
"""

_MINBPE = """\
import regex
from minbpe import RegexTokenizer

tok = RegexTokenizer()
tok.load({path!r})
tok.compiled_pattern = regex.compile(tok.pattern)
tok.register_special_tokens(tok.special_tokens)
print(tok.encode_ordinary("hello"))
"""

_MINBPE_FLAT = """\
from minbpe import BasicTokenizer

tok = BasicTokenizer()
tok.load({path!r})
print(tok.encode("hello"))
"""
