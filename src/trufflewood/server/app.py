"""Puts the server together: routes, the socket, headers, the built client, start and stop."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import msgspec
from starlette import routing
from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from trufflewood.kit.errors import TrufflewoodError
from trufflewood.kit.words import LANGUAGES
from trufflewood.server import api, wire
from trufflewood.server.errors import ServerError, clean, preferred, problem, reason, status
from trufflewood.server.front import Connections
from trufflewood.server.hosts import Hosts
from trufflewood.server.house import House
from trufflewood.server.journal import note, note_failure
from trufflewood.server.limits import FILE_COST, Quotas, client_address
from trufflewood.server.match import Clocks
from trufflewood.server.network import Network
from trufflewood.server.settings import Settings
from trufflewood.server.socket import LATER, Connection
from trufflewood.server.store import SqliteStore, Store

STATIC: Final = Path(__file__).parent / "static"
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",  # the name of a table is in its address
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


class Server:
    """A house and its front door, for as long as the application runs."""

    def __init__(
        self,
        settings: Settings,
        store: Store | None = None,
        clocks: Clocks | None = None,
        instance: str = "",
    ) -> None:
        self.settings = settings
        self.network = Network(settings)
        self._instance = instance
        self._store = store
        self._clocks = clocks
        hosts = Hosts(settings.allowed_hosts.split(","))
        self.quotas = Quotas(settings)
        self.connections = Connections(settings)
        self.house: House
        served = [routing.Route(one.path, self._serve(one), methods=[one.method]) for one in api.ROUTES]
        self.app = Starlette(
            routes=[
                *served,
                routing.WebSocketRoute("/api/tables/{table}/socket", self._socket),
                *_client(),
            ],
            exception_handlers={HTTPException: _http_error, Exception: _broken},
            lifespan=self._lifespan,
        )  # fmt: skip
        self.app.add_middleware(_Guard, hosts=hosts, quotas=self.quotas)
        self.app.add_middleware(_Headers)

    @property
    def has_pages(self) -> bool:
        return (STATIC / "index.html").exists()

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        store = self._store or SqliteStore(self.settings.file)
        self.house = House(store, self.settings, self._clocks)
        await self.house.start()
        note("started", port=self.settings.port)
        yield
        await self.network.close()
        await self.house.stop()
        note("stopped")

    # ---- HTTP

    def _serve(self, route: api.Route) -> Callable[[Request], Awaitable[Response]]:
        async def serve(request: Request) -> Response:
            language = preferred(request.headers.get("accept-language", ""))
            start = time.perf_counter()
            try:
                language = _language(request)
                address = _address(request)
                if route.makes_table:
                    self.quotas.table(address)
                call = await self._call(route, request, language)
                async with self.quotas.work(address) if route.work else contextlib.nullcontext():
                    response = _answer(route, await route.does(call))
            except ClientDisconnect:
                return Response(status_code=400)  # which nobody reads
            except TrufflewoodError as error:
                response = _problem(error, language)
            except Exception as error:
                note_failure("request-broke", error)
                response = _problem(ServerError("internal"), language)
            if route.path != "/healthz":
                took = round((time.perf_counter() - start) * 1000, 1)
                note("request", method=route.method, route=route.path, status=response.status_code, ms=took)
            return response

        return serve

    async def _call(self, route: api.Route, request: Request, language: str) -> api.Call:
        from_here = self.network.is_asked_from_here(request)
        if route.from_here and not from_here:
            raise ServerError("not-here")
        if request.method == "POST" and _media_type(request) != "application/json":
            raise ServerError("not-json")  # which a foreign page cannot send unasked
        body: Any = None
        if route.body is not None:
            raw = await self._body(request)
            try:
                body = msgspec.json.decode(raw, type=route.body)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise ServerError("bad-message", reason=str(error)[:200]) from None
        return api.Call(
            house=self.house,
            path={name: str(value) for name, value in request.path_params.items()},
            query=dict(request.query_params),
            body=body,
            key=_key(request),
            language=language,
            origin=f"{request.url.scheme}://{request.url.netloc}",
            only_here=self.network.is_only_here(request),
            from_here=from_here,
            network=self.network,
            instance=self._instance,
        )

    async def _body(self, request: Request) -> bytes:
        found = bytearray()
        async for part in request.stream():
            found += part
            if len(found) > self.settings.limits.body:
                raise ServerError("too-big", most=self.settings.limits.body)
        return bytes(found)

    # ---- sockets

    async def _socket(self, websocket: WebSocket) -> None:
        address = _address(websocket)
        await websocket.accept()
        language = preferred(websocket.headers.get("accept-language", ""))
        try:
            language = _language(websocket)
            with self.quotas.socket(address):
                if self.house.stopping:
                    raise ServerError("stopping")
                match = await self.house.find(websocket.path_params["table"])
                await Connection(self.house, match, websocket, self.quotas, address).run()
        except TrufflewoodError as error:
            key, args, _ = reason(error)
            refused = wire.Refused("", key, args, "", error.say(language))
            with contextlib.suppress(Exception):
                await websocket.send_text(msgspec.json.encode(refused).decode())
                await websocket.close(LATER)


def _answer(route: api.Route, answer: Any) -> Response:
    if isinstance(answer, bytes):
        body = answer
    elif route.answer is None:
        body = str(answer).encode()
    else:
        body = msgspec.json.encode(answer)
    failing = isinstance(answer, wire.Health) and answer.status == "failing"
    headers = {"cache-control": "max-age=600" if route.lasting else "no-store", "vary": "accept-language"}
    return Response(body, 503 if failing else 200, headers, route.media)


def _problem(error: TrufflewoodError, language: str, code: int | None = None) -> Response:
    code = code or status(error)
    return Response(problem(error, language), code, {"cache-control": "no-store"}, "application/json")


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    key = "no-such-method" if error.status_code == 405 else "no-such-page"
    language = preferred(request.headers.get("accept-language", ""))
    return _problem(ServerError(key), language, error.status_code)


async def _broken(request: Request, error: Exception) -> Response:
    return _problem(ServerError("internal"), preferred(request.headers.get("accept-language", "")))


def _key(request: Request) -> str:
    """The key of whoever asks; never taken from the address."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return ""
    if scheme.lower() != "bearer" or not _is_key(key.strip()):
        raise ServerError("wrong-key")
    return key.strip()


