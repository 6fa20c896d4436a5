"""The token report: whose text made the vocabulary, and what it costs whom.

Two vocabularies are learned by the book (`bpe.reference`): a shared one on both samples, and an
English-only one. Both samples are measured with both.
"""

import json
from pathlib import Path

from bpe import reference
from bpe.samples import SAMPLE_EN, SAMPLE_KO

VOCAB_SIZE = 512
CURVE_SIZES = (256, 320, 384, 512)


def measure(ko: str = SAMPLE_KO, en: str = SAMPLE_EN) -> dict:
    """The figures of the report, by name; ratios are under the shared vocabulary."""
    both = f"{ko}\n{en}"
    shared = reference.train(both, VOCAB_SIZE)
    en_only = reference.train(en, VOCAB_SIZE)
    ids = {
        (text, rules): reference.encode({"ko": ko, "en": en}[text], merges)
        for rules, merges in (("shared", shared), ("en_only", en_only))
        for text in ("ko", "en")
    }
    tokens = {f"{text}_tokens_{rules}": len(found) for (text, rules), found in ids.items()}
    ko_bytes, en_bytes = len(reference.to_ids(ko)), len(reference.to_ids(en))
    return {
        "vocab_size": VOCAB_SIZE,
        "ko_chars": len(ko),
        "ko_bytes": ko_bytes,
        "en_chars": len(en),
        "en_bytes": en_bytes,
        "shared_rules": len(shared),
        "en_only_rules": len(en_only),
        **tokens,
        "ko_bytes_per_token": ko_bytes / tokens["ko_tokens_shared"],
        "en_bytes_per_token": en_bytes / tokens["en_tokens_shared"],
        "curve": [
            [size, len(reference.encode(both, shared[: size - 256]))] for size in CURVE_SIZES
        ],
        "roundtrip_ok": all(
            reference.decode(found, shared if rules == "shared" else en_only)
            == {"ko": ko, "en": en}[text]
            for (text, rules), found in ids.items()
        ),
    }


def markdown(figures: dict, lang: str = "ko") -> str:
    """The report in words, in Korean ("ko") or English ("en")."""
    tokens = dict(figures["curve"])
    values = figures | {
        "ko_bytes_per_char": figures["ko_bytes"] / figures["ko_chars"],
        "en_bytes_per_char": figures["en_bytes"] / figures["en_chars"],
        "ratio_shared": figures["ko_tokens_shared"] / figures["en_tokens_shared"],
        "ratio_en_only": figures["ko_tokens_en_only"] / figures["en_tokens_en_only"],
        "saved": 1 - tokens[VOCAB_SIZE] / tokens[256],
        "rows": "\n".join(f"| {size} | {count:,} |" for size, count in figures["curve"]),
        "roundtrip": _ROUNDTRIP[lang][figures["roundtrip_ok"]],
    }
    return _TEXT[lang].format(**values)


def write(folder: str | Path, lang: str = "ko") -> dict:
    """Write token_report.json and token_report.md into a folder; returns the figures."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    figures = measure()
    data = json.dumps(figures, ensure_ascii=False, indent=2)
    (folder / "token_report.json").write_text(data + "\n", encoding="utf-8")
    (folder / "token_report.md").write_text(markdown(figures, lang), encoding="utf-8")
    return figures


_ROUNDTRIP = {
    "ko": {True: "네 경우 모두 원문과 똑같이 돌아왔다", False: "원문과 다르게 돌아온 경우가 있다"},
    "en": {True: "all four came back exactly", False: "not all four came back exactly"},
}

_TEXT = {
    "ko": """\
# 토큰 보고서

## 무엇을 쟀나

같은 내용의 한국어와 영어 글을 바이트 수준 BPE로 나누고 토큰 수를 셌다. 어휘 크기는
{vocab_size}이다.

| 글 | 글자 | 바이트 | 글자당 바이트 |
| --- | --: | --: | --: |
| 한국어 | {ko_chars:,} | {ko_bytes:,} | {ko_bytes_per_char:.2f} |
| 영어 | {en_chars:,} | {en_bytes:,} | {en_bytes_per_char:.2f} |

