"""The command line: ``python -m bpe COMMAND``."""

import argparse
import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path

from tqdm import tqdm

from bpe import formats, orders, report, vocabularies
from bpe.corpus import SPLITS, from_utf8, utf8, weigh
from bpe.pieces import readable
from bpe.tokenizer import BPETokenizer
from bpe.trainer import TIE_BREAKS


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0, or 2 with one line on standard error that says what to do."""
    try:
        arguments = _parser().parse_args(argv)
        arguments.run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more while closing the pipe.
        sys.stdout = None
    except KeyboardInterrupt:
        return _fail("stopped before the end")
    except (ValueError, OSError) as error:
        return _fail(_sentence(error))
    return 0


def _fail(message: str) -> int:
    print(f"bpe: {message}", file=sys.stderr)
    return 2


def _sentence(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename is not None:
        return f"{error.filename}: {error.strerror}; check the path"
    return " ".join(str(error).split())


# -- reading and writing ------------------------------------------------------------------------


def _name(path: str) -> str:
    return "standard input" if path == "-" else path


def _read_bytes(path: str) -> bytes:
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


def _read_text(path: str) -> str:
    return from_utf8(_read_bytes(path), _name(path))


def _tokenizer(name: str) -> BPETokenizer:
    if name in vocabularies.NAMES:
        return vocabularies.load(name)
    if not Path(name).exists():
        known = ", ".join(vocabularies.NAMES)
        raise ValueError(f"no tokenizer {name!r}: give a saved file, or one of {known}")
    return BPETokenizer.load(name)


def _print_json(value) -> None:
    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def _naming(what: str):
    """Say which option or file a ValueError is about."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from None


# -- commands -------------------------------------------------------------------------------------


def _train(arguments) -> None:
    texts = [_read_text(path) for path in arguments.files]
    with _naming("--split"):
        tok = BPETokenizer(
            split=arguments.split,
            tie_break=arguments.tie_break,
            min_pair_count=arguments.min_pair_count,
        )
        corpus = weigh(texts, tok.split)
    with _naming("--vocab-size"):
        steps = tok.steps(corpus, arguments.vocab_size)
    _check_output(tok, arguments.output)
    wanted = arguments.vocab_size - 256
    # tqdm shows its bar only where standard error is a terminal.
    with tqdm(steps, total=wanted, desc="merges", unit="", disable=None, leave=False) as watched:
        tok.learn(corpus, watched)
    tok.save(arguments.output)
    size = corpus.tokens
    tokens = tok.history[-1].length if tok.history else size
    summary = {
        "merges": len(tok.history),
        "vocab_size": tok.vocab_size,
        "bytes": size,
        "tokens": tokens,
        "bytes_per_token": size / tokens if tokens else 0.0,
    }
    if arguments.json:
        _print_json(summary)
    else:
        print(
            f"{summary['merges']:,} merges learned, {size:,} bytes are {tokens:,} tokens "
            f"({summary['bytes_per_token']:.2f} bytes per token); saved to {arguments.output}"
        )


def _check_output(tok: BPETokenizer, path: str) -> None:
    """Say before the training, not after it, that its result cannot be saved there."""
    formats.dumps(tok.record(), Path(path).name)
    if not Path(path).parent.is_dir():
        raise ValueError(f"{path}: there is no folder {Path(path).parent}; make it first")


def _encode(arguments) -> None:
    tok = _tokenizer(arguments.tokenizer)
    text = _read_text(arguments.file)
    with _naming(_name(arguments.file)):
        ids = tok.encode(text)
    if arguments.json:
        _print_json({"ids": ids, "tokens": len(ids), "bytes": len(utf8(text))})
    else:
        print(*ids)


def _decode(arguments) -> None:
    tok = _tokenizer(arguments.tokenizer)
    words = _read_text(arguments.file).split()
    with _naming(_name(arguments.file)):
        data = tok.decode_bytes(_id(word, position) for position, word in enumerate(words))
    sys.stdout.buffer.write(data)


def _id(word: str, position: int) -> int:
    try:
        return int(word)
    except ValueError:
        raise ValueError(
            f"{word[:40]!r} at position {position} is no id; give whole numbers with spaces between"
        ) from None


def _curve(arguments) -> None:
    sizes = arguments.sizes
    if low := [size for size in sizes if size < 256]:
        raise ValueError(f"--sizes: {low[0]} is below 256, the number of bytes; leave it out")
    tok = BPETokenizer(min_pair_count=arguments.min_pair_count, split=arguments.split)
    text = _read_text(arguments.file)
    corpus = weigh(text, tok.split)
    tok.learn(corpus, tok.steps(corpus, max(sizes)))
    counts = tok.curve(text if arguments.on is None else _read_text(arguments.on))
    print("vocab_size,tokens")
    for size in sizes:
        print(f"{size},{counts[min(size, tok.vocab_size) - 256]}")


