"""A long training: progress, a way to stop, and what was learned so far."""

import re


def test_a_long_training_can_be_stopped(app, open_page):
    page = open_page(app)
    page.get_by_text("Training on").click()
    page.get_by_label("Which").click()
    page.get_by_role("option", name="Six novels by Jane Austen").click()
    # Without a split it takes long enough to be stopped.
    page.get_by_label("Split into chunks").click()
    page.get_by_role("option", name="none: the whole text is one sequence").click()
    size = page.get_by_label("Vocabulary size")
    size.fill("49999")
    size.press("Enter")
    page.get_by_role("button", name="Train", exact=True).click()
    page.get_by_text(re.compile(r"Learning: [\d,]+ of 49,743 merges")).wait_for()
    page.get_by_role("button", name="Stop and use what has been learned").dispatch_event("click")
    page.get_by_text("you stopped it").wait_for()
    page.get_by_text("Count the ties of every merge").wait_for()
