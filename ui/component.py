"""Browser components of our own: a style sheet and scripts from ``frontend/``, as one module."""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

_FRONTEND = Path(__file__).parent / "frontend"
# What draws tokens stands on these scripts.
PAINTING = ("dom", "offsets", "palette", "painting")


def component(name: str, *below: str) -> Callable:
    """The component that ``name.css`` and ``name.js`` make, to be mounted with ``data`` and a key.

    ``below`` are the scripts that it stands on, by name, in the order in which they are read.
    """
    return st.components.v2.component(
        f"merge_by_merge.{name}",
        css=_read(f"{name}.css"),
        js=script(*below, name),
    )


def script(*names: str) -> str:
    """Scripts by name, in the order in which they are read, as one."""
    return "\n".join(_read(f"{name}.js") for name in names)


def _read(name: str) -> str:
    return (_FRONTEND / name).read_text("utf-8")
