"""A server to measure: this checkout's or another commit's, as a process of its own, and what it uses."""

from __future__ import annotations

import contextlib
import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "build" / "load"
PATIENCE: Final = 600.0  # seconds for a start; the version before loads every table first
LOOK: Final = 0.02  # seconds between two looks
CALM: Final = 25  # looks in a row at which a server does nothing
TICKS: Final = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
MUCH: Final = "1000000"  # for every rate that can be set: the server is measured, not its limits
RATES: Final = re.compile(r"--[a-z-]*rate\b")


@dataclass(frozen=True)
class Checkout:
    """Sources with an environment of their own, in which the engine is compiled."""

    name: str
    folder: Path

    @property
    def python(self) -> Path:
        return Path(sys.executable) if self.folder == ROOT else self.folder / ".venv" / "bin" / "python"

    def check(self) -> None:
        """Stop where it would run interpreted: that would not be a fair race."""
        asked = "from trufflewood import _engine; print(bool(_engine.built()))"
        told = subprocess.run(
            [str(self.python), "-c", asked], env=environment(), capture_output=True, text=True, check=True
        )
        if told.stdout.strip() != "True":
            sys.exit(f"trufflewood: the engine is not compiled in {self.folder}; run make build there.")

    def raised(self) -> list[str]:
        """The limits of this version for one address, set so high that none is met."""
        command = [str(self.python), "-m", "trufflewood.cli.main", "serve", "--help"]
        told = subprocess.run(command, env=environment(), capture_output=True, text=True, check=True)
        return [part for option in sorted({*RATES.findall(told.stdout)}) for part in (option, MUCH)]


HERE: Final = Checkout("after", ROOT)


def environment() -> dict[str, str]:
    """Ours, without settings of a server that somebody plays on."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("TRUFFLEWOOD_")}
    return {**kept, "LC_ALL": "C.UTF-8"}


def before(commit: str) -> Checkout:
    """Another commit, in a worktree in build/; a folder is taken as it is. The first time takes minutes."""
    if (Path(commit) / "Makefile").exists():
        return Checkout("before", Path(commit).resolve())
    asked = ["git", "-C", str(ROOT), "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"]
    found = subprocess.run(asked, capture_output=True, text=True)
    if found.returncode:
        sys.exit(f"trufflewood: there is no commit {commit} here; git log lists them.")
    folder = FOLDER / f"before-{found.stdout[:12]}"
    if not (folder / "Makefile").exists():
        folder.parent.mkdir(parents=True, exist_ok=True)
        add = ["git", "-C", str(ROOT), "worktree", "add", "--force", "--detach", str(folder)]
        subprocess.run([*add, found.stdout.strip()], check=True)
    print(f"setting up {commit} in {folder.relative_to(ROOT)} …", flush=True)
    subprocess.run(["make", "--no-print-directory", "setup"], cwd=folder, env=environment(), check=True)
    return Checkout("before", folder)


class Server:
    """`trufflewood serve` of a checkout. Ends with the `with` block."""

    def __init__(self, checkout: Checkout, data: Path, arguments: Sequence[str] = ()) -> None:
        self.port = 0
        self.began = time.perf_counter()
        data.mkdir(parents=True, exist_ok=True)
        self._log = (data / "log").open("ab")
        command = [
            str(checkout.python), "-m", "trufflewood.cli.main", "serve", "--port", "0", "--data", str(data),
            "--no-open", "--lang", "en", "--bot-processes", "1", *arguments,
        ]  # fmt: skip
        self._process = subprocess.Popen(
            command, cwd=checkout.folder, env=environment(), stdout=subprocess.PIPE, stderr=self._log
        )

    def __enter__(self) -> Server:
        assert self._process.stdout is not None
        said = self._process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        if found is None:
            self.__exit__()
            sys.exit(f"trufflewood: the server did not start: {said}")
        self.port = int(found[1])
        return self

    def stop(self) -> None:
        """Ask it to stop, as Ctrl-C does, and wait."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(PATIENCE)

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()  # nobody plays on it, and the store is thrown away
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._log.close()

    def until_well(self) -> float:
        """Seconds from the start until the server says that it is well."""
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException):
                asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
                asking.request("GET", "/healthz")
                if b'"ok"' in asking.getresponse().read():
                    return time.perf_counter() - self.began
            time.sleep(LOOK)

    def until_calm(self, end: float = 0.0) -> float:
        """Seconds from the start until it has nothing more to do by itself; 0 if not so at `end`."""
        end = end or time.perf_counter() + PATIENCE
        calm = 0
        while calm < CALM:
            if time.perf_counter() > end:
                return 0.0
            time.sleep(LOOK)
            calm = 0 if self._is_running() else calm + 1
        return time.perf_counter() - CALM * LOOK - self.began

    def _is_running(self) -> bool:
        """A thread runs, or would if others let it."""
        states = Path(f"/proc/{self._process.pid}/task").glob("*/stat")
        return any(state.read_text().rpartition(")")[2].split()[0] in "RD" for state in states)

    def processor(self) -> float:
        """Seconds of processor time so far, in all threads, without its bots."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> int:
        """Kilobytes that it holds, without its bots."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])


def machine() -> float:
    """Seconds of processor time that the whole machine has used."""
    fields = [int(value) for value in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    idle, waiting = fields[3], fields[4]
    return (sum(fields[:8]) - idle - waiting) / TICKS


@contextlib.contextmanager
def scratch(disk: str) -> Iterator[Path]:
    """An empty folder on the memory disk or on the real one, removed afterwards."""
    base = Path("/dev/shm") if disk == "memory" else FOLDER
    folder = base / f"trufflewood-load-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
