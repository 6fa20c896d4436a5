"""Files as such: parsing JSON with clear errors, replacing a file in one step."""

import json
import os
import shutil
from pathlib import Path
from secrets import token_hex
from typing import Any


def decoded(data: bytes) -> str:
    """The text of a file in UTF-8; ValueError with the line where it is none."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ValueError(f"line {line} is not UTF-8; the file is damaged, get it again") from None


def parse_json(data: bytes) -> Any:
    """The JSON in a file; ValueError with the line where it stops being JSON."""
    try:
        return json.loads(decoded(data), object_pairs_hook=_no_repeats)
    except json.JSONDecodeError as error:
        if error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string"):
            raise ValueError(
                f"it breaks off in line {error.lineno}; the file is truncated, get it again"
            ) from None
        raise ValueError(f"line {error.lineno} is not JSON: {error.msg}") from None
    except RecursionError:
        raise ValueError("its lists are nested too deeply for a tokenizer's file") from None


def _no_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content = dict(pairs)
    if len(content) < len(pairs):
        seen: set[str] = set()
        field = next(key for key, _ in pairs if key in seen or seen.add(key))
        raise ValueError(f"the field {field!r} occurs twice")
    return content


def replace_file(path: Path, data: bytes) -> None:
    """Write a file so that it is all there or, on any failure, still what it was."""
    path = Path(os.path.realpath(path))
    draft = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        with open(draft, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, draft)
        os.replace(draft, path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
