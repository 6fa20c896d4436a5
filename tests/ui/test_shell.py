"""What is said about bad input: a sentence, with names as they are."""

import pytest
from streamlit.testing.v1 import AppTest


def app(sentence):
    from ui.shell import say

    say(sentence)


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("the text is empty", "The text is empty"),
        ("five.txt: line 1 is no token", "five.txt: line 1 is no token"),
        ("'x' at position 1 is no id", "'x' at position 1 is no id"),
        ("**no** $x$ <b>", "**no** $x$ <b>"),
        ("", ""),
    ],
)
def test_a_sentence_begins_large_and_a_name_stays(sentence, shown):
    test = AppTest.from_function(app, args=(sentence,)).run()
    assert not test.exception
    assert test.text[0].value == shown
