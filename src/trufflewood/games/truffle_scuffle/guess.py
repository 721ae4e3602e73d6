"""Nothing is hidden in Truffle Scuffle, so there is nothing to guess. Compiled."""

from __future__ import annotations

from trufflewood.games.truffle_scuffle.state import State
from trufflewood.kit.chance import Dice
from trufflewood.kit.native import i64


def redeal(state: State, seat: i64, dice: Dice) -> None:
    return None


def heard(state: State, seat: i64, move: i64, listener: i64) -> i64:
    return move
