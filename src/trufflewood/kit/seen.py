"""What every view has, whatever the game."""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What one seat may know. Each game adds its fields; all of them plain data."""

    seat: int | None  # None for whoever watches
    waiting: tuple[int, ...]  # the seats that must decide now; () when the game is over
    moves: tuple[int, ...]  # what this seat may do now; () unless it must decide
