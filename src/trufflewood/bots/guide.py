"""What a game's players know, in one shape for all games: search, greedy and the tuner ask it. Compiled."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import mypyc_attr

from trufflewood.kit.chance import Dice
from trufflewood.kit.game import MOST_MOVES, MOST_SEATS, WIN, Rules, State, buffer
from trufflewood.kit.native import i64, vec

MARGIN: Final = 0.1  # enough that a lost game is still played for points
ENDLESS: Final = 4096  # decisions: more than any tree is deep


@mypyc_attr(allow_interpreted_subclasses=True)
class Guide:
    """What a game's players know: how well a seat stands, and how good its moves look.

    Values and ratings are chances of victory, from 0 to 1. This one knows points alone; a game's
    own stands in its `bots/`. A guide is given imagined states only.
    """

    def __init__(
        self,
        rules: Rules,
        patience: i64 = 1000,
        scale: float = 10.0,
        guesses: i64 = 8,
        trust: float = 1.0,
        margin: float = MARGIN,
        warmth: float = 0.04,
        depth: i64 = ENDLESS,
    ) -> None:
        self.rules = rules
        self.patience = patience  # decisions of a playout before the value is asked
        self.scale = scale  # a lead that is worth about three victories in four
        self.guesses = guesses  # of what is hidden, to rate the moves of a decision; 0: they are not rated
        self.trust = trust  # a rating counts like so many tries
        self.warmth = warmth  # a rating so much better makes a move e times as interesting
        self.margin = margin  # its share in what a finished game is worth; the rest is victory
        self.depth = depth  # decisions that trees look at before a playout begins
        self.ends = buffer(MOST_SEATS)

    def value(self, state: State, seat: i64, seats: i64) -> float:
        """How well `seat` stands."""
        own: i64 = self.rules.points(state, seat)
        if seats == 1:
            return squash(float(own) / self.scale)
        best: i64 = -1_000_000
        other: i64
        for other in range(seats):
            if other != seat:
                points: i64 = self.rules.points(state, other)
                if points > best:
                    best = points
        return squash(float(own - best) / self.scale)

    def features(self, state: State, seat: i64, out: vec[float]) -> i64:
        """Fill `out`: the points that are sure, then what a learnt value looks at; return how many numbers.

        0 where nothing is to be learnt.
        """
        return 0

    def thumb(self) -> list[float]:
        """The weights to start tuning from."""
        return []

    def study(self, start: State, seats: i64, dice: Dice, rate: float) -> float:
        """Play a game like `start` with new cards and learn from it; return how far the guesses were off.

        Less than 0 where nothing is learnt so.
        """
        return -1.0

    def learnt(self) -> list[float]:
        """The weights after some study."""
        return []

    def pushes(self) -> list[float]:
        """How far the tuner pushes each weight; 0 for those that are fitted afterwards.

        Where some are fitted, the others are those that playouts go by; else all are of the value.
        """
        return []

    def rate(self, state: State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]) -> None:
        """Fill `out` with how well `seat` would stand after each of its moves: one step of play."""
        n: i64
        for n in range(count):
            after = state.copy()
            self.rules.apply(after, seat, moves[n])
            out[n] = self.worth(after, seat, seats)

    def rate_well(
        self, state: State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> None:
        """`rate` for a decision that is really to be taken: may think longer."""
        self.rate(state, seat, seats, moves, count, out)

    def glance(
        self, state: State, seat: i64, seats: i64, moves: vec[i64], count: i64, out: vec[float]
    ) -> bool:
        """`rate` inside the trees, by what `seat` itself sees alone, so that no guess is needed first.

        False where a game has no such quick look, and `rate` is asked.
        """
        return False

    def small(self, state: State, seat: i64) -> bool:
        """True for a decision that the trees, below the root, leave to `pick`: so they reach further."""
        return False

    def certain(self, state: State, seat: i64) -> bool:
        """True where `rate_well` is exact, or as good as search, so that nothing is left to search."""
        return False

    def worth(self, state: State, seat: i64, seats: i64) -> float:
        """`value`, or mostly the result where the game is over."""
        if self.rules.waiting(state) != 0:
            return self.value(state, seat, seats)
        self.rules.result(state, self.ends)
        return self._ended(state, seat, seats)

    def _ended(self, state: State, seat: i64, seats: i64) -> float:
        """The blend of victory, which `ends` holds, and value."""
        victory: float = (1.0 - self.margin) * float(self.ends[seat]) / float(WIN)
        if self.margin == 0.0:
            return victory
        return victory + self.margin * self.value(state, seat, seats)

    def values(self, state: State, seats: i64, out: vec[float]) -> None:
        """Fill `out` with the `worth` of every seat."""
        seat: i64
        if self.rules.waiting(state) != 0:
            for seat in range(seats):
                out[seat] = self.value(state, seat, seats)
            return
        self.rules.result(state, self.ends)
        for seat in range(seats):
            out[seat] = self._ended(state, seat, seats)

    def finish(self, state: State, seat: i64, dice: Dice) -> bool:
        """Go on from `state` as far as `value` for `seat` needs it; False leaves that to a playout."""
        return False

    def pick(self, state: State, seat: i64, moves: vec[i64], count: i64, dice: Dice) -> i64:
        """A move for a playout."""
        return moves[dice.below(count)]


def squash(lead: float) -> float:
    """A lead as a chance: 0.5 for none, 0.75 for 1.0, and never quite 0 or 1."""
    if lead < 0.0:
        return 0.5 + 0.5 * lead / (1.0 - lead)
    return 0.5 + 0.5 * lead / (1.0 + lead)


def logistic(lead: float) -> float:
    if lead > 30.0:
        return 1.0
    if lead < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-lead))


def ratings(
    rules: Rules, guide: Guide, state: State, seat: i64, seats: i64, dice: Dice, well: bool = True
) -> list[tuple[int, float]]:
    """Each move of `seat` with its rating, averaged over guesses of what is hidden."""
    moves = buffer()
    rated = floats(MOST_MOVES)
    count: i64 = rules.legal(state, seat, moves)
    total = floats(int(count))
    n: i64
    _turn: i64
    for _turn in range(guide.guesses):
        guess = state.copy()
        rules.redeal(guess, seat, dice)
        if well:
            guide.rate_well(guess, seat, seats, moves, count, rated)
        else:
            guide.rate(guess, seat, seats, moves, count, rated)
        for n in range(count):
            total[n] += rated[n]
    return [(int(moves[n]), total[n] / float(guide.guesses)) for n in range(count)]


def floats(length: int) -> vec[float]:
    return vec[float]([0.0] * length)
