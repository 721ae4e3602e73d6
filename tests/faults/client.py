"""The one test client of these tests: a server in a process of its own, and programs that speak to it."""

from __future__ import annotations

import http.client
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "random"}
PATIENCE: Final = 60.0  # seconds until a test gives up, however slow the machine
LOOK: Final = 0.02  # seconds between two looks at what a process says
_NUMBERS = itertools.count(1)  # a command's id is used once at a table


def eventually(true: Callable[[], Any], what: str) -> Any:
    """Look again and again until something is so; fail with `what` after a long time."""
    end = time.monotonic() + PATIENCE
    while not (found := true()):
        assert time.monotonic() < end, what
        time.sleep(LOOK)
    return found


class Server:
    """`trufflewood serve` in a process of its own. Starts at once; ends with the `with` block, however that ends.

    `prelude` is Python that runs in the process before the server does: for clocks that jump, and the like.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        prelude: str = "",
        stderr: IO[bytes] | int | None = None,
        close_stderr: bool = False,
        variables: dict[str, str] | None = None,
        start: bool = True,
    ) -> None:
        self.folder = folder
        self.port = 0
        self._arguments = arguments
        self._prelude = prelude
        self._stderr = stderr
        self._close_stderr = close_stderr
        self._variables = variables or {}
        self.process: subprocess.Popen[bytes]
        if start:
            self.start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self._end()

    # ---- the process

    def start(self) -> None:
        """Start, or start again on the same port, and wait until it listens."""
        self.launch()
        assert self.process.stdout is not None
        said = self.process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:(\d+)", said)
        assert found, said + self.process.stdout.read().decode()
        self.port = int(found[1])

    def launch(self) -> None:
        """Start without waiting for anything."""
        serve = ["serve", "--port", str(self.port), "--data", str(self.folder), "--no-open", "--bot-pause", "0",
                 "--bot-processes", "1", "--lang", "en", *self._arguments]  # fmt: skip
        command = [sys.executable, "-m", "trufflewood.cli.main", *serve]
        if self._prelude:
            program = f"{self._prelude}\nimport sys\nfrom trufflewood.cli.main import main\nsys.exit(main({serve!r}))"
            command = [sys.executable, "-c", program]
        if self._close_stderr:
            command = ["sh", "-c", 'exec "$@" 2>&-', "sh", *command]
        stderr = self._stderr
        log = None
        if stderr is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            stderr = log = (self.folder / "stderr").open("ab")
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=stderr, env={**os.environ, **self._variables}
        )
        if log is not None:
            log.close()

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self._end()

    def stop(self) -> int:
        """Ask it to stop, as Ctrl-C does; return what it returned."""
        self.process.send_signal(signal.SIGINT)
        return self._end()

    def wait(self) -> tuple[int, str]:
        """Wait for a process that ends by itself: its exit code, and what it said on the standard output."""
        assert self.process.stdout is not None
        said = self.process.stdout.read().decode()
        return self._end(), said

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code

    @property
    def database(self) -> Path:
        return self.folder / "tables.db"

    def fill_disk(self, full: bool = True) -> None:
        """From now on no file of the process can grow (or all can again), as on a disk that is full."""
        import resource  # not on every system

        _, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (0 if full else hard, hard))

    def memory(self) -> int:
        """Kilobytes that the process (without its bots) holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmRSS:\s+(\d+)", status)[0])

    def peak_memory(self) -> int:
        """The most kilobytes that the process has held so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.findall(r"VmHWM:\s+(\d+)", status)[0])

    def processor_time(self) -> float:
        """Seconds of processor time of the process so far, without its bots."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    # ---- over HTTP

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        key: str = "",
        *,
        raw: bytes | None = None,
        headers: dict[str, str] | None = None,
        source: str = "127.0.0.1",
    ) -> tuple[int, Any]:
        """Status and answer; from another address of this machine where `source` says so."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, PATIENCE, (source, 0))
        try:
            sent = {"accept-language": "en"}
            if body is not None or raw is not None or method == "POST":
                sent["content-type"] = "application/json"
            if key:
                sent["authorization"] = f"Bearer {key}"
            sent.update(headers or {})
            data = raw if raw is not None else msgspec.json.encode(body) if body is not None else None
            asking.request(method, path, data, sent)
            answer = asking.getresponse()
            told = answer.read()
            if answer.headers.get("content-type", "").startswith("application/json"):
                return answer.status, msgspec.json.decode(told)
            return answer.status, told
        finally:
            asking.close()

    def raw(self, source: str = "127.0.0.1") -> socket.socket:
        """A bare connection, for what no library would send."""
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE, (source, 0))

    def make(self, game: str = "truffle-scuffle", seats: Any = (ME, ME), key: str = "", **asked: Any) -> Any:
        """A table: its name, key, seats and facts."""
        body = {"game": game, "name": "Ana", "seats": list(seats), **asked}
        status, seated = self.ask("POST", "/api/tables", body, key)
        assert status == 200, seated
        return seated

    def join(self, table: str, name: str = "Bea", key: str = "", **asked: Any) -> Any:
        status, seated = self.ask("POST", f"/api/tables/{table}/seats", {"name": name, **asked}, key)
        assert status == 200, seated
        return seated

    def client(self, table: str, key: str = "", **hello: Any) -> Client:
        return Client(self.port, table, key, **hello)


class Client:
    """A connection to a table. Keeps every message that came, and the last of each kind."""

    def __init__(
        self,
        port: int,
        table: str,
        key: str = "",
        *,
        greet: bool = True,
        source: str = "127.0.0.1",
        origin: str | None = None,
        host: str = "",
        **hello: Any,
    ) -> None:
        self.texts: list[str] = []
        self.last: dict[str, Any] = {}
        address = f"ws://{host or f'127.0.0.1:{port}'}/api/tables/{table}/socket"
        opening = connect(
            address, compression=None, max_size=2**24, max_queue=None, open_timeout=PATIENCE, close_timeout=1,
            ping_interval=None, sock=socket.create_connection(("127.0.0.1", port), PATIENCE, (source, 0)), origin=origin,  # type: ignore[arg-type]  # any text is tried
        )  # fmt: skip
        self.socket: ClientConnection = opening.__enter__()
        if greet:
            self.send("hello", **({"key": key} if key else {}), **hello)
            if self.until("welcome", "refused")["type"] == "welcome":
                self.until("presence")

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, kind: str, **fields: Any) -> None:
        self.socket.send(msgspec.json.encode({"type": kind, **fields}).decode())

    def receive(self, timeout: float = PATIENCE) -> Any:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.texts.append(text)
        message = msgspec.json.decode(text)
        self.last[message["type"]] = message
        return message

    def until(self, *kinds: str) -> Any:
        while (message := self.receive())["type"] not in kinds:
            pass
        return message

    def ask(self, kind: str, answer: str = "ack", id: str | None = None, **fields: Any) -> Any:
        """Send a command and wait for its answer, or for its refusal."""
        wanted = id or f"c{next(_NUMBERS)}"
        self.send(kind, id=wanted, **fields)
        while (message := self.until(answer, "refused"))["id"] not in (wanted, ""):
            pass
        return message

    def drain(self) -> None:
        """Take in all that has been sent before this moment."""
        self.send("ping")
        self.until("pong")

    def closed(self) -> int | None:
        """Wait for the end of the connection; its code, or None where it ended without a word."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as end:
            return end.rcvd.code if end.rcvd else None

    @property
    def update(self) -> Any:
        return self.last["update"]

    @property
    def moves(self) -> list[int]:
        view = self.update["view"]
        return list(view["moves"]) if view else []

    def play_one(self, choose: Callable[[list[int]], int] = min) -> Any:
        """A legal move of whoever must decide among one's own seats; the answer to it."""
        mine = self.last["welcome"]["mine"]
        seat = next(seat for seat in self.update["view"]["waiting"] if seat in mine)
        if self.update["view"]["seat"] != seat:
            self.send("face", seat=seat)
            self.until("update")
        return self.ask("play", moves=[choose(self.moves)])


def frame(data: bytes, kind: int = 1, last: bool = True) -> bytes:
    """One frame of a WebSocket as a client sends it: 0 goes on with a message, 1 is text, 9 a ping, 10 a pong."""
    length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | kind]) + length + bytes(4) + data


class Deaf:
    """A connection to a table that sends, and never reads what comes."""

    def __init__(self, port: int, table: str, key: str = "", source: str = "127.0.0.1", **hello: Any) -> None:
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(PATIENCE)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        self.socket.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
            "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        answer = b""
        while not answer.endswith(b"\r\n\r\n"):
            answer += self.socket.recv(1)
        assert answer.startswith(b"HTTP/1.1 101"), answer
        self.send("hello", **({"key": key} if key else {}), **hello)

    def __enter__(self) -> Deaf:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, kind: str, **fields: Any) -> bool:
        return self.send_frame(msgspec.json.encode({"type": kind, **fields}))

    def send_frame(self, data: bytes, kind: int = 1, last: bool = True) -> bool:
        """False once the server has ended the connection."""
        try:
            self.socket.sendall(frame(data, kind, last))
        except OSError:
            return False
        return True
