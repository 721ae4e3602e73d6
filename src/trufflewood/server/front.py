"""Connections before any request: how many, how slow, how silent. Two of uvicorn's protocols, made stricter.

A connection is *silent* while the server owes it nothing: no complete request has come, or the last one
is answered. Where an address or the whole server has no more room, the connection that has been silent for
longest makes way.
"""

from __future__ import annotations

import asyncio
import contextlib
import struct
import sys
from collections import Counter, OrderedDict
from typing import Any, Final, Protocol

import uvicorn
from starlette.types import ASGIApp
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.http11 import Request

from trufflewood.server.errors import ServerError, preferred, problem
from trufflewood.server.limits import Bucket, client_address
from trufflewood.server.settings import Settings

OTHER_FILES: Final = 128  # that the process needs beside its connections: the store, bots, libraries
PIPELINED: Final = 8  # requests that may follow one that is not answered yet; browsers send none
MOST_HEADERS: Final = 100
LAST_LOOK: Final = (
    0.1  # seconds in which an answer to a ping may still be found that came while the server was busy
)
POLICY: Final = 1008
WHOLE_TEXT: Final = 0x81
LINE: Final = "trufflewood.line"  # where the state of a socket holds its Line


class Line(Protocol):
    """The way to a client, without a queue or a task on it."""

    def push(self, message: bytes) -> None:
        """Send a text message now, or not at all where the connection has ended."""

    def unread(self) -> int:
        """How many bytes the client has not taken yet."""


def allow_files(wanted: int) -> None:
    """Let this process open as many files as it needs for its connections, where the system permits."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted + OTHER_FILES if hard == resource.RLIM_INFINITY else min(hard, wanted + OTHER_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _room(wanted: int) -> int:
    """How many connections fit beside the other files of this process."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, max(soft - OTHER_FILES, soft // 2))


class Connections:
    """All connections of a server, on whichever socket they came, counted by address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.limits = settings.limits
        self.most = _room(self.limits.connections)
        self.most_of_address = max(1, min(self.limits.address_connections, self.most // 2))
        self._proxies = _TrustedHosts(settings.proxies) if settings.proxies else ()
        self._open: Counter[str] = Counter()
        self._in_all = 0
        self._silent: OrderedDict[HttpConnection, None] = (
            OrderedDict()
        )  # the one that is so for longest comes first
        self._silent_of: dict[str, OrderedDict[HttpConnection, None]] = {}

    def address(self, client: tuple[str, int] | None) -> str:
        """By which a connection is counted; "" for a proxy, which brings many clients."""
        if client is None or client[0] in self._proxies:
            return ""
        return client_address(client[0])

    def enter(self, one: HttpConnection) -> ServerError | None:
        """Make room for a new connection. Where there is none: what its first request is told."""
        address, refusal = one.address, None
        if address and self._open[address] >= self.most_of_address:
            self._drop_oldest(self._silent_of.get(address))
            if self._open[address] >= self.most_of_address:
                refusal = ServerError("too-many-connections", most=self.most_of_address)
        if self._in_all >= self.most:
            self._drop_oldest(self._silent)
            if self._in_all >= self.most:
                refusal = ServerError("server-full", most=self.most)
        self.keep(address)
        self.mark_silent(one)
        return refusal

    def mark_silent(self, one: HttpConnection) -> None:
        self._silent[one] = None
        self._silent_of.setdefault(one.address, OrderedDict())[one] = None

    def mark_busy(self, one: HttpConnection) -> None:
        self._silent.pop(one, None)
        if of_address := self._silent_of.get(one.address):
            of_address.pop(one, None)
            if not of_address:
                del self._silent_of[one.address]

    def keep(self, address: str) -> None:
        """Count a connection, for which there is room."""
        self._open[address] += 1
        self._in_all += 1

    def leave(self, address: str) -> None:
        self._in_all -= 1
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    def _drop_oldest(self, silent: OrderedDict[HttpConnection, None] | None) -> None:
        if silent:
            next(iter(silent)).make_way()


class Config(uvicorn.Config):
    """Uvicorn's settings, and the connections that its protocols are counted among."""

    def __init__(self, app: ASGIApp, connections: Connections, **given: Any) -> None:
        super().__init__(app, http=HttpConnection, ws=SocketConnection, **given)
        self.open_connections = connections


