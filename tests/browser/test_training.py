"""A long training: progress, a way to stop, and what was learned so far."""

import re

import pytest

from tests.browser.conftest import ROOT, server

# No text that the app takes is trained on for long: here large vocabularies are learned at leisure.
AT_LEISURE = f"""
import runpy
import time
from ui import training

if not hasattr(training, "at_leisure"):
    steps = training.Training._steps

    def at_leisure(self):
        for merge in steps(self):
            if self.settings.vocab_size > 10_000:
                time.sleep(0.01)
            yield merge

    training.at_leisure = training.Training._steps = at_leisure
runpy.run_path({str(ROOT / "app.py")!r}, run_name="__main__")
"""


@pytest.fixture
def slow_app(tmp_path):
    """The address of the app, on a server where a large vocabulary takes minutes."""
    (tmp_path / "pages").symlink_to(ROOT / "pages")
    script = tmp_path / "app.py"
    script.write_text(AT_LEISURE, "utf-8")
    with server(script) as address:
        yield address


def test_a_long_training_can_be_stopped(slow_app, open_page):
    page = open_page(slow_app)
    page.get_by_text("Training on").click()
    page.get_by_label("Which").click()
    page.get_by_role("option", name="Six novels by Jane Austen").click()
    size = page.get_by_label("Vocabulary size")
    size.fill("49999")
    size.press("Enter")
    page.get_by_role("button", name="Train", exact=True).click()
    page.get_by_text(re.compile(r"Learning: [1-9][\d,]* of 49,743 merges")).wait_for()
    page.get_by_role("button", name="Stop and use what has been learned").click()
    page.get_by_text("you stopped it").wait_for()
    page.get_by_text("Every merge, in the order learned").wait_for()
