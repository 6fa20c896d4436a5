"""What training and encoding must give, by recounting everything at every step.

`bpe.reference` knows one text and one tie rule; this is the same loop over weighted sequences and
with both rules. It is held equal to `bpe.reference` where the two overlap.
"""

from bpe import reference


def count_pairs(sequences, weights):
    """Every adjacent pair, in the order in which it is met."""
    counts = {}
    for ids, weight in zip(sequences, weights):
        for pair in zip(ids, ids[1:]):
            counts[pair] = counts.get(pair, 0) + weight
    return counts


def choose(counts, tie_break):
    if tie_break == "first":
        return max(counts, key=counts.get)
    return min(counts, key=lambda pair: (-counts[pair], pair))


def train(
    sequences, weights, steps, *, tie_break="smallest", min_pair_count=1, seeds=None, base=256
):
    """Returns (history, ties, sequences): history as (pair, id, count, length)."""
    sequences = [list(ids) for ids in sequences]
    for pair, new_id in (seeds or {}).items():
        sequences = [reference.merge(ids, pair, new_id) for ids in sequences]
    history, ties = [], []
    for new_id in range(base + len(seeds or {}), base + len(seeds or {}) + steps):
        counts = count_pairs(sequences, weights)
        if not counts or max(counts.values()) < min_pair_count:
            break
        pair = choose(counts, tie_break)
        sequences = [reference.merge(ids, pair, new_id) for ids in sequences]
        length = sum(len(ids) * weight for ids, weight in zip(sequences, weights))
        history.append((pair, new_id, counts[pair], length))
        ties.append(sum(count == counts[pair] for count in counts.values()))
    return history, ties, sequences
