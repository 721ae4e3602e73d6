"""Where a check is silenced, the reason stands beside it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
SILENCED = re.compile(r"# (?:type: ignore|noqa)(?P<after>.*)")
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
