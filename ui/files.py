"""Tokenizers as files: the formats to choose from, and the way there and back."""

import tempfile
from pathlib import Path

from bpe import BPETokenizer

FORMATS = {
    "ours, with everything (.json)": "tokenizer.bpe.json",
    "Hugging Face (tokenizer.json)": "tokenizer.json",
    "tiktoken ranks (.tiktoken)": "tokenizer.tiktoken",
    "minbpe (.model)": "tokenizer.model",
}


def file_of(tok: BPETokenizer, name: str) -> bytes:
    """The tokenizer as a file of this name; ValueError where the format cannot hold it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        tok.save(path)
        return path.read_bytes()


def tokenizer_of(name: str, data: bytes) -> BPETokenizer:
    """The tokenizer in an uploaded file; ValueError, naming the file, where there is none."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / Path(name).name
        path.write_bytes(data)
        try:
            return BPETokenizer.load(path)
        except ValueError as error:
            raise ValueError(str(error).replace(f"{folder}/", "")) from None
