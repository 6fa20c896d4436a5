"""What one visitor has, in Streamlit's session state: settings, tokenizer, text, and what is kept.

Pages and the rest of `ui` come here for it; only the step player and edited tables keep a memory of
their own, for what their widgets last said.
"""

from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

import streamlit as st

from bpe import BPETokenizer, vocabularies
from bpe.corpus import from_utf8, utf8
from bpe.samples import CORPORA, corpus
from ui import files, links
from ui.examples import DEFAULT_TEXT, EXAMPLES
from ui.training import MOST_BYTES, Settings, Trained, Training, Trainings

TEXT = "text"
TEXT_FILE = "text file"
SOURCE = "source"
STATE_FILE = "state file"
TOKENIZER_FILE = "tokenizer file"
FILE_SPLIT = "split of the file"
STEP = "step"
MERGE_TABLE = "merge table"
FIRST_STEP = 20
# Seconds before a training that runs is shown as progress.
PATIENCE = 1.5
EXAMPLE = "example"
TRAINED_HERE = "trained here"


@dataclass(frozen=True)
class Chosen:
    """The tokenizer in use: its name for the eye, where it is from, and what it learned from.

    ``key`` stands for it where results are kept; ``training_text`` is "" where it is not known.
    """

    key: str
    name: str
    origin: str
    tok: BPETokenizer
    training_text: str = ""

    @classmethod
    def of(cls, trained: Trained) -> "Chosen":
        """A tokenizer that was trained here."""
        return cls(
            trained.key,
            "the tokenizer trained here",
            f"on {trained.settings.title}",
            trained.tok,
            trained.settings.text,
        )


@st.cache_resource
def _trainings() -> Trainings:
    return Trainings()


def default_settings() -> Settings:
    """A training that shows something good before anything is clicked."""
    return Settings(CORPORA["chapter"].title, corpus("chapter"), split="cl100k")


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
    st.session_state["settings before"] = settings()
    st.session_state["settings"] = wanted
    st.session_state.pop("stopped", None)
    st.session_state.pop(STEP, None)


def undo_train() -> None:
    """Go back to the settings before: these could not be trained with."""
    st.session_state["settings"] = _state("settings before", default_settings())


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
    return current.result if current.work.done.wait(PATIENCE) else None


def step() -> int:
    """The merge that the step player stands at."""
    return _state(STEP, FIRST_STEP)


def go_to_step(number: int) -> None:
    """Remember where the step player stands."""
    st.session_state[STEP] = number


def go_to_chosen_merge() -> None:
    """Send the step player to the row that was chosen in the table of merges."""
    rows = st.session_state[MERGE_TABLE].selection.rows
    if rows:
        go_to_step(rows[0] + 1)


# -- text and tokenizer ---------------------------------------------------------------------------


def text() -> str:
    """The text at hand, shared by all pages."""
    return _state("good text", DEFAULT_TEXT)


def offer_text() -> None:
    """Put a text into the box before anybody typed."""
    _state(TEXT, DEFAULT_TEXT)


def take_text() -> None:
    """Take the text from the sidebar: the file, if one is open there, else the box.

    Raises ValueError for a file that is not UTF-8 or a text that is too long; then the text before
    it stays.
    """
    upload = st.session_state.get(TEXT_FILE)
    box = st.session_state[TEXT]
    wanted = box if upload is None else from_utf8(upload.getvalue(), upload.name)
    size = len(utf8(wanted))
    if size > MOST_BYTES:
        raise ValueError(
            f"the text has {size:,} bytes, and at most {MOST_BYTES:,} are shown; shorten it"
        )
    st.session_state["good text"] = wanted


def take_example() -> None:
    """Put the example that was chosen into the sidebar."""
    if st.session_state[EXAMPLE] is not None:
        st.session_state[TEXT] = EXAMPLES[st.session_state[EXAMPLE]]


def loaded() -> dict[str, BPETokenizer]:
    """Tokenizers read from files, by file name."""
    return _state("loaded", {})


def sources() -> list[str]:
    """What can be chosen as tokenizer."""
    return [TRAINED_HERE, *loaded(), *vocabularies.NAMES]


def source() -> str:
    """Which of `sources` is chosen."""
    return _state(SOURCE, TRAINED_HERE)


def source_title(name: str) -> str:
    """What a choice of `sources` is called."""
    if name == TRAINED_HERE:
        return f"Trained here: {settings().title}"
    return vocabularies.ABOUT[name].title if name in vocabularies.NAMES else name


def chosen() -> Chosen | None:
    """The tokenizer in use; None while it is being trained; raises the training's ValueError."""
    return tokenizer_of(source())


