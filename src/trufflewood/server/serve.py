"""Runs the server until it is told to stop."""

from __future__ import annotations

import contextlib
import dataclasses
import ipaddress
import socket
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import uvicorn

from trufflewood.server import front, journal
from trufflewood.server.app import Server
from trufflewood.server.errors import ServerError
from trufflewood.server.instance import Claim
from trufflewood.server.memory import look_for_garbage
from trufflewood.server.network import listen, url
from trufflewood.server.settings import Settings
from trufflewood.server.store import SqliteStore


@dataclass(frozen=True)
class Opened:
    """What a person wants to know about a server that has just begun to listen."""

    address: str
    network: str  # its address for other machines; "" where there is none
    port_taken: int | None  # the port that was asked for, where another program has it
    pages: bool
    trouble: ServerError | None  # why it does not listen on the network, though it should


def config(settings: Settings, server: Server, lifespan: Literal["on", "off"] = "on") -> front.Config:
    return front.Config(
        server.app,
        server.connections,
        host=settings.host,
        port=settings.port,
        lifespan=lifespan,
        ws_max_size=8 * settings.limits.message,  # beyond our own limit, which has an answer in words
        ws_per_message_deflate=False,  # views are small, memory and time are not free
        ws_ping_interval=settings.ping_interval,
        ws_ping_timeout=settings.ping_timeout,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        access_log=False,  # addresses of tables are what lets people in
        log_config=None,  # what libraries say goes the way of the log, which never fails: journal.py
        log_level="error",  # what clients do wrong is told to them
        timeout_graceful_shutdown=5,
    )


class Runner(uvicorn.Server):
    """Listens on one socket, and on the network as well where that is wanted."""

    def __init__(
        self,
        settings: Settings,
        server: Server,
        ready: Callable[[ServerError | None], None] = lambda trouble: None,
        stopped: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config(settings, server))
        self._settings, self._server = settings, server
        self._ready, self._stopped = ready, stopped

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        assert sockets is not None, "this server is given its socket"
        host, port = sockets[0].getsockname()[:2]
        network, trouble = self._server.network, None
        network.begin(host, port, lambda: config(self._settings, self._server, lifespan="off"))
        if self._settings.lan:
            try:
                await network.open()
            except ServerError as error:  # no reason not to play on this machine
                trouble = error
        self._ready(trouble)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        self._stopped()  # here, since the signal that stops the server may end the process right after


def serve(settings: Settings, ready: Callable[[Opened], None]) -> bool:
    """Serve until stopped; call `ready` once it listens. False if it could not start.

    Raises AlreadyRuns, with its address, if another server has the same tables open.
    """
    front.allow_files(settings.limits.connections)
    journal.reserve_standard_files()
    with (
        journal.kept_in(settings.log),
        Claim(settings.file) as claim,
        listen(settings.host, settings.port) as listening,
    ):
        host, port = listening.getsockname()[:2]
        taken = settings.port if settings.port not in (0, port) else None
        settings = dataclasses.replace(settings, port=port)
        server = Server(settings, SqliteStore(settings.file), instance=claim.token)

        def opened(trouble: ServerError | None) -> None:
            address = url(_here(host), port)
            claim.tell(address)
            server.house.spawn(look_for_garbage(server.house.quiet_for))
            journal.flush()  # so that a terminal shows what a person reads in one piece
            ready(Opened(address, server.network.origin, taken, server.has_pages, trouble))

        runner = Runner(settings, server, opened, claim.forget)
        with contextlib.suppress(KeyboardInterrupt):  # raised again after a graceful stop
            runner.run([listening])
        return runner.started


def _here(host: str) -> str:
    """By what address this machine reaches a server that listens on `host`."""
    if not ipaddress.ip_address(host).is_unspecified:
        return host
    return "::1" if ":" in host else "127.0.0.1"
