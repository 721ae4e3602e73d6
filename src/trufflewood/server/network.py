"""Where the server can be reached: on this machine alone, or on its network as well."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Final

import uvicorn
from starlette.requests import Request

from trufflewood.server.errors import ServerError
from trufflewood.server.settings import Settings

NEXT_PORTS: Final = 100  # how many are tried after one that is taken
# Addresses for documentation (RFC 5737, RFC 3849). "Connecting" a datagram socket sends nothing: it
# only chooses the address of ours from which one would send.
FAR: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
OF_PROXIES: Final = (
    "forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip",
)  # fmt: skip


# ---- addresses


def url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether a name or an address means the machine on which it is used."""
    if host == "localhost":
        return True
    try:
        found = ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback


def own_address() -> str:
    """The address of this machine on its network, found without sending anything; "" where there is none."""
    return next((host for host in _candidates() if _is_for_others(host)), "")


def _candidates() -> Iterator[str]:
    for family, far in FAR:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            yield probe.getsockname()[0]
    yield from _of_interfaces()  # a network that leads nowhere else, such as a phone's own


def _of_interfaces() -> Iterator[str]:
    if sys.platform == "linux":
        import fcntl

        get_address = 0x8915  # SIOCGIFADDR
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
            for _, name in socket.if_nameindex():
                with contextlib.suppress(OSError):
                    found = fcntl.ioctl(asking, get_address, struct.pack("256s", name.encode()[:15]))
                    yield socket.inet_ntoa(found[20:24])
    else:  # there the machine answers for its own name
        with contextlib.suppress(OSError):
            for *_, address in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
                yield str(address[0])


def _is_for_others(host: str) -> bool:
    found = ipaddress.ip_address(host.partition("%")[0])
    return not (found.is_loopback or found.is_link_local or found.is_unspecified or found.is_multicast)


# ---- listening


def listen(host: str, port: int) -> socket.socket:
    """A socket to listen on; where the port is taken, on the next that is free."""
    if not 0 <= port < 65536:
        raise ServerError("bad-port", port=port)
    last = min(port + NEXT_PORTS, 65535) if port else port
    for candidate in range(port, last + 1):
        try:
            return _bound(host, candidate)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or candidate == last:
                raise ServerError(
                    "port-taken", host=host, port=candidate, reason=error.strerror or str(error)
                ) from None
    raise AssertionError("the last port either is free or raises")


def _bound(host: str, port: int) -> socket.socket:
    family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    with contextlib.ExitStack() as unless_it_works:
        listening = unless_it_works.enter_context(socket.socket(family, kind))
        if sys.platform == "win32":  # there SO_REUSEADDR would share a port that somebody listens on
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
        unless_it_works.pop_all()
    return listening


class _Listener(uvicorn.Server):
    """Serves an application that runs already on one more socket, until it is told to stop."""

    def capture_signals(self) -> contextlib.AbstractContextManager[None]:  # type: ignore[override]  # the main server's own
        return contextlib.nullcontext()


class Network:
    """The network around this machine: whether the server listens on it, and who may decide that."""

    def __init__(self, settings: Settings) -> None:
        self.origin = ""  # with which links on the network begin; "" while it is closed
        self.may_change = False
        self._settings = settings
        self._port = 0
        self._config: Callable[[], uvicorn.Config]
        self._listener: _Listener | None = None
        self._serving: asyncio.Task[None] | None = None
        self._changing = asyncio.Lock()

    def begin(self, host: str, port: int, config: Callable[[], uvicorn.Config]) -> None:
        """The server listens on `host`; `config` is what one more listener needs."""
        self._port, self._config = port, config
        self.may_change = is_loopback(host)
        if ipaddress.ip_address(host).is_unspecified and (own := self._own_address()):
            self.origin = url(own, port)

    async def open(self) -> None:
        """Listen on the network as well; on the same port if it is free there."""
        async with self._changing:
            if self._listener or not self.may_change:
                return
            own = self._own_address()
            if not own:
                raise ServerError("no-network")
            try:
                listening = listen(own, self._port)
            except ServerError as error:
                reason = str(error.args_by_name["reason"])
                raise ServerError("not-on-network", host=own, reason=reason) from None
            self._listener = _Listener(self._config())
            self._serving = asyncio.create_task(self._listener.serve([listening]))
            self.origin = url(own, listening.getsockname()[1])

    async def close(self) -> None:
        """Listen on this machine alone again; whoever came over the network loses the connection."""
        async with self._changing:
            if self._listener and self._serving:
                self.origin = ""
                self._listener.should_exit = True
                await self._serving
                self._listener = self._serving = None

    def _own_address(self) -> str:
        return self._settings.lan_address or own_address()

    # ---- who asks

    def is_asked_from_here(self, request: Request) -> bool:
        """Whether somebody at this machine asks, by no proxy and from no foreign page.

        The host name is looked at as well, since a foreign page can have its own name lead to 127.0.0.1.
        """
        asker = request.client.host if request.client else ""
        return (
            is_loopback(asker)
            and self.is_only_here(request)
            and not self._settings.proxies
            and not any(name in request.headers for name in OF_PROXIES)
            and request.headers.get("origin") in (None, f"{request.url.scheme}://{request.url.netloc}")
        )

    def is_only_here(self, request: Request) -> bool:
        """Whether the address by which the server was asked leads nowhere from other machines."""
        host = f"{request.url.scheme}://{request.url.netloc}"
        return is_loopback(request.url.hostname or "") and host != self.origin
