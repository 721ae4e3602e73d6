"""What can be set about a server, by argument or by environment variable (TRUFFLEWOOD_PORT …)."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any


def data_folder() -> Path:
    """Where programs keep a user's data on this system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "trufflewood"


@dataclass(frozen=True)
class Limits:
    """How much one client may ask. A client is an address; a key adds nothing to it.

    A club of fifty plays from behind one address: that is what the numbers for an address are made for.
    """

    body: int = 256 * 1024  # bytes of a request
    head: int = 16 * 1024  # bytes of its first line and headers
    message: int = 16 * 1024  # bytes of a message on a socket
    at_once: int = (
        10  # seconds' worth of messages of a socket, or requests of an address, that may come in one go
    )
    at_once_from_address: int = 2  # seconds' worth of messages of an address that may
    address_tables: int = 300  # made in an hour
    open_tables: int = 20_000  # in all: made, and not over
    address_sockets: int = 300
    address_connections: int = 400  # with sockets; never more than half of all
    connections: int = 10_000  # in all; fewer where the system lets a process open fewer files
    address_work: int = 20  # replays, records and hints a second
    address_work_at_once: int = 4
    work_waiting: int = 60  # from one address, for their turn
    watchers: int = 50  # at one table
    behind: int = 512 * 1024  # bytes that may wait for a slow client
    header_deadline: float = 10.0  # seconds for a request until its headers are complete
    body_deadline: float = 20.0  # seconds for its body
    answer_deadline: float = 30.0  # seconds for a client to read on in an answer over HTTP
    farewell: float = 2.0  # seconds for a client to take the last words, before the connection is cut
    chat_kept: int = 200  # words told to whoever comes


@dataclass(frozen=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    data: Path = field(default_factory=data_folder)
    database: Path | None = None  # the file; tables.db in the data folder by default
    bot_processes: int = 2
    bot_deadline: float = 20.0  # seconds for a move
    read_deadline: float = 10.0  # seconds for a deck or a record that somebody sends
    bot_pause: float = 0.1  # seconds between the moves of bots; how fast they are shown, each client chooses
    rate: int = 20  # messages a second on one socket
    address_rate: int = 0  # messages a second from one address; 0 is ten times `rate`
    address_requests: int = 0  # requests a second from one address; 0 is five times `rate`
    ping_interval: float = 5.0  # seconds between two pings on a socket
    ping_timeout: float = (
        5.0  # seconds for the answer; without one the client is away, and the connection is cut
    )
    proxies: str = ""  # addresses whose X-Forwarded-For is believed
    allowed_hosts: str = ""  # names by which the server is reached, beside localhost and plain addresses
    lan: bool = False  # listen on the network as well, from the start
    lan_address: str = ""  # of this machine on its network; "" finds it
    log: str = ""  # the file for what the owner is told; "-" is the standard error
    away: float = 20.0  # seconds until a player who has left counts as away, and the host may lend the seat
    idle: float = 60.0  # seconds until a table that nobody looks at leaves the memory
    tick: float = 0.25  # seconds between looks at the clocks
    limits: Limits = field(default_factory=Limits)

    @property
    def file(self) -> Path:
        return self.database or self.data / "tables.db"

    @property
    def messages_from_address(self) -> int:
        return self.address_rate or 10 * self.rate

    @property
    def requests_from_address(self) -> int:
        return self.address_requests or 5 * self.rate


def chosen(**given: Any) -> Settings:
    """Settings by their names, those of Limits among them."""
    names = {one.name for one in fields(Limits)}
    limits = Limits(**{name: value for name, value in given.items() if name in names})
    return Settings(**{name: value for name, value in given.items() if name not in names}, limits=limits)
