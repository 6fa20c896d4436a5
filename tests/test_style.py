"""The linter and the formatter agree with every file."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=" ".join)
def test_ruff_has_nothing_to_say(command):
    ruff = [sys.executable, "-m", "ruff", *command, "--quiet", "."]
    result = subprocess.run(ruff, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
