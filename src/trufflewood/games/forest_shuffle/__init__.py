"""Forest Shuffle: trees, and the animals, plants and mushrooms that live around them.

>>> import trufflewood
>>> table = trufflewood.open("forest-shuffle", seats=2, seed=7, options={"start": 0})
>>> table.waiting
(0, 1)
>>> for seat in table.waiting:
...     _ = table.play(seat, "keep")
>>> table.moves(0)[0]
'draw'
"""

from trufflewood.games.forest_shuffle import notation, terminal
from trufflewood.games.forest_shuffle.components import ROOM, Options
from trufflewood.games.forest_shuffle.memory import aids
from trufflewood.games.forest_shuffle.moves import MOVES
from trufflewood.games.forest_shuffle.rules import Rules
from trufflewood.games.forest_shuffle.sheet import score
from trufflewood.kit.package import Game

GAME = Game(
    name="forest-shuffle",
    room=ROOM,
    rules=Rules(),
    rules_version=1,
    moves=MOVES,
    seats=range(2, 6),
    options=Options,
    notation=notation,
    terminal=terminal,
    score=score,
    memory=aids,
)
