"""`ui.lab`: tables of what the functions of the reference do."""

import pytest

from bpe import reference
from bpe.samples import SAMPLE_EN, SAMPLE_KO, article
from ui import lab


def test_bytes():
    table = lab.bytes_table("aé")
    assert table["ids"].tolist() == ["97", "195, 169"]
    assert table["bytes"].tolist() == ["61", "C3 A9"]
    assert table["code point"].tolist() == ["U+0061", "U+00E9"]


def test_pairs_in_the_order_in_which_training_chooses():
    table = lab.pairs_table("aaabdaaabac")
    assert table["pair"].tolist()[:2] == ["a + a", "a + b"]
    assert table["count"].tolist()[:2] == [4, 2]
    merges = reference.train(SAMPLE_EN, 257)
    assert lab.commonest_pairs(SAMPLE_EN)[0][0] == merges[0][0]


def test_merges_and_encoding():
    merges = reference.train("aaabdaaabac", 259)
    assert lab.merges_table(merges)["token"].tolist() == ["aa", "ab", "aaab"]
    table = lab.encoding_table("aaabdaaabac", merges)
    assert table["tokens left"].tolist() == [9, 7, 5]
    assert lab.tokenizer_of(merges).encode("aaab") == reference.encode("aaab", merges)


@pytest.mark.parametrize("written", ["", "x", "255", "1025", "256, x"])
def test_sizes_are_a_list(written):
    with pytest.raises(ValueError, match="write them as 256"):
        lab.sizes_of(written)
    assert lab.sizes_of("256, 300") == [256, 300]


def test_long_texts_are_refused():
    with pytest.raises(ValueError, match="has 4,001 bytes"):
        lab.short("a" * 4001)


def test_the_article_is_cut_as_the_reference_cuts_it():
    rows = lab.article_rows(("ko", "en"), ("Korean", "English"), 3)
    vocabularies = [
        reference.train(f"{SAMPLE_KO}\n{SAMPLE_EN}", 512),
        reference.train(SAMPLE_EN, 512),
    ]
    assert [row["total"] for row in rows] == [
        len(reference.encode(article(code, 3), merges))
        for code in ("ko", "en")
        for merges in vocabularies
    ]


def test_why_training_stopped():
    assert "its 259 ids" in lab.ending(reference.train("aaabdaaabac", 259), 259)
    assert "ends early" in lab.ending(reference.train("ab", 259), 259)


def test_whose_text():
    figures = {
        "shared_rules": 3,
        "en_only_rules": 2,
        "ko_tokens_shared": 4,
        "en_tokens_shared": 2,
        "ko_tokens_en_only": 9,
        "en_tokens_en_only": 3,
    }
    table = lab.whose_table(figures, ("ko", "en"), ("Korean", "English"))
    assert table["ratio"].tolist() == [2.0, 3.0]
    assert table["vocabulary"].tolist() == ["of both texts", "English only"]
