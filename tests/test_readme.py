"""What the README shows is what happens."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
README = DOCS[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_python_sessions(path: Path) -> None:
    failed, _ = doctest.testfile(str(path), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert not failed


def shell_sessions() -> list[tuple[str, str]]:
    """Each `$ trufflewood …` of the README with the lines it is said to print."""
    blocks = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
    found: list[tuple[str, str]] = []
    for block in blocks:
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = session.partition("\n")
            found.append((command, output.strip()))
    return found


@pytest.mark.parametrize(("command", "output"), shell_sessions())
def test_shell_sessions(command: str, output: str) -> None:
    words = shlex.split(command)
    assert words[0] == "trufflewood", command
    done = subprocess.run(
        [sys.executable, "-m", "trufflewood.cli.main", *words[1:]],
        capture_output=True, text=True, env={**os.environ, "LC_ALL": "C", "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    assert (done.stdout + done.stderr).strip() == output


@pytest.mark.parametrize("path", DOCS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for link in re.findall(r"\]\(([\w./-]+)\)", path.read_text(encoding="utf-8")):
        if not link.startswith("http"):
            assert (path.parent / link).exists(), link


def test_docstrings_run() -> None:
    """In the interpreted engine: compiled modules lose their docstrings."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--doctest-modules", "src/trufflewood",
         "--ignore-glob=*/tests/*", "--ignore-glob=*/client/*", "--ignore-glob=*.so", "-q"],
        cwd=ROOT, capture_output=True, text=True, env={**os.environ, "TRUFFLEWOOD_PURE": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
