"""What can be set about a server, by argument or by environment variable (TRUFFLEWOOD_PORT …)."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path


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
    """How much one client may ask. A client is an address; a key adds nothing to it."""

    body: int = 256 * 1024  # bytes of a request
    message: int = 16 * 1024  # bytes of a message on a socket
    at_once: int = 10  # seconds' worth of messages or requests that may come in one go
    tables_an_hour: int = 120  # from one client
    open_tables: int = 20_000  # in all: made, and not over
    sockets: int = 100  # from one client
    all_sockets: int = 10_000
    watchers: int = 50  # at one table
    behind: int = 200  # messages that may wait for a slow client
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
    rate: int = 20  # messages a second on one socket, and requests a second from one client
    proxies: str = ""  # addresses whose X-Forwarded-For is believed
    lan: bool = False  # listen on the network as well, from the start
    lan_address: str = ""  # of this machine on its network; "" finds it
    log: str = ""  # the file for what the owner is told; "-" is the standard error
    idle: float = 60.0  # seconds until a table that nobody looks at leaves the memory
    tick: float = 0.25  # seconds between looks at the clocks
    limits: Limits = field(default_factory=Limits)

    @property
    def file(self) -> Path:
        return self.database or self.data / "tables.db"
