"""Snack Match once more, slowly: cards as pieces of paper on an endless table. Shares no code with the engine."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

Cell = tuple[int, int]  # row, column
Square = tuple[str, str]  # snack, tablecloth
Zone = dict[Cell, Square]  # what can be seen


class Paper(NamedTuple):
    squares: tuple[Square, ...]
    cells: tuple[Cell, ...]  # where its squares lie, in the same order


class Pile:
    """Papers on a table, and for each two that overlap which lies on top."""

    def __init__(self) -> None:
        self.papers: list[Paper] = []
        self.upon: set[tuple[int, int]] = set()  # (upper, lower)

    def with_paper(self, paper: Paper, over: frozenset[int]) -> Pile:
        pile = Pile()
        pile.papers = [*self.papers, paper]
        new = len(self.papers)
        rest = self.overlapped(paper.cells) - over
        pile.upon = self.upon | {(new, n) for n in over} | {(n, new) for n in rest}
        return pile

    def overlapped(self, cells: tuple[Cell, ...]) -> set[int]:
        return {n for n, paper in enumerate(self.papers) if set(paper.cells) & set(cells)}

    def from_the_bottom(self) -> list[int] | None:
        """The papers in an order in which they could be laid down one on the other; None if there is none."""
        left, order = set(range(len(self.papers))), []
        while left:
            free = [n for n in left if not any(upper == n and lower in left for upper, lower in self.upon)]
            if not free:
                return None
            order += free
            left -= set(free)
        return order

    def visible(self) -> Zone:
        shown: Zone = {}
        for n in self.from_the_bottom() or []:
            shown |= dict(zip(self.papers[n].cells, self.papers[n].squares, strict=True))
        return shown

    def placements(self) -> set[tuple[tuple[Cell, ...], frozenset[int]]]:
        """Every way to lay one more paper: its cells as it is read, and what it lies over."""
        found = set()
        for cells in self._strips():
            there = sorted(self.overlapped(cells))
            for choice in product((False, True), repeat=len(there)):
                over = frozenset(n for n, above in zip(there, choice, strict=True) if above)
                if self.with_paper(Paper((), cells), over).from_the_bottom() is not None:
                    found |= {(cells, over), (cells[::-1], over)}
        return found

    def _strips(self) -> list[tuple[Cell, ...]]:
        """Three cells in a line that touch what lies there, in a zone of at most four by four."""
        lying = {cell for paper in self.papers for cell in paper.cells}
        found = []
        for row, column, down in product(range(-3, 10), range(-3, 10), (False, True)):
            cells = tuple((row + n, column) if down else (row, column + n) for n in range(3))
            zone = lying | set(cells)
            spans = [max(axis) - min(axis) for axis in zip(*zone, strict=True)]
            touching = any(near in lying for r, c in cells for near in ((r, c), *_beside((r, c))))
            if touching and max(spans) < 4:
                found.append(cells)
        return found


def _beside(cell: Cell) -> list[Cell]:
    row, column = cell
    return [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]


# ---- points


def groups(zone: Zone, kind: str) -> list[int]:
    """The sizes of the groups of a component."""
    left = {cell for cell, square in zone.items() if kind in square}
    sizes = []
    while left:
        reached, edge = set(), [left.pop()]
        while edge:
            cell = edge.pop()
            reached.add(cell)
            near = left.intersection(_beside(cell))
            left -= near
            edge += near
        sizes.append(len(reached))
    return sizes


KINDS = ("sandwich", "donut", "soda", "sausage", "orange", "green", "red", "blue")


def ordinary_points(zone: Zone) -> int:
    return sum(max(0, size - 2) for kind in KINDS for size in groups(zone, kind))


def number(zone: Zone, kind: str) -> int:
    return sum(kind in square for square in zone.values())


def diet_points(zone: Zone, others: list[int], kind: str, rule: str) -> int:
    """What a diet card gives or takes; `others` are the numbers of this component in the other zones."""
    mine = number(zone, kind)
    cells = [cell for cell, square in zone.items() if kind in square]
    rows, columns = ({cell[axis] for cell in zone} for axis in (0, 1))
    edge_rows, edge_columns = ({min(axis), max(axis)} if axis else set() for axis in (rows, columns))
    match rule:
        case "fewest":
            return 3 if all(mine <= other for other in others) else 0
        case "most":
            return -3 if all(mine >= other for other in others) else 0
        case "corners":
            return sum(row in edge_rows and column in edge_columns for row, column in cells)
        case "centre":
            return -2 * sum(row not in edge_rows and column not in edge_columns for row, column in cells)
        case "groups":
            return len(groups(zone, kind))
        case "isolated":
            return -2 * groups(zone, kind).count(1)
        case "pairs":
            return -2 * groups(zone, kind).count(2)
        case "lines":
            lines = [sum(cell[0] == row for cell in cells) for row in rows]
            lines += [sum(cell[1] == column for cell in cells) for column in columns]
            return 2 * lines.count(4)
    raise ValueError(rule)
