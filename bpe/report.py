"""The token report: whose text made the vocabulary, and what it costs whom.

Two vocabularies are learned by the book (`bpe.reference`): a shared one on the texts of both
languages, and one on the second language only. Both texts are measured with both. The pair is
Korean and English unless two other languages are named.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from bpe import reference
from bpe.samples import SHORT_ARTICLES, articles, flag, languages

VOCAB_SIZE = 512
CURVE_SIZES = (256, 320, 384, 512)
Pair = tuple[str, str]
KOREAN_ENGLISH: Pair = ("ko", "en")


def samples(codes: Pair = KOREAN_ENGLISH) -> tuple[str, str]:
    """The same short articles in two languages, by their codes.

    Raises ValueError for an unknown language, the same one twice, or one whose articles are no
    translation.
    """
    known = {language.code for language in languages()}
    for code in codes:
        if code not in known:
            raise ValueError(
                f"no bundled language has the code {code!r}; use two of {', '.join(sorted(known))}"
            )
        if any(flag(code, number) for number in SHORT_ARTICLES):
            raise ValueError(
                f"the articles of {code!r} are no translation of the others, so they cannot be "
                "compared; choose another language"
            )
    if codes[0] == codes[1]:
        raise ValueError(f"{codes[0]!r} is named twice; choose two languages")
    return articles(codes[0], SHORT_ARTICLES), articles(codes[1], SHORT_ARTICLES)


def measure(
    first: str | None = None, second: str | None = None, codes: Pair = KOREAN_ENGLISH
) -> dict:
    """The figures of the report, by name; ratios are under the shared vocabulary.

    The names begin with the codes, as in ``ko_bytes``; the texts are those of `samples` unless
    both are given.
    """
    if first is None or second is None:
        first, second = samples(codes)
    a, b = codes
    texts = {a: first, b: second}
    both = f"{first}\n{second}"
    merges = {
        "shared": reference.train(both, VOCAB_SIZE),
        f"{b}_only": reference.train(second, VOCAB_SIZE),
    }
    ids = {
        (code, rules): reference.encode(texts[code], merges[rules])
        for rules in merges
        for code in codes
    }
    tokens = {f"{code}_tokens_{rules}": len(found) for (code, rules), found in ids.items()}
    sizes = {code: len(reference.to_ids(text)) for code, text in texts.items()}
    return {
        "vocab_size": VOCAB_SIZE,
        f"{a}_chars": len(first),
        f"{a}_bytes": sizes[a],
        f"{b}_chars": len(second),
        f"{b}_bytes": sizes[b],
        **{f"{rules}_rules": len(learned) for rules, learned in merges.items()},
        **tokens,
        **{
            f"{code}_bytes_per_token": sizes[code] / tokens[f"{code}_tokens_shared"]
            for code in codes
        },
        "curve": [
            [size, len(reference.encode(both, merges["shared"][: size - 256]))]
            for size in CURVE_SIZES
        ],
        "roundtrip_ok": all(
            reference.decode(found, merges[rules]) == texts[code]
            for (code, rules), found in ids.items()
        ),
    }


def markdown(figures: Mapping, lang: str = "ko", codes: Pair = KOREAN_ENGLISH) -> str:
    """The report in words, in Korean ("ko") or English ("en").

    Raises ValueError for a report in Korean on languages other than Korean and English.
    """
    _check_words(lang, codes)
    values = {_neutral(name, codes): value for name, value in figures.items()}
    names = {language.code: language.english for language in languages()}
    first, second = (names[code] for code in codes)
    tokens = dict(figures["curve"])
    values |= {
        "first": first,
        "second": second,
        "a_bytes_per_char": values["a_bytes"] / values["a_chars"],
        "b_bytes_per_char": values["b_bytes"] / values["b_chars"],
        "ratio_shared": values["a_tokens_shared"] / values["b_tokens_shared"],
        "ratio_b_only": values["a_tokens_b_only"] / values["b_tokens_b_only"],
        "a_growth": values["a_tokens_b_only"] / values["a_tokens_shared"],
        "b_growth": values["b_tokens_b_only"] / values["b_tokens_shared"],
        "saved": 1 - tokens[VOCAB_SIZE] / tokens[256],
        "rows": "\n".join(f"| {size} | {count:,} |" for size, count in figures["curve"]),
        "roundtrip": _ROUNDTRIP[lang][figures["roundtrip_ok"]],
        "heading": _heading(values["a_tokens_shared"], values["b_tokens_shared"], first, second),
    }
    if lang == "en":
        opening, reason = _KOREAN if codes == KOREAN_ENGLISH else _ANY
        values |= {"opening": opening.format(**values), "reason": reason.format(**values)}
    return _TEXT[lang].format(**values)


def write(folder: str | Path, lang: str = "ko", codes: Pair = KOREAN_ENGLISH) -> dict:
    """Write token_report.json and token_report.md into a folder; returns the figures."""
    _check_words(lang, codes)
    figures = measure(codes=codes)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "token_report.json").write_text(as_json(figures), encoding="utf-8")
    (folder / "token_report.md").write_text(markdown(figures, lang, codes), encoding="utf-8")
    return figures


def as_json(figures: Mapping) -> str:
    """The figures as the text of token_report.json."""
    return json.dumps(figures, ensure_ascii=False, indent=2) + "\n"


def _check_words(lang: str, codes: Pair) -> None:
    if lang == "ko" and codes != KOREAN_ENGLISH:
        raise ValueError(
            f"the report in Korean is about Korean and English, not {' and '.join(codes)}; ask for "
            'it in English ("en")'
        )


def _neutral(name: str, codes: Pair) -> str:
    """The name of a figure with a and b for the two languages."""
    for code, letter in zip(codes, "ab"):
        if name.startswith(f"{code}_"):
            name = letter + name[len(code) :]
    return name.replace(f"tokens_{codes[1]}_only", "tokens_b_only")


def _heading(first_tokens: int, second_tokens: int, first: str, second: str) -> str:
    if first_tokens == second_tokens:
        return "Why both pay the same"
    return f"Why {first if first_tokens > second_tokens else second} pays more"


_ROUNDTRIP = {
    "ko": {True: "네 경우 모두 원문과 똑같이 돌아왔다", False: "원문과 다르게 돌아온 경우가 있다"},
    "en": {True: "all four came back exactly", False: "not all four came back exactly"},
}

_KOREAN = (
    """\
