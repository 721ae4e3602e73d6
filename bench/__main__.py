"""`make bench`: speeds interpreted and compiled, in one run, and their ratios."""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import subprocess
import sys
from typing import Any

import bench

AIMS = {  # compiled against interpreted, from the issues
    "truffle-scuffle: random decisions": 30,
    "truffle-scuffle: alpha-beta nodes": 50,
    "truffle-shuffle: random decisions": 20,
    "snack-match: random decisions": 15,
    "forest-shuffle: random decisions": 20,
}
OWN = (  # no part of `make bench`: what it is made of, and what has a target of its own
    "yardstick", "measure", "peer", "first_page", "clients", "serving", "prepared", "chart", "load", "stored",
    "__main__",
)  # fmt: skip


def measured(pure: bool) -> dict[str, Any]:
    environment = {name: value for name, value in os.environ.items() if name != "TRUFFLEWOOD_PURE"}
    if pure:
        environment["TRUFFLEWOOD_PURE"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "bench.measure"], env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def main() -> None:
    print("measuring, about a minute …", flush=True)
    pure, compiled = measured(pure=True), measured(pure=False)
    if not compiled["compiled"]:
        sys.exit("trufflewood: the engine is not compiled, so there is nothing to compare; run make build.")
    print(f"yardstick: {compiled['yardstick']:,.0f} rounds a second\n")
    print(f"{'a second':36} {'interpreted':>12} {'compiled':>12} {'ratio':>7} {'aim':>5} {'× yardstick':>12}")
    for name, fast in compiled["rates"].items():
        slow = pure["rates"][name]
        aim = f"{AIMS[name]}×" if name in AIMS else ""
        multiple = fast / compiled["yardstick"]
        print(f"{name:36} {slow:>12,.0f} {fast:>12,.0f} {fast / slow:>6.1f}× {aim:>5} {multiple:>12.2f}")
    for module in pkgutil.iter_modules(bench.__path__):
        if module.name not in OWN:
            print()
            importlib.import_module(f"bench.{module.name}").main()


if __name__ == "__main__":
    main()
