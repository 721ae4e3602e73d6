"""Where a check is silenced, the reason stands beside it; so it does for every package of the client."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SILENCED = re.compile(r"# (?:type: ignore|noqa)(?P<after>.*)")
CLIENT_SILENCED = re.compile(r"(?:eslint-disable|@ts-|svelte-ignore)(?P<after>.*)")
CLIENT_REASON = re.compile(r".* (?:-- \S+ \S+|\(\S+ \S+).*")
REASON = re.compile(r"(?:\[[\w, -]+\]|: [A-Z]+\d+)\s+(?:# \S+ \S+.*|\(.+\))")


def test_every_silenced_check_has_its_reason() -> None:
    files = [ROOT / "conftest.py"]
    for folder in ("src", "tests", "tools", "bench", "examples"):
        files += sorted((ROOT / folder).rglob("*.py"))
    bare = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if (found := SILENCED.search(line)) and '"# ' not in line and not REASON.fullmatch(found["after"])
    ]
    assert len(files) > 100 and not bare


def test_every_silenced_check_of_the_client_has_its_reason() -> None:
    files = [
        file
        for pattern in ("frontend/src/**/*", "frontend/tests/**/*", "src/trufflewood/games/*/client/**/*")
        for file in sorted(ROOT.glob(pattern))
        if file.suffix in (".ts", ".svelte", ".js")
    ]
    bare = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if (found := CLIENT_SILENCED.search(line)) and not CLIENT_REASON.fullmatch(found["after"])
    ]
    assert len(files) > 50 and not bare


def test_every_package_of_the_client_has_its_reason() -> None:
    packages = json.loads((ROOT / "frontend" / "package.json").read_text(encoding="utf-8"))
    readme = (ROOT / "frontend" / "README.md").read_text(encoding="utf-8")
    explained = re.findall(r"^\| `(\S+)` \| \S+ \S+.*\|$", readme, re.MULTILINE)
    assert set(explained) >= {*packages["dependencies"], *packages["devDependencies"]}
