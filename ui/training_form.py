"""The settings of a training: what the visitor fills in, and the `Settings` it makes."""

import streamlit as st

from bpe.corpus import SPLITS, from_utf8
from bpe.samples import CORPORA
from bpe.trainer import TIE_BREAKS
from ui import state
from ui.training import MOST_BYTES, MOST_SIZE, Settings

_FLAT = "none: the whole text is one sequence"
_REGEX = "a regex of your own"
_WORDS = "words of characters with an end mark"
_BUNDLED, _PASTED, _UPLOADED = "A bundled text", "Pasted text", "A file"
_TIES = {
    "smallest": "the pair with the smaller ids",
    "first": "the pair met first in the text",
}


def summary(settings: Settings) -> str:
    """The settings in one line."""
    split = "words" if settings.words else settings.split or "no split"
    if settings.split and settings.split not in SPLITS:
        split = "own regex"
    return f"{settings.title}, {split}, vocabulary size {settings.vocab_size:,}"


def settings_form() -> Settings | None:
    """Draw the form; the settings when the visitor asks to train, else None.

    Raises ValueError, in one sentence, for what cannot be trained on.
    """
    left, right = st.columns(2)
    with left:
        origin = st.radio(
            "Text to learn from", [_BUNDLED, _PASTED, _UPLOADED], key=state.kept("train from")
        )
        if origin == _BUNDLED:
            name = st.selectbox(
                "Which",
                list(CORPORA),
                key=state.kept("train sample"),
                format_func=lambda name: CORPORA[name].title,
            )
        elif origin == _PASTED:
            pasted = st.text_area("Paste it here", key=state.kept("train pasted"), height=160)
        else:
            upload = st.file_uploader("UTF-8 text, up to 5 MB")
    with right:
        split = st.selectbox(
            "Split into chunks",
            [_FLAT, *SPLITS, _REGEX, _WORDS],
            key=state.kept("train split", "cl100k"),
        )
        regex = ""
        if split == _REGEX:
            regex = st.text_input("Regex", key=state.kept("train regex", r"\w+|\W"))
        size = st.number_input("Vocabulary size", step=100, key=state.kept("train size", 556))
        tie_break = st.radio(
            "Equally common pairs: what wins",
            list(TIE_BREAKS),
            format_func=_TIES.get,
            key=state.kept("train ties"),
        )
        least = st.number_input("Stop below this count", step=1, key=state.kept("train least", 2))
        seeds = st.text_area(
            "Pieces to start with, one a line",
            key=state.kept("train seeds"),
            height=80,
            help="Each becomes a token before training begins. Spaces count.",
            disabled=split == _WORDS,
        )
    if not st.button("Train", type="primary"):
        return None
    if origin == _BUNDLED:
        title, text = CORPORA[name].title, CORPORA[name].text()
    elif origin == _PASTED:
        title, text = "pasted text", pasted
    else:
        title, text = _read(upload)
    return _checked(
        Settings(
            title=title,
            text=text,
            vocab_size=int(size),
            split=None if split in (_FLAT, _WORDS) else regex if split == _REGEX else split,
            tie_break=tie_break,
            min_pair_count=int(least),
            seeds=tuple(line for line in seeds.splitlines() if line),
            words=split == _WORDS,
        )
    )


def _read(upload) -> tuple[str, str]:
    if upload is None:
        raise ValueError("no file was chosen; choose one, or train on a bundled text")
    return upload.name, from_utf8(upload.getvalue(), upload.name)


def _checked(settings: Settings) -> Settings:
    size = len(settings.text.encode("utf-8", "surrogatepass"))
    if not size:
        raise ValueError("the text is empty; paste some text, or choose a bundled one")
    if size > MOST_BYTES:
        raise ValueError(
            f"the text has {size:,} bytes, and at most {MOST_BYTES:,} are trained on here; "
            "shorten it, or train on the command line"
        )
    if settings.vocab_size > MOST_SIZE:
        raise ValueError(
            f"the vocabulary size is {settings.vocab_size:,}, and at most {MOST_SIZE:,} is trained "
            "here; choose a smaller one, or train on the command line"
        )
    settings.tokenizer()
    return settings
