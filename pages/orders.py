"""Orders: encoding by rank beside encoding in another way, and where the two part."""

import streamlit as st

from bpe import BPETokenizer
from bpe.search import compare
from bpe.wrong_ways import FORGOTTEN, LONGEST
from ui import order_views, rules, shell, state
from ui.order_choices import choose_rank
from ui.searching import ways

_WATCH, _FIND = "Watch it", "Find it"
_VIEWS = {
    _FIND: order_views.find,
    "Measure it": order_views.measure,
    "Other wrong ways": order_views.other_ways,
}
# What rules by hand are put beside rank order with: a text by hand is one chunk.
_WAYS = {
    "By frequency": "frequency",
    "In reverse": "reverse",
    "Left to right": "left_to_right",
    "Longest match first": LONGEST,
    "One rule forgotten": FORGOTTEN,
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
    """Rules by hand, beside each other in two ways; the tokenizer in use is for the other views."""
    key = state.kept_choice("orders beside", list(_WAYS), next(iter(_WAYS)))
    kind = _WAYS[st.session_state[key]]
    beside, *rank, example, written = st.columns(
        [2, 1.2, 2, 2] if kind == FORGOTTEN else 3, vertical_alignment="bottom"
    )
    beside.selectbox("Beside rank", list(_WAYS), key=key)
    with example:
        rules.choose_example()
    with written:
        text = rules.text_to_encode()
    picture = st.container()
    st.subheader("The rules")
    rows, notation = rules.edit_rules()
    st.caption(
        f"These rules are for trying out. {_FIND} looks through whole texts with the tokenizer "
        "that is chosen in the sidebar."
    )
    with picture, shell.one_sentence():
        tok = BPETokenizer(initial_merges=rules.merges_of(rows, notation))
        if not text.strip():
            raise ValueError("there is no text; write some above")
        forgotten = 0
        for column in rank:
            with column:
                forgotten = choose_rank("orders forgotten rule", 0, len(tok.merges))
        way = ways(tok, kind, forgotten)({text: 1})
        order_views.draw(tok, way, next(compare(tok, {text: 1}, way)), key="lanes")


shell.page(show)
