"""Every position of a few truffles and hogs solved at once, by plain minimax over sets of positions.

Written from the rules alone, without the engine: hogs on a grid of 8 columns, so that a step in one of six
directions shifts a whole set, which is one long number with a bit for each place of all hogs. Nobody
buys a hog and no colour is complete: the positions must see to that.
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
Taken = tuple[int, ...]  # of each truffle: 0 or 1 for the seat that has it, 2 for the forest


@dataclass
class Oracle:
    truffles: list[tuple[int, int]]  # tile, colour
    piles: list[list[int]]  # of both seats
    herds: tuple[int, int]
    stall: int
    solved: dict[tuple[Taken, int, int], int] = field(default_factory=dict)

    @cached_property
    def size(self) -> int:
        return sum(self.herds)

    def _along(self, axis: int) -> int:
        """How far apart two positions are whose hog `axis` is one cell apart."""
        return int(CELLS ** (self.size - 1 - axis))

    def _where(self, axis: int, tiles: list[int]) -> int:
        """All positions in which a hog is on one of some tiles."""
        inner = self._along(axis)
        block = (1 << inner) - 1
        one = sum(block << (CELL[tile] * inner) for tile in tiles)
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
        tiles = [tile for tile in range(TILES) if tile != VILLAGE]
        return [self._where(axis, tiles) for axis in range(self.size)]

    @cached_property
    def spots(self) -> list[list[int]]:
        return [[self._where(axis, [tile]) for tile, _ in self.truffles] for axis in range(self.size)]

    @cached_property
    def all(self) -> int:
        whole = self.forest[0]
        for one in self.forest[1:]:
            whole &= one
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
        held = [list(pile) for pile in self.piles]
        for (_, colour), who in zip(self.truffles, taken, strict=True):
            if who < 2:
                held[who][colour] += 1
        lead = sum((a > b) - (a < b) for a, b in zip(*held, strict=True))
        return (lead > 0) - (lead < 0)

    def solve(self) -> None:
        """Work from empty forests to full ones, and in each from the stall back."""
        for taken in sorted(product(range(3), repeat=len(self.truffles)), key=lambda one: one.count(2)):
            if 2 not in taken:
                continue
            for target in (0, 1):
                stands = self.all if self.lead(taken) >= target else 0
                now = [stands, stands]
                for _ in range(self.stall):
                    then = [self._turn(taken, seat, target, now[1 - seat]) for seat in range(2)]
                    if then == now:
                        break
                    now = then
                for seat in range(2):
                    self.solved[taken, seat, target] = now[seat]

    def _turn(self, taken: Taken, seat: int, target: int, quiet: int) -> int:
        """The positions in which seat 0 gets `target`; `quiet` are those after a turn without a truffle."""
        hogs = range(self.herds[0]) if seat == 0 else range(self.herds[0], self.size)
        return self._moves(taken, taken, seat, target, list(hogs), quiet)

    def _moves(self, start: Taken, taken: Taken, seat: int, target: int, hogs: list[int], quiet: int) -> int:
        if 2 not in taken:
            return self.all if self.lead(taken) >= target else 0
        if not hogs:
            return quiet if taken == start else self.solved[taken, 1 - seat, target]
        hog, rest = hogs[0], hogs[1:]
        ends = [(self.all, taken)]
        for n, who in enumerate(taken):
            if who == 2:
                ends.append((self.spots[hog][n], (*taken[:n], seat, *taken[n + 1 :])))
        good = 0
        for where, then in ends:
            after = self._moves(start, then, seat, target, rest, quiet)
            good |= where & (after if seat == 0 else self.all & ~after)
        found = self._before(hog, good)
        return found if seat == 0 else self.all & ~found

    def value(self, hogs: list[int], turn: int) -> int:
        """What seat 0 gets when all truffles lie and no turn has been quiet: -1, 0 or 1."""
        place = 0
        for tile in hogs:
            place = place * CELLS + CELL[tile]
        start = (2,) * len(self.truffles)
        return -1 + sum(self.solved[start, turn, target] >> place & 1 for target in (0, 1))
