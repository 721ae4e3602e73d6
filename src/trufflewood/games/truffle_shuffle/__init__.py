"""Truffle Shuffle: take truffles from a pyramid of cards, half of them face down, and fill orders with them.

>>> import trufflewood
>>> table = trufflewood.open("truffle-shuffle", seed=7, options={"start": 0})
>>> table.moves(0)[:3]
['take f1', 'take f2', 'take f3']
"""

from trufflewood.games.truffle_shuffle import notation, terminal
from trufflewood.games.truffle_shuffle.components import ROOM, Options
from trufflewood.games.truffle_shuffle.memory import aids
from trufflewood.games.truffle_shuffle.moves import MOVES
from trufflewood.games.truffle_shuffle.rules import Rules
from trufflewood.games.truffle_shuffle.sheet import score
from trufflewood.kit.package import Game

GAME = Game(
    name="truffle-shuffle",
    room=ROOM,
    rules=Rules(),
    rules_version=1,
    moves=MOVES,
    seats=range(2, 5),
    options=Options,
    notation=notation,
    terminal=terminal,
    score=score,
    memory=aids,
)
