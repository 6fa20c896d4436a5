"""Texts to start from in the sidebar."""

from bpe.samples import article

_MANY = ("en", "ko", "hi", "ar", "th", "zh-Hans", "yo", "ta")

EXAMPLES = {
    "One article, eight languages": "\n".join(article(code, 3) for code in _MANY),
    "Plain English": article("en", 1),
    "Code": (
        "def merge(ids, pair, new_id):\n    merged = []\n    while ids:\n"
        "        if tuple(ids[:2]) == pair:\n            merged.append(new_id)\n"
        "            ids = ids[2:]\n        else:\n            merged.append(ids[0])\n"
        "            ids = ids[1:]\n    return merged\n"
    ),
    "Numbers": "7, 77, 777, 7777, 77777\n3.14159265\n2026-11-30\n127 + 677 = 804\n",
    "Emoji and accents": (
        "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 \U0001f1f0\U0001f1f7 "
        "\U0001f44d\U0001f3fd\ncafé, cafe\u0301\n\u1ecd\u0300, \u00f2\u0323, o\u0323\u0300\n"
    ),
}

DEFAULT_TEXT = EXAMPLES["One article, eight languages"]
