"""Every position of a few truffles and hogs solved at once, by plain minimax over sets of positions.

Written from the rules alone, without the engine: hogs on a grid of 8 columns, so that a step in one of six
directions shifts a whole set, which is one long number with a bit for each place of all hogs. No colour is
ever complete, and at most one hog is bought, the last of its herd: the positions must see to that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from trufflewood.games.truffle_scuffle.components import ROWS, TILES, VILLAGE

CELLS = 8 * 8  # a column and a row are left free, so that no step leads round the edge
STEPS = (1, -1, 8, -8, 9, -9)


def _cells() -> list[int]:
    """The cell of each tile: rows slant, so that the six directions are the same everywhere."""
    found = []
    for row, width in enumerate(ROWS):
        found += [8 * row + place + max(0, row - 3) for place in range(width)]
    return found


CELL = _cells()
PARK = 8 * 8 - 1  # where a hog waits to be bought
Taken = tuple[int, ...]  # of each truffle: 0 or 1 for the seat that has it, 2 for the forest


@dataclass
class Oracle:
    truffles: list[tuple[int, int]]  # tile, colour
    piles: list[list[int]]  # of both seats
    herds: tuple[int, int]
    stall: int
    buyer: int = -1  # the seat whose last hog waits to be bought
    paid: int = -1  # the colour it was bought with
    # by what was taken and paid, and by target: for each number of turns to the stall, of seat 0 and 1 to move
    solved: dict[tuple[Taken, int, int], list[list[int]]] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        return sum(self.herds)

    def _along(self, axis: int) -> int:
        """How far apart two positions are whose hog `axis` is one cell apart."""
        return int(CELLS ** (self.size - 1 - axis))

    def _where(self, axis: int, cells: list[int]) -> int:
        """All positions in which a hog is on one of some cells."""
        inner = self._along(axis)
        block = (1 << inner) - 1
        one = sum(block << (cell * inner) for cell in cells)
        period = inner * CELLS
        whole = one
        times = 1
        while times < CELLS**axis:
            more = min(times, CELLS**axis - times)
            whole |= (whole & ((1 << (more * period)) - 1)) << (times * period)
            times += more
        return whole

    @cached_property
    def forest(self) -> list[int]:
        """Of each hog, the positions in which it stands in the forest."""
        cells = [CELL[tile] for tile in range(TILES) if tile != VILLAGE]
        return [self._where(axis, cells) for axis in range(self.size)]

    @cached_property
    def new_hog(self) -> int:
        """The hog that may be bought."""
        return (self.herds[0] if self.buyer == 0 else self.size) - 1

    @cached_property
    def spots(self) -> list[list[int]]:
        return [[self._where(axis, [CELL[tile]]) for tile, _ in self.truffles] for axis in range(self.size)]

    @cached_property
    def all(self) -> int:
        whole = -1
        for axis, one in enumerate(self.forest):
            bought = self.buyer >= 0 and axis == self.new_hog
            whole &= one | self._where(axis, [CELL[VILLAGE], PARK]) if bought else one
        return whole

    def _before(self, axis: int, after: int) -> int:
        """The positions from which a hog can step into a set."""
        found = 0
        for step in STEPS:
            shift = step * self._along(axis)
            found |= after << shift if shift > 0 else after >> -shift
        return found & self.all

    def lead(self, taken: Taken) -> int:
        """How many more colours seat 0 has, as it stands: -1, 0 or 1."""
        own, other = self.held(taken)
        lead = sum((mine > theirs) - (mine < theirs) for mine, theirs in zip(own, other, strict=True))
        return (lead > 0) - (lead < 0)

    def held(self, taken: Taken) -> list[list[int]]:
        """What both seats hold of each colour."""
        found = [list(pile) for pile in self.piles]
        for (_, colour), who in zip(self.truffles, taken, strict=True):
            if who < 2:
                found[who][colour] += 1
        if self.paid >= 0:
            found[self.buyer][self.paid] -= 4
        return found

    def solve(self) -> None:
        """Work from the hog bought to the hog not bought, and so from empty forests to full ones."""
        for paid in [*range(5), -1] if self.buyer >= 0 else [-1]:
            self.paid = paid
            for taken in sorted(product(range(3), repeat=len(self.truffles)), key=lambda one: one.count(2)):
                if 2 in taken and self._possible(taken):
                    self._solve(taken)

    def _possible(self, taken: Taken) -> bool:
        return self.paid < 0 or self.held(taken)[self.buyer][self.paid] >= 0

    def _solve(self, taken: Taken) -> None:
        """Work from the stall back."""
        for target in (0, 1):
            stands = self.all if self.lead(taken) >= target else 0
            found = self.solved[taken, self.paid, target] = [[stands, stands]]
            bought = [len(one) for (_, paid, _), one in self.solved.items() if paid >= 0 > self.paid]
            settled = max(bought, default=1)
            while len(found) <= self.stall and (len(found) <= settled or found[-1] != found[-2]):
                found.append([self._turn(taken, seat, target, len(found) - 1) for seat in range(2)])

    def _after(self, taken: Taken, seat: int, target: int, left: int) -> int:
        """The positions in which seat 0 gets `target`, with `left` turns to the stall."""
        found = self.solved[taken, self.paid, target]
        return found[min(left, len(found) - 1)][seat]

    def _turn(self, taken: Taken, seat: int, target: int, left: int) -> int:
        """The same at the start of a turn, `left` being those after it."""
        hogs = list(range(self.herds[0]) if seat == 0 else range(self.herds[0], self.size))
        if seat != self.buyer or self.paid >= 0:
            return self._moves(taken, taken, seat, target, hogs, left, False)
        old = [hog for hog in hogs if hog != self.new_hog]
        good = self._own(seat, self._moves(taken, taken, seat, target, old, left, False))
        village = self._where(self.new_hog, [CELL[VILLAGE]])
        for colour, many in enumerate(self.held(taken)[seat]):
            if many >= 4:
                self.paid = colour
                after = self._own(seat, self._moves(taken, taken, seat, target, hogs, left, True))
                self.paid = -1
                good |= (after & village) << (PARK - CELL[VILLAGE]) * self._along(self.new_hog)
        return self._own(seat, good & self.all)

    def _own(self, seat: int, found: int) -> int:
        """Seat 0 wants to be in the set, seat 1 outside; the same again leads back."""
        return found if seat == 0 else self.all & ~found

    def _moves(
        self, start: Taken, taken: Taken, seat: int, target: int, hogs: list[int], left: int, fresh: bool
    ) -> int:
        if 2 not in taken:
            return self.all if self.lead(taken) >= target else 0
        if not hogs:
            return self._after(taken, 1 - seat, target, left if taken == start else self.stall)
        hog, rest = hogs[0], hogs[1:]
        stays = self._own(seat, self._moves(start, taken, seat, target, rest, left, fresh))
        good = stays & self.forest[hog]
        for n, who in enumerate(taken):
            if who == 2:
                then = (*taken[:n], seat, *taken[n + 1 :])
                after = self._moves(start, then, seat, target, rest, left, fresh)
                good |= self.spots[hog][n] & self._own(seat, after)
        found = self._before(hog, good)
        if fresh and hog == self.new_hog:
            found |= stays & self._where(hog, [CELL[VILLAGE]])
        return self._own(seat, found)

    def value(self, hogs: list[int], turn: int) -> int:
        """What seat 0 gets when all truffles lie and no turn has been quiet: -1, 0 or 1.

        `hogs` are those of seat 0, then those of seat 1, without the one that waits to be bought.
        """
        cells = [CELL[tile] for tile in hogs]
        if self.buyer >= 0:
            cells.insert(self.new_hog, PARK)
        place = 0
        for cell in cells:
            place = place * CELLS + cell
        start = (2,) * len(self.truffles)
        self.paid = -1
        return -1 + sum(self._after(start, turn, target, self.stall) >> place & 1 for target in (0, 1))
