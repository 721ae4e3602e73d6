"""What can be seen of a zone, and what it will come to: a weighted sum of it. Compiled.

The weights are those of the rule of thumb, or learnt from practice (`bots/practice.py`); every number of
cards laid has its own.
"""

from __future__ import annotations

from typing import Final, final

from trufflewood.bots.search import floats
from trufflewood.games.snack_match.components import IN_ZONE
from trufflewood.games.snack_match.scoring import LEAST, first_group, points
from trufflewood.games.snack_match.state import (
    FREE,
    LAID,
    NOTHING,
    PLACE_CELLS,
    SEEN,
    STRIP_CELLS,
    STRIP_REACH,
    ZONE,
    State,
)
from trufflewood.kit.bits import BIT, count
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

KINDS: Final = 8
POINTS: Final = 1  # after a 1 that is always there
OF_SIZE: Final = 2  # groups of one, two, three, four, five squares and more: 2 to 6
SQUARES: Final = 7
OPEN_BESIDE: Final = 8  # empty cells beside single squares, pairs and larger groups: 8 to 10
CROWD: Final = 11  # squares of each component, squared
LARGEST: Final = 12
LINKS: Final = 13  # cells that would join two groups: empty ones and others, 13 and 14
LOOKS: Final = 15
ROWS: Final = IN_ZONE + 1

PAIR: Final = 0.4  # what two alike side by side are worth before the end
CARD: Final = 2.2  # what a card still to be laid usually brings


def rule_of_thumb() -> list[float]:
    """Points, a little for every pair, and the cards still to come."""
    found: list[float] = []
    for laid in range(ROWS):
        row = [0.0] * LOOKS
        row[0] = CARD * (IN_ZONE - laid)
        row[POINTS] = 1.0
        row[OF_SIZE + 1] = PAIR
        found += row
    return found


@final
class Eye:
    def __init__(self, weights: list[float]) -> None:
        self.weights = vec[float](weights)  # LOOKS for every number of cards laid
        self.looks = floats(LOOKS)
        self.trial = buffer(KINDS)

    def prospect(self, state: State, seat: i64) -> float:
        """The points that a zone is likely to end with."""
        base: i64 = seat * ZONE
        laid: i64 = state.zones[base + LAID]
        if laid == IN_ZONE:
            return float(points(state, seat))
        self.look(state, seat)
        return self._weigh(laid)

    def look(self, state: State, seat: i64) -> None:
        base: i64 = seat * ZONE
        self._look(state.zones, base + SEEN, state.zones[base + FREE])
        if state.box.diet[0] != NOTHING:
            self.looks[POINTS] = float(points(state, seat))

    def laid_over(self, state: State, seat: i64, card: i64, place: i64) -> float:
        """The prospect with one card more, over all that it meets; the diet as it is."""
        zones = state.zones
        base: i64 = seat * ZONE
        strip: i64 = place // 2
        cells: i64 = STRIP_CELLS[strip]
        trial = self.trial
        n: i64
        for n in range(KINDS):
            trial[n] = zones[base + SEEN + n] & ~cells
        for n in range(3):
            square: i64 = state.box.faces[3 * card + n]
            cell: i64 = BIT[PLACE_CELLS[3 * place + n]]
            trial[square // 4] |= cell
            trial[4 + square % 4] |= cell
        self._look(trial, 0, zones[base + FREE] & STRIP_REACH[strip])
        laid: i64 = zones[base + LAID] + 1
        return self.looks[POINTS] if laid == IN_ZONE else self._weigh(laid)

    def _weigh(self, laid: i64) -> float:
        looks = self.looks
        weights = self.weights
        row: i64 = laid * LOOKS
        total: float = 0.0
        n: i64
        for n in range(LOOKS):
            total += weights[row + n] * looks[n]
        return total

    def _look(self, seen: vec[i64], first: i64, free: i64) -> None:
        """Fill `looks` with what eight sets of cells show, within the cells that are free."""
        looks = self.looks
        n: i64
        for n in range(LOOKS):
            looks[n] = 0.0
        full: i64 = seen[first] | seen[first + 1] | seen[first + 2] | seen[first + 3]
        looks[0] = 1.0
        looks[SQUARES] = float(count(full))
        largest: i64 = 0
        total: i64 = 0
        crowds: i64 = 0
        for n in range(KINDS):
            cells: i64 = seen[first + n]
            crowd: i64 = count(cells)
            crowds += crowd * crowd
            once: i64 = 0
            twice: i64 = 0
            while cells:
                group: i64 = first_group(cells)
                cells &= ~group
                size: i64 = count(group)
                if size > largest:
                    largest = size
                if size >= LEAST:
                    total += size - 2
                beside: i64 = (group << 1 | group >> 1 | group << 8 | group >> 8) & free & ~group
                twice |= once & beside
                once |= beside
                open_cells: float = float(count(beside & ~full))
                if size == 1:
                    looks[OF_SIZE] += 1.0
                    looks[OPEN_BESIDE] += open_cells
                elif size == 2:
                    looks[OF_SIZE + 1] += 1.0
                    looks[OPEN_BESIDE + 1] += open_cells
                else:
                    looks[OPEN_BESIDE + 2] += open_cells
                    if size > 5:
                        size = 5
                    looks[OF_SIZE + size - 1] += 1.0
            looks[LINKS] += float(count(twice & ~full))
            looks[LINKS + 1] += float(count(twice & full))
        looks[POINTS] = float(total)
        looks[CROWD] = float(crowds)
        looks[LARGEST] = float(largest)
