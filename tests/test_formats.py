"""Every format: what goes in comes out, peers read it with equal ids, and bad files say why."""

import base64
import contextlib
import copy
import hashlib
import json
import os
import subprocess
import sys

import pytest
import regex
import tiktoken
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

from bpe import BPETokenizer, formats, reference
from bpe.alphabets import Characters
from bpe.formats import byte_level, patterns
from bpe.samples import SAMPLE_EN, SAMPLE_KO, articles
from bpe.splitting import PATTERNS
from tests import strategies

TEXT = SAMPLE_EN + "\n" + SAMPLE_KO + "  \n\n\t it's 12345 x\u0301 ١٢٣ <|end|> \r\n don't 🙂👩‍👩‍👧"
CUSTOM = r"\s?\p{L}+|\p{N}{1,2}"


def trained(size=400, text=TEXT, **settings):
    tok = BPETokenizer(**settings)
    tok.train(text, size)
    return tok


def reread(tok, name, **keywords):
    return BPETokenizer.of_record(
        formats.loads(formats.dumps(tok.record(), name), name, **keywords)
    )


def settings_of(tok):
    record = vars(copy.copy(tok.record()))
    table = record.pop("table")
    return record | {
        "names": record["names"].tolist(),
        "rows": [part.tolist() for part in (table.lefts, table.rights, table.ids, table.lengths)],
        "whole": table.whole,
        "ranks": table.priorities.tolist(),
    }


TOKENIZERS = {
    "flat": trained(),
    "gpt2": trained(split="gpt2", special_tokens={"<|end|>": 5000, "<|a b|>": 5002}),
    "cl100k": trained(split="cl100k", tie_break="first", min_pair_count=2),
    "o200k": trained(split="o200k"),
    "deepseek": trained(split="deepseek"),
    "custom": trained(split=CUSTOM, special_tokens={"<|end|>": 5000}),
    "sequence": trained(split=(r"\p{N}", CUSTOM)),
    "characters": trained(size=120, text="low low lower newest", alphabet=Characters()),
    "seeds": trained(initial_merges={(32, 97): 256, (256, 116): 257}, split="gpt2"),
    "untrained": BPETokenizer(),
}


# --- Ours -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOKENIZERS)
def test_ours_keeps_everything(name, tmp_path):
    tok = TOKENIZERS[name]
    tok.save(tmp_path / "a.json")
    again = BPETokenizer.load(tmp_path / "a.json")
    assert settings_of(again) == settings_of(tok)
    assert again.encode("low newest") == tok.encode("low newest")


@settings(deadline=None, max_examples=50)
@given(
    strategies.texts,
    strategies.splits,
    strategies.tie_breaks,
    st.dictionaries(strategies.any_text.filter(len), st.integers(1000, 1 << 30), max_size=3),
)
def test_ours_keeps_any_settings(text, split, tie_break, special):
    tok = BPETokenizer(split=split, tie_break=tie_break)
    tok.train(text, 270)
    tok.special_tokens = dict(zip(special, range(1000, 1010)))
    assert settings_of(reread(tok, "a.json")) == settings_of(tok)


def test_ours_keeps_what_came_from_rank_files():
    numbered = {bytes([i]): 300 - i for i in range(256)}
    numbered |= {b"ab": 400, b"bcd": 401, b"abcd": 402, b"bbb": 500, b"bb": 501}
    data = b"".join(b"%s %d\n" % (base64.b64encode(t), rank) for t, rank in numbered.items())
    tok = BPETokenizer.of_record(formats.loads(data, "x.tiktoken", split="gpt2"))
    again = reread(tok, "a.json")
    assert settings_of(again) == settings_of(tok)
    assert again.encode("abcd bbbbb") == tok.encode("abcd bbbbb")
    assert formats.dumps(again.record(), "x.tiktoken").splitlines() == sorted(
        data.splitlines(), key=lambda line: int(line.split()[1])
    )


def test_a_shorter_one_is_kept_as_it_is():
    tok = TOKENIZERS["seeds"].truncated(257)
    assert reread(tok, "a.json").merges == {(32, 97): 256}


def test_ours_can_be_read_by_people():
    lines = formats.dumps(trained(258, "aaabdaaabac").record(), "a.json").decode().splitlines()
    assert lines[1] == '"format": "merge-by-merge tokenizer",'
    assert "[97, 97, 256, 4, 9]," in lines
    assert "[97, 98, 257, 2, 7]" in lines


