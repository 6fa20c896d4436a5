"""python -m bpe: every command, and one line for whatever a user gets wrong."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from base64 import b64encode
from pathlib import Path

import pytest

from bpe import BPETokenizer, reference, vocabularies
from bpe.__main__ import main
from bpe.samples import SAMPLE_KO

ROOT = Path(__file__).parent.parent
TEXT = "aaabdaaabac"


@pytest.fixture
def run(capsysbinary, monkeypatch):
    """Run a command with what stands on standard input; returns (code, output, messages)."""

    def run(*argv, stdin=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
        code = main([str(argument) for argument in argv])
        out, err = capsysbinary.readouterr()
        return code, out, err.decode()

    return run


@pytest.fixture
def files(tmp_path):
    """A folder with a text, a tokenizer learned from it, and files that are wrong."""
    (tmp_path / "text.txt").write_text(TEXT, "utf-8")
    (tmp_path / "empty.txt").touch()
    (tmp_path / "latin1.txt").write_bytes("né".encode("latin-1"))
    (tmp_path / "ids.txt").write_text("258 100\n258\t97 99\n", "utf-8")
    (tmp_path / "bad_ids.txt").write_text("97 x 98", "utf-8")
    (tmp_path / "unknown_ids.txt").write_text("97 98 259", "utf-8")
    (tmp_path / "broken.json").write_text('{"format": ', "utf-8")
    (tmp_path / "deep.json").write_text("[" * 100_000, "utf-8")
    (tmp_path / "foreign.json").write_text('{"model": {"type": "Unigram"}}', "utf-8")
    tok = BPETokenizer()
    tok.train(TEXT, 259)
    tok.save(tmp_path / "tok.json")
    return tmp_path


# -- commands -------------------------------------------------------------------------------------


def test_train(run, files):
    out = files / "new.json"
    code, printed, messages = run("train", files / "text.txt", "--vocab-size", 259, "-o", out)
    assert (code, messages) == (0, "")
    assert printed.decode() == (
        f"3 merges learned, 11 bytes are 5 tokens (2.20 bytes per token); saved to {out}\n"
    )
    assert list(BPETokenizer.load(out).merges) == [(97, 97), (97, 98), (256, 257)]


def test_train_prints_a_summary_as_json(run, files):
    out = files / "new.json"
    code, printed, _ = run("train", files / "text.txt", "--vocab-size", 300, "-o", out, "--json")
    assert code == 0
    assert json.loads(printed) == {
        "merges": 7,
        "vocab_size": 263,
        "bytes": 11,
        "tokens": 1,
        "bytes_per_token": 11.0,
    }


def test_train_options_and_documents(run, files):
    (files / "more.txt").write_text("low lower lowest ", "utf-8")
    options = ["--split", "gpt2", "--tie-break", "first", "--min-pair-count", "2"]
    paths = [files / "more.txt", "-", files / "empty.txt"]
    out = files / "new.json"
    code, _, _ = run("train", *paths, "--vocab-size", 300, *options, "-o", out, stdin=b"low wet")
    tok = BPETokenizer("gpt2", "first", 2)
    tok.train(["low lower lowest ", "low wet", ""], 300)
    loaded = BPETokenizer.load(out)
    assert code == 0
    assert loaded.merges == tok.merges
    assert (loaded.split, loaded.tie_break, loaded.min_pair_count) == ("gpt2", "first", 2)


def test_train_on_nothing(run, files):
    arguments = ["--vocab-size", 300, "-o", files / "new.json", "--json"]
    code, printed, _ = run("train", files / "empty.txt", *arguments)
    assert code == 0
    assert json.loads(printed) == {
        "merges": 0,
        "vocab_size": 256,
        "bytes": 0,
        "tokens": 0,
        "bytes_per_token": 0.0,
    }


def test_encode_and_decode(run, files):
    code, printed, messages = run("encode", "-t", files / "tok.json", files / "text.txt")
    assert (code, printed, messages) == (0, b"258 100 258 97 99\n", "")
    for source in ([], ["-"]):
        found = run("encode", "-t", files / "tok.json", *source, stdin=TEXT.encode())
        assert found == (0, b"258 100 258 97 99\n", "")
    code, printed, _ = run("encode", "-t", files / "tok.json", files / "text.txt", "--json")
    assert json.loads(printed) == {"ids": [258, 100, 258, 97, 99], "tokens": 5, "bytes": 11}
    assert run("decode", "-t", files / "tok.json", files / "ids.txt") == (0, TEXT.encode(), "")
    assert run("decode", "-t", files / "tok.json", stdin=b"") == (0, b"", "")
    assert run("encode", "-t", files / "tok.json", files / "empty.txt") == (0, b"\n", "")


@pytest.mark.parametrize(
    "data",
    [b"a\r\nb\r\n", b"\xef\xbb\xbfabc", b"\0\x1a\x7f", "한글 👩‍👩‍👧\n".encode(), b"  \n\n  "],
)
def test_decode_gives_back_every_byte(run, files, data):
    code, ids, _ = run("encode", "-t", files / "tok.json", stdin=data)
    assert code == 0
    assert run("decode", "-t", files / "tok.json", stdin=ids) == (0, data, "")


def test_decode_writes_bytes_that_are_no_text(run, files):
    assert run("decode", "-t", files / "tok.json", stdin=b"224 128 255") == (0, b"\xe0\x80\xff", "")


def test_curve(run, files):
    (files / "other.txt").write_text("aab", "utf-8")
    code, printed, _ = run("curve", files / "text.txt", "--sizes", "256,257,259,256,99999")
    assert code == 0
    assert list(csv.reader(printed.decode().splitlines())) == [
        ["vocab_size", "tokens"],
        ["256", "11"],
        ["257", "9"],
        ["259", "5"],
        ["256", "11"],
        ["99999", "1"],
    ]
    sizes = ["--sizes", "256,257,258"]
    code, printed, _ = run("curve", files / "text.txt", *sizes, "--on", files / "other.txt")
    assert printed == b"vocab_size,tokens\n256,3\n257,2\n258,2\n"
    code, printed, _ = run("curve", "-", *sizes, "--split", ".", stdin=TEXT.encode())
    assert printed == b"vocab_size,tokens\n256,11\n257,11\n258,11\n"


def test_curve_is_the_reference_s(run, files):
    (files / "ko.txt").write_text(SAMPLE_KO, "utf-8")
    options = ["--sizes", "256,320,384,512", "--min-pair-count", reference.MIN_PAIR_COUNT]
    _, printed, _ = run("curve", files / "ko.txt", *options)
    expected = reference.vocab_curve(SAMPLE_KO, [256, 320, 384, 512])
    assert [f"{size},{count}" for size, count in expected] == printed.decode().split()[1:]


def test_orders(run, files):
    BPETokenizer(initial_merges={(97, 98): 256, (98, 99): 257}).save(files / "rules.json")
    code, printed, _ = run("orders", "-t", files / "rules.json", "abc.bc.bc")
    assert code == 0
    lines = printed.decode().splitlines()
    assert re.fullmatch(r"by rank +by frequency", lines[0])
    assert re.fullmatch(r"(a b c \. b c \. b c) +\1", lines[1])
    assert re.fullmatch(
        r"ab c \. b c \. b c   \(a \+ b, rank 0, 1 here\) +a bc \. bc \. bc   "
        r"\(b \+ c, rank 1, 3 here\)",
        lines[2],
    )
    assert re.fullmatch(r"ab c \. bc \. bc   \(b \+ c, rank 1, 2 here\)", lines[3])
    assert lines[4:] == ["the orders differ"]


@pytest.mark.parametrize("text", ["", "x", "aaab", "한\n "])
def test_orders_that_agree(run, files, text):
    code, printed, _ = run("orders", "-t", files / "tok.json", text)
    assert code == 0
    assert printed.decode().splitlines()[-1] == "the orders agree"
    assert b"\xef\xbf\xbd" not in printed


def test_orders_say_when_a_chunk_is_taken_whole(run, files):
    """A rank file may have a token that no two others make."""
    ranks = [*(bytes([value]) for value in range(256)), b"abc"]
    lines = [f"{b64encode(token).decode()} {rank}" for rank, token in enumerate(ranks)]
    (files / "ranks.tiktoken").write_text("\n".join(lines), "ascii")
    assert run("encode", "-t", files / "ranks.tiktoken", stdin=b"abc")[1] == b"256\n"
    _, printed, _ = run("orders", "-t", files / "ranks.tiktoken", "abc")
    assert "this chunk is a token as it stands" in printed.decode()


def test_report(run, files):
    code, printed, messages = run("report", "--out", files / "report", "--lang", "en")
    assert (code, messages) == (0, "")
    assert str(files / "report") in printed.decode()
    figures = json.loads((files / "report" / "token_report.json").read_text("utf-8"))
    assert figures["roundtrip_ok"] is True
    words = (files / "report" / "token_report.md").read_text("utf-8")
    assert words.startswith("# Token report")


def test_report_on_other_languages(run, files):
    code, _, messages = run("report", "--out", files / "report", "--languages", "fr", "zh-Hans")
    assert (code, messages) == (0, "")
    figures = json.loads((files / "report" / "token_report.json").read_text("utf-8"))
    assert figures["fr_tokens_zh-Hans_only"] == figures["fr_bytes"]
    assert "French" in (files / "report" / "token_report.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["other.json", "tokenizer.json", "new.tiktoken", "new.model"])
def test_convert(run, files, name):
    code, _, messages = run("convert", files / "tok.json", files / name)
    assert (code, messages) == (0, "")
    _, ids, _ = run("encode", "-t", files / name, files / "text.txt")
    assert ids == b"258 100 258 97 99\n"


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
def test_bundled_vocabularies_go_by_name(run, name):
    text = "Hello, wörld 한글 123\n"
    code, ids, messages = run("encode", "-t", name, stdin=text.encode())
    assert (code, messages) == (0, "")
    assert list(map(int, ids.split())) == vocabularies.load(name).encode(text)
    assert run("decode", "-t", name, stdin=ids)[1] == text.encode()


# -- what goes wrong ------------------------------------------------------------------------------

OUT = ["-o", "new.json"]
WRONG = [
    ([], "COMMAND; see python -m bpe --help"),
    (["nothing"], "invalid choice: 'nothing' (choose from"),
    (["train"], "required: FILE, --vocab-size, -o/--output; see python -m bpe train --help"),
    (["train", "missing.txt", "--vocab-size", "300", *OUT], "missing.txt: No such file"),
    (["train", ".", "--vocab-size", "300", *OUT], ".: Is a directory; check the path"),
    (["train", "latin1.txt", "--vocab-size", "300", *OUT], "latin1.txt is not UTF-8: byte 1"),
    (
        ["train", "text.txt", "--vocab-size", "255", *OUT],
        "--vocab-size: the vocabulary size is 255",
    ),
    (
        ["train", "text.txt", "--vocab-size", "many", *OUT],
        "--vocab-size: invalid int value: 'many'",
    ),
    (["train", "text.txt", "--vocab-size", "300", "--split", "(a", *OUT], "--split: the split"),
    (["train", "text.txt", "--vocab-size", "300", "--split", "cl100", *OUT], "use one of gpt2"),
    (["train", "text.txt", "--vocab-size", "300", "--tie-break", "last", *OUT], "'last' (choose"),
    (["train", "text.txt", "--vocab-size", "300", "-o", "new.txt"], "'new.txt'; end it in .json"),
    (["train", "text.txt", "--vocab-size", "300", "-o", "no/new.json"], "there is no folder no"),
    (["encode", "text.txt"], "required: -t/--tokenizer; see python -m bpe encode --help"),
    (["encode", "-t", "missing.json", "text.txt"], "'missing.json': give a saved file, or one of"),
    (["encode", "-t", ".", "text.txt"], ".: Is a directory"),
    (["encode", "-t", "text.txt", "text.txt"], "text.txt: line 1 "),
    (["encode", "-t", "empty.txt", "text.txt"], "empty.txt: the file is empty"),
    (["encode", "-t", "broken.json", "text.txt"], "broken.json: "),
    (["encode", "-t", "deep.json", "text.txt"], "deep.json: "),
    (["encode", "-t", "foreign.json", "text.txt"], "foreign.json: "),
    (["encode", "-t", "tok.json", "latin1.txt"], "latin1.txt is not UTF-8: byte 1 is 0xe9"),
    (["encode", "-t", "tok.json", "text.txt", "more"], "unrecognized arguments: more"),
    (["decode", "-t", "tok.json", "bad_ids.txt"], "bad_ids.txt: 'x' at position 1 is no id"),
    (["decode", "-t", "tok.json", "unknown_ids.txt"], "unknown_ids.txt: id 259 at position 2"),
    (["curve", "text.txt"], "required: --sizes"),
    (["curve", "text.txt", "--sizes", "256,255"], "--sizes: 255 is below 256"),
    (["curve", "text.txt", "--sizes", "256;300"], "write them as 256,320,512"),
    (["curve", "text.txt", "--sizes", ""], "write them as 256,320,512"),
    (["curve", "text.txt", "--sizes", "256", "--on", "missing.txt"], "missing.txt: No such file"),
    (["orders", "-t", "tok.json"], "required: TEXT"),
    (["orders", "-t", "tok.json", "\udcff"], "TEXT is not UTF-8: byte 0 is 0xff"),
    (["report"], "required: --out"),
    (["report", "--out", "text.txt"], "text.txt: File exists"),
    (["report", "--out", "new", "--lang", "fr"], "invalid choice: 'fr'"),
    (
        ["report", "--out", "new", "--languages", "ko", "xx"],
        "no bundled language has the code 'xx'",
    ),
    (["report", "--out", "new", "--languages", "ko", "ko"], "'ko' is named twice"),
    (["report", "--out", "new", "--languages", "nhn", "en"], "'nhn' are no translation"),
    (
        ["report", "--out=new", "--languages", "fr", "en", "--lang=ko"],
        "ask for it in English",
    ),
    (["convert", "tok.json"], "required: OUT"),
    (["convert", "missing.json", "new.json"], "'missing.json': give a saved file"),
    (["convert", "tok.json", "new.bin"], "'new.bin'; end it in .json"),
    (["convert", "tok.json", "no/new.json"], "No such file or directory; check the path"),
]


@pytest.mark.parametrize(
    ("argv", "message"),
    WRONG,
    ids=lambda value: value[:50] if isinstance(value, str) else " ".join(value)[:50],
)
def test_one_line_says_what_is_wrong(run, files, monkeypatch, argv, message):
    monkeypatch.chdir(files)
    before = {path.name: path.read_bytes() for path in files.iterdir()}
    code, printed, messages = run(*argv)
    assert (code, printed) == (2, b"")
    assert re.fullmatch(r"bpe: [^\n]+\n", messages)
    assert message in messages
    assert {path.name: path.read_bytes() for path in files.iterdir()} == before


def test_standard_input_that_is_not_utf8(run, files):
    code, printed, messages = run("encode", "-t", files / "tok.json", "-", stdin=b"ab\xff")
    assert (code, printed) == (2, b"")
    assert messages.startswith("bpe: standard input is not UTF-8: byte 2 is 0xff;")


@pytest.mark.parametrize("word", ["9" * 10_000, "-1", "1.5", "0x61", "³"])
def test_what_is_no_id(run, files, word):
    code, _, messages = run("decode", "-t", files / "tok.json", stdin=word.encode())
    assert code == 2
    assert messages.startswith("bpe: standard input: ")
    assert len(messages) < 250


def test_a_damaged_tokenizer(run, files):
    data = (files / "tok.json").read_bytes()
    for damaged in (data[:-10], data.replace(b"97", b"98", 1)):
        (files / "tok.json").write_bytes(damaged)
        code, _, messages = run("encode", "-t", files / "tok.json", files / "text.txt")
        assert code == 2
        assert re.fullmatch(r"bpe: tok.json: [^\n]+\n", messages)


def test_help_is_no_error(capsys):
    for argv in (["--help"], ["train", "--help"]):
        with pytest.raises(SystemExit) as left:
            main(argv)
        assert left.value.code == 0
        assert "usage: python -m bpe" in capsys.readouterr().out


# -- as a process ---------------------------------------------------------------------------------


def process(*argv, **options):
    arguments = [sys.executable, "-m", "bpe", *map(str, argv)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(arguments, cwd=ROOT, **pipes, **options)


def test_a_process_reads_and_writes(files):
    encoded = process("encode", "-t", files / "tok.json", "-", stdin=subprocess.PIPE)
    ids, messages = encoded.communicate(TEXT.encode())
    assert (encoded.returncode, ids, messages) == (0, b"258 100 258 97 99\n", b"")
    failed = process("encode", "-t", "missing")
    printed, messages = failed.communicate()
    assert (failed.returncode, printed) == (2, b"")
    assert messages.count(b"\n") == 1


def test_nothing_depends_on_the_order_of_hashes(files):
    (files / "long.txt").write_text(SAMPLE_KO, "utf-8")
    for seed in "01":
        arguments = ["--vocab-size", 400, "--split", "o200k", "-o", files / f"{seed}.json"]
        running = process(
            "train", files / "long.txt", *arguments, env=os.environ | {"PYTHONHASHSEED": seed}
        )
        assert running.communicate()[1] == b""
    assert (files / "0.json").read_bytes() == (files / "1.json").read_bytes()


def test_the_terminal_s_encoding_does_not_matter(files):
    plain = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    printed, messages = process("orders", "-t", files / "tok.json", "aé한", env=plain).communicate()
    assert messages == b""
    assert (
        printed.decode().splitlines()[1].split()
        == ["a", "‹C3›", "‹A9›", *["‹ED›", "‹95›"], "‹9C›"] * 2
    )


def test_a_reader_that_has_seen_enough(files):
    (files / "long.txt").write_text("abc " * 500_000, "utf-8")
    running = process("encode", "-t", files / "tok.json", files / "long.txt")
    assert running.stdout.read(10)
    running.stdout.close()
    assert running.stderr.read() == b""
    assert running.wait() == 0
    running.stderr.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_ctrl_c(files):
    running = process(
        *("train", "-", "--vocab-size", 300, "-o", files / "new.json"),
        stdin=subprocess.PIPE,
        # Tests that run in the background of a shell inherit that Ctrl-C is ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    # More than a pipe holds: once it is written, the command is there and reads.
    running.stdin.write(b"text " * 100_000)
    running.stdin.flush()
    running.send_signal(signal.SIGINT)
    printed, messages = running.communicate()
    assert (running.returncode, printed) == (2, b"")
    assert messages == b"bpe: stopped before the end\n"
    assert not (files / "new.json").exists()
