"""By which names a server answers, and which pages may speak to it.

A foreign page can have its own name lead to this machine (DNS rebinding) and then counts as ours for a
browser. So the server answers to `localhost` and to addresses written as numbers, which nobody can take over,
and to names that its owner lists (`--allowed-hosts`).
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from trufflewood.server.errors import ServerError

LONGEST: Final = 253 + len(":65535")  # bytes of a name and a port
PORTS: Final = {"http": 80, "https": 443}
_HOST: Final = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")

_ALLOWED: Final = re.compile(r"(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f:.]+")


@dataclass(frozen=True)
class Host:
    """A name or an address, in lower case, and a port if one was written."""

    name: str
    port: int | None

    @classmethod
    def read(cls, text: str) -> Host:
        """Raises ServerError where this is not a host as browsers write one.

        >>> Host.read("Localhost:8000")
        Host(name='localhost', port=8000)
        """
        found = _HOST.fullmatch(text) if len(text) <= LONGEST else None
        port = int(found[2]) if found and found[2] else None
        if not found or (port or 0) > 65535 or (text.startswith("[") and not _is_address(found[1])):
            raise ServerError("bad-host")
        return cls(found[1].lower().removesuffix("."), port)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


class Hosts:
    """The names that the server's owner has listed; `*.example.org` stands for all names below that one."""

    def __init__(self, allowed: Iterable[str]) -> None:
        given = [name.strip().lower().removesuffix(".") for name in allowed]
        self._names = frozenset(name for name in given if name)
        for name in self._names:
            if not _ALLOWED.fullmatch(name):
                raise ServerError("bad-allowed-host", host=name)

    def knows(self, name: str) -> bool:
        return name in self._names or any(
            pattern.startswith("*.") and name.endswith(pattern[1:]) for pattern in self._names
        )

    def check(self, hosts: list[str], http_version: str = "1.1") -> Host | None:
        """Raises ServerError unless the `Host` of a request is one of ours; HTTP/1.0 may send none."""
        if not hosts and http_version == "1.0":
            return None
        if len(hosts) != 1:
            raise ServerError("bad-host")
        host = Host.read(hosts[0])
        is_own = host.name == "localhost" or host.name.endswith(".localhost") or _is_address(host.name)
        if not is_own and not self.knows(host.name):
            raise ServerError("unknown-host", host=host.name)
        return host

    def check_origin(self, origins: list[str], host: Host | None) -> None:
        """Raises ServerError unless a request comes from a page of ours, or from no page at all.

        The scheme is not compared: behind a proxy the page has come by HTTPS, and the request by HTTP.
        """
        if not origins:
            return
        try:
            (origin,) = origins
            place = urlsplit(origin)
            page = Host.read(place.netloc)
            usual = PORTS[place.scheme]
        except (ServerError, ValueError, KeyError):
            raise ServerError("foreign-page") from None
        if host is not None and (page.name, page.port or usual) == (host.name, host.port or usual):
            return
        if not self.knows(page.name):
            raise ServerError("foreign-page")
