"""Tables of the app, as data frames."""

import pandas as pd

from bpe.pieces import readable
from ui.training import Trained


def merges(trained: Trained, ties: list[int] | None) -> pd.DataFrame:
    """One row a merge that was learned. ``ties`` are the pairs with the winning count, if known."""
    history = trained.tok.history
    vocab = trained.tok.vocab
    pieces = {token: readable(spelling) for token, spelling in vocab.items()}
    first = len(trained.tok.initial_merges)
    symbols = trained.corpus.tokens
    return pd.DataFrame(
        {
            "rank": range(first, first + len(history)),
            "pair": [f"{pieces[left]} + {pieces[right]}" for (left, right), *_ in history],
            "left id": [merge.pair[0] for merge in history],
            "right id": [merge.pair[1] for merge in history],
            "count": [merge.count for merge in history],
            "tied": pd.array([None] * len(history) if ties is None else ties, "Int64"),
            "new id": [merge.id for merge in history],
            "token": [pieces[merge.id] for merge in history],
            "bytes": [vocab[merge.id].hex(" ") for merge in history],
            "tokens left": [merge.length for merge in history],
            "bytes per token": [symbols / merge.length for merge in history],
        }
    )


def longest_tokens(trained: Trained, number: int = 12) -> pd.DataFrame:
    """The learned tokens with the most bytes; of equally long ones, those learned first."""
    vocab = trained.tok.vocab
    learned = sorted((merge.id for merge in trained.tok.history), key=lambda i: -len(vocab[i]))
    return pd.DataFrame(
        {
            "token": [readable(vocab[i]) for i in learned[:number]],
            "length in bytes": [len(vocab[i]) for i in learned[:number]],
            "id": learned[:number],
        }
    )
