"""Every version of Python that the metadata names, as far as this machine has it, interpreted.

The pure wheel is installed from the package index's point of view: into an empty environment, with what it
asks for. Then it is tried out, and the rule tables and laws run with that Python.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import dist
import pytest
import pythons

ROOT = Path(__file__).parents[1]
VERSIONS = ("3.11", "3.12", "3.13")
NO_INDEX = "No matching distribution found for pytest"  # pip says so too where it reaches no index at all
SELECTION = [
    *(
        f"src/trufflewood/games/{file}"
        for file in (
            "forest_shuffle/tests/test_cases.py",
            "forest_shuffle/tests/test_play.py",
            "forest_shuffle/tests/test_scoring.py",
            "snack_match/tests/test_rules.py",
            "snack_match/tests/test_scoring.py",
            "truffle_scuffle/tests/test_rules.py",
            "truffle_shuffle/tests/test_orders.py",
            "truffle_shuffle/tests/test_rules.py",
        )
    ),
    "tests/test_chance.py",
    "tests/test_laws.py::test_records_and_undo",
    "tests/server/test_play.py::test_two_people_play_a_whole_game[truffle-scuffle]",
]
LAWS = """
from tests.witnesses import variants, witness
from trufflewood.kit.laws import check_game
print(sum(check_game(game, witness(game), variant, 0) for game, variant in variants()))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)],
        cwd=ROOT, env=dist.clean(TRUFFLEWOOD_PURE="1"), check=True, capture_output=True,
    )  # fmt: skip
    return next(out.glob("*-py3-none-any.whl"))


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_the_pure_wheel_and_the_rules(version: str, wheel: Path, tmp_path: Path) -> None:
    found = pythons.found().get(version)
    if found is None:
        pytest.skip(f"Python {version} was not found on this machine, so nothing was tested with it")
    python = dist.new_venv(tmp_path / "venv", found)
    asked = [str(python), *dist.PIP, "install", "pytest", str(wheel)]
    done = subprocess.run(asked, cwd=tmp_path, env=dist.clean(), capture_output=True, text=True)
    if NO_INDEX in done.stderr:
        pytest.skip(f"no package index in reach, so nothing was tested with Python {version}")
    assert done.returncode == 0, done.stderr
    seen = json.loads(dist.run(python, "-I", dist.TRIAL, "--interpreted", folder=tmp_path))
    assert seen["python"].startswith(f"{version}.") and len(seen["games"]) == 4
    paths = os.pathsep.join(map(str, (ROOT / "src", ROOT / "tools", ROOT)))
    env = dist.clean(TRUFFLEWOOD_PURE="1", PYTHONPATH=paths, PYTHONDONTWRITEBYTECODE="1")
    assert int(dist.run(python, "-c", LAWS, env=env)) > 1000, "decisions over which the laws held"
    quick = [str(python), "-m", "pytest", "-p", "no:cacheprovider", "-m", "not slow and not long", *SELECTION]
    done = subprocess.run(quick, cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr


def test_an_interpreter_is_what_it_says_and_not_what_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shim is passed over, a broken one too, and a name proves nothing."""
    real = Path(sys.executable)
    for place, name, script in (
        ("shims", "python3.11", "exit 0"),
        ("bin", "python3.12", f'exec "{real}" "$@"'),
        ("bin", "python3.13", "echo 3.13 /nowhere cpython; exit 1"),
    ):
        (tmp_path / place).mkdir(exist_ok=True)
        (tmp_path / place / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / place / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'shims'}{os.pathsep}{tmp_path / 'bin'}")
    monkeypatch.setattr(pythons, "PLACES", ())
    pythons.found.cache_clear()
    try:
        assert pythons.found() == {"{}.{}".format(*sys.version_info): real}
    finally:
        pythons.found.cache_clear()