class HttpConnection(HttpToolsProtocol):
    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.address = ""
        self._all = config.open_connections
        self._is_open = False  # and counted
        self._refusal: ServerError | None = None  # of whatever is asked
        self._refused = False
        self._awaited = "headers"  # what the client owes next: headers, body, or nothing
        self._head = 0  # bytes of headers that are not complete
        self._served: RequestResponseCycle | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._stalled: asyncio.TimerHandle | None = None

    # ---- as long as it is open

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn's own
        super().connection_made(transport)
        self.address = self._all.address(self.client)
        self._refusal = self._all.enter(self)
        self._is_open = True
        self._wait_for("headers")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def _leave(self) -> None:
        self._wait_for("nothing")
        if self._stalled:
            self._stalled.cancel()
        if self._is_open:
            self._is_open = False
            self._all.mark_busy(self)
            self._all.leave(self.address)

    def handle_websocket_upgrade(self) -> None:
        address = self.address
        self._leave()
        self._all.keep(address)  # until the socket is lost
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # a circle; uvicorn does the same where a connection ends

    def make_way(self) -> None:
        """End a silent connection: somebody else needs its room."""
        self._all.mark_busy(self)
        if self._head or self._awaited == "body":
            self._refuse(ServerError("too-many-connections", most=self._all.most_of_address))
            self.transport.close()
        else:
            self.transport.abort()
        if self._is_open:  # its room is free from now on, though the loop has to come round to close it
            self._is_open = False
            self._all.leave(self.address)

    # ---- requests, in time

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        if self._awaited == "nothing" and (self._served is None or self._served.response_complete):
            self._wait_for("headers")
        if self._awaited == "headers":
            self._head += len(data)
        super().data_received(data)
        if self._awaited == "headers" and self._head > self._all.limits.head:
            self._refuse(ServerError("head-too-big", most=self._all.limits.head))

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._awaited == "nothing":  # a request that follows in the same breath
            self._wait_for("headers")
            self._head = 1

    def on_headers_complete(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self._all.limits.head or len(self.headers) > MOST_HEADERS:
            self._refusal = ServerError("head-too-big", most=self._all.limits.head)
        if len(self.pipeline) >= PIPELINED:
            self._refusal = ServerError("too-many-pipelined", most=PIPELINED)
        if self._refusal:
            raise self._refusal  # which the parser takes for a request it cannot read, and says so below
        self._head = 0
        self._wait_for("body")
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self.cycle is not None and self.cycle.response_complete:  # answered before it was all there
            self._wait_for("headers")
        else:
            self._wait_for("nothing")
            self._all.mark_busy(self)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._served = cycle
        super()._start_asgi_task(cycle, app)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.is_closing():
            self._cut_later()
        elif (self._served is None or self._served.response_complete) and self._is_open:
            self._all.mark_silent(self)

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self._cut_later()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stalled = self.loop.call_later(self._all.limits.answer_deadline, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._stalled:
            self._stalled.cancel()
            self._stalled = None

    def _wait_for(self, what: str) -> None:
        """Begin to count the time for what the client owes next."""
        self._awaited = what
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
        if what == "headers":
            self._deadline = self.loop.call_later(self._all.limits.header_deadline, self._too_late)
        elif what == "body":
            self._deadline = self.loop.call_later(self._all.limits.body_deadline, self._too_late)

    def _too_late(self) -> None:
        self._deadline = None
        limits = self._all.limits
        if self._awaited == "headers" and self._head:
            self._refuse(ServerError("late-headers", seconds=f"{limits.header_deadline:g}"))
        elif self._awaited == "body" and not self.cycle.response_complete:
            self._refuse(ServerError("late-body", seconds=f"{limits.body_deadline:g}"))
        else:  # nothing has been asked, or all of it is answered
            self.transport.abort()

    # ---- refusals

    def send_400_response(self, msg: str) -> None:
        self._refuse(self._refusal or ServerError("bad-request"))

    def _refuse(self, error: ServerError) -> None:
        """Say why, where nothing else is being said, and close.

        What the client still sends is read and forgotten for a moment: closed at once, the connection would
        be reset, and the answer lost on its way.
        """
        self._refused = True
        self._wait_for("nothing")
        if self.transport.is_closing():
            return
        served = self._served
        if served is None or served.response_complete or not served.response_started:
            self.transport.write(_answer(error, self.headers or []))
        for cycle in (served, self.cycle):
            if (
                cycle is not None and not cycle.response_complete
            ):  # the application learns that nobody is there
                cycle.disconnected = True
                cycle.message_event.set()
        self.transport.write_eof()
        self.flow.resume_reading()
        self._cut_later()

    def _cut_later(self) -> None:
        """A connection that is closed waits until the client has read everything: not for ever."""
        self.loop.call_later(self._all.limits.farewell, self.transport.abort)


def _answer(error: ServerError, headers: list[tuple[bytes, bytes]]) -> bytes:
    asked = next((value for name, value in headers if name == b"accept-language"), b"")
    body = problem(error, preferred(asked.decode("latin-1")))
    return b"".join(
        (
            STATUS_LINE[error.status],
            b"content-type: application/json\r\nx-content-type-options: nosniff\r\n",
            f"cache-control: no-store\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n".encode(),
            body,
        )
    )


def _frame(message: bytes) -> bytes:
    """A whole text message, as a server sends it (RFC 6455, §5.2)."""
    size = len(message)
    if size < 126:
        return struct.pack("!BB", WHOLE_TEXT, size) + message
    if size < 2**16:
        return struct.pack("!BBH", WHOLE_TEXT, 126, size) + message
    return struct.pack("!BBQ", WHOLE_TEXT, 127, size) + message


class SocketConnection(WebSocketsSansIOProtocol):
    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all = config.open_connections
        self._overdue = False  # the answer to a ping
        settings = self._all.settings
        self._frames = Bucket(settings.rate, settings.rate * self._all.limits.at_once)

    # ---- as long as it is open

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.handshake_initiated and self.response.status_code == 101:
            self.scope["state"].pop(LINE, None)  # a circle, which would keep the table in memory for a while
        self._all.leave(self._all.address(self.client))

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["state"][LINE] = self

    def push(self, message: bytes) -> None:
        if self.handshake_complete and not (self.close_sent or self.disconnected):
            self.transport.write(_frame(message))

    def unread(self) -> int:
        return self.transport.get_write_buffer_size()

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except Exception:  # of a client that speaks before it is answered, for one
            self.transport.abort()
        if not self.handshake_initiated and self.conn.handshake_exc is not None:
            self.handshake_complete = self.close_sent = True
            self.transport.write(_answer(ServerError("bad-request"), []))
            self.transport.close()
            self._cut_later()

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            if not self.disconnected:
                self._cut_later()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.close" and self.close_timer is not None:
            self.close_timer.cancel()  # it would close, and so wait until the client has read everything
            self.close_timer = self.loop.call_later(self._all.limits.farewell, self.transport.abort)
        elif self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # by a refusal; uvicorn would complain that there was none

    def shutdown(self) -> None:
        super().shutdown()
        self._cut_later()

    def _cut_later(self) -> None:
        self.loop.call_later(self._all.limits.farewell, self.transport.abort)

    # ---- somebody answers

    def handle_pong(self, event: Frame) -> None:
        if not self._is_flooded():
            super().handle_pong(event)
            if self.pending_ping_payload is None:  # so it was the answer, and not just any pong
                self._overdue = False

    def keepalive_timeout(self) -> None:
        if self.read_paused or not self._overdue:  # the answer may have come, and lie unread: look once more
            self._overdue = not self.read_paused
            self.pong_timer = self.loop.call_later(LAST_LOOK, self.keepalive_timeout)
            return
        self.pong_timer = None
        self.transport.abort()

    # ---- frames that are no messages, and so are counted nowhere else

    def handle_ping(self) -> None:
        if not self._is_flooded():
            super().handle_ping()
            if self.transport.get_write_buffer_size() > self._all.limits.behind:
                self.transport.abort()

    def handle_text(self, event: Frame) -> None:
        # as bytes: what is not UTF-8 is then refused in words, like any other message that cannot be read
        self.handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if not self._is_flooded():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"  # which the application refuses in words
        super().send_receive_event_to_app()

    def _is_flooded(self) -> bool:
        if self._frames.take():
            return False
        if not self.close_sent and not self.transport.is_closing():
            why = ServerError("too-fast", most=self._all.settings.rate).say("en")
            self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": why})
            self.conn.fail(POLICY, why)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
            self._cut_later()
        return True
