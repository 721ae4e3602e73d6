"""Set-up: what is missing is named in one sentence; a build that fails is an error, never a slow success."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import native
import needs
import pytest

ROOT = Path(__file__).parents[1]


def test_missing_tools_are_named_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "missing_tools", lambda: ["gcc", "python3-dev"])
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit) as stop:
        needs.main([])
    sentence = str(stop.value)
    assert "gcc" in sentence and "python3-dev" in sentence and "\n" not in sentence


def test_they_are_installed_where_that_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[list[str]] = []
    monkeypatch.setattr(native, "missing_tools", lambda: ["gcc"])
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: ran.append(command))
    needs.main([])
    assert ran[-1][:2] == ["apt-get", "install"] and "gcc" in ran[-1]


def copy_of_the_house(folder: Path) -> Path:
    for name in ("src", "tools"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "_built.json"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    return folder


def build(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name != "TRUFFLEWOOD_PURE"}
    return subprocess.run(
        [sys.executable, "tools/native.py"],
        cwd=folder, capture_output=True, text=True, env={**clean, **environment},
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(bool(native.missing_tools()), reason="no compiler")
def test_a_type_error_stops_the_build(tmp_path: Path) -> None:
    house = copy_of_the_house(tmp_path)
    bits = house / "src/trufflewood/kit/bits.py"
    bits.write_text(bits.read_text() + '\n\nWRONG: i64 = "a word"\n')
    done = build(house)
    assert done.returncode != 0 and "did not compile" in done.stderr and "bits.py" in done.stderr
    assert not (house / "src/trufflewood/_built.json").exists()


@pytest.mark.parametrize("environment", [{"TRUFFLEWOOD_PURE": "1"}, {"PATH": "/nowhere", "CC": "none"}])
def test_without_a_compiler_the_engine_runs_interpreted(tmp_path: Path, environment: dict[str, str]) -> None:
    house = copy_of_the_house(tmp_path)
    for _ in range(2):
        done = build(house, **environment)
        assert done.returncode == 0
        assert ("runs interpreted" in done.stdout) == ("CC" in environment), "said where it was not asked for"
    assert not (house / "src/trufflewood/_built.json").exists() and not list(house.rglob("*.so"))
