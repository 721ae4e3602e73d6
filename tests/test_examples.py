"""The examples run, on every game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import trufflewood

EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.mark.parametrize("name", trufflewood.games())
@pytest.mark.parametrize("example", ["random_game", "think_for_yourself"])
def test_example(example: str, name: str) -> None:
    command = [sys.executable, str(EXAMPLES / f"{example}.py"), name]
    if example == "think_for_yourself":
        command.append("5")
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    if example == "think_for_yourself":
        assert int(done.stdout.split()[1]) >= 4, done.stdout
