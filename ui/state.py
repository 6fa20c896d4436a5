"""What one visitor has: the only module that reads and writes Streamlit's session state.

Keys of shared widgets, the settings of the training, the tokenizer in use and the text at hand.
"""

from dataclasses import dataclass
from uuid import uuid4

import streamlit as st

from bpe import BPETokenizer, vocabularies
from bpe.samples import corpus
from ui.examples import DEFAULT_TEXT, EXAMPLES
from ui.training import Settings, Trained, Training, Trainings

TEXT = "text"
SOURCE = "source"
STEP = "step"
EXAMPLE = "example"
TRAINED_HERE = "trained here"


@dataclass(frozen=True)
class Chosen:
    """The tokenizer in use: its name for the eye, and where it is from."""

    name: str
    origin: str
    tok: BPETokenizer


@st.cache_resource
def _trainings() -> Trainings:
    return Trainings()


def default_settings() -> Settings:
    """A training that shows something good before anything is clicked."""
    return Settings("Pride and Prejudice, chapter 1", corpus("chapter"))


def _state(key: str, default):
    if key not in st.session_state:
        st.session_state[key] = default
    return st.session_state[key]


# -- training -------------------------------------------------------------------------------------


def settings() -> Settings:
    """The settings of this visitor's training."""
    return _state("settings", default_settings())


def train(wanted: Settings) -> None:
    """Make these the settings; the training starts when it is asked for."""
    st.session_state["settings"] = wanted
    st.session_state.pop("stopped", None)
    st.session_state[STEP] = None


def training() -> Training:
    """This visitor's training, running or done."""
    return _trainings().ask(settings(), _state("watcher", uuid4().hex))


def stop_training() -> None:
    """Take what has been learned so far."""
    current = training()
    learned = current.leave(_state("watcher", uuid4().hex))
    if learned is not None:
        st.session_state["stopped"] = learned


def trained() -> Trained | None:
    """What this visitor trained: None while the training runs; raises its ValueError."""
    if "stopped" in st.session_state:
        return st.session_state["stopped"]
    current = training()
    return current.result if current.done.wait(0.25) else None


def step() -> int | None:
    """The merge that the step player stands at; None for the last."""
    return _state(STEP, None)


def go_to_step(number: int | None) -> None:
    """Remember where the step player stands."""
    st.session_state[STEP] = number


# -- text and tokenizer ---------------------------------------------------------------------------


def text() -> str:
    """The text at hand, shared by all pages."""
    return _state(TEXT, DEFAULT_TEXT)


def set_text(value: str) -> None:
    """Put another text into the sidebar."""
    st.session_state[TEXT] = value


def take_example() -> None:
    """Put the example that was chosen into the sidebar."""
    if st.session_state[EXAMPLE] is not None:
        set_text(EXAMPLES[st.session_state[EXAMPLE]])


def loaded() -> dict[str, BPETokenizer]:
    """Tokenizers read from files, by file name."""
    return _state("loaded", {})


def add_loaded(name: str, tok: BPETokenizer) -> None:
    """Keep a tokenizer from a file and use it."""
    loaded()[name] = tok
    st.session_state[SOURCE] = name


def sources() -> list[str]:
    """What can be chosen as tokenizer."""
    return [TRAINED_HERE, *loaded(), *vocabularies.NAMES]


def chosen() -> Chosen | None:
    """The tokenizer in use; None while it is being trained; raises the training's ValueError."""
    name = _state(SOURCE, TRAINED_HERE)
    if name in loaded():
        return Chosen(name, "from a file", loaded()[name])
    if name in vocabularies.NAMES:
        return Chosen(name, "a published vocabulary", vocabularies.load(name))
    done = trained()
    if done is None:
        return None
    return Chosen("the tokenizer trained here", f"on {done.settings.title}", done.tok)


def keep(*keys: str) -> None:
    """Keep widget values while their page is not shown (Streamlit would drop them)."""
    for key in keys:
        if key in st.session_state:
            st.session_state[key] = st.session_state[key]
