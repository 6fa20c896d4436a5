"""The Train page: every control, and what cannot be trained on."""

import pytest

from tests.pages.conftest import HOSTILE, sentences, widget


def headline(app) -> str:
    return next(m.value for m in app.markdown if "Training finds" in m.value)


def press_train(app):
    return widget(app, "button", "Train").click().run()


def train_on(app, text: str, **numbers):
    widget(app, "radio", "Text to learn from").set_value("Pasted text").run()
    widget(app, "text_area", "Paste it here").set_value(text)
    for label, value in numbers.items():
        widget(app, "number_input", label.replace("_", " ")).set_value(value)
    return press_train(app)


def merges(app):
    return next(frame.value for frame in app.dataframe if "rank" in frame.value)


def test_it_shows_a_training_before_anything_is_clicked(app):
    assert not app.exception
    assert "300 of 300 merges" in headline(app)
    assert len(merges(app)) == 300


def test_the_table_of_merges_is_the_training(app):
    train_on(app, "aaabdaaabac", Vocabulary_size=259)
    table = merges(app)
    assert table["pair"].tolist() == ["a + a", "a + b", "aa + ab"]
    assert table["count"].tolist() == [4, 2, 2]
    assert table["tied"].tolist() == [1, 2, 1]
    assert table["new id"].tolist() == [256, 257, 258]
    assert table["tokens left"].tolist() == [9, 7, 5]
    assert table["bytes"].tolist() == ["61 61", "61 62", "61 61 61 62"]
    assert "11 bytes became 5 tokens" in headline(app)


def test_the_tie_rule_decides(app):
    widget(app, "radio", "Equally common pairs: what wins").set_value("first")
    train_on(app, "zyzyabab", Vocabulary_size=257)
    assert merges(app)["pair"].tolist() == ["z + y"]


def test_training_ends_when_no_pair_is_common_enough(app):
    train_on(app, "abcdabcd", Vocabulary_size=999, Stop_below_this_count=2)
    assert "no pair is left that occurs 2 times" in headline(app)


def test_words_of_characters(app):
    widget(app, "selectbox", "Split into chunks").set_value("words of characters with an end mark")
    train_on(app, "low low lower", Vocabulary_size=10)
    assert merges(app)["token"].tolist()[:2] == ["lo", "low"]


def test_seed_pieces_come_first(app):
    widget(app, "text_area", "Pieces to start with, one a line").set_value(" at\n how")
    train_on(app, "see all these things", Vocabulary_size=262)
    assert merges(app)["rank"].tolist() == [5]


def test_a_regex_of_ones_own(app):
    widget(app, "selectbox", "Split into chunks").set_value("a regex of your own").run()
    widget(app, "text_input", "Regex").set_value(r"\w|\W")
    train_on(app, "abab", Vocabulary_size=300)
    assert "0 of 44 merges" in headline(app)


@pytest.mark.parametrize(
    ("text", "numbers", "said"),
    [
        ("", {}, "text is empty"),
        ("abc", {"Vocabulary_size": 100}, "vocabulary size is 100"),
        ("abc", {"Vocabulary_size": 10**9}, "at most"),
    ],
)
def test_bad_input_is_one_sentence_and_the_picture_stays(app, text, numbers, said):
    train_on(app, text, **numbers)
    assert any(said in sentence for sentence in sentences(app))
    assert "300 of 300 merges" in headline(app)


def test_an_invalid_regex_is_named_with_its_position(app):
    widget(app, "selectbox", "Split into chunks").set_value("a regex of your own").run()
    widget(app, "text_input", "Regex").set_value("a(b")
    press_train(app)
    assert any("position" in sentence for sentence in sentences(app))
    assert "300 of 300 merges" in headline(app)


def test_what_fails_while_learning_leaves_the_training_before(app):
    widget(app, "selectbox", "Split into chunks").set_value("words of characters with an end mark")
    train_on(app, "low lower", Vocabulary_size=3)
    assert any("vocabulary size is 3" in sentence for sentence in sentences(app))
    assert "300 of 300 merges" in headline(app)


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_trains(app, text):
    train_on(app, text)
    assert not app.exception
    assert "Training finds" in headline(app)
