"""`make play`: what playing needs, then a server; the engine is compiled behind it.

What follows the name of this file is given to `trufflewood serve`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import environment
import native
import prepare
from steps import say


def main(arguments: list[str]) -> None:
    wanted = native.source_hash()
    native.forget_stale(wanted)
    prepare.main("pages")
    compiles = not native.pure() and not native.is_current(wanted)
    if compiles and (missing := native.missing_tools()):
        print(say("no-compiler", names=missing), flush=True)
    elif compiles:
        print(say("engine-behind"), flush=True)
    if compiles or not environment.is_installed():
        subprocess.Popen([sys.executable, str(Path(prepare.__file__)), "engine"])
    command = [environment.python(), "-m", "trufflewood.cli.main", "serve", *arguments]
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(native.SOURCES),  # the checkout may not be installed yet
        "TRUFFLEWOOD_AWAITS": wanted,  # an engine of these very sources; see server/workers.py
    }
    if sys.platform == "win32":
        sys.exit(subprocess.run(command, env=surroundings).returncode)
    os.execve(command[0], command, surroundings)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
