"""What a guide learnt by self-play: the numbers in a game's `bots/weights.json`."""

from __future__ import annotations

import base64
import sys
import zlib
from array import array
from pathlib import Path
from typing import Final

import msgspec

NAME: Final = "weights.json"
FEW: Final = 1000  # numbers that a person may want to read; more are packed
FINE: Final = 0.001  # steps of packed numbers


class Weights(msgspec.Struct):
    command: str  # that found them
    finding: str  # what was printed when they were found
    weights: list[float] = []
    packed: str = ""  # many weights: thousandths as 16-bit numbers, compressed, in base 64


def read(room: Path) -> list[float]:
    """The weights of a game; none before it was tuned."""
    file = room / NAME
    if not file.exists():
        return []
    found = msgspec.json.decode(file.read_bytes(), type=Weights)
    return _unpacked(found.packed) if found.packed else found.weights


def write(room: Path, found: Weights) -> Path:
    file = room / NAME
    if len(found.weights) > FEW:
        found = Weights(found.command, found.finding, [], _packed(found.weights))
    file.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    return file


def _packed(weights: list[float]) -> str:
    numbers = array("h", [round(weight / FINE) for weight in weights])
    if sys.byteorder == "big":
        numbers.byteswap()
    return base64.b64encode(zlib.compress(numbers.tobytes(), 9)).decode()


def _unpacked(text: str) -> list[float]:
    numbers = array("h", zlib.decompress(base64.b64decode(text)))
    if sys.byteorder == "big":
        numbers.byteswap()
    return [number * FINE for number in numbers]
