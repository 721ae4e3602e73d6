"""`trufflewood serve`: tables for friends and bots, in the browser."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from trufflewood.cli import usage
from trufflewood.kit.errors import BadFile, BadOption, TrufflewoodError
from trufflewood.kit.words import Words

if TYPE_CHECKING:
    from trufflewood.server.serve import Opened

ROOM: Final = Path(__file__).parent
SETTINGS: Final = {  # each also as an environment variable: TRUFFLEWOOD_PORT
    "host": ("ADDRESS", str),
    "port": ("N", int),
    "data": ("FOLDER", Path),
    "database": ("FILE", Path),
    "bot-processes": ("N", int),
    "bot-pause": ("SECONDS", float),
    "bot-deadline": ("SECONDS", float),
    "read-deadline": ("SECONDS", float),
    "away": ("SECONDS", float),
    "rate": ("N", int),
    "address-rate": ("N", int),
    "address-requests": ("N", int),
    "address-work": ("N", int),
    "address-work-at-once": ("N", int),
    "address-tables": ("N", int),
    "address-sockets": ("N", int),
    "address-connections": ("N", int),
    "connections": ("N", int),
    "header-deadline": ("SECONDS", float),
    "body-deadline": ("SECONDS", float),
    "ping-interval": ("SECONDS", float),
    "ping-timeout": ("SECONDS", float),
    "behind": ("BYTES", int),
    "allowed-hosts": ("NAMES", str),
    "proxies": ("ADDRESSES", str),
    "lan-address": ("ADDRESS", str),
    "log": ("FILE", str),
}
ABOVE_ZERO: Final = (
    "rate", "ping-interval", "ping-timeout", "header-deadline", "body-deadline", "behind", "connections",
    "address-work", "address-work-at-once", "address-tables", "address-sockets", "address-connections",
)  # fmt: skip
SWITCHES: Final = ("lan", "no-open")
YES, NO = ("1", "yes", "true", "on"), ("", "0", "no", "false", "off")


def arguments(parser: ArgumentParser, said: Words) -> None:
    for name, (shown, _) in SETTINGS.items():
        parser.add_argument(f"--{name}", metavar=shown, help=said.say("help", f"serve-{name}"))
    for name in SWITCHES:
        parser.add_argument(f"--{name}", action="store_true", help=said.say("help", f"serve-{name}"))


def run(chosen: Namespace, said: Words) -> int:
    from trufflewood.server import instance, serve, settings  # the other commands start faster without

    silent = _switch(chosen, "no-open")
    asked = settings.chosen(lan=_switch(chosen, "lan"), **_asked(chosen))

    def ready(opened: Opened) -> None:
        _tell(opened, said)
        if opened.pages and not silent:
            open_browser(opened.address)

    _try_folder(asked.file.parent)
    try:
        return 0 if serve.serve(asked, ready) else 1
    except instance.AlreadyRuns as other:
        print(other.say(said.language), flush=True)
        if asked.lan:
            try:
                _tell_network(instance.open_network(other.address), said)
            except TrufflewoodError as error:
                _tell_no_network(error, said)
        if not silent:
            open_browser(other.address)
        return 0


def _tell(opened: Opened, said: Words) -> None:
    from trufflewood.server.errors import ServerError

    if opened.port_taken is None:
        print(said.say("serve", "ready", {"address": opened.address}))
    else:
        args: dict[str, Any] = {"address": opened.address, "port": opened.port_taken}
        print(said.say("serve", "ready-elsewhere", args))
    if opened.network:
        _tell_network(opened.network, said)
    if opened.trouble:
        _tell_no_network(opened.trouble, said)
    if not opened.pages:
        print(ServerError("no-client").say(said.language))
    print(said.say("serve", "stop"), flush=True)


def _tell_network(address: str, said: Words) -> None:
    print(said.say("serve", "network", {"address": address}))
    print(said.say("serve", "network-means"), flush=True)


def _tell_no_network(why: TrufflewoodError, said: Words) -> None:
    print(said.say("serve", "no-network", {"reason": why.say(said.language)}))


def open_browser(address: str) -> None:
    """Show the page, where somebody sits at a desktop of this machine; never waits, never prints.

    A process of its own starts the browser, since some of them write to the terminal of whoever starts them.
    """
    if not has_desktop():
        return
    nothing = subprocess.DEVNULL
    starting = subprocess.Popen(
        [sys.executable, "-m", "webbrowser", address],
        stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True,
    )  # fmt: skip
    threading.Thread(target=starting.wait, daemon=True).start()


def has_desktop() -> bool:
    seen = os.environ.get
    if not sys.stdout.isatty() or seen("CI") or seen("SSH_CONNECTION"):
        return False
    return sys.platform in ("darwin", "win32") or bool(seen("DISPLAY") or seen("WAYLAND_DISPLAY"))


def _asked(chosen: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, (_, kind) in SETTINGS.items():
        field = name.replace("-", "_")
        text = getattr(chosen, field)
        if text is None:  # an empty variable counts as none: so `make` passes on what is not set
            text = os.environ.get(f"TRUFFLEWOOD_{field.upper()}") or None
        if text is not None:
            found[field] = _read(f"--{name}", text, kind)
            if name in ABOVE_ZERO and not found[field]:
                raise BadOption("not-above-zero", ROOM, option=f"--{name}")
    return found


def _switch(chosen: Namespace, name: str) -> bool:
    field = name.replace("-", "_")
    variable = f"TRUFFLEWOOD_{field.upper()}"
    text = os.environ.get(variable, "")
    if text.lower() not in YES + NO:
        raise BadOption("not-a-switch", ROOM, option=variable, value=text)
    return bool(getattr(chosen, field)) or text.lower() in YES


def _read(name: str, text: str, kind: Any) -> Any:
    if kind is int:
        return usage.number(text, name)
    if kind is float:
        try:
            value = float(text)
        except ValueError:
            value = -1.0
        if not 0 <= value < 3600:
            raise BadOption("not-seconds", ROOM, option=name, value=text)
        return value
    return kind(text)


def _try_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadFile("cannot-write", file=str(folder), reason=error.strerror or str(error)) from None
