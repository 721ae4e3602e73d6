"""What can be seen of a zone, and what it will come to. Compiled.

A zone is worth the sum, over the eight components, of what a table says of the cells where each is seen, and
something for the cells that are covered; every number of cards laid has tables of its own. They hold a rule
of thumb, or what was learnt by study; when all cards lie, they hold the points.
"""

from __future__ import annotations

from typing import Final, final

from trufflewood.bots.guide import floats
from trufflewood.games.snack_match.bots.native_window import (
    BIT_OF_CELL,
    IMAGES,
    PAIRS,
    POINTS,
    WINDOWS,
    image,
    is_first_image,
)
from trufflewood.games.snack_match.components import IN_ZONE
from trufflewood.games.snack_match.moves import strip_refusal
from trufflewood.games.snack_match.scoring import corner, diet_points, window
from trufflewood.games.snack_match.state import (
    BENEATH,
    CELLS,
    LAID,
    MAKING,
    MAKING_OVER,
    MAKING_UNDER,
    NOTHING,
    PLACE_CELLS,
    PLACES,
    SEEN,
    STRIP_CELLS,
    STRIPS,
    ZONE,
    State,
    covered,
    in_hand,
    overlapped,
)
from trufflewood.kit.bits import BIT, count
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64

KINDS: Final = 8
COVERS: Final = 17  # none to all of the sixteen cells
WAYS: Final = 8  # which of a card's three squares are to be seen
UNTHINKABLE: Final = -1000.0

PAIR: Final = 0.4  # what two alike side by side are worth before the end
CARD: Final = 2.2  # what a card still to be laid usually brings


def different_windows() -> list[int]:
    """One of all windows that look alike when turned or mirrored, ascending."""
    return [mask for mask in range(WINDOWS) if is_first_image(mask)]


