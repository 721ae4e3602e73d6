"""Runs the server until it is told to stop."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable

import uvicorn

from trufflewood.server.app import Server
from trufflewood.server.errors import ServerError
from trufflewood.server.settings import Settings


def config(settings: Settings, server: Server) -> uvicorn.Config:
    return uvicorn.Config(
        server.app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=8 * settings.limits.message,  # beyond our own limit, which has an answer in words
        ws_per_message_deflate=False,  # views are small, memory and time are not free
        ws_ping_interval=5.0,  # so that a seat whose line is dead is away within ten seconds
        ws_ping_timeout=5.0,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        access_log=False,  # addresses of tables are what lets people in
        log_level="warning",
        timeout_graceful_shutdown=5,
        limit_concurrency=2 * settings.limits.all_sockets,
    )


class _Announced(uvicorn.Server):
    def __init__(self, chosen: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(chosen)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(settings: Settings, ready: Callable[[str], None]) -> bool:
    """Serve until stopped; call `ready` with the address. False if it could not start."""
    listening = listen(settings.host, settings.port)
    host, port = listening.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    server = _Announced(config(settings, Server(settings)), lambda: ready(f"http://{shown}:{port}"))
    with listening, contextlib.suppress(KeyboardInterrupt):  # raised again after a graceful stop
        server.run([listening])
    return server.started


def listen(host: str, port: int) -> socket.socket:
    """A socket to listen on; raises with the remedy where it is taken."""
    if not 0 <= port < 65536:
        raise ServerError("bad-port", port=port)
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with contextlib.ExitStack() as unless_it_works:
            listening = unless_it_works.enter_context(socket.socket(family, kind))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(2048)
            unless_it_works.pop_all()
        return listening
    except OSError as error:
        raise ServerError("port-taken", host=host, port=port, reason=error.strerror or str(error)) from None