CONTENT = json.loads(formats.dumps(TOKENIZERS["cl100k"].record(), "a.json"))


def of_content(change):
    content = copy.deepcopy(CONTENT)
    change(content)
    return formats.loads(json.dumps(content).encode(), "a.json")


@pytest.mark.parametrize("field", CONTENT)
@pytest.mark.parametrize(
    "value", [None, 7, -1, "x", "(", [], {}, [[]], [[1, 2]], True, 1.5, [1], {"a": "b"}, "\ud800"]
)
def test_an_altered_field_is_noticed_and_named(field, value):
    if CONTENT[field] == value and type(CONTENT[field]) is type(value):
        return
    with pytest.raises(ValueError, match=r"^a\.json: .*") as error:
        of_content(lambda content: content.update({field: value}))
    assert field in str(error.value) or "sha256" in str(error.value) or field == "format"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.update(version=2), "newer than this program"),
        (lambda c: c.update(format="other"), "field format is 'other'"),
        (lambda c: c["merges"].pop(), "altered after it was saved"),
        (lambda c: c["merges"][5].__setitem__(3, 1), "altered after it was saved"),
        (lambda c: c["merges"][5].__setitem__(0, 999), r"merges\[5\] uses id 999"),
        (lambda c: c["merges"].insert(5, c["merges"][4]), r"merges\[5\]"),
        (lambda c: c.update(split="(x"), "split.*not a valid regex"),
        (lambda c: c.update(tie_break="random"), "tie_break"),
        (lambda c: c.pop("merges"), "field merges is null"),
    ],
)
def test_what_is_wrong_in_ours_is_said(change, message):
    with pytest.raises(ValueError, match=message):
        of_content(change)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_a_truncated_file_is_refused(data):
    name = data.draw(st.sampled_from(["a.json", "tokenizer.json", "x.tiktoken", "x.model"]))
    content = formats.dumps(TOKENIZERS["gpt2" if name != "x.model" else "cl100k"].record(), name)
    cut = data.draw(st.integers(0, len(content) - 2))
    # Cut at the end of a line, these two formats look whole.
    if name in ("x.tiktoken", "x.model") and b"\n" in (
        content[cut - 1 : cut],
        content[cut : cut + 1],
    ):
        return
    with pytest.raises(ValueError, match=f"^{name}: "):
        formats.loads(content[:cut], name)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_whatever_is_in_a_file_nothing_but_a_value_error_comes_of_it(data):
    name = data.draw(st.sampled_from(["a.json", "tokenizer.json", "x.tiktoken", "x.model"]))
    content = bytearray(formats.dumps(trained(258, "aaabdaaabac", split="gpt2").record(), name))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(content) - 1))
        length = data.draw(st.integers(0, 4))
        content[at : at + length] = data.draw(
            st.one_of(
                st.binary(max_size=4),
                st.sampled_from([b"null", b"-1", b"[]", b'"', b"9", b" ", b"\n"]),
            )
        )
    with contextlib.suppress(ValueError):
        formats.loads(bytes(content), name)


# --- Saving ---------------------------------------------------------------------------------------


