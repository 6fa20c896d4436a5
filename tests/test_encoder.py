"""Encoding by rank, at every vocabulary size, against merging one rule after the other."""

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bpe.corpus import weigh
from bpe.encoder import (
    NEVER,
    MergeTable,
    closings_in_text,
    closings_of,
    curve,
    encode_chunk,
    tokens_at,
)
from bpe.segmentation import joined
from tests.sequences import by_rule, corpus_of, merges, weighted_sequences
from tests.strategies import splits, texts_of_few


@settings(max_examples=300)
@given(weighted_sequences, merges)
@example(([[0] * 9], [1]), {(0, 0): 256, (0, 256): 257, (256, 256): 258})
@example(([[0, 1, 0, 1, 0]], [2]), {(0, 1): 256, (256, 0): 257, (256, 256): 258})
def test_one_replay_holds_every_size(weighted, merges):
    sequences, weights = weighted
    corpus, table = corpus_of(sequences, weights), MergeTable.of_merges(merges, 256)
    closings = closings_of(corpus, table)
    lengths = []
    for size in range(256, 257 + len(merges)):
        encoded = [by_rule(ids, merges, size) for ids in sequences]
        ids, symbols = tokens_at(corpus, closings, size)
        assert ids.tolist() == [token for ids in encoded for token in ids]
        assert symbols.tolist() == table.lengths[ids].tolist()
        lengths.append(sum(len(ids) * weight for ids, weight in zip(encoded, weights)))
    assert curve(corpus, closings, table).tolist() == lengths


@settings(max_examples=300)
@given(st.lists(st.integers(0, 2), max_size=30), merges)
def test_a_chunk_is_encoded_as_by_replay(ids, merges):
    table = MergeTable.of_merges(merges, 256)
    assert encode_chunk(ids, table.by_pair) == by_rule(ids, merges, NEVER)


@given(st.lists(texts_of_few, max_size=4), splits, merges)
def test_closings_lie_as_the_text_does(documents, split, merges):
    corpus, table = weigh(documents, split), MergeTable.of_merges(merges, 256)
    closings = closings_in_text(corpus, closings_of(corpus, table))
    boundaries = []
    for i in corpus.occurrences.tolist():
        alone = corpus_of([corpus.spell(i)], [1])
        boundaries.extend(closings_of(alone, table)[:-1].tolist())
    assert closings.tolist() == boundaries


@given(merges, st.integers(256, 280))
def test_a_truncated_table_is_that_of_the_first_merges(merges, size):
    table = MergeTable.of_merges(merges, 256).truncated(size)
    first = {pair: new_id for pair, new_id in merges.items() if new_id < size}
    assert table.by_pair == first
    assert table.size == max(256 + len(first), min(size, 256 + len(merges)))


@given(merges)
def test_rows_find_the_pairs_that_merge(merges):
    table = MergeTable.of_merges(merges, 256)
    some = [-257, -1, 0, 1, 2, 255, *range(256, 256 + len(merges))]
    lefts, rights = (part.ravel() for part in np.meshgrid(np.array(some), np.array(some)))
    rows = table.rows(joined(lefts, rights))
    for left, right, row in zip(lefts.tolist(), rights.tolist(), rows.tolist()):
        made = merges.get((left, right))
        assert row == (-1 if made is None else made - 256)


@given(merges)
def test_no_id_of_a_generation_is_made_of_another(merges):
    table = MergeTable.of_merges(merges, 256)
    firsts = table.generations.tolist()
    for first, end in zip(firsts, [*firsts[1:], table.size]):
        assert all(half < first for pair in list(merges)[first - 256 : end - 256] for half in pair)
        assert end == table.size or any(half >= first for half in list(merges)[end - 256])


def test_rules_go_by_rank_and_not_by_local_frequency():
    table = MergeTable.of_merges({(97, 98): 256, (98, 99): 257}, 256)
    assert encode_chunk(list(b"abc.bc.bc"), table.by_pair) == [256, 99, 46, 257, 46, 257]


def test_a_long_run_takes_few_passes():
    merges = {(97, 97): 256} | {(new_id, new_id): new_id + 1 for new_id in range(256, 272)}
    corpus, table = weigh("a" * 1_000_000), MergeTable.of_merges(merges, 256)
    ids, lengths = tokens_at(corpus, closings_of(corpus, table), NEVER)
    assert lengths.tolist() == [1 << 17] * 7 + [1 << 16, 1 << 14, 1 << 9, 1 << 6]
    assert ids.tolist() == [272] * 7 + [271, 269, 264, 261]
