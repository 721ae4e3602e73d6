"""Hints: the best few moves of a view, what they are likely to lead to, and why, in words."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import msgspec

from trufflewood.bots.mind import Budget, Told, checked, game_of, imagine, own_hint, seat_of, think
from trufflewood.bots.players import ITERATIONS
from trufflewood.kit.outcome import Args
from trufflewood.kit.seen import View
from trufflewood.kit.words import words

ROOM: Final = Path(__file__).parent
FEW: Final = 3


class Hint(msgspec.Struct, frozen=True, gc=False):
    move: int
    text: str  # the move in notation, in the reader's language
    expected: float  # the chance of victory, from 0 to 1
    points: int  # that it brings at once
    reason: str  # a sentence


def hint(view: View, budget: Budget = None, language: str = "en", seed: int = 0) -> list[Hint]:
    """The best few moves, best first. The same view and seed give the same hints."""
    seat_of(view)
    game = game_of(view)
    rng = Random(seed)
    tell = own_hint(game) or _searched
    found = tell(view, budget, rng)
    first = found[0].chance
    highest = max((told.chance for told in found if told.claim != "untried"), default=first)
    hints: list[Hint] = []
    for number, told in enumerate(found[:FEW]):
        points = _at_once(view, told.move, rng)
        key, args = _reason(len(found), number, told, first, highest, points)
        text = game.words(language).translate(game.notation.write(told.move))
        hints.append(
            Hint(told.move, text, told.chance, points, words(ROOM, language).say("hints", key, args))
        )
    return hints


def _searched(view: View, budget: Budget, rng: Random) -> list[Told]:
    """What search found, the moves tried most first."""
    found = sorted(think(view, checked(budget, ITERATIONS), rng), key=lambda one: (-one[1], -one[2], one[0]))
    return [Told(move, value, "best found" if tries else "untried") for move, tries, value in found]


def _at_once(view: View, move: int, rng: Random) -> int:
    """The change of one's own points, where no hidden card decides it; else 0."""
    game, seat = game_of(view), seat_of(view)
    state, _ = imagine(view, rng)
    if game.rules.reveals(state, seat, move):
        return 0
    before = game.rules.points(state, seat)
    game.rules.apply(state, seat, move)
    return int(game.rules.points(state, seat) - before)


def _reason(
    moves: int, number: int, told: Told, first: float, highest: float, points: int
) -> tuple[str, Args]:
    """Why. The first move is the surest; another may have come out higher in fewer tries."""
    percent = round(100 * told.chance)
    if moves == 1:
        return "only", {}
    if told.claim == "untried":
        return "untried", {}
    if told.claim == "proved":
        return "proved-win" if percent == 100 else "proved-loss" if percent == 0 else "proved-draw", {}
    if points > 0:
        return "scores", {"n": points, "percent": percent}
    less = round(100 * first) - percent
    if less > 0:
        return "behind", {"percent": percent, "less": less}
    if less == 0 and percent >= round(100 * highest):
        return "best", {"percent": percent}
    return "surest" if number == 0 else "less-sure", {"percent": percent}
