"""Merge by Merge: see how byte-pair-encoding tokenizers learn, encode, and what they cost."""

import streamlit as st

from ui import shell

st.set_page_config(page_title="Merge by Merge", layout="wide")

shell.run(
    [
        st.Page("pages/train.py", title="Train", default=True),
        st.Page("pages/tokens.py", title="Tokens"),
        st.Page("pages/curves.py", title="Curves"),
        st.Page("pages/orders.py", title="Orders"),
        st.Page("pages/languages.py", title="Languages"),
        st.Page("pages/cost.py", title="Cost"),
        st.Page("pages/compare.py", title="Compare"),
        st.Page("pages/chat.py", title="Chat"),
        st.Page("pages/failures.py", title="Failures"),
        st.Page("pages/lab.py", title="Lab"),
        st.Page("pages/checks.py", title="Checks"),
    ]
)