def test_a_save_that_fails_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "a.json"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        TOKENIZERS["flat"].save(path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_refusal_leaves_the_old_file(tmp_path):
    path = tmp_path / "x.tiktoken"
    path.write_text("old")
    with pytest.raises(ValueError, match=r"x\.tiktoken cannot hold this tokenizer"):
        TOKENIZERS["characters"].save(path)
    assert path.read_text() == "old"


def test_a_save_keeps_permissions_and_links(tmp_path):
    path, link = tmp_path / "a.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    TOKENIZERS["flat"].save(link)
    assert link.is_symlink()
    assert path.stat().st_mode & 0o777 == 0o640
    assert BPETokenizer.load(path).merges == TOKENIZERS["flat"].merges


def test_a_name_without_a_format_is_refused(tmp_path):
    with pytest.raises(ValueError, match=r"'x\.pkl'; end it in \.json"):
        TOKENIZERS["flat"].save(tmp_path / "x.pkl")


# --- Rank files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["flat", "gpt2", "cl100k", "o200k", "custom", "seeds"])
def test_tiktoken_gives_equal_ids(name):
    tok = TOKENIZERS[name]
    ranks = {
        base64.b64decode(token): int(rank)
        for token, rank in map(bytes.split, formats.dumps(tok.record(), "x.tiktoken").splitlines())
    }
    peer = tiktoken.Encoding(
        "x",
        pat_str=patterns.to_single(tok.split, "tiktoken"),
        mergeable_ranks=ranks,
        special_tokens=tok.special_tokens,
    )
    assert tok.encode(TEXT) == peer.encode(TEXT, disallowed_special=())
    assert tok.encode(TEXT, "all") == peer.encode(TEXT, allowed_special="all")
    again = reread(tok, "x.tiktoken", split=tok.split, special_tokens=tok.special_tokens)
    assert again.merges == tok.merges
    assert again.encode(TEXT, "all") == tok.encode(TEXT, "all")


WHOLE = formats.dumps(TOKENIZERS["flat"].record(), "x.tiktoken").splitlines(keepends=True)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([*WHOLE[:300], b"YWI=\n"], "line 301 is not a token"),
        ([*WHOLE[:300], b"YWI 300\n"], "line 301 is not a token"),
        ([*WHOLE[:300], b"YW*I= 300\n"], "line 301 is not a token"),
        ([*WHOLE[:300], b"YWFhYWE= x\n"], "line 301 is not a token"),
        ([*WHOLE[:300], WHOLE[7]], "line 301 lists the token .* of line 8 again"),
        ([*WHOLE[:300], b"YWFhYWE= 7\n"], "line 301 gives the rank 7 of line 8 again"),
        ([*WHOLE[:300], b"YWFhYWE= 30"], "line 301, the last, breaks off"),
        (WHOLE[1:], "the byte 0x00 is no token"),
        ([*WHOLE[:300], b" 300\n"], "line 301 is not a token"),
        ([b""], "the file is empty"),
    ],
)
def test_the_line_that_is_wrong_in_a_rank_file_is_named(lines, message):
    with pytest.raises(ValueError, match=message):
        formats.loads(b"".join(lines), "x.tiktoken")


def test_two_ids_that_spell_the_same_are_named():
    tok = BPETokenizer(
        initial_merges={(97, 98): 256, (98, 99): 257, (256, 99): 258, (97, 257): 259}
    )
    for name in ("x.tiktoken", "tokenizer.json"):
        with pytest.raises(ValueError, match="ids 258 and 259 both spell b'abc'"):
            formats.dumps(tok.record(), name)
    assert reread(tok, "x.model").merges == tok.merges


def test_merges_that_a_rank_file_would_find_otherwise_are_refused():
    # "abc" is never made here, because "ab" is learned before; tiktoken would make it of "ab", "c".
    tok = BPETokenizer(initial_merges={(97, 98): 256, (98, 99): 257, (97, 257): 258})
    with pytest.raises(ValueError, match=r"id 258 is made of ids 97 and 257 here; .* 256 and 99"):
        formats.dumps(tok.record(), "x.tiktoken")
    written = Tokenizer.from_str(formats.dumps(tok.record(), "tokenizer.json").decode())
    assert written.encode("abc").ids == tok.encode("abc") == [256, 99]


# --- Hugging Face ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in TOKENIZERS if name != "characters"])
@pytest.mark.parametrize("form", [None, "NFC", "NFKD"])
def test_hugging_face_gives_equal_ids(name, form):
    tok = copy.copy(TOKENIZERS[name])
    tok.normalizer = form
    written = formats.dumps(tok.record(), "tokenizer.json")
    peer = Tokenizer.from_str(written.decode())
    for text in (
        TEXT,
        "",
        " ",
        "a",
        "\n \n  ",
        "e\u0301<|end|>\u0301",
        "  x  \n  ",
        "\x00\x1c\x85",
    ):
        assert tok.encode(text, "all") == peer.encode(text).ids
    assert peer.decode(tok.encode(SAMPLE_KO)) == tok.decode(tok.encode(SAMPLE_KO))
    again = reread(tok, "tokenizer.json")
    assert (again.split, again.normalizer) == (tok.split, form)
    assert again.merges == tok.merges
    assert again.special_tokens == tok.special_tokens
    assert again.encode(TEXT, "all") == tok.encode(TEXT, "all")


