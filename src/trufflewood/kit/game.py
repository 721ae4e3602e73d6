"""The contract of a game: its verbs, on its state. Compiled.

A move is a number in `range(game.moves)`, the same for every table of a game. A game's
`rules.py` binds these verbs to its rooms, one line each; a table, a search and every
environment hold a `Rules` and nothing more of the game. Both classes may be subclassed by
plain Python.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy_extensions import mypyc_attr

from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Chance, Dice
from trufflewood.kit.native import i64, vec
from trufflewood.kit.options import Options
from trufflewood.kit.outcome import Event, Line, Outcome, Refusal
from trufflewood.kit.seen import View

MOST_MOVES: Final = 4096  # no game has more; every buffer of moves is this long
MOST_SEATS: Final = 9
_ROOM: Final = vec[i64]([0] * MOST_MOVES)
WIN: Final = 2520  # utility of a sole victory: any number of seats up to ten can share it


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """The whole truth about one game. Each game adds its fields, marked public or secret."""

    def copy(self) -> State:
        """An equal state that shares nothing which changes."""
        raise TypeError(f"{type(self).__name__} has no copy()")

    def dump(self) -> list[int]:
        """Everything that is true, as numbers: equal states have equal dumps."""
        raise TypeError(f"{type(self).__name__} has no dump()")


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """What can be asked of a game. `legal` and `result` fill a buffer made by `buffer()`."""

    def deal(self, options: Options, chance: Chance) -> State:
        """The start. All chance of the game happens here."""
        raise TypeError("deal")

    def waiting(self, state: State) -> i64:
        """The mask of seats that must decide now; 0 when the game is over."""
        raise TypeError("waiting")

    def legal(self, state: State, seat: i64, out: vec[i64]) -> i64:
        """Fill `out` with the moves of `seat`, ascending; return how many."""
        raise TypeError("legal")

    def refusal(self, state: State, seat: i64, move: i64) -> i64:
        """0 if the move is allowed, else the number of the reason."""
        raise TypeError("refusal")

    def apply(self, state: State, seat: i64, move: i64) -> None:
        """Do it. Trusts that it is allowed."""
        raise TypeError("apply")

    def reveals(self, state: State, seat: i64, move: i64) -> bool:
        """True if the move would teach its own player something hidden; no way back then."""
        raise TypeError("reveals")

    def points(self, state: State, seat: i64) -> i64:
        """The points of `seat` as things stand: the sum of `score`, fast."""
        raise TypeError("points")

    def shown(self, state: State) -> State:
        """The state as far as everybody has seen it, where points can depend on what lies unseen."""
        return state

    def result(self, state: State, out: vec[i64]) -> None:
        """Fill `out` with the utility of every seat at the end; WIN in all, shared by winners."""
        raise TypeError("result")

    def redeal(self, state: State, seat: i64, dice: Dice) -> None:
        """Replace, in place, all that `seat` cannot know by a fair guess that fits."""
        raise TypeError("redeal")

    def heard(self, state: State, seat: i64, move: i64, listener: i64) -> i64:
        """What `listener` hears of the move: equal numbers cannot be told apart."""
        raise TypeError("heard")

    def why(self, state: State, seat: int, move: int) -> Refusal:
        """The refusal in words' keys, with its rule."""
        raise TypeError("why")

    def score(self, state: State, seat: int) -> list[Line]:
        """The points of `seat`, line by line."""
        raise TypeError("score")

    def outcome(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on."""
        raise TypeError("outcome")

    def view(self, state: State, seat: int | None) -> View:
        """What `seat` may know; None is whoever watches."""
        raise TypeError("view")

    def looks(self, state: State) -> Callable[[int | None], View]:
        """`view` of a state that no longer changes, where several seats look at it."""
        return lambda seat: self.view(state, seat)

    def events(self, before: State, seat: int, move: int, after: State) -> list[Event]:
        """What happened, each with who may hear of it."""
        raise TypeError("events")

    def imagine(self, view: View, dice: Dice) -> State:
        """A state that would look like this view. How a bot thinks: it never holds the truth."""
        raise TypeError("imagine")


def buffer(length: int = MOST_MOVES) -> vec[i64]:
    """Room for moves or utilities, to hand to `legal` and `result`. For compiled callers only:

    mypyc 2.4.1 never frees a `vec` that interpreted code has handed to a compiled function.
    """
    if length > MOST_MOVES:
        return vec[i64]([0] * length)
    return _ROOM[:length]  # many times faster than to make a list first


def legal_moves(rules: Rules, state: State, seat: i64) -> list[int]:
    """The moves of `seat` as a list, ascending."""
    out = buffer()
    count = rules.legal(state, seat, out)
    return [int(out[n]) for n in range(count)]


def utilities(rules: Rules, state: State, seats: int) -> list[int]:
    """The utility of every seat at the end, as a list."""
    out = buffer(MOST_SEATS)
    rules.result(state, out)
    return [int(out[seat]) for seat in range(seats)]


def seats_in(mask: i64) -> list[int]:
    """The seats of a mask, ascending."""
    return [seat for seat in range(MOST_SEATS) if mask & BIT[seat]]
