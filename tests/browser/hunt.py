"""Runs the browser tests at chosen paces, again and again, and prints which passed how often.

`make test-browser PACE=slow,delayed REPEAT=10 LUCK=3 TEST=points` hunts for what hangs on speed or luck:
each go has the next luck, so that LUCK alone brings a failure back. PACE=all is all three.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.browser.pace import PACES

Goes = list[tuple[bool, float]]  # passed, and in how many seconds


class Tally:
    """Counts what each test did at each pace."""

    def __init__(self) -> None:
        self._goes: dict[str, dict[str, Goes]] = defaultdict(lambda: defaultdict(list))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" and not report.failed:
            return
        about = dict(report.user_properties)
        test, pace = str(about.get("test", report.nodeid)), str(about.get("pace", ""))
        self._goes[test][pace].append((report.passed, report.duration))

    def table(self, paces: list[str]) -> str:
        rows = [["test", *paces]]
        rows += [[test, *(said(goes[pace]) for pace in paces)] for test, goes in sorted(self._goes.items())]
        rows += [
            ["all", *(said([one for goes in self._goes.values() for one in goes[pace]]) for pace in paces)]
        ]
        widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        )


def said(goes: Goes) -> str:
    """Of how many goes how many passed, and the seconds from the shortest to the longest."""
    if not goes:
        return "-"
    times = sorted(seconds for _, seconds in goes)
    passed = sum(good for good, _ in goes)
    return f"{passed}/{len(goes)} passed, {times[0]:.1f}-{times[-1]:.1f} s"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pace", default="natural", help=f"{', '.join(PACES)}, several with commas, or all")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--luck", type=int, default=1)
    parser.add_argument("--test", default="", help="only tests whose names match, as pytest's -k")
    parser.add_argument("--jobs", default="auto", help="how many tests at once")
    asked = parser.parse_args()
    paces = list(PACES) if asked.pace == "all" else asked.pace.split(",")
    if wrong := [pace for pace in paces if pace not in PACES]:
        parser.error(f"no pace called {wrong[0]}: choose {', '.join(PACES)} or all")
    os.environ |= {"PACE": ",".join(paces), "REPEAT": str(asked.repeat), "LUCK": str(asked.luck)}
    tally = Tally()
    chosen = ["-k", asked.test] if asked.test else []
    folder = str(Path(__file__).parent)
    code = pytest.main([folder, "-n", asked.jobs, "-m", "not slow", *chosen], plugins=[tally])
    print(f"\n{tally.table(paces)}")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
