"""Runs the server until it is told to stop."""

from __future__ import annotations

import uvicorn

from trufflewood.server.app import Server
from trufflewood.server.settings import Settings


def config(settings: Settings, server: Server | None = None) -> uvicorn.Config:
    return uvicorn.Config(
        (server or Server(settings)).app,
        host=settings.host,
        port=settings.port,
        ws="websockets-sansio",
        ws_max_size=8 * settings.limits.message,  # beyond our own limit, which has an answer in words
        ws_per_message_deflate=False,  # views are small, memory and time are not free
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        server_header=False,
        access_log=False,  # addresses of tables are what lets people in
        log_level="warning",
        timeout_graceful_shutdown=5,
        limit_concurrency=2 * settings.limits.all_sockets,
    )


def serve(settings: Settings) -> bool:
    """Serve; True if it started at all."""
    server = uvicorn.Server(config(settings))
    server.run()
    return server.started
