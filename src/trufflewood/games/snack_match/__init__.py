"""Snack Match: picnic cards laid over, under and beside one another, for one to nine players.

>>> import trufflewood
>>> table = trufflewood.open("snack-match", seed=7)
>>> table.waiting
(0, 1)
>>> table.moves(0)
['keep 1', 'keep 2']
>>> for event in table.play(0, "keep 1"):
...     print(event.text.split(",")[0])
You keep sandwich on orange
>>> _ = table.play(1, "keep 2")
>>> _ = table.play(0, "lay 1 c4 right, lay 2 d4 down, under 1")
>>> table.waiting
(1,)
"""

from trufflewood.games.snack_match import notation, terminal
from trufflewood.games.snack_match.components import ROOM, Options
from trufflewood.games.snack_match.memory import aids
from trufflewood.games.snack_match.moves import MOVES
from trufflewood.games.snack_match.rules import Rules
from trufflewood.games.snack_match.sheet import score
from trufflewood.kit.package import Game

GAME = Game(
    name="snack-match",
    room=ROOM,
    rules=Rules(),
    rules_version=1,
    moves=MOVES,
    seats=range(1, 10),
    options=Options,
    notation=notation,
    terminal=terminal,
    score=score,
    memory=aids,
)
