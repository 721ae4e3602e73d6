"""`trufflewood serve`: tables for friends and bots, in the browser."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, Final

from trufflewood.cli import usage
from trufflewood.kit.errors import BadFile, BadOption
from trufflewood.kit.words import Words

ROOM: Final = Path(__file__).parent
SETTINGS: Final = {  # each also as an environment variable: TRUFFLEWOOD_PORT
    "host": ("ADDRESS", str),
    "port": ("N", int),
    "data": ("FOLDER", Path),
    "database": ("FILE", Path),
    "bot-processes": ("N", int),
    "bot-pause": ("SECONDS", float),
    "bot-deadline": ("SECONDS", float),
    "rate": ("N", int),
    "proxies": ("ADDRESSES", str),
}


def arguments(parser: ArgumentParser, said: Words) -> None:
    for name, (shown, _) in SETTINGS.items():
        parser.add_argument(f"--{name}", metavar=shown, help=said.say("help", f"serve-{name}"))


def run(chosen: Namespace, said: Words) -> int:
    from trufflewood.server import serve, settings  # the other commands start faster without

    def ready(address: str) -> None:
        print(said.say("serve", "ready", {"address": address}), flush=True)

    asked = settings.Settings(**_asked(chosen))
    _try_folder(asked.file.parent)
    return 0 if serve.serve(asked, ready) else 1


def _asked(chosen: Namespace) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, (_, kind) in SETTINGS.items():
        field = name.replace("-", "_")
        text = getattr(chosen, field)
        if text is None:
            text = os.environ.get(f"TRUFFLEWOOD_{field.upper()}")
        if text is not None:
            found[field] = _read(f"--{name}", text, kind)
    return found


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
