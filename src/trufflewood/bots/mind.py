"""What every bot does before it thinks: knows its game, checks its budget, imagines the table."""

from __future__ import annotations

import importlib
import importlib.util
import time
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any, Final, Literal, NamedTuple

from trufflewood.bots.guide import Guide
from trufflewood.bots.search import Search
from trufflewood.kit.chance import Dice
from trufflewood.kit.errors import BadMove, BadOption
from trufflewood.kit.game import Rules, State, seats_in
from trufflewood.kit.package import Game
from trufflewood.kit.seen import View

Budget = int | float | None  # iterations, seconds, or what the bot usually takes
Choose = Callable[[View, Budget, Random], int]


class Told(NamedTuple):
    """A move and the chance of victory after it, as a bot tells them to whoever asks for a hint."""

    move: int
    chance: float
    claim: Literal["proved", "best found", "untried"]


Tell = Callable[[View, Budget, Random], list[Told]]  # moves, best first

MOST_ITERATIONS: Final = 1_000_000_000
BETWEEN_LOOKS: Final = 16  # iterations between two looks at the clock


def game_of(view: View) -> Game:
    """The game that a view belongs to."""
    found: Game = importlib.import_module(_package(type(view).__module__)).GAME
    return found


def _package(module: str) -> str:
    """The folder of a game, from any of its rooms: `trufflewood.games.NAME`."""
    return ".".join(module.split(".")[:3])


@lru_cache(maxsize=16)
def _bots_module(package: str) -> object | None:
    """The room `bots/` of a game; None where it has none."""
    name = f"{package}.bots"
    return importlib.import_module(name) if importlib.util.find_spec(name) else None


def _room(game: Game) -> object | None:
    return _bots_module(_package(type(game.rules).__module__))


def guide_of(game: Game) -> Guide:
    """What the game's own players know, or points alone."""
    found: Guide | None = getattr(_room(game), "GUIDE", None)
    return found if found is not None else Guide(game.rules)


def thumb_of(game: Game) -> Guide:
    """What greedy plays by: the game's rules of thumb where they stand apart from what search learnt."""
    found: Guide | None = getattr(_room(game), "THUMB", None)
    return found if found is not None else guide_of(game)


def pupil_of(game: Game) -> Callable[[Rules, list[float]], Guide]:
    """What makes a guide of the game from weights; raises BadOption where nothing is learnt."""
    found: Callable[[Rules, list[float]], Guide] | None = getattr(_room(game), "PUPIL", None)
    if found is None:
        raise BadOption("nothing-to-learn", game=game.name)
    return found


def bots_of(game: Game) -> dict[str, Choose]:
    """The bots that only this game has."""
    found: dict[str, Choose] = getattr(_room(game), "BOTS", {})
    return found


def strongest_of(game: Game) -> str:
    """The bot that level 5 asks."""
    return str(getattr(_room(game), "STRONGEST", "search"))


def own_hint(game: Game) -> Tell | None:
    """What the game's own players tell in a hint; None where search is asked."""
    found: Tell | None = getattr(_room(game), "hint", None)
    return found


def levels_of(game: Game) -> dict[int, Any]:
    """The game's own table of levels; empty where it plays by the common one."""
    found: dict[int, Any] = getattr(_room(game), "LEVELS", {})
    return found


def seat_of(view: View) -> int:
    """The seat that must decide; raises BadMove with the reason when there is nothing to decide."""
    if view.seat is None:
        raise BadMove("bot-watches")
    if not view.waiting:
        raise BadMove("bot-game-over")
    if view.seat not in view.waiting:
        raise BadMove("not-your-turn", seat=view.seat, waiting=list(view.waiting))
    return view.seat


def seats_of(view: View) -> int:
    seats: int = view.options.seats  # type: ignore[attr-defined]  # every game's view shows its options
    return seats


def checked(budget: Budget, usual: int) -> int | float:
    """A budget that makes sense; raises BadOption."""
    if budget is None:
        return usual
    fine = isinstance(budget, int | float) and not isinstance(budget, bool) and budget > 0
    if not fine or (isinstance(budget, int) and budget > MOST_ITERATIONS) or budget == float("inf"):
        raise BadOption("bad-budget", budget=str(budget))
    return budget


def imagine(view: View, rng: Random) -> tuple[State, Dice]:
    """A state that fits the view, and dice to guess again with."""
    dice = Dice(rng.getrandbits(32))
    return game_of(view).rules.imagine(view, dice), dice


def think(view: View, budget: int | float, rng: Random) -> list[tuple[int, int, float]]:
    """Grow the trees for a view: each move with its tries and average result.

    So many iterations always grow the same trees; so many seconds may go on with those of the seat's
    decision before, where nothing else happened since.
    """
    seat = seat_of(view)
    state, dice = imagine(view, rng)
    if isinstance(budget, int):
        trees = _planted(view, state, seat, dice)
        trees.more(budget)
        return trees.found()
    trees = _KEPT.trees_for(view, state, dice) or _planted(view, state, seat, dice)
    stop = time.perf_counter() + budget
    while time.perf_counter() < stop and not trees.settled:
        trees.more(BETWEEN_LOOKS)
    found = trees.found()
    _KEPT.keep(view, trees, max(found, key=lambda one: (one[1], one[2]))[0])
    return found


def _planted(view: View, state: State, seat: int, dice: Dice) -> Search:
    game = game_of(view)
    trees = Search(game.rules, guide_of(game), seats_of(view))
    trees.begin(state, seat, dice)
    return trees


class _Kept:
    """The trees of the last decision, for the next one of the same turn."""

    def __init__(self) -> None:
        self.expected: View | None = None
        self.trees: Search | None = None
        self.move = 0

    def keep(self, view: View, trees: Search, move: int) -> None:
        """Remember what the seat will see if its next decision follows at once."""
        self.expected, self.trees, self.move = None, trees, move
        rules, seat = game_of(view).rules, seat_of(view)
        after = trees.root.copy()
        rules.apply(after, seat, move)
        if seat in seats_in(rules.waiting(after)):
            self.expected = rules.view(after, seat)

    def trees_for(self, view: View, state: State, dice: Dice) -> Search | None:
        """The trees that grew for this very view; none if it was not expected."""
        if self.trees is None or self.expected is None or self.expected != view:
            return None
        self.trees.follow(self.move, state, dice)
        return self.trees


_KEPT: Final = _Kept()
