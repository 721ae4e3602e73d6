"""A server whose answers are held back, where that is the pace of the test; as a process too."""

from __future__ import annotations

import asyncio
import sys
from typing import Literal
from unittest.mock import patch

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tests.browser.pace import pace
from trufflewood.cli.main import main as trufflewood
from trufflewood.server import serve
from trufflewood.server.app import Server
from trufflewood.server.front import LINE, Line
from trufflewood.server.settings import Settings


def held_back(app: ASGIApp) -> ASGIApp:
    """The application, with its answers held back where that is the pace."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if pace.name != "delayed" or scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            await _talk(app, scope, receive, send)
        else:
            await app(scope, receive, _late(send))

    return answer


def _late(send: Send) -> Send:
    async def late(message: Message) -> None:
        if message["type"] == "http.response.start":
            await asyncio.sleep(pace.held_back())
        await send(message)

    return late


async def _talk(app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Each message when its own time has come, and in the order in which they were sent."""
    clock = asyncio.get_running_loop().time
    waiting: asyncio.Queue[tuple[float, Message | bytes]] = asyncio.Queue()

    class Late:
        """The line to the client, with every message held back."""

        def __init__(self, line: Line) -> None:
            self.push_now, self.unread = line.push, line.unread

        def push(self, message: bytes) -> None:
            waiting.put_nowait((clock() + pace.held_back(), message))

    async def late(message: Message) -> None:
        waiting.put_nowait((clock() + pace.held_back(), message))

    async def deliver() -> None:
        while True:
            due, message = await waiting.get()
            await asyncio.sleep(due - clock())
            if isinstance(message, bytes):
                line.push_now(message)
            else:
                await send(message)
            waiting.task_done()

    line = Late(scope["state"][LINE])
    scope = {**scope, "state": {**scope["state"], LINE: line}}

    tasks: list[asyncio.Task[None]] = [asyncio.create_task(deliver())]
    try:
        await app(scope, receive, late)
        tasks.append(asyncio.create_task(waiting.join()))
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)  # all is said, or nobody listens
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def command() -> list[str]:
    """How `trufflewood serve` is started as a process of its own, at this pace."""
    return [sys.executable, "-m", "tests.browser.late", pace.name, pace.luck]


def main() -> None:
    name, luck, *asked = sys.argv[1:]
    pace.begin(name, luck)
    plain = serve.config

    def config(settings: Settings, server: Server, lifespan: Literal["on", "off"] = "on") -> uvicorn.Config:
        made = plain(settings, server, lifespan)
        made.app = held_back(made.app)  # type: ignore[arg-type]  # uvicorn also takes an app by its name
        return made

    with patch.object(serve, "config", config):
        sys.exit(trufflewood(["serve", *asked]))


if __name__ == "__main__":
    main()
