"""What texts cost, as tables: prices that the visitor may change, models, and languages."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from bpe.parallel import Rung
from bpe.price import Attention, Rate, fitting, share_of_window
from ui.kept_table import Rows
from ui.ladder import RATIO, english_of, named, title

# Model, vocabulary, money for a million tokens read and written, since when, where it was found.
PRICES: Rows = [
    ["GPT-4", "cl100k_base", 30.0, 60.0, "March 2023", "openai.com/api/pricing"],
    ["GPT-3.5 Turbo", "cl100k_base", 0.5, 1.5, "March 2025", "openai.com/api/pricing"],
    ["GPT-4o", "o200k_base", 2.5, 10.0, "March 2025", "openai.com/api/pricing"],
    ["GPT-4o mini", "o200k_base", 0.15, 0.6, "March 2025", "openai.com/api/pricing"],
    ["GPT-5", "o200k_base", 1.25, 10.0, "August 2025", "openai.com/api/pricing"],
    [
        "DeepSeek chat",
        "deepseek",
        0.56,
        1.68,
        "September 2025",
        "api-docs.deepseek.com/quick_start/pricing",
    ],
]
# From the configuration files that the models are published with; values of 16 bits.
MODELS = {
    "GPT-2 small": Attention(12, 12, 64, 2),
    "Qwen2.5 7B": Attention(28, 4, 128, 2),
    "Qwen2 72B": Attention(80, 8, 128, 2),
    "Mistral NeMo 12B": Attention(40, 8, 128, 2),
    "gpt-oss-20b, if no layer forgets": Attention(24, 8, 64, 2),
    "gpt-oss-120b, if no layer forgets": Attention(36, 8, 64, 2),
}
REQUEST, THOUSAND, MONTH = "dollars a request", "dollars a thousand requests", "dollars a month"
WINDOW, CACHE, STEPS = "share of the window, %", "key-value cache, MiB", "steps to write it"
WORDS = "words in the budget"
MEASURES = (THOUSAND, REQUEST, MONTH, WINDOW, CACHE, RATIO, WORDS)


@dataclass(frozen=True)
class Plan:
    """What is asked of a model: ``answer`` is the length of the answer, by that of the text;
    ``requests`` are those of a month, ``window`` and ``budget`` are tokens."""

    rate: Rate
    answer: float
    requests: int
    window: int
    attention: Attention
    budget: int

    def of(self, tokens: int) -> dict[str, float]:
        """What a text of so many tokens costs, by name: all but the words."""
        written = tokens * self.answer
        money = self.rate.of(tokens, written)
        return {
            REQUEST: money,
            THOUSAND: 1_000 * money,
            MONTH: self.requests * money,
            WINDOW: 100 * share_of_window(tokens + written, self.window),
            CACHE: self.attention.cache(tokens + written) / 2**20,
            STEPS: written,
        }


def rate_of(rows: Rows, model: str) -> Rate:
    """The prices of a model in the table; ValueError where one of them is missing or negative."""
    _, _, *prices = next(row for row in rows if row[0] == model)[:4]
    if not all(isinstance(price, int | float) and price >= 0 for price in prices):
        raise ValueError(f"a price of {model!r} is missing or negative; write it into the table")
    return Rate(*prices)


def models_in(rows: Rows) -> list[str]:
    """The models of the table that have a name, each once."""
    return list(dict.fromkeys(row[0] for row in rows if row[0]))


def vocabulary_of(rows: Rows, model: str) -> str | None:
    """The vocabulary that the table names for a model."""
    return next(row[1] for row in rows if row[0] == model)


def by_language(rungs: Sequence[Rung], plan: Plan) -> pd.DataFrame:
    """What the same meaning costs in each language: a column for each of `MEASURES`, and those
    that charts want; words only where the script has them."""
    english = english_of(rungs).counts.tokens
    return pd.DataFrame(
        [
            {
                "code": rung.code,
                "language": title(rung.code),
                "script": named(rung.code).script,
                "direction": named(rung.code).direction,
                "tokens": rung.counts.tokens,
                "bytes": rung.counts.bytes,
                **plan.of(rung.counts.tokens),
                RATIO: rung.counts.tokens / english,
                WORDS: fitting(plan.budget, rung.counts.tokens, rung.words) if rung.words else None,
            }
            for rung in rungs
        ]
    )


def ranked(table: pd.DataFrame, measure: str) -> pd.DataFrame:
    """The rows that have a measure, the worst off first, with it as ``value``."""
    found = table.assign(value=table[measure].astype(float)).dropna(subset=["value"])
    ascending = [measure == WORDS, True]
    return found.sort_values(["value", "code"], ascending=ascending, ignore_index=True)
