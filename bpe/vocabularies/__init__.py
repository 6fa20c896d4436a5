"""Vocabularies of production models, bundled: they load without a network.

The files are rank files as published (see NOTICE.md), compressed; each is checked against its
SHA-256 when it is loaded. The split patterns and special tokens, which rank files do not carry, are
those published with them.

>>> load("gpt2").encode("Hello world")
[15496, 995]
"""

import hashlib
import lzma
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

from bpe.formats import Record, rank_file
from bpe.tokenizer import BPETokenizer


@dataclass(frozen=True)
class Vocabulary:
    """What is known of a bundled vocabulary.

    ``title`` and ``models`` are for people; ``licence`` and ``source`` are one line each. ``file``
    is the rank file and ``sha256`` its hash before compression; ``first_id`` is what its ids begin
    after.
    """

    title: str
    models: str
    file: str
    sha256: str
    licence: str
    source: str
    split: str
    special_tokens: dict[str, int] = field(default_factory=dict)
    normalizer: str | None = None
    first_id: int = 0


_MIT = "MIT, Copyright (c) 2022 OpenAI, Shantanu Jain"
_O200K = Vocabulary(
    title="o200k (GPT-4o)",
    models="GPT-4o, GPT-4.1, o1, o3, GPT-5",
    file="o200k_base.tiktoken",
    sha256="446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
    licence=_MIT,
    source="OpenAI's rank file, the one that tiktoken uses",
    split="o200k",
    special_tokens={"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
)
_HARMONY_TOKENS = {
    "<|startoftext|>": 199998,
    "<|endoftext|>": 199999,
    "<|return|>": 200002,
    "<|constrain|>": 200003,
    "<|channel|>": 200005,
    "<|start|>": 200006,
    "<|end|>": 200007,
    "<|message|>": 200008,
    "<|call|>": 200012,
    "<|endofprompt|>": 200018,
}
# All other ids from 200000 to 201087 are reserved.
_RESERVED = {
    f"<|reserved_{token}|>": token
    for token in range(200000, 201088)
    if token not in _HARMONY_TOKENS.values()
}

ABOUT: dict[str, Vocabulary] = {
    "gpt2": Vocabulary(
        title="GPT-2",
        models="GPT-2, GPT-3",
        file="r50k_base.tiktoken",
        sha256="306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
        licence=_MIT,
        source="OpenAI's rank file, the one that tiktoken uses",
        split="gpt2",
        special_tokens={"<|endoftext|>": 50256},
    ),
    "cl100k_base": Vocabulary(
        title="cl100k (GPT-4)",
        models="GPT-4, GPT-3.5 Turbo",
        file="cl100k_base.tiktoken",
        sha256="223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
        licence=_MIT,
        source="OpenAI's rank file, the one that tiktoken uses",
        split="cl100k",
        special_tokens={
            "<|endoftext|>": 100257,
            "<|fim_prefix|>": 100258,
            "<|fim_middle|>": 100259,
            "<|fim_suffix|>": 100260,
            "<|endofprompt|>": 100276,
        },
    ),
    "o200k_base": _O200K,
    "o200k_harmony": replace(
        _O200K,
        title="o200k harmony (gpt-oss)",
        models="gpt-oss-20b, gpt-oss-120b",
        special_tokens=_HARMONY_TOKENS | _RESERVED,
    ),
    "qwen": Vocabulary(
        title="Qwen",
        models="Qwen 1 to Qwen 3",
        file="qwen.tiktoken",
        sha256="b2b1b8dfb5cc5f024bafc373121c6aba3f66f9a5a0269e243470a1de16a33186",
        licence="Apache 2.0",
        source="Alibaba Cloud's rank file",
        split="qwen",
        special_tokens={"<|endoftext|>": 151643, "<|im_start|>": 151644, "<|im_end|>": 151645},
        normalizer="NFC",
    ),
    "tekken": Vocabulary(
        title="Tekken (Mistral)",
        models="Mistral NeMo, Pixtral",
        file="tekken.tiktoken",
        sha256="64a081edb3cbb8639a4eea9a7135ab9a0467c50676c672b217ba655f4d50e127",
        licence="Apache 2.0, Copyright 2024 Mistral AI",
        source="the ranks of Mistral AI's tekken_240718.json",
        split="tekken",
        first_id=1000,
    ),
    "deepseek": Vocabulary(
        title="DeepSeek",
        models="DeepSeek V3 to V4",
        file="deepseek.tiktoken",
        sha256="ea361439831165203088c236a65f20163f58a68d735b51593dfe1068a23920b2",
        licence="MIT, Copyright (c) 2023 DeepSeek; Copyright (c) Anderson",
        source="the tokens of DeepSeek's tokenizer.json",
        split="deepseek",
        special_tokens={
            "<｜begin▁of▁sentence｜>": 0,
            "<｜end▁of▁sentence｜>": 1,
            "<｜▁pad▁｜>": 2,
            "<｜end_of_query｜>": 128846,
            "<｜rl_image_pad｜>": 129262,
            "<｜rl_image_start｜>": 129263,
            "<｜/polygon｜>": 129271,
            "<｜polygon｜>": 129272,
            "<｜/point｜>": 129273,
            "<｜point｜>": 129274,
            "<｜/box｜>": 129275,
            "<｜box｜>": 129276,
            "<｜/ref｜>": 129277,
            "<｜ref｜>": 129278,
            "<｜image｜>": 129279,
        },
    ),
}
NAMES = tuple(ABOUT)


@cache
def load(name: str) -> BPETokenizer:
    """A bundled vocabulary; always the same object, so it is not to be trained on.

    Raises ValueError for an unknown name or a damaged file.
    """
    about = _about(name)
    record = replace(
        _record(about.file, about.first_id),
        split=about.split,
        special_tokens=about.special_tokens,
        normalizer=about.normalizer,
    )
    return BPETokenizer.of_record(record)


def title(name: str) -> str:
    """What people call a bundled vocabulary."""
    return _about(name).title


def rank_file_of(name: str) -> bytes:
    """The rank file of a bundled vocabulary, as it was published, its hash checked."""
    about = _about(name)
    packed = files(__package__).joinpath(f"{about.file}.xz").read_bytes()
    try:
        data = lzma.decompress(packed)
    except lzma.LZMAError:
        data = b""
    if hashlib.sha256(data).hexdigest() != about.sha256:
        raise ValueError(f"the bundled file {about.file}.xz is damaged; install the program again")
    return data


def _about(name: str) -> Vocabulary:
    try:
        return ABOUT[name]
    except KeyError:
        raise ValueError(
            f"no vocabulary is called {name!r}; use one of {', '.join(NAMES)}"
        ) from None


@cache
def _record(file: str, first_id: int) -> Record:
    """The tokens of a rank file, in one copy for all names that share it."""
    name = next(name for name, about in ABOUT.items() if about.file == file)
    tokens = rank_file.parse(rank_file_of(name))
    if first_id:
        tokens = {token: rank + first_id for token, rank in tokens.items()}
    return rank_file.of_ranks(tokens)