어휘는 두 가지로 배웠다. 두 글을 함께 읽은 공용 어휘는 병합 규칙이 {shared_rules}개, 영어만
읽은 어휘는 {en_only_rules}개이다. 두 번 이상 나온 쌍만 병합했다.

## 어휘를 키우면 토큰이 어떻게 줄었나

두 글을 이은 전체를 공용 어휘로 나눈 토큰 수이다.

| 어휘 크기 | 토큰 |
| --: | --: |
{rows}

바이트 그대로일 때보다 {saved:.0%} 줄었다. 먼저 배운 규칙일수록 자주 나오는 쌍이라서, 어휘를
키울수록 규칙 하나가 줄이는 토큰은 적어진다.

## 한국어가 손해를 보는 이유

| 어휘 | 한국어 토큰 | 영어 토큰 | 한국어 ÷ 영어 |
| --- | --: | --: | --: |
| 공용 | {ko_tokens_shared:,} | {en_tokens_shared:,} | {ratio_shared:.2f} |
| 영어만 | {ko_tokens_en_only:,} | {en_tokens_en_only:,} | {ratio_en_only:.2f} |

한글 한 글자는 UTF-8에서 세 바이트이고 영어 글자는 한 바이트이다. 출발점의 바이트 수가 다르므로
규칙을 더 많이 배워야 같은 길이가 된다. 영어만 읽은 어휘에는 한글 바이트를 잇는 규칙이 없어서
한국어가 거의 바이트 그대로 남는다. 공용 어휘에서 토큰 하나에 담긴 바이트는 한국어
{ko_bytes_per_token:.2f}, 영어 {en_bytes_per_token:.2f}이다. 비용은 언어의 성질만이 아니라 누구의
글로 어휘를 만들었는지에 달려 있다.

## 바이트 수준이라 안 깨지는 것

모든 글은 바이트이고 256개의 바이트는 처음부터 어휘에 있다. 그래서 처음 보는 글자도 나눌 수
있고, 토큰을 다시 이으면 원래 바이트가 된다. 두 글을 두 어휘로 나누었다가 이어 보니 {roundtrip}.
""",
    "en": """\
# Token report

## What was measured

A Korean and an English text that say the same were cut by byte-level BPE, and the tokens counted.
The vocabulary size is {vocab_size}.

| text | characters | bytes | bytes per character |
| --- | --: | --: | --: |
| Korean | {ko_chars:,} | {ko_bytes:,} | {ko_bytes_per_char:.2f} |
| English | {en_chars:,} | {en_bytes:,} | {en_bytes_per_char:.2f} |

Two vocabularies were learned: a shared one from both texts, with {shared_rules} merges, and one
from English only, with {en_only_rules}. Only pairs that occur twice or more were merged.

## How a larger vocabulary makes fewer tokens

Both texts together, under the shared vocabulary:

| vocabulary size | tokens |
| --: | --: |
{rows}

That is {saved:.0%} fewer than bytes. The merges learned first are the commonest pairs, so each
further one saves less.

## Why Korean pays more

| vocabulary | Korean tokens | English tokens | Korean ÷ English |
| --- | --: | --: | --: |
| shared | {ko_tokens_shared:,} | {en_tokens_shared:,} | {ratio_shared:.2f} |
| English only | {ko_tokens_en_only:,} | {en_tokens_en_only:,} | {ratio_en_only:.2f} |

A Hangul syllable is three bytes in UTF-8, an English letter one. Korean starts with more bytes for
each character, so it needs more merges to come down. The English-only vocabulary has no merge that
joins Hangul bytes, and Korean stays almost as bytes. Under the shared vocabulary a token carries
{ko_bytes_per_token:.2f} bytes of Korean and {en_bytes_per_token:.2f} of English. The cost depends
not on the language alone, but on whose text made the vocabulary.

## What byte level cannot break

Every text is bytes, and all 256 bytes are in the vocabulary from the start. So characters never
seen before can be encoded, and tokens joined again are the same bytes. Both texts, cut with both
vocabularies and joined again: {roundtrip}.
""",
}
