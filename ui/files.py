"""The formats that a tokenizer can be taken away in."""

from bpe import BPETokenizer, formats

FORMATS = {
    "ours, with everything (.json)": "tokenizer.bpe.json",
    "Hugging Face (tokenizer.json)": "tokenizer.json",
    "tiktoken ranks (.tiktoken)": "tokenizer.tiktoken",
    "minbpe (.model)": "tokenizer.model",
}
_MERGES = (".bpe", "merges.txt")


def file_of(tok: BPETokenizer, name: str) -> bytes:
    """The tokenizer as a file of this name; ValueError where the format cannot hold it."""
    return formats.dumps(tok.record(), name)


def snippet(tok: BPETokenizer, name: str) -> str:
    """Python that loads the file of this name."""
    return formats.snippet(tok.record(), name)


def tokenizer_of(uploads: dict[str, bytes], split: str | None = None) -> tuple[str, BPETokenizer]:
    """The tokenizer in the content of uploaded files, by name, and the name it goes by.

    It is one file, or GPT-2's two: merges (vocab.bpe, merges.txt) and their ids (encoder.json,
    vocab.json). ``split`` is how texts are split where the file cannot say: a .tiktoken rank file.
    Raises ValueError, naming the file, where there is no tokenizer.
    """
    merges = [name for name in uploads if name.endswith(_MERGES)]
    others = [name for name in uploads if name not in merges]
    if len(merges) == 1 and len(others) == 1:
        [name], [ids] = merges, [uploads[other] for other in others]
    elif len(uploads) == 1:
        [name], ids = uploads, None
    else:
        raise ValueError(
            f"{', '.join(uploads)} are not one tokenizer; open a single file, or a vocab.bpe "
            "together with its encoder.json"
        )
    said = split if name.endswith(".tiktoken") else None
    return name, BPETokenizer.of_record(formats.loads(uploads[name], name, said, ids=ids))