A Korean and an English text that say the same were cut by byte-level BPE, and the tokens counted.
The vocabulary size is {vocab_size}.""",
    """\
A Hangul syllable is three bytes in UTF-8, an English letter one. Korean starts with more bytes for
each character, so it needs more merges to come down. The English-only vocabulary has no merge that
joins Hangul bytes, and Korean stays almost as bytes. Under the shared vocabulary a token carries
{a_bytes_per_token:.2f} bytes of Korean and {b_bytes_per_token:.2f} of English. The cost depends
not on the language alone, but on whose text made the vocabulary.""",
)

_ANY = (
    """\
A text in {first} and one in {second} that say the same were cut by byte-level BPE, and the tokens
counted. The vocabulary size is {vocab_size}.""",
    """\
A character of this text takes {a_bytes_per_char:.2f} bytes of UTF-8 in {first} and
{b_bytes_per_char:.2f} in {second}; in all, {a_bytes:,} and {b_bytes:,}. Whoever starts with more
bytes needs more merges to come down. The other vocabulary has read {second} only, and learned
nothing for {first} but what the two have in common: with it {first} is {a_growth:.2f} times as
many tokens as with the shared one, and {second} {b_growth:.2f} times. Under the shared vocabulary
a token carries {a_bytes_per_token:.2f} bytes of {first} and {b_bytes_per_token:.2f} of {second}.
The cost depends not on the language alone, but on whose text made the vocabulary.""",
)

_TEXT = {
    "ko": """\
# 토큰 보고서

## 무엇을 쟀나

같은 내용의 한국어와 영어 글을 바이트 수준 BPE로 나누고 토큰 수를 셌다. 어휘 크기는
{vocab_size}이다.

| 글 | 글자 | 바이트 | 글자당 바이트 |
| --- | --: | --: | --: |
| 한국어 | {a_chars:,} | {a_bytes:,} | {a_bytes_per_char:.2f} |
| 영어 | {b_chars:,} | {b_bytes:,} | {b_bytes_per_char:.2f} |

어휘는 두 가지로 배웠다. 두 글을 함께 읽은 공용 어휘는 병합 규칙이 {shared_rules}개, 영어만
읽은 어휘는 {b_only_rules}개이다. 두 번 이상 나온 쌍만 병합했다.

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
| 공용 | {a_tokens_shared:,} | {b_tokens_shared:,} | {ratio_shared:.2f} |
| 영어만 | {a_tokens_b_only:,} | {b_tokens_b_only:,} | {ratio_b_only:.2f} |

한글 한 글자는 UTF-8에서 세 바이트이고 영어 글자는 한 바이트이다. 출발점의 바이트 수가 다르므로
규칙을 더 많이 배워야 같은 길이가 된다. 영어만 읽은 어휘에는 한글 바이트를 잇는 규칙이 없어서
한국어가 거의 바이트 그대로 남는다. 공용 어휘에서 토큰 하나에 담긴 바이트는 한국어
{a_bytes_per_token:.2f}, 영어 {b_bytes_per_token:.2f}이다. 비용은 언어의 성질만이 아니라 누구의
글로 어휘를 만들었는지에 달려 있다.

## 바이트 수준이라 안 깨지는 것

모든 글은 바이트이고 256개의 바이트는 처음부터 어휘에 있다. 그래서 처음 보는 글자도 나눌 수
있고, 토큰을 다시 이으면 원래 바이트가 된다. 두 글을 두 어휘로 나누었다가 이어 보니 {roundtrip}.
""",
    "en": """\
# Token report

## What was measured

{opening}

| text | characters | bytes | bytes per character |
| --- | --: | --: | --: |
| {first} | {a_chars:,} | {a_bytes:,} | {a_bytes_per_char:.2f} |
| {second} | {b_chars:,} | {b_bytes:,} | {b_bytes_per_char:.2f} |

Two vocabularies were learned: a shared one from both texts, with {shared_rules} merges, and one
from {second} only, with {b_only_rules}. Only pairs that occur twice or more were merged.

## How a larger vocabulary makes fewer tokens

Both texts together, under the shared vocabulary:

| vocabulary size | tokens |
| --: | --: |
{rows}

That is {saved:.0%} fewer than bytes. The merges learned first are the commonest pairs, so each
further one saves less.

## {heading}

| vocabulary | {first} tokens | {second} tokens | {first} ÷ {second} |
| --- | --: | --: | --: |
| shared | {a_tokens_shared:,} | {b_tokens_shared:,} | {ratio_shared:.2f} |
| {second} only | {a_tokens_b_only:,} | {b_tokens_b_only:,} | {ratio_b_only:.2f} |

{reason}

## What byte level cannot break

Every text is bytes, and all 256 bytes are in the vocabulary from the start. So characters never
seen before can be encoded, and tokens joined again are the same bytes. Both texts, cut with both
vocabularies and joined again: {roundtrip}.
""",
}