def tokenizer_of(name: str) -> Chosen | None:
    """The tokenizer that a choice of `sources` stands for; None or ValueError as `chosen`."""
    if name in loaded():
        tok = loaded()[name]
        return Chosen(f"{name} {id(tok)}", name, "from a file", tok)
    if name in vocabularies.NAMES:
        about = vocabularies.ABOUT[name]
        return Chosen(name, about.title, f"used by {about.models}", vocabularies.load(name))
    done = trained()
    return None if done is None else Chosen.of(done)


def chosen_by_training(wanted: Settings) -> Chosen:
    """The tokenizer that a short training gives: this waits for its end."""
    current = _trainings().ask(wanted, _state("watcher", uuid4().hex))
    current.work.done.wait()
    return Chosen.of(current.result)


def size_within(lowest: int, highest: int, tokenizer: str) -> str:
    """The key of the slider for the vocabulary size, which stands at ``highest`` for another
    tokenizer than before."""
    key = kept("vocabulary size")
    before = _state("size of", tokenizer if key in st.session_state else None)
    if before != tokenizer or not lowest <= st.session_state[key] <= highest:
        st.session_state[key] = highest
    st.session_state["size of"] = tokenizer
    return key


# -- what is kept and shared ----------------------------------------------------------------------


def kept(key: str, first=None) -> str:
    """The key of a widget whose value outlives its page and goes into links.

    ``first`` is its value before anybody chose one; the widget itself must then name no default.
    """
    _state("kept", set()).add(key)
    if first is not None:
        _state(key, first)
    return key


def kept_choices(key: str, options: list[str]) -> str:
    """As `kept`, for several choices: those that are no option here, as a file of another visit,
    are dropped."""
    if key in st.session_state:
        st.session_state[key] = [one for one in st.session_state[key] if one in options]
    return kept(key)


def kept_choice(key: str, options: list[str], first: str) -> str:
    """As `kept`, for one choice: what is no option any more gives way to the first."""
    if st.session_state.get(kept(key, first)) not in options:
        st.session_state[key] = first if first in options else options[0]
    return key


def kept_start(view: str) -> dict:
    """What a view had chosen when it was last shown, or by the link that was opened."""
    return _state(kept(view), {})


def keep_start(view: str, start: dict) -> None:
    """Remember what a view has chosen; its component forgets it with the page."""
    st.session_state[kept(view)] = start


def opening() -> int:
    """How many links and files were opened: a view of another opening begins anew."""
    return _state("openings", 0)


def hold() -> None:
    """Keep the values of widgets whose page is not shown: Streamlit would drop them."""
    for key in _state("kept", set()):
        if key in st.session_state:
            st.session_state[key] = st.session_state[key]


def shared() -> dict:
    """All that a link has to carry, as plain data."""
    source = st.session_state[SOURCE]
    widgets = sorted(key for key in _state("kept", set()) if key in st.session_state)
    return {
        "text": text(),
        "training": settings().as_data(),
        "step": step(),
        "source": source if source in vocabularies.NAMES else TRAINED_HERE,
        "widgets": {key: st.session_state[key] for key in widgets},
    }


def restore(data: dict) -> None:
    """Put back what `shared` gave."""
    st.session_state[TEXT] = st.session_state["good text"] = data["text"]
    st.session_state["settings"] = Settings.of_data(data["training"])
    st.session_state.pop("stopped", None)
    st.session_state[STEP] = data["step"]
    st.session_state[SOURCE] = data["source"]
    st.session_state["openings"] = opening() + 1
    for key, value in data["widgets"].items():
        st.session_state[kept(key)] = value


def restore_once(word: str | None) -> None:
    """Open a link, at the first run of a visit; ValueError if it is damaged."""
    if "opened" not in st.session_state:
        st.session_state["opened"] = True
        if word:
            restore(links.unpacked(word))


def open_state_file() -> None:
    """Open the state in the file that was uploaded: a callback of its uploader."""
    upload = st.session_state[STATE_FILE]
    if upload is not None:
        with _remembering_problem():
            restore(links.unpacked(from_utf8(upload.getvalue(), upload.name).strip()))


def open_tokenizer() -> None:
    """Use the tokenizer in the files that were uploaded: a callback of their uploader."""
    uploads = {upload.name: upload.getvalue() for upload in st.session_state[TOKENIZER_FILE]}
    if uploads:
        with _remembering_problem():
            name, tok = files.tokenizer_of(uploads, st.session_state[FILE_SPLIT])
            loaded()[name] = tok
            st.session_state[SOURCE] = name


@contextmanager
def _remembering_problem():
    """Callbacks run before there is a page to say anything on."""
    try:
        yield
    except ValueError as error:
        st.session_state["problem"] = str(error)


def take_problem() -> str | None:
    """What went wrong in a callback, once."""
    return st.session_state.pop("problem", None)