def of_tokenizers(**parts):
    """A tokenizer trained by Hugging Face."""
    peer = Tokenizer(models.BPE())
    for part, value in parts.items():
        setattr(peer, part, value)
    peer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=600,
        special_tokens=["<|end|>", "<pad>"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    peer.train_from_iterator([articles("en"), articles("ko"), articles("hi")], trainer)
    return peer


def isolated(pattern):
    return pre_tokenizers.Split(Regex(pattern), "isolated")


BYTES_ALONE = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
GPT2 = pre_tokenizers.ByteLevel(add_prefix_space=False)
COVERING = patterns.to_oniguruma("o200k")[0]


@pytest.mark.parametrize(
    ("pre_tokenizer", "split"),
    [
        (BYTES_ALONE, None),
        (GPT2, "gpt2"),
        (pre_tokenizers.Sequence([isolated(CUSTOM), BYTES_ALONE]), CUSTOM),
        (pre_tokenizers.Sequence([isolated(CUSTOM), GPT2]), (CUSTOM, PATTERNS["gpt2"])),
        (
            pre_tokenizers.Sequence([pre_tokenizers.Digits(True), GPT2]),
            (r"\p{N}", PATTERNS["gpt2"]),
        ),
        (pre_tokenizers.Sequence([pre_tokenizers.Digits(False), BYTES_ALONE]), r"\p{N}+"),
        (pre_tokenizers.Sequence([pre_tokenizers.Split("a.b", "isolated"), BYTES_ALONE]), r"a\.b"),
        (
            pre_tokenizers.Sequence(
                [pre_tokenizers.Split(Regex(COVERING), "removed", invert=True), BYTES_ALONE]
            ),
            "o200k",
        ),
    ],
)
@pytest.mark.parametrize("normalizer", [None, normalizers.NFC()])
def test_what_hugging_face_trained_gives_equal_ids_here(pre_tokenizer, split, normalizer):
    peer = of_tokenizers(pre_tokenizer=pre_tokenizer, normalizer=normalizer)
    tok = BPETokenizer.of_record(formats.loads(peer.to_str().encode(), "tokenizer.json"))
    assert tok.split == split
    assert tok.special_tokens == {"<|end|>": 0, "<pad>": 1}
    for text in (TEXT, articles("vi"), "a.ba.b1234"):
        assert tok.encode(text, "all") == peer.encode(text).ids


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ([], None),
        (["NFD", "NFC"], "NFC"),
        (["NFKC", "NFD"], "NFKD"),
        (["NFD", "NFKC"], "NFKC"),
        (["NFKD", "NFC"], "NFKC"),
    ],
)
def test_normal_forms_in_a_row_come_down_to_one(forms, expected):
    def nest(content):
        steps = [{"type": form} for form in forms]
        content["normalizer"] = {"type": "Sequence", "normalizers": steps}

    assert of_hugging_face(nest).normalizer == expected


HUGGING_FACE = json.loads(formats.dumps(TOKENIZERS["gpt2"].record(), "tokenizer.json"))


def of_hugging_face(change):
    content = copy.deepcopy(HUGGING_FACE)
    change(content)
    return formats.loads(json.dumps(content).encode(), "tokenizer.json")


def steps(*members):
    return {"type": "Sequence", "pretokenizers": list(members)}


BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "use_regex": False}


