"""A real server on an ephemeral port of 127.0.0.1, and clients on real sockets, for the tests."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from starlette.types import ASGIApp

from tests.faults.client import Client
from trufflewood.server.app import Server
from trufflewood.server.serve import Runner
from trufflewood.server.settings import Limits, Settings

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