def _orders(arguments) -> None:
    tok = _tokenizer(arguments.tokenizer)
    # The shell's bytes, whatever encoding the terminal is set to.
    text = tok.normalize(from_utf8(os.fsencode(arguments.text), "TEXT"))
    # One step a line, rank order left, frequency order right; a chunk of the split at a time.
    differs, merges = False, orders.Ranked(tok.merges)
    for chunk in tok.chunks(text):
        ids = tok.base_ids(chunk)
        sides = [list(orders.trace(ids, merges, order)) for order in ("rank", "frequency")]
        differs |= _print_traces(tok, ids, sides)
        if tok.encode(chunk) != (sides[0][-1].ids if sides[0] else ids):
            print("this chunk is a token as it stands, and is taken whole before any merge")
    print("the orders differ" if differs else "the orders agree")


def _print_traces(tok, ids, sides) -> bool:
    def line(ids):
        return " ".join(readable(tok.vocab[token]) for token in ids)

    rows = [[line(ids)] * 2]
    rows += [[_step(tok, steps, i, line) for steps in sides] for i in range(max(map(len, sides)))]
    width = max(len(row[0]) for row in rows)
    print(f"{'by rank':<{width}}   by frequency")
    for left, right in rows:
        print(f"{left:<{width}}   {right}".rstrip())
    ends = [steps[-1].ids if steps else ids for steps in sides]
    return ends[0] != ends[1]


def _step(tok, steps, i, line) -> str:
    if i >= len(steps):
        return ""
    pair, rank, count = steps[i].chosen
    left, right = (readable(tok.vocab[half]) for half in pair)
    return f"{line(steps[i].ids)}   ({left} + {right}, rank {rank}, {count} here)"


def _report(arguments) -> None:
    codes = tuple(arguments.languages)
    lang = arguments.lang or ("ko" if codes == report.KOREAN_ENGLISH else "en")
    report.write(arguments.out, lang, codes)
    print(f"wrote token_report.json and token_report.md to {arguments.out}")


def _convert(arguments) -> None:
    _tokenizer(arguments.input).save(arguments.output)
    print(f"wrote {arguments.output}")


# -- arguments ------------------------------------------------------------------------------------


class _Parser(argparse.ArgumentParser):
    def error(self, message):
        raise ValueError(f"{message}; see {self.prog} --help")


def _sizes(text: str) -> list[int]:
    try:
        return [int(size) for size in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no list of sizes; write them as 256,320,512"
        ) from None


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m bpe", description="Byte-pair encoding from scratch.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    def command(name: str, run, summary: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=summary, description=summary)
        added.set_defaults(run=run)
        return added

    def takes_tokenizer(added):
        added.add_argument(
            "-t", "--tokenizer", required=True, metavar="TOK",
            help=f"a saved file, or one of {', '.join(vocabularies.NAMES)}",
        )  # fmt: skip

    def takes_file(added):
        added.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="- (the default): standard input"
        )

    def takes_training(added):
        added.add_argument(
            "--split", metavar="S", help=f"{', '.join(SPLITS)}, or a regex (default: none, flat)"
        )
        added.add_argument("--min-pair-count", type=int, default=1, metavar="K")

    train = command("train", _train, "learn merges from texts and save the tokenizer")
    train.add_argument("files", nargs="+", metavar="FILE", help="each file is one document")
    train.add_argument("--vocab-size", type=int, required=True, metavar="N")
    takes_training(train)
    train.add_argument("--tie-break", choices=list(TIE_BREAKS), default="smallest")
    train.add_argument("-o", "--output", required=True, metavar="OUT")
    train.add_argument("--json", action="store_true", help="print the summary as JSON")

    encode = command("encode", _encode, "print the ids of a text")
    takes_tokenizer(encode)
    takes_file(encode)
    encode.add_argument("--json", action="store_true")

    decode = command("decode", _decode, "turn ids back into the text, byte for byte")
    takes_tokenizer(decode)
    takes_file(decode)

    curve = command("curve", _curve, "print tokens by vocabulary size, as CSV")
    curve.add_argument("file", metavar="FILE")
    curve.add_argument("--sizes", type=_sizes, required=True, metavar="256,320,…")
    curve.add_argument("--on", metavar="OTHER", help="count this text instead")
    takes_training(curve)

    compare = command("orders", _orders, "encode by rank and by frequency, side by side")
    takes_tokenizer(compare)
    compare.add_argument("text", metavar="TEXT")

    summary = command("report", _report, "write the token report of two languages")
    summary.add_argument("--out", required=True, metavar="DIR")
    summary.add_argument("--languages", nargs=2, default=report.KOREAN_ENGLISH, metavar="CODE")
    summary.add_argument("--lang", choices=["ko", "en"], help="of the words; Korean for ko en")

    convert = command("convert", _convert, "turn one tokenizer format into another, by suffix")
    convert.add_argument("input", metavar="IN")
    convert.add_argument("output", metavar="OUT")
    return parser


if __name__ == "__main__":
    # Pieces are Unicode whatever the terminal is set to; file names go out as they came in.
    sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")
    sys.exit(main())
