"""Four tabletop games, exact to the last card: to play, to script, to study.

>>> import trufflewood
>>> table = trufflewood.open("truffle-scuffle", seed=7)
>>> table.waiting
(0,)
>>> table.play(0, "place c3, place d5")[0].text
'player 1 sets the first hog of player 2 on c3.'
"""

from __future__ import annotations

from trufflewood import _engine

_engine.choose()  # before anything that may be compiled is imported

with _engine.starting():
    from trufflewood.face import find, games, open, replay, score
from trufflewood.kit.errors import (
    BadDeck,
    BadFile,
    BadLayout,
    BadMove,
    BadOption,
    BadRecord,
    IllegalMove,
    NoUndo,
    TrufflewoodError,
    UnknownGame,
)
from trufflewood.kit.outcome import Event, Line, Outcome, Refusal
from trufflewood.kit.seen import View
from trufflewood.kit.table import Sketch, Table

__version__ = "0.2.0"

__all__ = [
    "BadDeck", "BadFile", "BadLayout", "BadMove", "BadOption", "BadRecord", "Event", "IllegalMove", "Line",
    "NoUndo", "Outcome", "Refusal", "Sketch", "Table", "TrufflewoodError", "UnknownGame", "View",
    "find", "games", "open", "replay", "score",
]  # fmt: skip
