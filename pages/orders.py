"""Orders: encoding by rank beside encoding in another order, and where the two part."""

import zlib

import streamlit as st

from bpe import BPETokenizer
from bpe.divergences import Place, Survey, survey
from ui import cached, differences, order_views, rules, shell, state
from ui.contrast import contrast
from ui.lanes import lanes, lanes_data

_HAND_MADE, _IN_USE = "by hand", "of the tokenizer"
_SIDEBAR, _TRAINING = "in the sidebar", "it was trained on"
# What is put beside rank order, and whether that counts over the whole text.
_ORDERS = {
    "By frequency": ("frequency", False),
    "In reverse": ("reverse", False),
    "Left to right": ("left_to_right", False),
}
_ORDERS_OF_CHUNKS = {
    "By frequency in the chunk": ("frequency", False),
    "By frequency in the text": ("frequency", True),
    "In reverse": ("reverse", False),
    "Left to right": ("left_to_right", False),
}


_WATCH = "Watch it"
_VIEWS = {
    "Find it": order_views.find,
    "Measure it": order_views.measure,
    "Other wrong ways": order_views.other_ways,
}


def show() -> None:
    st.markdown(
        "Encoding applies merges **in the order in which they were learned**. Most frequent first "
        "decodes to the same text, and is wrong."
    )
    view = st.segmented_control(
        "View",
        [_WATCH, *_VIEWS],
        required=True,
        label_visibility="collapsed",
        key=state.kept("orders view", _WATCH),
    )
    _VIEWS.get(view, _watch)()


def _watch() -> None:
    columns = st.columns([2, 2, 1.7, 1.9], vertical_alignment="bottom")
    origin = columns[0].segmented_control(
        "Merges",
        [_HAND_MADE, _IN_USE],
        required=True,
        key=state.kept("orders source", _HAND_MADE),
    )
    if origin == _HAND_MADE:
        _by_hand(*columns[1:])
    else:
        _in_use(*columns[1:])


def _by_hand(order, example, text) -> None:
    with order:
        other, over_text = _ORDERS[
            st.selectbox("Beside rank", _ORDERS, key=state.kept("orders beside"))
        ]
    with example:
        rules.choose_example()
    with text:
        written = rules.text_to_encode()
    picture = st.container()
    st.subheader("The rules")
    rows, notation = rules.edit_rules()
    with picture, shell.one_sentence():
        tok = BPETokenizer(initial_merges=rules.merges_of(rows, notation))
        found = survey(tok, _some(written, "write some above"), other, over_text)
        _draw(tok, found, differences.choices(found)[0])


def _in_use(order, text, place) -> None:
    chosen = shell.chosen()
    orders = _ORDERS if chosen.tok.split is None else _ORDERS_OF_CHUNKS
    texts = [_SIDEBAR, _TRAINING] if chosen.training_text else [_SIDEBAR]
    with order:
        other, over_text = orders[
            st.selectbox("Beside rank", orders, key=state.kept("orders beside"))
        ]
    with text:
        where = st.selectbox("Text", texts, key=state.kept("orders text"))
    written = chosen.training_text if where == _TRAINING else state.text()
    found = cached.survey(
        chosen, _some(written, "write or paste some into the sidebar"), other, over_text
    )
    with place:
        watched = st.selectbox(
            "Watch",
            differences.choices(found),
            key=f"orders place {_mark(chosen.key, other, over_text, written)}",
            format_func=lambda place: differences.choice(chosen.tok, found, place),
        )
    _draw(chosen.tok, found, watched)
    st.subheader("In the whole text")
    st.text(differences.summary(found))
    if found.places:
        st.dataframe(differences.table(chosen.tok, found), hide_index=True)


def _some(text: str, remedy: str) -> str:
    if not text.strip():
        raise ValueError(f"there is no text; {remedy}")
    return text


def _mark(*parts) -> int:
    """Stands for what is compared: with another text, what is watched is chosen anew."""
    return zlib.crc32(repr(parts).encode())


def _draw(tok: BPETokenizer, found: Survey, place: Place) -> None:
    lanes(lanes_data(contrast(tok, found, place)), key="lanes")


shell.page(show)
