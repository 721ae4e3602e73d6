"""What a guide learnt by self-play: the numbers in a game's `bots/weights.json`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

NAME: Final = "weights.json"


class Weights(msgspec.Struct):
    command: str  # that found them
    finding: str  # what was printed when they were found
    weights: list[float]


def read(room: Path) -> list[float]:
    """The weights of a game; none before it was tuned."""
    file = room / NAME
    return msgspec.json.decode(file.read_bytes(), type=Weights).weights if file.exists() else []


def write(room: Path, found: Weights) -> Path:
    file = room / NAME
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return file
