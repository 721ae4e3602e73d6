"""Truffle Scuffle, bound to the contract of a game. Compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from trufflewood.games.truffle_scuffle import guess, moves, scoring, view
from trufflewood.games.truffle_scuffle.state import State, deal
from trufflewood.kit import game
from trufflewood.kit.chance import Chance, Dice
from trufflewood.kit.native import i64, vec
from trufflewood.kit.options import Options
from trufflewood.kit.outcome import Event, Line, Outcome, Refusal
from trufflewood.kit.seen import View


class Rules(game.Rules):
    def deal(self, options: Options, chance: Chance) -> game.State:
        return deal(options, chance)

    def waiting(self, state: game.State) -> i64:
        return moves.waiting(cast(State, state))

    def legal(self, state: game.State, seat: i64, out: vec[i64]) -> i64:
        return moves.legal(cast(State, state), seat, out)

    def refusal(self, state: game.State, seat: i64, move: i64) -> i64:
        return moves.refusal(cast(State, state), seat, move)

    def apply(self, state: game.State, seat: i64, move: i64) -> None:
        moves.apply(cast(State, state), seat, move)

    def reveals(self, state: game.State, seat: i64, move: i64) -> bool:
        return False

    def points(self, state: game.State, seat: i64) -> i64:
        return scoring.points(cast(State, state), seat)

    def result(self, state: game.State, out: vec[i64]) -> None:
        scoring.result(cast(State, state), out)

    def redeal(self, state: game.State, seat: i64, dice: Dice) -> None:
        guess.redeal(cast(State, state), seat, dice)

    def heard(self, state: game.State, seat: i64, move: i64, listener: i64) -> i64:
        return guess.heard(cast(State, state), seat, move, listener)

    def why(self, state: game.State, seat: int, move: int) -> Refusal:
        return moves.why(cast(State, state), seat, move)

    def score(self, state: game.State, seat: int) -> list[Line]:
        return scoring.score(cast(State, state), seat)

    def outcome(self, state: game.State) -> Outcome | None:
        return scoring.outcome(cast(State, state))

    def view(self, state: game.State, seat: int | None) -> View:
        return view.view(cast(State, state), seat)

    def looks(self, state: game.State) -> Callable[[int | None], View]:
        return view.Looks(cast(State, state))

    def events(self, before: game.State, seat: int, move: int, after: game.State) -> list[Event]:
        return view.events(cast(State, before), seat, move, cast(State, after))

    def imagine(self, seen: View, dice: Dice) -> game.State:
        return view.imagine(cast(view.View, seen), dice)
