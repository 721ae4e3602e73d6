"""The environment in .venv: what playing needs, and what building, checking and testing add to it.

Plain Python: this makes the environment. Each set of packages is installed when it is first asked for.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
import tomllib
import venv
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import native
from steps import Step, Steps, say

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / ".venv"
OWN = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
QUIET = ["--disable-pip-version-check", "--no-input"]
ENOUGH_PIP = (23, 1)  # `pip --python` has no known faults from there on


class NotInstalled(Exception):
    """What pip said when it could not install something."""


def python() -> str:
    """The Python of the environment; that of this process where the checkout has none (an isolated build)."""
    return str(OWN) if OWN.exists() else sys.executable


@cache
def project() -> Any:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def packages(group: str) -> list[str]:
    """What `play` needs, or `build` (to compile, and to install the checkout), or an extra such as `dev`."""
    if group == "play":
        return list(project()["project"]["dependencies"])
    if group != "build":
        return list(project()["project"]["optional-dependencies"][group])
    compiler = (
        [] if native.missing_tools() else project()["tool"]["hatch"]["build"]["hooks"]["custom"]["compiler"]
    )
    return [*project()["build-system"]["requires"], *compiler]


def is_ready(group: str) -> bool:
    stamp = FOLDER / f"has-{group}"
    return stamp.exists() and stamp.read_text() == _wanted(group)


def _wanted(group: str) -> str:
    told = f"{sys.version_info[:2]} {ROOT} {sorted(packages(group))}"
    return hashlib.sha256(told.encode()).hexdigest()


def ready(group: str, steps: Steps) -> None:
    """Install a group, unless it is there."""
    if is_ready(group):
        return
    create()
    with steps.step(say(f"installing-{group}")) as step:
        pip_install(packages(group), step)
        (FOLDER / f"has-{group}").write_text(_wanted(group))


def is_installed() -> bool:
    """The checkout itself is, as it stands."""
    stamp = FOLDER / "has-checkout"
    return stamp.exists() and stamp.read_text() == _checkout()


def _checkout() -> str:
    return hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()


def ready_checkout(steps: Steps) -> None:
    """Install the checkout itself, so that `.venv/bin/trufflewood` and its metadata are there."""
    ready("build", steps)
    if is_installed():
        return
    with steps.step(say("installing-checkout")) as step:
        pip_install(["--no-deps", "--no-build-isolation", "--editable", str(ROOT)], step)
        (FOLDER / "has-checkout").write_text(_checkout())


def create() -> None:
    """Make the environment, anew where it is of another Python."""
    settings = FOLDER / "pyvenv.cfg"
    told = re.search(r"^version\S* = (\d+)\.(\d+)", settings.read_text(), re.M) if settings.exists() else None
    if told is None or tuple(map(int, told.groups())) != sys.version_info[:2] or not OWN.exists():
        venv.create(FOLDER, with_pip=False, clear=True, symlinks=os.name != "nt")


def pip_install(wanted: list[str], step: Step) -> None:
    """Install into the environment, counting what is looked at; raises with pip's own words."""
    # byte code is made when a module is first used
    command = [*_pip(), "install", *QUIET, "--no-compile", *wanted]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if line.startswith("Collecting "):
                step.count(step.done + 1)
    if process.returncode:
        raise NotInstalled("".join(said)[-2000:])


def _pip() -> list[str]:
    """pip for the environment: that of the Python at hand, which saves installing it, else its own."""
    if _pip_at_hand() >= ENOUGH_PIP:
        return [sys.executable, "-m", "pip", "--python", python()]
    if subprocess.run([python(), "-m", "pip", "--version"], capture_output=True).returncode:
        subprocess.run([python(), "-m", "ensurepip"], capture_output=True, check=True)
    return [python(), "-m", "pip"]


def _pip_at_hand() -> tuple[int, ...]:
    """The version of this Python's pip, (0,) where it has none."""
    # asked for, not imported: .venv has no pip, so mypy could not see its types
    try:
        return tuple(map(int, re.findall(r"\d+", importlib.metadata.version("pip"))[:2]))
    except importlib.metadata.PackageNotFoundError:
        return (0,)


def folder_of(package: str) -> Path | None:
    """Where a package of the environment lies, or None."""
    if python() == sys.executable:
        spec = importlib.util.find_spec(package)
        found = list(spec.submodule_search_locations or ()) if spec else []
        return Path(found[0]) if found else None
    found_in = [
        *FOLDER.glob(f"lib/python3*/site-packages/{package}"),
        *FOLDER.glob(f"Lib/site-packages/{package}"),
    ]
    return found_in[0] if found_in else None
