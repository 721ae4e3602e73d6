"""The guide's judgement in whole numbers, kept up to date move by move. Compiled.

What a hog on each tile has within reach is one number a tile, twelve bits a colour: taking a truffle
changes 37 of them, and judging a position reads one for each hog.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final, final

from trufflewood.games.truffle_scuffle.bots.native_guide import (
    DISTANCE,
    DOUBT,
    LEAD,
    REACH,
    SURE,
    ScuffleGuide,
)
from trufflewood.games.truffle_scuffle.components import HOGS, TILES
from trufflewood.games.truffle_scuffle.state import COLOURS, NOWHERE, State, in_pile, on_tile
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

ONE: Final = 1024  # of a logit, a share and a chance
_BITS: Final = 4095
_LANE: Final = vec[i64]([4096**colour for colour in range(COLOURS)])
_FINE: Final = 64  # steps to one of the table's logits
_EDGE: Final = 512
_CHANCE: Final = vec[i64]([round(ONE / (1 + exp(-number / _FINE))) for number in range(-_EDGE, _EDGE + 1)])
_COUNTS: Final = 256


@final
class Judge:
    def __init__(self, guide: ScuffleGuide) -> None:
        weights = guide.weights
        self.guide = guide
        self.most_pull: float = max(1.0, max(guide.decay))
        self.pull = buffer(TILES * TILES)  # of a truffle on one tile for a hog on another
        self.reach = buffer(TILES)
        self.little: i64 = 1
        self.scale: i64 = 0
        self.by_lead = vec[i64](
            [round(2 * weights[LEAD] * _FINE * ONE / sqrt(max(1, left))) for left in range(_COUNTS)]
        )
        self.by_share = vec[i64](
            [round(2 * weights[LEAD] * weights[REACH] * _FINE * sqrt(left)) for left in range(_COUNTS)]
        )
        self.by_doubt = vec[i64](
            [
                round(2 * SURE * 65536 / sqrt(doubt / ONE + weights[DOUBT]))
                for doubt in range(COLOURS * ONE + 1)
            ]
        )

    def begin(self, state: State) -> None:
        """Look at a whole position."""
        most: i64 = 1
        tile: i64
        other: i64
        colour: i64
        for colour in range(COLOURS):
            most = max(most, in_pile(state.box.truffles, colour))
        scale: i64 = int(float(_BITS) / (float(HOGS * most) * self.most_pull))  # no lane may run over
        if scale != self.scale:
            self.scale = scale
            self.little = max(1, scale // 20)
            for tile in range(TILES):
                for other in range(TILES):
                    decay = self.guide.decay[DISTANCE[other * TILES + tile]]  # nobody steps onto the village
                    self.pull[tile * TILES + other] = round(float(scale) * decay)
        for tile in range(TILES):
            self.reach[tile] = 0
        for tile in range(TILES):
            for colour in range(COLOURS):
                lying: i64 = on_tile(state.ground[tile], colour)
                while lying > 0:
                    self.lies(tile, colour)
                    lying -= 1

    def lies(self, tile: i64, colour: i64) -> None:
        """A truffle is back on its tile."""
        one: i64 = _LANE[colour]
        reach = self.reach
        pull = self.pull
        at: i64 = tile * TILES
        other: i64
        for other in range(TILES):
            reach[other] += pull[at + other] * one

    def gone(self, tile: i64, colour: i64) -> None:
        """A truffle has been taken."""
        one: i64 = _LANE[colour]
        reach = self.reach
        pull = self.pull
        at: i64 = tile * TILES
        other: i64
        for other in range(TILES):
            reach[other] -= pull[at + other] * one

    def worth(self, state: State) -> i64:
        """How seat 0 stands: the logit of its chance, in parts of `ONE`."""
        hogs = state.hogs
        reach = self.reach
        mine: i64 = 0
        theirs: i64 = 0
        slot: i64
        for slot in range(HOGS):
            if hogs[slot] != NOWHERE:
                mine += reach[hogs[slot]]
            if hogs[slot + HOGS] != NOWHERE:
                theirs += reach[hogs[slot + HOGS]]
        own: i64 = state.piles[0]
        other: i64 = state.piles[1]
        forest: i64 = state.piles[2]
        lead: i64 = 0
        doubt: i64 = 0
        _: i64
        for _ in range(COLOURS):
            left: i64 = forest & 255
            ahead: i64 = (own & 255) - (other & 255)
            if left == 0:
                if ahead > 0:
                    lead += ONE
                elif ahead < 0:
                    lead -= ONE
            else:
                here: i64 = (mine & _BITS) + self.little
                there: i64 = (theirs & _BITS) + self.little
                share: i64 = (here - there) * ONE // (here + there)
                sure: i64 = (ahead * self.by_lead[left] + share * self.by_share[left]) // ONE
                if sure > _EDGE:
                    sure = _EDGE
                elif sure < -_EDGE:
                    sure = -_EDGE
                chance: i64 = _CHANCE[sure + _EDGE]
                lead += 2 * chance - ONE
                doubt += 4 * chance * (ONE - chance) // ONE
            own = own >> 8
            other = other >> 8
            forest = forest >> 8
            mine = mine >> 12
            theirs = theirs >> 12
        return lead * self.by_doubt[doubt] // 65536
