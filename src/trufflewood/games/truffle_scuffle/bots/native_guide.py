"""How well a player stands in Truffle Scuffle: majorities, tempo and what hogs can reach. Compiled.

For each colour: the lead so far, and the share of what still lies in the forest that one's hogs
are likely to gather, since more and nearer hogs gather more. So four truffles for a hog are a good
purchase early, when much is left, and a bad one late. The weights are those of a rule of thumb, or tuned by
self-play (`arena/tune.py`).
"""

from __future__ import annotations

from math import sqrt
from typing import Final, cast

from trufflewood.bots.guide import Guide, logistic
from trufflewood.games.truffle_scuffle.components import HOGS, NEIGHBOURS, TILES
from trufflewood.games.truffle_scuffle.state import (
    COLOURS,
    NOWHERE,
    OVER,
    State,
    in_pile,
    on_tile,
)
from trufflewood.kit import game
from trufflewood.kit.game import Rules
from trufflewood.kit.native import i64, vec

FAR: Final = 9


def _distances() -> list[int]:
    """Steps between every two tiles; nobody walks through the village, but all may start there."""
    found: list[int] = []
    for start in range(TILES):
        steps = [FAR] * TILES
        steps[start] = 0
        edge = [start]
        while edge:
            tile = edge.pop(0)
            for near in NEIGHBOURS[tile]:
                if steps[near] == FAR and near != 18:
                    steps[near] = steps[tile] + 1
                    edge.append(near)
        found += steps
    return found


DISTANCE: Final = vec[i64](_distances())


SURE: Final = 1.5  # how soon a lead in colours is a victory

# weights
LEAD: Final = 0  # of a colour, against what is left of it
REACH: Final = 1  # of what is left, for the hogs that come first
NEAR: Final = 2  # what is one step further counts so much of it
STAY: Final = 3  # what is on a hog's own tile, against one step away: it must leave and come back
DOUBT: Final = 4  # that is left when every colour is settled
THUMB: Final = [0.9, 0.55, 0.55, 0.8, 0.2]
PUSHES: Final = [0.15, 0.1, 0.06, 0.15, 0.05]


class ScuffleGuide(Guide):
    def __init__(self, rules: Rules, weights: list[float]) -> None:
        super().__init__(rules, 0, guesses=1)
        self.weights = vec[float](weights if weights else THUMB)
        decay = [self.weights[NEAR] ** steps for steps in range(FAR + 1)]
        decay[0] = decay[1] * self.weights[STAY]
        self.decay = vec[float](decay)

    def thumb(self) -> list[float]:
        return list(THUMB)

    def pushes(self) -> list[float]:
        return list(PUSHES)

    def value(self, state: game.State, seat: i64, seats: i64) -> float:
        return self.chance(cast(State, state), seat)

    def chance(self, state: State, seat: i64) -> float:
        """The chance that `seat` wins, a draw counting half."""
        if state.phase == OVER and state.winner >= 0:
            return 1.0 if state.winner == seat else 0.0
        weights = self.weights
        own: i64 = state.piles[seat]
        other: i64 = state.piles[1 - seat]
        lead: float = 0.0
        doubt: float = 0.0
        colour: i64
        for colour in range(COLOURS):
            left: i64 = in_pile(state.piles[2], colour)
            ahead: float = float(in_pile(own, colour) - in_pile(other, colour))
            if left == 0 or state.phase == OVER:
                if ahead > 0.0:
                    lead += 1.0
                elif ahead < 0.0:
                    lead -= 1.0
                continue
            many: float = float(left)
            ahead += weights[REACH] * many * self.share(state, seat, colour)
            chance: float = logistic(2.0 * weights[LEAD] * ahead / sqrt(many))
            lead += 2.0 * chance - 1.0
            doubt += 4.0 * chance * (1.0 - chance)
        return logistic(2.0 * SURE * lead / sqrt(doubt + weights[DOUBT]))

    def share(self, state: State, seat: i64, colour: i64) -> float:
        """How much more of a colour one's own hogs can reach than the other's: from -1 to 1."""
        mine: float = 0.05
        theirs: float = 0.05
        slot: i64
        tile: i64
        for tile in range(TILES):
            lying: i64 = on_tile(state.ground[tile], colour)
            if lying == 0:
                continue
            for slot in range(2 * HOGS):
                hog: i64 = state.hogs[slot]
                if hog == NOWHERE:
                    continue
                near: float = float(lying) * self.decay[DISTANCE[hog * TILES + tile]]
                if (slot < HOGS) == (seat == 0):
                    mine += near
                else:
                    theirs += near
        return (mine - theirs) / (mine + theirs)
