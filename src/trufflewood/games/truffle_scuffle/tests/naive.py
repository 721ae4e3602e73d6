"""Truffle Scuffle a second time, from RULES.md alone: sets and dictionaries, no numbers for moves.

A turn is played hog by hog; a move is the text that notation would write. Slow and plain on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

COLOURS = ["white", "red", "yellow", "green", "blue"]

# Cube coordinates, radius three; rows from the top, tiles from the left (§1.1).
SPOTS = [(q, r) for r in range(-3, 4) for q in range(-3, 4) if abs(q + r) <= 3]
NAME: dict[tuple[int, int], str] = {}
for _row in range(-3, 4):
    for _number, _spot in enumerate(sorted(spot for spot in SPOTS if spot[1] == _row), 1):
        NAME[_spot] = f"{'abcdefg'[_row + 3]}{_number}"
SPOT = {name: spot for spot, name in NAME.items()}
VILLAGE = "d4"


def neighbours(tile: str) -> list[str]:
    q, r = SPOT[tile]
    around = [(q + 1, r), (q - 1, r), (q, r + 1), (q, r - 1), (q + 1, r - 1), (q - 1, r + 1)]
    return [NAME[spot] for spot in around if spot in NAME]


@dataclass
class Naive:
    forest: dict[str, list[str]]
    start: int
    one_hog: bool = False
    several: bool = False
    automatic: bool = False
    stall: int = 60
    hogs: list[list[str]] = field(default_factory=lambda: [[], []])
    piles: list[list[str]] = field(default_factory=lambda: [[], []])
    turn: int = -1
    placed: int = 0
    unmoved: list[str] = field(default_factory=list)
    may_stay: int = 0
    moved_any: bool = False
    purchases: int = 0
    took: bool = False
    quiet: int = 0
    over: bool = False
    box: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turn = 1 - self.start
        self.box = [truffle for tile in self.forest.values() for truffle in tile]

    def moves(self) -> set[str]:
        if self.over:
            return set()
        if self.placed < 2:
            return {f"place {tile}" for tile in neighbours(VILLAGE)}
        return set(self._buys()) | set(self._stays()) | set(self._claims()) | set(self._steps())

    def _buys(self) -> Iterator[str]:
        allowed = (
            not self.moved_any and (self.several or self.purchases == 0) and len(self.hogs[self.turn]) < 4
        )
        for colour in COLOURS:
            if allowed and self.piles[self.turn].count(colour) >= 4:
                yield f"buy {colour}"

    def _stays(self) -> Iterator[str]:
        if self.may_stay and VILLAGE in self.unmoved and not self.one_hog:
            yield "stay"

    def _claims(self) -> Iterator[str]:
        if self.proves(self.turn):
            yield "claim"

    def _steps(self) -> Iterator[str]:
        for tile in self.unmoved:
            for end in neighbours(tile):
                if end != VILLAGE:
                    yield f"{tile}-{end}"
                    for truffle in self.forest[end]:
                        yield f"{tile}-{end} {truffle}"

    def proves(self, seat: int) -> bool:
        """Give the opponent all that is left, then count (§5.3)."""
        left = [truffle for tile in self.forest.values() for truffle in tile]
        best = self.piles[1 - seat] + left
        if any(0 < self.box.count(colour) == best.count(colour) for colour in COLOURS):
            return False
        return points(self.piles[seat], best) > points(best, self.piles[seat])

    def play(self, move: str) -> None:
        verb, _, rest = move.partition(" ")
        if verb == "place":
            self.hogs[self.start if self.placed == 0 else 1 - self.start].append(rest)
            self.placed += 1
            if self.placed == 2:
                self._begin(self.start)
        elif verb == "buy":
            for _ in range(4):
                self.piles[self.turn].remove(rest)
            self.hogs[self.turn].append(VILLAGE)
            self.unmoved.append(VILLAGE)
            self.may_stay += 1
            self.purchases += 1
            self._declare()
        elif verb == "claim":
            self.over = True
        elif verb == "stay":
            self.unmoved.remove(VILLAGE)
            self.may_stay -= 1
            self._hog_done()
        else:
            start, end = verb.split("-")
            self._step(start, end, rest)

    def _step(self, start: str, end: str, truffle: str) -> None:
        self.unmoved.remove(start)
        self.hogs[self.turn].remove(start)
        self.hogs[self.turn].append(end)
        self.may_stay = min(self.may_stay, self.unmoved.count(VILLAGE))
        if truffle:
            self.forest[end].remove(truffle)
            self.piles[self.turn].append(truffle)
            self.took = True
            all_of_it = self.piles[self.turn].count(truffle) == self.box.count(truffle)
            self.over = all_of_it or not any(self.forest.values())
            self._declare()
        if not self.over:
            self._hog_done()

    def _hog_done(self) -> None:
        self.moved_any = True
        if self.unmoved and not self.one_hog:
            return
        self.quiet = 0 if self.took else self.quiet + 1
        if self.quiet == self.stall:
            self.over = True
        else:
            self._begin(1 - self.turn)

    def _begin(self, seat: int) -> None:
        self.turn = seat
        self.unmoved = list(self.hogs[seat])
        self.may_stay = self.purchases = 0
        self.moved_any = self.took = False

    def _declare(self) -> None:
        if self.automatic and (self.proves(0) or self.proves(1)):
            self.over = True


def points(own: list[str], other: list[str]) -> int:
    return sum(own.count(colour) > other.count(colour) for colour in COLOURS)


def perft(game: Naive, depth: int) -> int:
    if depth == 0 or game.over:
        return 1
    total = 0
    for move in game.moves():
        child = deepcopy(game)
        child.play(move)
        total += perft(child, depth - 1)
    return total
