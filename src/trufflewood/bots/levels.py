"""Five levels, from a gentle beginner to the strongest there is.

A weak level plays like a person who learns: it overlooks moves and sees one step, and never
throws a move away at random.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from trufflewood.bots import players
from trufflewood.bots.guide import Guide, ratings
from trufflewood.bots.mind import (
    Budget,
    bots_of,
    checked,
    game_of,
    imagine,
    levels_of,
    seat_of,
    seats_of,
    strongest_of,
    thumb_of,
)
from trufflewood.kit.seen import View


@dataclass(frozen=True)
class Level:
    notices: float  # the chance that it sees a move at all
    knows: bool  # what the game's guide knows; else points alone
    iterations: int  # of the game's strongest bot; 0 looks one step ahead
    careful: bool = True  # thinks a decision through to its end; else sees the step alone


LEVELS: Final = {  # where a game has no table of its own
    1: Level(0.35, False, 0),
    2: Level(0.45, True, 0),
    3: Level(1.0, True, 0),
    4: Level(1.0, True, 100),
    5: Level(1.0, True, 1000),
}
NUMBERS: Final = tuple(LEVELS)
FEWEST: Final = 2  # moves that anybody sees


def choose(number: int, view: View, budget: Budget, rng: Random) -> int:
    """The move of level `number`."""
    seat_of(view)
    game = game_of(view)
    level = (levels_of(game) or LEVELS)[number]
    found = checked(budget, max(1, level.iterations))
    if len(view.moves) == 1:
        return view.moves[0]
    if level.iterations:
        return bots_of(game).get(strongest_of(game), players.search)(view, found, rng)
    seen = [move for move in view.moves if rng.random() < level.notices]
    while len(seen) < min(FEWEST, len(view.moves)):
        seen = sorted({*seen, rng.choice(view.moves)})
    return _best(view, level, seen, rng)


def _best(view: View, level: Level, seen: list[int], rng: Random) -> int:
    game = game_of(view)
    state, dice = imagine(view, rng)
    guide = thumb_of(game) if level.knows else Guide(game.rules)
    seat = seat_of(view)
    rated = dict(ratings(game.rules, guide, state, seat, seats_of(view), dice, level.careful))
    best = max(rated[move] for move in seen)
    return rng.choice([move for move in seen if rated[move] >= best - 1e-9])
