"""Chat: special tokens, and what a conversation costs beyond its words."""

import streamlit as st

from bpe import BPETokenizer, vocabularies
from ui import chat, shell, state
from ui.chat import Template, Turn
from ui.token_rows import text_row, token_rows

_MOST_TURNS = 8


def show() -> None:
    st.markdown(
        "A model reads a conversation as one row of tokens. Special tokens tell who speaks; they "
        "belong to no text, so no merge makes them and nobody can type them. They cost as much as "
        "any other token."
    )
    name = st.segmented_control(
        "Chat template",
        list(chat.TEMPLATES),
        default=next(iter(chat.TEMPLATES)),
        required=True,
        key=state.kept("chat template"),
    )
    template = chat.TEMPLATES[name]
    tok = vocabularies.load(template.vocabulary)
    picture = st.container()
    with st.expander("The conversation", expanded=True):
        turns = _turns(name, template)
    with picture, shell.one_sentence():
        rows = [chat.turn_row(tok, template, turn) for turn in turns]
        rows.append(chat.answer_row(tok, template))
        st.subheader(chat.cost_in_words(rows))
        token_rows(rows, vocabularies.title(template.vocabulary), key="conversation")
        st.caption(template.beyond)
    st.subheader("Typed by a user, sent by the system")
    with shell.one_sentence():
        _three_ways(tok, name, template)


def _turns(name: str, template: Template) -> list[Turn]:
    count = st.number_input(
        "Turns", 1, _MOST_TURNS, len(template.first), key=state.kept(f"{name} turns")
    )
    turns = []
    for i in range(count):
        first = template.first[i] if i < len(template.first) else Turn("user", "")
        left, right = st.columns([1, 4])
        role = left.selectbox(
            f"Who speaks, turn {i + 1}",
            template.roles,
            template.roles.index(first.role),
            key=state.kept(f"{name} role {i}"),
        )
        content = right.text_area(
            f"What is said, turn {i + 1}",
            first.content,
            height=68,
            key=state.kept(f"{name} content {i}"),
        )
        turns.append(Turn(role, content))
    return turns


def _three_ways(tok: BPETokenizer, name: str, template: Template) -> None:
    st.markdown(
        "The same text three ways. A user's text may spell a special token; encoded as ordinary "
        "text it stays harmless. Only the program that writes the conversation allows special "
        "tokens, and whoever wants to hear of such a text refuses it."
    )
    text = st.text_area(
        "A text that spells special tokens",
        template.trick,
        height=100,
        key=state.kept(f"{name} trick"),
    )
    rows = [
        text_row(tok, "Typed by a user", text, rest="special"),
        text_row(tok, "Sent by the system", text, "all", rest="special"),
    ]
    token_rows(rows, vocabularies.title(template.vocabulary), key="three ways")
    st.markdown("**Refused**")
    tok.refuse_special(text)
    st.markdown("There is nothing to refuse: the text spells no special token.")


shell.page(show)
