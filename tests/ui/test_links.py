"""Links bring back exactly what went in, or say that they are damaged."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.links import packed, unpacked

VALUES = st.none() | st.booleans() | st.integers() | st.text()


@given(st.dictionaries(st.text(), VALUES | st.lists(VALUES)))
def test_what_goes_in_comes_out(state):
    word = packed(state)
    assert word.replace("-", "").replace("_", "").isalnum()
    assert unpacked(word) == state


@given(st.text(max_size=40), st.data())
def test_a_damaged_link_says_so(text, data):
    word = packed({"text": text})
    cut = data.draw(st.integers(0, len(word) - 1))
    for damaged in (word[:cut], word[:cut] + "~" + word[cut + 1 :]):
        with pytest.raises(ValueError, match="damaged"):
            unpacked(damaged)
