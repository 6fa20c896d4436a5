"""`ui.chat`: turns are encoded as their template has them, and what they say stays text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe import vocabularies
from tests.strategies import any_text
from ui.chat import TEMPLATES, Turn, answer_row, cost_in_words, turn_row
from ui.token_rows import text_row
from ui.token_view import unpacked

ALL = pytest.mark.parametrize("template", TEMPLATES.values(), ids=TEMPLATES)


def ids_of(row):
    return [
        i
        for run in row["runs"]
        for i in ([run["id"]] if run["special"] else unpacked(run["ids"]).tolist())
    ]


def text_of(row):
    return "".join(run["text"] for run in row["runs"])


@ALL
def test_a_harmless_conversation_is_the_encoding_of_its_text(template):
    tok = vocabularies.load(template.vocabulary)
    rows = [turn_row(tok, template, turn) for turn in template.first]
    rows.append(answer_row(tok, template))
    together = "".join(map(text_of, rows))
    assert [i for row in rows for i in ids_of(row)] == tok.encode(together, "all")
    assert all(row["total"] == len(ids_of(row)) for row in rows)


def test_templates_are_spelled_as_published():
    turn = Turn("user", "Hi")
    harmony, chatml = TEMPLATES.values()
    spelled = {
        "o200k_harmony": "<|start|>user<|message|>Hi<|end|>",
        "qwen": "<|im_start|>user\nHi<|im_end|>\n",
    }
    for template in (harmony, chatml):
        row = turn_row(vocabularies.load(template.vocabulary), template, turn)
        assert text_of(row) == spelled[template.vocabulary]
    row = turn_row(vocabularies.load("o200k_harmony"), harmony, Turn("assistant", "Hi"))
    assert text_of(row) == "<|start|>assistant<|channel|>final<|message|>Hi<|end|>"


@ALL
def test_nobody_types_a_special_token(template):
    tok = vocabularies.load(template.vocabulary)
    row = turn_row(tok, template, Turn("user", template.trick))
    fair = turn_row(tok, template, Turn("user", "Hi"))
    count = [sum(run["special"] for run in some["runs"]) for some in (row, fair)]
    assert count[0] == count[1]
    typed = text_row(tok, "typed", template.trick)
    sent = text_row(tok, "sent", template.trick, "all")
    assert not any(run["special"] for run in typed["runs"])
    assert ids_of(sent) == tok.encode(template.trick, "all")
    assert sent["total"] - sent["content"] == sum(run["special"] for run in sent["runs"]) > 1


@given(st.sampled_from(list(TEMPLATES.values())), any_text)
def test_any_content_is_there_byte_for_byte(template, content):
    tok = vocabularies.load(template.vocabulary)
    row = turn_row(tok, template, Turn("user", content))
    assert tok.normalize(content) in text_of(row)
    for run in row["runs"]:
        if not run["special"]:
            assert unpacked(run["ends"])[-1] == len(run["text"].encode())
            assert len(run["pieces"]) == len(unpacked(run["ids"]))


def test_the_cost_in_words():
    rows = [{"total": 9, "content": 5}, {"total": 1, "content": 0}]
    assert cost_in_words(rows) == "10 tokens: 5 of content, 5 of the template (50%)"
