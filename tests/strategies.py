"""Texts to try: few symbols, where runs and ties live, and all that a text may hold."""

from hypothesis import strategies as st

# Two or three symbols of one, two or three bytes; with spaces, so that splits have work.
FEW_SYMBOLS = ("ab", "abc", "a ", "ab ", "aé", "한글", "a1'", "a\n ", "aA\u0301")

texts_of_few = st.sampled_from(FEW_SYMBOLS).flatmap(lambda symbols: st.text(symbols, max_size=40))

# All planes, controls, noncharacters; a lone surrogate has no UTF-8 form.
any_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)

texts = st.one_of(texts_of_few, any_text)

splits = st.sampled_from(
    [None, "gpt2", "cl100k", "cl100k-marks", "o200k", r"\w+|\s", "a*", "(a)(b)?"]
)

tie_breaks = st.sampled_from(["smallest", "first"])