def split_step(pattern="x", **fields):
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated"} | fields


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c["model"].update(type="Unigram"), 'model.type is "Unigram"'),
        (lambda c: c["model"].update(type="WordPiece"), 'model.type is "WordPiece"'),
        (lambda c: c["model"].update(byte_fallback=True), "model.byte_fallback is true"),
        (lambda c: c["model"].update(dropout=0.1), "model.dropout is 0.1"),
        (lambda c: c["model"].update(end_of_word_suffix="</w>"), "model.end_of_word_suffix"),
        (lambda c: c["model"].update(continuing_subword_prefix="##"), "continuing_subword_prefix"),
        (lambda c: c["model"].pop("vocab"), "field model.vocab is missing"),
        (lambda c: c["model"]["vocab"].pop("Ġ"), "lacks the byte 0x20"),
        (lambda c: c["model"]["vocab"].update({"▁the": 9999}), "'▁the', which is not written"),
        (lambda c: c["model"]["vocab"].update(abcxyz="7"), "'abcxyz' the id \"7\""),
        (lambda c: c["model"]["merges"].append("x y"), r"merges\[\d+\] .* lacks 'xy'"),
        (lambda c: c["model"]["merges"].append("x"), r"merges\[\d+\] is \"x\", which is no pair"),
        (lambda c: c["model"]["merges"].append(7), r"merges\[\d+\] is 7, which is no pair"),
        (lambda c: c.update(normalizer={"type": "Lowercase"}), 'normalizer is "Lowercase"'),
        (lambda c: c.update(normalizer={"type": "Prepend", "prepend": "▁"}), '"Prepend"'),
        (lambda c: c.update(pre_tokenizer=None), "pre_tokenizer is null"),
        (lambda c: c.update(pre_tokenizer={"type": "Metaspace"}), "pre_tokenizer is Metaspace"),
        (lambda c: c.update(pre_tokenizer=steps(BYTE_LEVEL, split_step())), "end in one ByteLevel"),
        (
            lambda c: c.update(pre_tokenizer=steps({"type": "Punctuation"}, BYTE_LEVEL)),
            'pre_tokenizer has "Punctuation"',
        ),
        (
            lambda c: c.update(pre_tokenizer=BYTE_LEVEL | {"add_prefix_space": True}),
            "pre_tokenizer.add_prefix_space is true",
        ),
        (
            lambda c: c.update(pre_tokenizer=steps(split_step(behavior="Removed"), BYTE_LEVEL)),
            'pre_tokenizer.behavior is "Removed"',
        ),
        (
            lambda c: c.update(
                pre_tokenizer=steps(split_step(behavior="Removed", invert=True), BYTE_LEVEL)
            ),
            'pre_tokenizer.behavior is "Removed"',
        ),
        (
            lambda c: c.update(pre_tokenizer=steps(split_step("a{1,3}+"), BYTE_LEVEL)),
            r"'\{1,3\}\+' at position 1 .* Oniguruma",
        ),
        (
            lambda c: c.update(
                pre_tokenizer=steps(split_step(behavior="MergedWithNext"), BYTE_LEVEL)
            ),
            "MergedWithNext",
        ),
        (lambda c: c.update(decoder={"type": "WordPiece"}), 'decoder has "WordPiece"'),
        (lambda c: c["added_tokens"][0].update(lstrip=True), r"added_tokens\[0\].lstrip is true"),
        (lambda c: c["added_tokens"][0].pop("id"), r"added_tokens\[0\].id is missing"),
    ],
)
def test_what_cannot_be_honoured_is_refused_by_the_name_of_its_field(change, message):
    with pytest.raises(ValueError, match=message):
        of_hugging_face(change)


def test_merges_may_be_strings_or_pairs_and_the_type_may_be_missing():
    def change(content):
        model = content["model"]
        model["merges"] = [merge.split(" ") for merge in model["merges"]]
        del model["type"]

    assert BPETokenizer.of_record(of_hugging_face(change)).merges == TOKENIZERS["gpt2"].merges


@pytest.mark.parametrize(
    "pattern", ["a{2,3}+", "^a", r"\w+", "a$", r"\bx", "(?i:ss)", "[a&&b]", "x*"]
)
def test_patterns_that_oniguruma_may_read_otherwise_are_not_written(pattern):
    tok = BPETokenizer(split=pattern)
    with pytest.raises(ValueError, match=r"tokenizer\.json cannot hold this tokenizer: .*pattern"):
        formats.dumps(tok.record(), "tokenizer.json")


PIECES = ["a", "1", " ", r"\s", r"\S", r"\p{L}", r"\P{N}", "[^a1]", r"[\s1]", r"\.", ".", "'"]
REPEATS = ["", "", "+", "*", "?", "++", "?+", "*+", "+?", "{1,2}", "{2}", "{1,}"]