def _is_key(text: str) -> bool:
    return len(text) == 43 and text.replace("-", "").replace("_", "").isalnum() and text.isascii()


def _language(request: Request | WebSocket) -> str:
    """What `lang` asks for, which must be one of ours, or else what the browser prefers."""
    asked = request.query_params.get("lang")
    if asked is None:
        return preferred(request.headers.get("accept-language", ""))
    language = asked.lower().partition("-")[0]
    if language not in LANGUAGES:
        raise ServerError("bad-language", value=clean(asked)[:40])
    return language


def _media_type(request: Request) -> str:
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def _address(request: HTTPConnection) -> str:
    return client_address(request.client.host) if request.client else ""


class _Headers:
    """Adds to every answer what keeps a browser on its guard."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)


class _Guard:
    """Lets in who calls the server by its own name, comes from no foreign page and does not ask too much."""

    def __init__(self, app: ASGIApp, hosts: Hosts, quotas: Quotas) -> None:
        self._app = app
        self._quotas = quotas
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            try:
                self._check(scope)
            except ServerError as error:
                language = preferred(Headers(scope=scope).get("accept-language", ""))
                await _problem(error, language)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _check(self, scope: Scope) -> None:
        asked, path = HTTPConnection(scope), scope["path"]
        host = self._hosts.check(asked.headers.getlist("host"), scope["http_version"])
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"):
            self._hosts.check_origin(asked.headers.getlist("origin"), host)
        if path != "/healthz":
            is_file = scope["type"] == "http" and not path.startswith("/api/")
            self._quotas.request(_address(asked), FILE_COST if is_file else 1)


def _client() -> list[routing.BaseRoute]:
    """The built browser client, where there is one: its files, and its page for every address it knows."""

    async def page(request: Request) -> Response:
        index = STATIC / "index.html"
        if not index.exists():
            missing = ServerError("no-client")
            return Response(
                missing.say(preferred(request.headers.get("accept-language", ""))) + "\n",
                missing.status,
                {"cache-control": "no-store"},
                "text/plain",
            )
        return FileResponse(index, headers={"cache-control": "no-cache"})

    pages = [routing.Route(path, page) for path in ("/", "/t/{table}", "/t/{table}/at/{number}", "/g/{game}")]
    if not (STATIC / "assets").exists():
        return list(pages)
    assets = _Lasting(directory=STATIC / "assets")
    return [*pages, routing.Mount("/assets", assets), routing.Mount("/", StaticFiles(directory=STATIC))]


class _Lasting(StaticFiles):
    """Files whose names change with their contents."""

    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response