@final
class Eye:
    def __init__(self, weights: list[float]) -> None:
        self.empty: float = CARD * IN_ZONE  # what a zone comes to before the first card
        self.tables = floats((IN_ZONE + 1) * WINDOWS)
        self.covers = floats((IN_ZONE + 1) * COVERS)
        self.masks = buffer(KINDS)
        self.kept = buffer(KINDS)
        # what `scan` found of every place, and of its best one
        self.worth = floats(PLACES)
        self.over = buffer(PLACES)
        self.best: float = UNTHINKABLE
        self.diet: bool = False
        self._rule_of_thumb()
        if weights:
            self._read(weights)

    def _rule_of_thumb(self) -> None:
        """Points, a little for every pair, and the cards still to come."""
        laid: i64
        mask: i64
        n: i64
        for laid in range(1, IN_ZONE + 1):
            pair: float = PAIR if laid < IN_ZONE else 0.0
            for mask in range(WINDOWS):
                self.tables[laid * WINDOWS + mask] = float(POINTS[mask]) + pair * float(PAIRS[mask])
            for n in range(COVERS):
                self.covers[laid * COVERS + n] = CARD * float(IN_ZONE - laid)

    def _read(self, weights: list[float]) -> None:
        masks = different_windows()
        self.empty = weights[0]
        at = 1
        for laid in range(1, IN_ZONE):
            for mask in masks:
                self.teach(laid, mask, weights[at] - self.tables[laid * WINDOWS + mask])
                at += 1
            for n in range(COVERS):
                self.covers[laid * COVERS + n] = weights[at]
                at += 1

    def weights(self) -> list[float]:
        """What was learnt, as `__init__` takes it."""
        masks = different_windows()
        found = [self.empty]
        for laid in range(1, IN_ZONE):
            found += [self.tables[laid * WINDOWS + mask] for mask in masks]
            found += [self.covers[laid * COVERS + n] for n in range(COVERS)]
        return found

    def teach(self, laid: i64, mask: i64, change: float) -> None:
        """Change what a component on this window is worth, and on all windows that look like it."""
        new: float = self.tables[laid * WINDOWS + mask] + change
        number: i64
        for number in range(IMAGES):
            self.tables[laid * WINDOWS + image(mask, number)] = new

    # ---- a zone as it lies

    def prospect(self, state: State, seat: i64) -> float:
        """The points that a zone is likely to end with."""
        base: i64 = seat * ZONE
        zones = state.zones
        laid: i64 = zones[base + LAID]
        if laid == 0:
            return self.empty
        zone: i64 = covered(state, seat)
        first: i64 = corner(zone)
        total: float = self.covers[laid * COVERS + count(zone)]
        n: i64
        for n in range(KINDS):
            total += self.tables[laid * WINDOWS + window(zones[base + SEEN + n] >> first)]
        if state.box.diet[0] != NOTHING:
            total += float(diet_points(state, seat))
        return total

    # ---- a zone with one card more

    def scan(self, state: State, seat: i64, card: i64) -> i64:
        """The best place for a card; `worth` and `over` then tell of all places, `best` of this one."""
        zone: i64 = covered(state, seat)
        found: i64 = NOTHING
        self.best = UNTHINKABLE
        self.diet = state.box.diet[0] != NOTHING
        strip: i64
        place: i64
        for strip in range(STRIPS):
            self.worth[2 * strip] = UNTHINKABLE
            self.worth[2 * strip + 1] = UNTHINKABLE
            if strip_refusal(state, seat, strip, zone) != 0:
                continue
            self._look_at(state, seat, card, strip, zone, 0, 0)
            for place in range(2 * strip, 2 * strip + 2):
                if self.worth[place] > self.best:
                    self.best = self.worth[place]
                    found = place
        return found

    def layers(self, state: State, seat: i64) -> i64:
        """The cards that the card being placed had best go over; `best` then tells what comes of it."""
        base: i64 = seat * ZONE
        zones = state.zones
        making: i64 = zones[base + MAKING]
        place: i64 = making % PLACES
        self.diet = state.box.diet[0] != NOTHING
        self.worth[place] = UNTHINKABLE
        self._look_at(
            state,
            seat,
            in_hand(state, seat, making // PLACES),
            place // 2,
            covered(state, seat),
            zones[base + MAKING_OVER],
            zones[base + MAKING_UNDER],
        )
        self.best = self.worth[place]
        return self.over[place]

    def _look_at(
        self, state: State, seat: i64, card: i64, strip: i64, zone: i64, over: i64, under: i64
    ) -> None:
        """Try a card on a strip, read both ways, over and under others in every way that makes a difference.

        Cards in `over` and `under` are settled. To show some squares the card must go over whatever lies
        there, and over all that lies beneath that (§3.5); it goes under the rest.
        """
        base: i64 = seat * ZONE
        zones = state.zones
        cells: i64 = STRIP_CELLS[strip]
        met: i64 = overlapped(state, seat, cells)
        laid: i64 = zones[base + LAID]
        first: i64 = corner(zone | cells)
        way: i64
        n: i64
        for way in range(WAYS):
            if met == 0 and way != WAYS - 1:
                continue
            shown: i64 = 0
            for n in range(3):
                if way & BIT[n]:
                    shown |= BIT[PLACE_CELLS[6 * strip + n]]
            above: i64 = over
            for n in range(laid):
                if zones[base + CELLS + n] & shown:
                    above |= BIT[n] | zones[base + BENEATH + n] & met
            if above & under:
                continue
            hidden: i64 = 0
            for n in range(laid):
                if met & ~above & BIT[n]:
                    hidden |= zones[base + CELLS + n]
            if cells & ~hidden == shown:
                self._weigh(state, seat, card, strip, shown, first, above)

    def _weigh(
        self, state: State, seat: i64, card: i64, strip: i64, shown: i64, first: i64, over: i64
    ) -> None:
        """What the zone will come to with these squares of a card, read both ways."""
        base: i64 = seat * ZONE
        zones = state.zones
        faces = state.box.faces
        masks = self.masks
        laid: i64 = zones[base + LAID] + 1
        table: i64 = laid * WINDOWS
        cover: i64 = window((covered(state, seat) | STRIP_CELLS[strip]) >> first)
        n: i64
        place: i64
        for n in range(KINDS):
            masks[n] = window((zones[base + SEEN + n] & ~shown) >> first)
        for place in range(2 * strip, 2 * strip + 2):
            for n in range(3):
                cell: i64 = PLACE_CELLS[3 * place + n]
                if shown & BIT[cell]:
                    square: i64 = faces[3 * card + n]
                    masks[square >> 2] |= BIT_OF_CELL[cell - first]
                    masks[4 + (square & 3)] |= BIT_OF_CELL[cell - first]
            total: float = self.covers[laid * COVERS + count(cover)]
            for n in range(KINDS):
                total += self.tables[table + masks[n]]
            if self.diet:
                total += self._diet(state, seat, card, place, shown)
            if total > self.worth[place]:
                self.worth[place] = total
                self.over[place] = over
            back: i64 = ~window(shown >> first)
            for n in range(KINDS):
                masks[n] &= back

    def _diet(self, state: State, seat: i64, card: i64, place: i64, shown: i64) -> float:
        """What the Special Diet would give or take (§5), with these squares of a card."""
        first: i64 = seat * ZONE + SEEN
        zones = state.zones
        kept = self.kept
        n: i64
        for n in range(KINDS):
            kept[n] = zones[first + n]
            zones[first + n] &= ~shown
        for n in range(3):
            cell: i64 = BIT[PLACE_CELLS[3 * place + n]]
            if shown & cell:
                square: i64 = state.box.faces[3 * card + n]
                zones[first + (square >> 2)] |= cell
                zones[first + 4 + (square & 3)] |= cell
        found: float = float(diet_points(state, seat))
        for n in range(KINDS):
            zones[first + n] = kept[n]
        return found
