"""The bundled vocabularies give the ids of the reference libraries, token for token."""

import hashlib
import json
import random
import unicodedata

import pytest
import tiktoken
from tiktoken_ext import openai_public

from bpe import BPETokenizer, formats, vocabularies
from bpe.formats import byte_level, rank_file
from bpe.samples import articles, languages
from bpe.splitting import PATTERNS
from tests.checks import HARD_TEXTS, by_tiktoken, by_tokenizers

ONE_PATTERN = ["gpt2", "cl100k_base", "o200k_base", "qwen", "tekken"]
CODE = "".join(
    f"def f_{i}(x, *args):\n\tif x >= {i * 37}:\r\n        return {{'k': [x ** 2]}}  # {i}\n\n\n"
    for i in range(40)
)
SPECIAL_CASES = [*HARD_TEXTS, "<|endoftext|><|im_start|><s>"]


def texts(seed: int = 0):
    """Everything the bundled languages, code and chance bring; then the special cases."""
    yield from (articles(language.code, (1, 2)) for language in languages())
    yield CODE
    chance = random.Random(seed)
    ranges = [(0, 0x110000), (0, 0x250), (0x300, 0x3000), (0x3000, 0xD7A4), (9, 0x40)]
    for _ in range(200):
        low, high = chance.choice(ranges)
        codes = (chance.randrange(low, high) for _ in range(chance.choice([1, 2, 5, 30, 200])))
        yield "".join(chr(code) for code in codes if not 0xD800 <= code < 0xE000)
    yield from SPECIAL_CASES


@pytest.mark.parametrize("name", ONE_PATTERN)
def test_equal_ids_to_tiktoken(name):
    tok, peer = vocabularies.load(name), by_tiktoken(name)
    for text in texts():
        ids = tok.encode(text)
        assert ids == peer.encode(tok.normalize(text), disallowed_special=())
        assert tok.decode(ids) == tok.normalize(text)


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base", "o200k_base", "o200k_harmony"])
def test_equal_ids_of_special_tokens(name):
    tok, peer = vocabularies.load(name), by_tiktoken(name)
    for text in (*SPECIAL_CASES, CODE, " x ".join(tok.special_tokens), "<|end|><|endo<|call|>"):
        assert tok.encode(text, "all") == peer.encode(text, allowed_special="all")
    for token in tok.special_tokens.values():
        assert tok.decode([token]) == peer.decode([token])


@pytest.mark.parametrize("name", ["qwen", "deepseek"])
def test_equal_ids_to_hugging_face(name):
    tok, peer = vocabularies.load(name), by_tokenizers(name)
    for text in texts(seed=1):
        # Characters that came into Unicode lately are letters to one of the two only.
        known = "".join(character for character in text if unicodedata.category(character) != "Cn")
        assert tok.encode(known, "all") == peer.encode(known).ids


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "qwen"])
def test_long_texts_too(name):
    tok, peer = vocabularies.load(name), by_tiktoken(name)
    text = tok.normalize("\n".join(texts(seed=2)))
    assert len(text) > 50_000
    assert tok.encode(text) == peer.encode(text, disallowed_special=())
    for run in ("a" * 100_000, " " * 100_000, "^" * 300_000):
        assert tok.encode(run) == peer.encode(run)


@pytest.mark.parametrize("name", ["cl100k_base", "o200k_base", "o200k_harmony"])
def test_split_and_special_tokens_are_those_that_tiktoken_has(name, monkeypatch):
    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: {})
    published = openai_public.ENCODING_CONSTRUCTORS[name]()
    about = vocabularies.ABOUT[name]
    assert PATTERNS[about.split] == published["pat_str"]
    # tiktoken has two spellings for one id: <|endofprompt|> and <|reserved_200018|>.
    special = published["special_tokens"]
    special.pop("<|reserved_200018|>", None)
    assert about.special_tokens == special


def test_the_files_that_gpt2_was_published_as_can_be_rebuilt():
    tok = vocabularies.load("gpt2")
    spelled = {token: byte_level.spell(spelling) for token, spelling in tok.vocab.items()}
    merges = "".join(f"{spelled[left]} {spelled[right]}\n" for left, right in tok.merges)
    merges = f"#version: 0.2\n{merges}".encode()
    ids = {spelled[token]: token for token in sorted(spelled)} | tok.special_tokens
    encoder = json.dumps(ids).encode()
    assert hashlib.sha256(merges).hexdigest().startswith("1ce1664773c50f3e0cc8842619a93edc")
    assert hashlib.sha256(encoder).hexdigest().startswith("196139668be63f3b5d6574427317ae82")
    again = BPETokenizer.of_record(formats.loads(merges, "vocab.bpe", ids=encoder))
    assert (again.merges, again.vocab) == (tok.merges, tok.vocab)
    assert again.special_tokens == tok.special_tokens


