"""The Korean-English report: its figures by another way, and its words."""

import json
import re

import pytest

from bpe import BPETokenizer, report
from bpe.samples import SAMPLE_EN, SAMPLE_KO, SHORT_ARTICLES, articles, languages

KEYS = [
    "vocab_size",
    "ko_chars",
    "ko_bytes",
    "en_chars",
    "en_bytes",
    "shared_rules",
    "en_only_rules",
    "ko_tokens_shared",
    "en_tokens_shared",
    "ko_tokens_en_only",
    "en_tokens_en_only",
    "ko_bytes_per_token",
    "en_bytes_per_token",
    "curve",
    "roundtrip_ok",
]


@pytest.fixture(scope="module")
def figures():
    return report.measure()


def test_the_figures_are_those_of_the_fast_tokenizer(figures):
    both = f"{SAMPLE_KO}\n{SAMPLE_EN}"
    shared, en_only = BPETokenizer(min_pair_count=2), BPETokenizer(min_pair_count=2)
    shared.train(both, 512)
    en_only.train(SAMPLE_EN, 512)
    tokens = {
        f"{language}_tokens_{name}": len(tok.encode(text))
        for language, text in (("ko", SAMPLE_KO), ("en", SAMPLE_EN))
        for name, tok in (("shared", shared), ("en_only", en_only))
    }
    curve = shared.curve(both).tolist()
    assert list(figures) == KEYS
    assert figures == {
        "vocab_size": 512,
        "ko_chars": len(SAMPLE_KO),
        "ko_bytes": len(SAMPLE_KO.encode()),
        "en_chars": len(SAMPLE_EN),
        "en_bytes": len(SAMPLE_EN),
        "shared_rules": len(shared.merges),
        "en_only_rules": len(en_only.merges),
        **tokens,
        "ko_bytes_per_token": len(SAMPLE_KO.encode()) / tokens["ko_tokens_shared"],
        "en_bytes_per_token": len(SAMPLE_EN) / tokens["en_tokens_shared"],
        "curve": [[size, curve[size - 256]] for size in (256, 320, 384, 512)],
        "roundtrip_ok": True,
    }


def test_korean_costs_more_and_most_where_only_english_was_read(figures):
    assert figures["ko_tokens_shared"] > figures["en_tokens_shared"]
    assert figures["ko_tokens_en_only"] > 2 * figures["ko_tokens_shared"]
    assert figures["en_tokens_en_only"] < figures["en_tokens_shared"]


def test_the_figures_of_other_texts():
    figures = report.measure("가가", "aa")
    assert figures["shared_rules"] == 2
    assert figures["en_only_rules"] == 0
    assert figures["curve"] == [[256, 9], [320, 5], [384, 5], [512, 5]]
    assert figures["roundtrip_ok"] is True


@pytest.mark.parametrize(
    ("lang", "sections"),
    [
        (
            "ko",
            [
                "무엇을 쟀나",
                "어휘를 키우면 토큰이 어떻게 줄었나",
                "한국어가 손해를 보는 이유",
                "바이트 수준이라 안 깨지는 것",
            ],
        ),
        (
            "en",
            [
                "What was measured",
                "How a larger vocabulary makes fewer tokens",
                "Why Korean pays more",
                "What byte level cannot break",
            ],
        ),
    ],
)
def test_the_words_have_four_sections_and_the_figures(figures, lang, sections):
    text = report.markdown(figures, lang)
    assert re.findall(r"^## (.*)$", text, re.MULTILINE) == sections
    assert "{" not in text
    plain = text.replace(",", "")
    for name, value in figures.items():
        if name.endswith("_per_token"):
            assert f"{value:.2f}" in plain
        elif name not in {"curve", "roundtrip_ok"}:
            assert re.search(rf"\b{value}(?!\d)", plain), name
    for size, count in figures["curve"]:
        assert f"| {size} | {count} |" in plain


def test_a_failed_round_trip_is_not_hidden(figures):
    broken = figures | {"roundtrip_ok": False}
    assert "not all four" in report.markdown(broken, "en")
    assert report.markdown(broken) != report.markdown(figures)


@pytest.mark.parametrize("codes", [("en", "ko"), ("fr", "zh-Hans"), ("ar", "yo")])
def test_any_two_languages(codes):
    a, b = codes
    figures = report.measure(codes=codes)
    names = {"ko": a, "en": b}
    assert list(figures) == [
        re.sub("(?<![a-z])(ko|en)(?=_)", lambda m: names[m[1]], k) for k in KEYS
    ]
    shared = BPETokenizer(min_pair_count=2)
    shared.train("\n".join(articles(code, SHORT_ARTICLES) for code in codes), 512)
    for code in codes:
        ids = shared.encode(articles(code, SHORT_ARTICLES))
        assert figures[f"{code}_tokens_shared"] == len(ids)
    text = report.markdown(figures, "en", codes)
    assert "{" not in text
    dearer = max(codes, key=lambda code: figures[f"{code}_tokens_shared"])
    names = {language.code: language.english for language in languages()}
    assert f"## Why {names[dearer]} pays more" in text


def test_a_korean_report_is_about_korean(figures):
    with pytest.raises(ValueError, match="in English"):
        report.markdown(figures, "ko", ("fr", "en"))


def test_the_files(tmp_path, figures):
    folder = tmp_path / "new" / "folder"
    assert report.write(folder) == figures
    assert json.loads((folder / "token_report.json").read_text("utf-8")) == figures
    assert (folder / "token_report.md").read_text("utf-8") == report.markdown(figures)
    assert sorted(path.name for path in folder.iterdir()) == [
        "token_report.json",
        "token_report.md",
    ]
