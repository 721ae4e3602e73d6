"""One server for one file of tables: a lock that ends with its process, and where that server is found."""

from __future__ import annotations

import http.client
import os
import secrets
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from trufflewood.kit.errors import BadFile
from trufflewood.server import wire
from trufflewood.server.errors import ServerError

PATIENCE: Final = 10.0  # seconds for a server that is starting or stopping
PAUSE: Final = 0.05  # seconds between two looks at it
ANSWER: Final = 2.0  # seconds for an answer of it


class Instance(msgspec.Struct, frozen=True):
    """A server that runs, as it tells of itself beside its tables."""

    address: str
    pid: int
    token: str


class AlreadyRuns(ServerError):
    """Another server has these tables open, and answers."""

    def __init__(self, address: str) -> None:
        super().__init__("already-runs", address=address)
        self.address = address


class Claim:
    """The right to serve a file of tables. The system takes it back when the process ends, however it ends.

    The file of the lock stays: were it removed, somebody might hold a lock on a file that is no longer there.
    """

    def __init__(self, tables: Path) -> None:
        tables = tables.resolve()  # by whatever way it was named
        self.path = tables.with_name(f"{tables.name}.lock")
        self.token = secrets.token_hex(8)
        self._held = -1

    def __enter__(self) -> Claim:
        try:
            self._held = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
            self._take()
        except OSError as error:
            self._let_go()
            raise BadFile("cannot-write", file=str(self.path), reason=error.strerror or str(error)) from None
        except ServerError:
            self._let_go()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.forget()
        self._let_go()

    def tell(self, address: str) -> None:
        """Write down where the server is found, for whoever comes next."""
        _write(self._held, msgspec.json.encode(Instance(address, os.getpid(), self.token)))

    def forget(self) -> None:
        """Take back what was told."""
        os.ftruncate(self._held, 0)

    def _take(self) -> None:
        end = time.monotonic() + PATIENCE
        while not _lock(self._held):
            other = self._other()
            if other and answers(other):
                raise AlreadyRuns(other.address)
            if time.monotonic() > end:
                pid = other.pid if other else "?"
                raise ServerError("tables-in-use", file=str(self.path), pid=pid)
            time.sleep(PAUSE)
        self.forget()  # what a server that was killed had told

    def _other(self) -> Instance | None:
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=Instance)
        except (OSError, msgspec.DecodeError):
            return None  # it has not told yet

    def _let_go(self) -> None:
        if self._held >= 0:
            os.close(self._held)
            self._held = -1


def answers(other: Instance) -> bool:
    """Whether the server that told of itself is the one that answers there."""
    try:
        _, told = _ask(other.address, "GET", "/healthz")
        found = msgspec.json.decode(told, type=wire.Health)
    except (OSError, http.client.HTTPException, msgspec.DecodeError):
        return False
    return found.instance == other.token and found.status != "stopping"


def open_network(address: str) -> str:
    """Have a server that runs on this machine listen on the network as well; its address there."""
    try:
        asked = msgspec.json.encode(wire.OpenNetwork(open=True))
        status, told = _ask(address, "POST", "/api/network", asked)
        if status == 200:
            return msgspec.json.decode(told, type=wire.Network).origin
        why = msgspec.json.decode(told, type=wire.Failed).error
    except (OSError, http.client.HTTPException, msgspec.DecodeError):
        raise ServerError("stopping") from None
    args: dict[str, Any] = why.args
    raise ServerError(why.key, **args)


def _ask(address: str, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
    place = urlsplit(address)
    asking = http.client.HTTPConnection(place.hostname or "", place.port, timeout=ANSWER)
    try:
        asking.request(method, path, body, {"content-type": "application/json"})
        answer = asking.getresponse()
        return answer.status, answer.read()
    finally:
        asking.close()


def _write(file: int, text: bytes) -> None:
    os.lseek(file, 0, os.SEEK_SET)
    os.ftruncate(file, 0)
    os.write(file, text)


if sys.platform == "win32":
    import msvcrt

    BEYOND = 2**30  # what is locked there cannot be read, so it lies behind all that is written

    def _lock(file: int) -> bool:
        os.lseek(file, BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