@pytest.mark.parametrize("name", vocabularies.NAMES)
def test_every_token_but_the_bytes_is_made_of_two_ranked_before_it(name):
    tok = vocabularies.load(name)
    assert len(tok.parts) == tok.vocab_size - 256
    for token, (left, right) in tok.parts.items():
        assert tok.vocab[left] + tok.vocab[right] == tok.vocab[token]
        assert max(tok.rank(left) or 0, tok.rank(right) or 0) <= tok.rank(token)


@pytest.mark.parametrize("file", ["a.json", "tokenizer.json"])
def test_saved_and_loaded_it_is_the_same(file):
    tok = vocabularies.load("deepseek").truncated(20_000)
    again = BPETokenizer.of_record(formats.loads(formats.dumps(tok.record(), file), file))
    assert (again.split, again.merges) == (tok.split, tok.merges)
    assert again.vocab == tok.vocab
    text = articles("ko", (1,)) + CODE
    assert again.encode(text) == tok.encode(text)


def test_written_as_a_rank_file_it_is_the_published_one():
    record = vocabularies.load("gpt2").record()
    assert formats.dumps(record, "x.tiktoken") == vocabularies.rank_file_of("gpt2")


def test_cut_short_it_is_a_smaller_vocabulary():
    tok, text = vocabularies.load("cl100k_base"), articles("en", (1, 2, 3))
    peer_ranks = rank_file.parse(vocabularies.rank_file_of("cl100k_base"))
    for size in (256, 1000, 5000, 50_000):
        first = {token: rank for token, rank in peer_ranks.items() if rank < size}
        peer = tiktoken.Encoding(
            "x", pat_str=PATTERNS["cl100k"], mergeable_ranks=first, special_tokens={}
        )
        ids = peer.encode(text)
        assert tok.truncated(size).encode(text) == ids
        assert tok.curve(text)[size - 256] == len(ids)


def test_normalization_does_not_reach_across_special_tokens():
    tok, peer = vocabularies.load("qwen"), by_tokenizers("qwen")
    text = "e\u0301<|im_end|>\u0338e\u0301"
    ids = tok.encode(text, "all")
    assert 151645 in ids
    assert ids == peer.encode(text).ids


def test_special_tokens_typed_by_a_user_are_text_and_can_be_found():
    tok = vocabularies.load("cl100k_base")
    text = "hi <|endoftext|> there"
    assert 100257 not in tok.encode(text)
    assert tok.encode(text, {"<|endoftext|>"}).count(100257) == 1
    assert tok.find_special(text) == ("<|endoftext|>", 3)
    assert tok.find_special(text, 4) is None
    with pytest.raises(ValueError, match=r"'<\|endoftext\|>' at character 3; .*allowed_special"):
        tok.refuse_special(text)
    tok.refuse_special("nothing special")


def test_a_name_is_loaded_once_and_tables_are_shared():
    assert vocabularies.load("o200k_base") is vocabularies.load("o200k_base")
    base, harmony = vocabularies.load("o200k_base"), vocabularies.load("o200k_harmony")
    assert base.record().table is harmony.record().table


def test_an_unknown_name_is_refused():
    with pytest.raises(ValueError, match="no vocabulary is called 'cl100k'; use one of gpt2, "):
        vocabularies.load("cl100k")


def test_a_damaged_file_is_refused(monkeypatch):
    damaged = vocabularies.ABOUT["gpt2"].__class__(
        **vars(vocabularies.ABOUT["gpt2"]) | {"sha256": "0" * 64}
    )
    monkeypatch.setitem(vocabularies.ABOUT, "gpt2", damaged)
    with pytest.raises(ValueError, match=r"r50k_base\.tiktoken\.xz is damaged"):
        vocabularies.rank_file_of("gpt2")


def test_titles_and_notices_are_there():
    for name in vocabularies.NAMES:
        about = vocabularies.ABOUT[name]
        assert vocabularies.title(name) == about.title
        assert about.models
        assert about.licence
        assert about.source
