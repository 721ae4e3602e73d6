"""The players that know no game: random, greedy, search."""

from __future__ import annotations

from random import Random
from typing import Final

from trufflewood.bots.guide import ratings
from trufflewood.bots.mind import Budget, checked, game_of, imagine, seat_of, seats_of, think, thumb_of
from trufflewood.kit.seen import View

ITERATIONS: Final = 400  # of search, where nobody says otherwise


def random(view: View, budget: Budget, rng: Random) -> int:
    """Any legal move, each as likely as the next."""
    seat_of(view)
    checked(budget, 1)
    return rng.choice(view.moves)


def greedy(view: View, budget: Budget, rng: Random) -> int:
    """The move after which one stands best; equals by lot."""
    rated = rate(view, rng)
    checked(budget, 1)
    best = max(value for _, value in rated)
    return rng.choice([move for move, value in rated if value >= best - 1e-9])


def rate(view: View, rng: Random) -> list[tuple[int, float]]:
    """Every move of a view with how well one would stand after it."""
    seat, game = seat_of(view), game_of(view)
    state, dice = imagine(view, rng)
    return ratings(game.rules, thumb_of(game), state, seat, seats_of(view), dice)


def search(view: View, budget: Budget, rng: Random) -> int:
    """The move that the trees over imagined states tried most."""
    seat_of(view)
    found = checked(budget, ITERATIONS)
    if len(view.moves) == 1:
        return view.moves[0]
    return max(think(view, found, rng), key=lambda one: (one[1], one[2]))[0]
