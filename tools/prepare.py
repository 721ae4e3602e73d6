"""Prepares a checkout: the environment, Node's packages, the pages and the engine, side by side.

`pages` makes what playing needs, `engine` what makes it fast (run behind a server that is open
already), `dev` all of it and what tests and checks need.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import client
import environment
import native
from steps import Steps, say

TOOLS = Path(__file__).parent


def side_by_side(*works: Callable[[], object]) -> None:
    """Do all of it at once; the first failure is the one that counts."""
    with ThreadPoolExecutor(len(works)) as pool:
        for work in [pool.submit(work) for work in works]:
            work.result()


def pages(steps: Steps) -> None:
    """The environment that playing needs, and the pages."""
    environment.create()
    if client.is_current(client.source_hash()):
        environment.ready("play", steps)
        return
    side_by_side(
        lambda: environment.ready("play", steps),
        lambda: client.install(steps, everything=False),
    )
    client.build(steps)


def dev(steps: Steps) -> None:
    """All that `make test` and `make check` need of Python and Node, and everything built."""
    environment.create()

    def packages() -> None:
        environment.ready("play", steps)
        environment.ready_checkout(steps)
        environment.ready("dev", steps)

    side_by_side(packages, lambda: client.install(steps, everything=True))
    side_by_side(lambda: client.build(steps), lambda: compiled(steps))


def engine(steps: Steps) -> None:
    """Compile while others play: with little of the machine, and with few words."""
    os.nice(10) if hasattr(os, "nice") else None
    environment.ready_checkout(steps)
    if not native.pure() and not native.missing_tools():
        compiled(steps)
        steps.tell(say("engine-ready"))


def compiled(steps: Steps) -> None:
    """mypyc lives in the environment, so its Python compiles."""
    if native.pure() or native.is_current(native.source_hash()):
        return
    done = subprocess.run([environment.python(), str(TOOLS / "native.py"), *steps.flags])
    if done.returncode:
        raise SystemExit(done.returncode)


def main(wanted: str) -> None:
    steps = Steps(calm=wanted == "engine")
    try:
        {"pages": pages, "engine": engine, "dev": dev}[wanted](steps)
    except environment.NotInstalled as problem:
        sys.exit(f"{problem}\n{say('not-installed')}")
    except client.NoPages as problem:
        sys.exit(str(problem))
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(sys.argv[1])
