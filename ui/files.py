"""The formats that a tokenizer can be taken away in."""

from bpe import BPETokenizer, formats

FORMATS = {
    "ours, with everything (.json)": "tokenizer.bpe.json",
    "Hugging Face (tokenizer.json)": "tokenizer.json",
    "tiktoken ranks (.tiktoken)": "tokenizer.tiktoken",
    "minbpe (.model)": "tokenizer.model",
}


def file_of(tok: BPETokenizer, name: str) -> bytes:
    """The tokenizer as a file of this name; ValueError where the format cannot hold it."""
    return formats.dumps(tok.record(), name)


def snippet(tok: BPETokenizer, name: str) -> str:
    """Python that loads the file of this name."""
    return formats.snippet(tok.record(), name)


def tokenizer_of(name: str, data: bytes) -> BPETokenizer:
    """The tokenizer in an uploaded file; ValueError, naming the file, where there is none."""
    return BPETokenizer.of_record(formats.loads(data, name))