@settings(deadline=None)
@given(
    st.lists(
        st.lists(
            st.tuples(st.sampled_from(PIECES), st.sampled_from(REPEATS)), min_size=1, max_size=3
        ),
        min_size=1,
        max_size=3,
    ),
    st.sampled_from(["", "(?!\\S)", "(?=a)", "(?:b)"]),
    st.text("a1 .\n\r'é\u0301x", max_size=30),
)
def test_the_patterns_that_pass_mean_the_same_to_oniguruma(alternatives, ending, text):
    pattern = "|".join("".join(map("".join, parts)) for parts in alternatives) + ending
    tok = BPETokenizer(split=pattern)
    try:
        (written,) = patterns.to_oniguruma(pattern)
    except ValueError:
        return
    pieces = [piece for piece, _ in isolated(written).pre_tokenize_str(text)]
    assert list(tok.chunks(text)) == pieces


# --- GPT-2, Mistral, minbpe -----------------------------------------------------------------------


def test_gpt2_files_with_and_without_their_ids(tmp_path):
    tok = TOKENIZERS["gpt2"]
    merges = [tuple(byte_level.spell(tok.vocab[half]) for half in pair) for pair in tok.merges]
    ids = {byte_level.spell(token): name for name, token in tok.vocab.items()}
    content = "#version: 0.2\n" + "".join(f"{left} {right}\n" for left, right in merges)
    (tmp_path / "vocab.bpe").write_text(content)
    alone = BPETokenizer.load(tmp_path / "vocab.bpe")
    assert alone.split == "gpt2"
    assert alone.vocab[0] == b"!"
    assert alone.vocab[188] == b"\0"
    assert [alone.vocab[256 + i] for i in range(len(merges))] == list(tok.vocab.values())[256:]
    (tmp_path / "encoder.json").write_text(json.dumps(ids | {"<|endoftext|>": 50256}))
    tok_again = BPETokenizer.load(tmp_path / "vocab.bpe")
    assert tok_again.merges == tok.merges
    assert tok_again.special_tokens == {"<|endoftext|>": 50256}
    (tmp_path / "merges.txt").write_text(content)
    (tmp_path / "vocab.json").write_text(json.dumps(ids))
    assert BPETokenizer.load(tmp_path / "merges.txt", split="cl100k").split == "cl100k"
    with pytest.raises(ValueError, match=r"encoder\.json: this is a list of ids alone"):
        BPETokenizer.load(tmp_path / "encoder.json")
    with pytest.raises(ValueError, match=r"line 3 is 'x', which is no pair"):
        formats.loads(b"#version: 0.2\nh e\nx\n", "vocab.bpe")
    with pytest.raises(ValueError, match=r"line 2 merges \('he', 'y'\), but .* lacks 'he'"):
        formats.loads(b"#version: 0.2\nhe y\n", "vocab.bpe")


