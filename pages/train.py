"""Train: a text becomes a vocabulary, merge by merge."""

import streamlit as st

from ui import cached, shell, state, tables
from ui.saving import open_saved, save_trained
from ui.step_player import step_player
from ui.training import Trained
from ui.training_form import settings_form, summary


def show() -> None:
    with st.expander(f"Training on {summary(state.settings())}"), shell.one_sentence():
        wanted = settings_form()
        if wanted is not None:
            state.train(wanted)
            st.rerun()
    trained = shell.trained()
    st.markdown(_headline(trained))
    state.go_to_step(step_player(cached.player(trained), key="player", k=state.step()))
    _merges(trained)
    left, right = st.columns(2)
    with left:
        st.subheader("The longest tokens")
        st.dataframe(tables.longest_tokens(trained), hide_index=True)
    with right:
        save_trained(trained)
        open_saved()


def _headline(trained: Trained) -> str:
    learned, before = len(trained.tok.history), trained.corpus.tokens
    after = trained.tok.history[-1].length if learned else before
    unit = "characters" if trained.settings.words else "bytes"
    return (
        "Training finds the two neighbours that stand side by side most often and makes them one "
        f"token, again and again. Here **{before:,} {unit} became {after:,} tokens**, "
        f"{before / after if after else 0:.2f} {unit} per token, with **{learned:,} of "
        f"{trained.asked:,} merges**: {trained.ending}."
    )


def _merges(trained: Trained) -> None:
    st.subheader("Every merge, in the order learned")
    st.markdown("Choose a row to see the text at that merge.")
    if not trained.has_contests and st.button("Count the ties of every merge"):
        with st.spinner("Counting every pair at every merge"):
            trained.count_contests()
        st.rerun()
    table = cached.merge_table(trained)
    st.dataframe(
        table,
        hide_index=True,
        key=state.MERGE_TABLE,
        on_select=state.go_to_chosen_merge,
        selection_mode="single-row",
    )
    st.download_button("Merges as CSV", lambda: table.to_csv(index=False), "merges.csv", "text/csv")


shell.page(show)
