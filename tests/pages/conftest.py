"""Pages as a visitor meets them, without a browser."""

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

APP = Path(__file__).parents[2] / "app.py"

# Every one of these has broken some page of some app: markup, markdown, formulas, special tokens,
# controls, direction, combining marks, and nothing but one character many times.
HOSTILE = {
    "markup": "<script>alert(1)</script><style>*{display:none}</style>&amp;",
    "markdown": "# x\n[a](b) **c** $$d$$ `e` :red[f] | g |",
    "special tokens": "<|endoftext|><|im_start|>",
    "controls": "a\0b\x07\x1b[31m\u202eabc\u202c\ufeff",
    "marks": "\u0301\u0323\u093f\u200d\u200d",
    "right to left": "שלום עולם، السلام عليكم",
    "one character": "x",
    "runs": "a" * 20_000,
    "line ends": "a\r\nb\rc\n\n\n",
}


@pytest.fixture
def app() -> AppTest:
    """The app on its first page."""
    return AppTest.from_file(str(APP), default_timeout=60).run()


@pytest.fixture
def open_page(app):
    """Open a page by its file's name."""

    def opened(name: str) -> AppTest:
        return app.switch_page(f"pages/{name}.py").run()

    return opened


def sentences(app: AppTest) -> list[str]:
    """What the page says in plain text, sentences about bad input among it."""
    return [element.value for element in app.text]


def widget(app: AppTest, kind: str, label: str):
    """The widget of a kind with this label."""
    return next(element for element in getattr(app, kind) if element.label == label)
