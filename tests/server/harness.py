"""A real server on an ephemeral port of 127.0.0.1, and clients on real sockets, for the tests."""

from __future__ import annotations

import contextlib
import http.client
import itertools
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from starlette.types import ASGIApp
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from trufflewood.server.app import Server
from trufflewood.server.serve import Runner
from trufflewood.server.settings import Limits, Settings

_NUMBERS = itertools.count(1)  # a command's id is used once at a table, whatever the connection
WIDE = Limits(address_tables=10**6, address_work=10**6)


def settings(folder: Path, **changes: Any) -> Settings:
    usual: dict[str, Any] = {
        "data": folder,
        "port": 0,
        "bot_pause": 0.0,
        "rate": 10**6,
        "limits": WIDE,
        "bot_processes": 1,
    }
    return Settings(**{**usual, **changes})


class Running:
    """A server in a thread of the test."""

    def __init__(self, chosen: Settings, server: Server, port: int) -> None:
        self.settings = chosen
        self.server = server
        self.port = port

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        key: str = "",
        lang: str = "en",
        raw: bytes | None = None,
    ) -> tuple[int, Any]:
        status, _, data = self.ask_all(method, path, body, key, lang, raw)
        return status, data

    def ask_all(
        self,
        method: str,
        path: str,
        body: Any = None,
        key: str = "",
        lang: str = "en",
        raw: bytes | None = None,
    ) -> tuple[int, dict[str, str], Any]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            headers = {"accept-language": lang}
            if method == "POST":
                headers["content-type"] = "application/json"
            if key:
                headers["authorization"] = f"Bearer {key}"
            sent = raw if raw is not None else (msgspec.json.encode(body) if body is not None else None)
            connection.request(method, path, sent, headers)
            answer = connection.getresponse()
            data = answer.read()
            found = {name.lower(): value for name, value in answer.getheaders()}
            if found.get("content-type") == "application/json":
                return answer.status, found, msgspec.json.decode(data)
            return answer.status, found, data
        finally:
            connection.close()

    def make(self, **asked: Any) -> Any:
        status, seated = self.ask("POST", "/api/tables", {"name": "Ana", **asked}, key=asked.pop("key", ""))
        assert status == 200, seated
        return seated

    def client(self, table: str, key: str = "", **hello: Any) -> Client:
        return Client(self.port, table, key, **hello)


class Client:
    """A scripted player. Keeps every byte that came, and the last of each kind of message."""

    def __init__(self, port: int, table: str, key: str = "", greet: bool = True, **hello: Any) -> None:
        self.bytes: list[str] = []
        self.last: dict[str, Any] = {}
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/socket"
        self._open = connect(address, compression=None, max_size=2**24, max_queue=None, open_timeout=20)
        self.socket: ClientConnection = self._open.__enter__()
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

    def receive(self, timeout: float = 20.0) -> Any:
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.bytes.append(text)
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
        """Wait for the end of the connection; return its code."""
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


@contextlib.contextmanager
def running(
    chosen: Settings, around: Callable[[ASGIApp], ASGIApp] | None = None, **server_options: Any
) -> Iterator[Running]:
    """A server in a thread, stopped at the end; `around` may wrap its application."""
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = Server(chosen, **server_options)
    runner = Runner(chosen, server)
    if around:
        runner.config.app = around(server.app)
    thread = threading.Thread(target=runner.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        while not runner.started and thread.is_alive():
            thread.join(0.01)
        assert runner.started, "the server did not start"
        yield Running(chosen, server, listening.getsockname()[1])
    finally:
        runner.should_exit = True
        thread.join()
        listening.close()
