"""Truffle Scuffle: two players' hogs gather truffles in a forest of hexagons.

>>> import trufflewood
>>> table = trufflewood.open("truffle-scuffle", seed=7, options={"start": 0})
>>> for event in table.play(1, "place c3, place d5"):
...     print(event.text)
player 2 sets the first hog of player 1 on c3.
player 2 sets their own first hog on d5.
>>> table.moves(0)[:4]
['c3-b2', 'c3-b2 green', 'c3-b3', 'c3-c2']
"""

from trufflewood.games.truffle_scuffle import notation, terminal
from trufflewood.games.truffle_scuffle.components import ROOM, Options
from trufflewood.games.truffle_scuffle.memory import aids
from trufflewood.games.truffle_scuffle.moves import MOVES
from trufflewood.games.truffle_scuffle.rules import Rules
from trufflewood.games.truffle_scuffle.sheet import score
from trufflewood.kit.package import Game

GAME = Game(
    name="truffle-scuffle",
    room=ROOM,
    rules=Rules(),
    rules_version=1,
    moves=MOVES,
    seats=range(2, 3),
    options=Options,
    notation=notation,
    terminal=terminal,
    score=score,
    memory=aids,
)
