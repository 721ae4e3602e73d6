"""Says what the machine lacks, and installs it where it may (Debian, as root). Plain Python, no venv."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def missing(python_only: bool) -> list[str]:
    """Debian packages."""
    found = []
    try:
        import ensurepip  # noqa: F401  (its absence is how Debian ships Python without venv)
        import venv  # noqa: F401  (the same)
    except ImportError:
        found.append("python3-venv")
    if not python_only:
        import native

        found += native.missing_tools()
        if not (os.environ.get("TRUFFLEWOOD_CHROMIUM") or shutil.which("chromium")):
            found.append("chromium")
    return found


def main(arguments: list[str]) -> None:
    if sys.version_info < (3, 11):  # noqa: UP036  (this file is run before anything is installed)
        sys.exit(
            "trufflewood: needs Python 3.11 or later; name one with make PYTHON=python3.11. / "
            "Hace falta Python 3.11 o posterior; indica uno con make PYTHON=python3.11."
        )
    packages = missing("--python" in arguments)
    if not packages:
        return
    from steps import say  # only now: it is written for the Python that we need

    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        print(say("installing-system", names=" ".join(packages)), flush=True)
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], check=True, env=quiet)
        subprocess.run(["apt-get", "install", "-y", "-qq", *packages], check=True, env=quiet)
        return
    sys.exit(say("install-first", names=packages))


if __name__ == "__main__":
    main(sys.argv[1:])