def tekken(**config):
    tok = TOKENIZERS["o200k"]
    sizes = {"default_vocab_size": 400, "default_num_special_tokens": 10, "version": "v3"}
    return {
        "config": {"pattern": PATTERNS["tekken"]} | sizes | config,
        "vocab": [
            {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
            for rank, token in tok.vocab.items()
        ],
        "special_tokens": [{"rank": 1, "token_str": "<s>", "is_control": True}],
    }


def test_a_tekken_file():
    tok = BPETokenizer.of_record(formats.loads(json.dumps(tekken()).encode(), "tekken.json"))
    assert tok.split == "tekken"
    assert tok.special_tokens == {"<s>": 1}
    assert tok.vocab_size == 390
    shorter = TOKENIZERS["o200k"].truncated(390)
    assert tok.encode("<s>", "all") == [1]
    assert tok.encode("the right") == [10 + token for token in shorter.encode("the right")]
    with pytest.raises(ValueError, match=r"config\.default_vocab_size is 'x'"):
        formats.loads(json.dumps(tekken(default_vocab_size="x")).encode(), "tekken.json")
    broken = tekken()
    broken["vocab"][300]["token_bytes"] = "*"
    with pytest.raises(ValueError, match=r"vocab\[300\] has no rank with token_bytes"):
        formats.loads(json.dumps(broken).encode(), "tekken.json")


def by_minbpe(data, text):
    """A .model read and used as minbpe does: its own order of lines, dropping what lies between."""
    version, pattern, count, *lines = data.decode().splitlines()
    assert version == "minbpe v1"
    merges = [tuple(map(int, line.split())) for line in lines[int(count) :]]
    numbered = [(pair, 256 + i) for i, pair in enumerate(merges)]
    chunks = regex.findall(pattern, text) if pattern else [text]
    return [token for chunk in chunks for token in reference.encode(chunk, numbered)]


@pytest.mark.parametrize("name", ["flat", "cl100k", "custom", "seeds", "untrained"])
def test_minbpe_gives_equal_ids(name):
    tok = TOKENIZERS[name]
    assert by_minbpe(formats.dumps(tok.record(), "x.model"), TEXT) == tok.encode(TEXT)
    again = reread(tok, "x.model")
    assert (again.merges, again.split) == (tok.merges, tok.split)
    assert again.special_tokens == tok.special_tokens


@pytest.mark.parametrize(
    ("tok", "message"),
    [
        (TOKENIZERS["characters"], "its tokens are characters"),
        (TOKENIZERS["deepseek"], "3 split patterns follow each other"),
        (TOKENIZERS["gpt2"], r"special token '<\|a b\|>' has a space"),
        (BPETokenizer(split="(a)b"), "groups of the pattern"),
        (BPETokenizer(split="a*"), "nothing at all"),
    ],
)
def test_what_minbpe_cannot_hold_is_refused(tok, message):
    with pytest.raises(ValueError, match=message):
        formats.dumps(tok.record(), "x.model")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"minbpe v2\n\n0\n97 98\n", "line 1 is 'minbpe v2'"),
        (b"minbpe v1\n\nx\n97 98\n", "line 3 is 'x'"),
        (b"minbpe v1\n\n1\nspecial\n97 98\n", "line 4 is 'special'"),
        (b"minbpe v1\n\n0\n97 98\n97 257\n", "line 5 is '97 257'; id 257 needs"),
        (b"minbpe v1\n\n0\n97 98\n97 98\n", "line 5 is '97 98'"),
        (b"minbpe v1\n\n0\n97 98\n97", "line 5 breaks off"),
        (b"minbpe v1\n\n0\n97 -8\n", "line 4 is '97 -8'"),
    ],
)
def test_the_line_that_is_wrong_in_a_model_is_named(data, message):
    with pytest.raises(ValueError, match=message):
        formats.loads(data, "x.model")


# --- Which format ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.json", "tokenizer.json", "x.tiktoken", "x.model"])
def test_the_content_tells_the_format(name):
    data = formats.dumps(TOKENIZERS["flat"].record(), name)
    assert formats.loads(data, "upload").spellings == TOKENIZERS["flat"].record().spellings


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"\x0a\x0b\x0a\x05<unk>", "x.model", "no format known here"),
        (b'{"a": "b"}', "x.json", "are all missing"),
        (b"[1, 2]", "x.json", "are all missing"),
        (b'{"a": 1,\n"b": }', "x.json", "line 2 is not JSON"),
        (b'{"format": 1, "format": 2}', "x.json", "'format' occurs twice"),
        (b'{"a": "\xff"}', "x.json", "line 1 is not UTF-8"),
        (b"[" * 100_000, "x.json", "nested too deeply"),
        (b" \n", "x.json", "the file is empty"),
    ],
)
def test_foreign_files_are_refused(data, name, message):
    with pytest.raises(ValueError, match=f"^{name}: .*{message}"):
        formats.loads(data, name)


def test_a_split_beside_one_in_the_file_is_refused():
    data = formats.dumps(TOKENIZERS["gpt2"].record(), "a.json")
    with pytest.raises(ValueError, match=r"the file says itself how texts are split \('gpt2'\)"):
        formats.loads(data, "a.json", split="cl100k")
    assert formats.loads(data, "a.json", split="gpt2").split == "gpt2"


def test_published_hash_of_ours_is_that_of_its_canonical_form():
    content = dict(CONTENT)
    stated = content.pop("sha256")
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"))
    assert hashlib.sha256(canonical.encode()).hexdigest() == stated


@pytest.mark.parametrize("name", ["a.json", "tokenizer.json", "x.tiktoken"])
def test_the_snippet_loads_the_file(name, tmp_path):
    tok = copy.copy(TOKENIZERS["gpt2"])
    tok.normalizer = "NFC"
    tok.save(tmp_path / name)
    code = formats.snippet(tok.record(), name)
    paths = {"PYTHONPATH": os.pathsep.join([os.getcwd(), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=os.environ | paths, capture_output=True
    )
    assert json.loads(done.stdout or "[]") == tok.encode("hello"), done.stderr
