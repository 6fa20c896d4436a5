"""What stands around every page: navigation, the sidebar, and one sentence for what goes wrong."""

import runpy
from collections.abc import Callable
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import streamlit as st

from bpe import vocabularies
from ui import badges, links, state
from ui.examples import EXAMPLES
from ui.training import Trained

_APP = Path(__file__).parents[1] / "app.py"
# The picture is the page: leave it the room that Streamlit keeps free around the content.
_ROOM = """<style>
.stMainBlockContainer { padding: 4rem 2.5rem 4rem; max-width: 90rem; }
@media (max-width: 640px) { .stMainBlockContainer { padding: 4rem 1rem 3rem; } }
</style>"""
_LINK = "s"
_in_app: ContextVar[bool] = ContextVar("in_app", default=False)


def run(pages: list) -> None:
    """Navigate: show the page that the address names, inside the app."""
    current = st.navigation(pages, position="top")
    st.html(_ROOM)
    with one_sentence():
        state.restore_once(st.query_params.get(_LINK))
    state.hold()
    _sidebar()
    if problem := state.take_problem():
        say(problem)
    inside = _in_app.set(True)
    try:
        current.run()
    finally:
        _in_app.reset(inside)
    _share(current.url_path)


def page(show: Callable[[], None]) -> None:
    """Show a page, inside the app.

    When the first request to a fresh server names a page, Streamlit runs the file in ``pages/`` by
    itself, as in apps without `st.navigation`. Then the app has to be run around it.
    """
    if not _in_app.get():
        runpy.run_path(str(_APP), run_name="__main__")
        return
    with one_sentence():
        show()


@contextmanager
def one_sentence():
    """Show a ValueError, which says what is wrong and what to do, instead of stopping."""
    try:
        yield
    except ValueError as error:
        say(str(error))


def say(sentence: str) -> None:
    """Show a sentence about bad input, exactly as it is: it may quote the visitor's text.

    It begins with a large letter, unless it begins with a name, such as that of a file.
    """
    first, _, _ = sentence.partition(" ")
    with st.container(border=True):
        st.text(sentence[:1].upper() + sentence[1:] if first.isalpha() else sentence)


def chosen() -> state.Chosen:
    """The tokenizer in use; while it is being trained, the page shows the progress and ends."""
    return _when_learned(state.chosen)


def trained() -> Trained:
    """What was trained here; while it is being trained, the page shows the progress and ends."""
    return _when_learned(state.trained)


def _when_learned(result: Callable):
    try:
        found = result()
    except ValueError as error:
        say(str(error))
        state.undo_train()
        found = result()
    if found is None:
        watch_training()
        st.stop()
    return found


@st.fragment(run_every=0.4)
def watch_training() -> None:
    """Progress of the training, and a way to stop it."""
    current = state.training()
    if current.work.done.is_set():
        st.rerun()
    learned = len(current.work.found)
    share = learned / current.asked if current.asked else 0.0
    st.progress(min(share, 1.0), text=f"Learning: {learned:,} of {current.asked:,} merges")
    if st.button("Stop and use what has been learned", disabled=not current.work.found):
        state.stop_training()
        st.rerun()


def _sidebar() -> None:
    with st.sidebar:
        st.selectbox("Tokenizer", state.sources(), key=state.SOURCE, format_func=state.source_title)
        if state.source() in vocabularies.NAMES:
            st.caption(badges.of_vocabulary(state.source()))
        st.selectbox(
            "Example",
            list(EXAMPLES),
            key=state.EXAMPLE,
            index=None,
            placeholder="Put an example in the box",
            on_change=state.take_example,
        )
        state.offer_text()
        st.text_area(
            "Text", key=state.TEXT, height=240, help="Tokens, Curves and Orders use this text."
        )
        st.file_uploader("Or a UTF-8 file, byte for byte, instead of the box", key=state.TEXT_FILE)
        with one_sentence():
            state.take_text()


def _share(page: str) -> None:
    """The state of this visit in the address, as a link, and as a file."""
    word = links.packed(state.shared())
    short = len(word) <= links.LONGEST
    if short:
        st.query_params[_LINK] = word
    else:
        st.query_params.clear()
    with st.sidebar.popover("Share what you see", width="stretch"):
        if short:
            st.markdown("This link opens the same picture on another machine.")
            home = (st.context.url or "").rstrip("/").removesuffix(f"/{page}")
            st.code(f"{home}/{page}?{_LINK}={word}", language=None, wrap_lines=True)
        else:
            st.markdown("There is too much text for a link. Save it as a file, and open that.")
        st.download_button("Save as a file", lambda: word, "merge-by-merge.txt", on_click="ignore")
        st.file_uploader("Open a file", key=state.STATE_FILE, on_change=state.open_state_file)
