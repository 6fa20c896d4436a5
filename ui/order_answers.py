"""Why tests do not catch a wrong way of encoding: what each curve of the Orders page answers."""

from bpe.wrong_ways import FORGOTTEN, IN_TEXT, LONGEST, MISMATCHED
from ui.order_measures import LONG_CHUNK

# What the measures are drawn across.
ACROSS = {
    "By length of the text": "characters in the text",
    "By length of the chunk": f"bytes in the chunk ({LONG_CHUNK}: or more)",
    "By vocabulary size": "vocabulary size",
    "By language": "language",
}

_FREQUENCY = {
    "By length of the text": (
        "A test that encodes a word or a short sentence passes almost always: nothing in it occurs "
        "twice. A split keeps every chunk that short, whatever the text, and so hides the mistake."
    ),
    "By length of the chunk": (
        "No chunk of fewer than four bytes can differ: the later rule must fit twice. Words are "
        "mostly short, and so the mistake waits in the long ones."
    ),
    "By vocabulary size": (
        "More merges are more rules that want the same token. On the text that it learned from, in "
        "one piece, a tokenizer hides the mistake best: there the frequent is what was learned."
    ),
    "By language": (
        "The same ten articles. Where few merges apply, few can be in each other's way: a language "
        "that the vocabulary hardly knows shows no mistake, because it shows no merges."
    ),
}
_OTHERS = {
    IN_TEXT: (
        "Counts of the whole text decide, so a split hides nothing, and even a chunk of three "
        "bytes can differ. But a test of one word counts in that word alone, and passes; and on "
        "the text that was learned from, the frequent is what was learned."
    ),
    "reverse": (
        "What was learned last goes first, and takes letters away from what was learned before. "
        "Many words differ by themselves, so a test that compares the ids of a sentence catches it."
    ),
    "left_to_right": (
        "What stands first goes first, whatever its rank. Many words differ by themselves, so a "
        "test that compares the ids of a sentence catches it."
    ),
    LONGEST: (
        "The longest token that fits is mostly the one that the merges make, so most words agree. "
        "A word that differs does so wherever it stands: a test needs one, not a long text."
    ),
    FORGOTTEN: (
        "Only texts that need the forgotten merge differ: a test without it passes, and the rarer "
        "the merge, the longer nobody notices. At sizes before it was learned, nothing is missing."
    ),
    MISMATCHED: (
        "Other merges give other ids almost everywhere. A test that compares ids catches it at "
        "once; one that encodes and decodes with the same wrong merges never does."
    ),
}


def answer(measure: str, kind: str) -> str:
    """What one of the measures shows of a kind of way, in two or three sentences."""
    return _FREQUENCY[measure] if kind == "frequency" else _OTHERS[kind]
