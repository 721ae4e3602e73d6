"""`make play` as a newcomer meets it: a fresh clone, a page, and nothing installed that playing does not need."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from bench.first_page import fresh, playing

NOT_FOR_PLAYING = ("pytest", "numpy", "playwright", "ruff", "mypy")


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("git"), reason="git is not on this machine, so nothing could be cloned")
def test_a_page_from_a_fresh_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "none")  # with a compiler more would arrive behind the page
    clone = fresh(tmp_path / "clone")
    with playing(clone, tmp_path, ("cc", "gcc", "clang")) as (_, lines):
        said = "".join(lines.before)
    assert "Installing what playing needs" in said and "Building the pages" in said
    assert "gcc not found, so the engine runs interpreted" in said
    installed = {path.name for path in (clone / ".venv").glob("lib/python3*/site-packages/*")}
    assert "starlette" in installed and not installed & {*NOT_FOR_PLAYING}
    with playing(clone, tmp_path, ("cc", "gcc", "clang", "node", "npm")) as (_, lines):
        again = "".join(lines.before)
    assert "Building the pages" not in again and "Installing what playing needs" not in again
    assert not subprocess.run(["git", "status", "--porcelain"], cwd=clone, capture_output=True).stdout
