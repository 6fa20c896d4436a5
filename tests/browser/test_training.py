"""A long training: progress, a way to stop, and what was learned so far."""

import re

# No text that the app takes is trained on for long: here large vocabularies are learned at leisure.
AT_LEISURE = """
import time
from ui.training import Training

steps = Training._steps

def at_leisure(self):
    for merge in steps(self):
        if self.settings.vocab_size > 10_000:
            time.sleep(0.01)
        yield merge

Training._steps = at_leisure
"""


def test_a_long_training_can_be_stopped(changed_app, open_page):
    page = open_page(changed_app(AT_LEISURE))
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
