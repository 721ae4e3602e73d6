"""The tuner: a guide plays against itself and learns, in one of three ways.

    python -m trufflewood.arena.tune snack-match --games 300000

is study: what was expected of a position moves towards what came of it, game by game, in smaller and smaller
steps.

    python -m trufflewood.arena.tune truffle-shuffle --nudges 1000 --games 2000

is for a few weights: all are pushed a little at once, each one way or the other by lot, both ways play each
other one step ahead, and all go a little towards the winner. On deals that it has not seen, what was found
then plays the rule of thumb it began with.

    python -m trufflewood.arena.tune forest-shuffle --nudges 3000 --games 10000 --rounds 1 …

so finds the weights that playouts go by, of which there are many and whose games are short. It then practises
as playouts are played, and fits the rest to how the games ended.

What was found goes into the game's `bots/weights.json`, with the command that found it.
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from trufflewood import face
from trufflewood.bots.mind import pupil_of, thumb_of
from trufflewood.bots.practice import contest, practise
from trufflewood.bots.weights import Weights, write
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.errors import BadOption
from trufflewood.kit.package import Game

Rows = npt.NDArray[np.float64]
BATCH: Final = 20  # games of one task
FIRST_RATE: Final = 0.2  # how much a study believes the first game, and the last
LAST_RATE: Final = 0.003
LOOKS: Final = 20  # lines that tell how far a study is
FOLLOW: Final = 0.04  # of a push, for each standard error that it won by; less and less until the end
BOUTS: Final = 2  # from the same weights


def study(game: Game, games: int, seed: int) -> Weights:
    """Let a guide play so many games with itself and learn from each, less and less."""
    guide = pupil_of(game)(game.rules, [])
    seats = max(2, min(game.seats))
    start = game.rules.deal(game.choose(seats), Chance(seed_from("study")))
    dice = Dice(seed)
    finding = ""
    errors: list[float] = []
    for number in range(1, games + 1):
        errors.append(
            guide.study(start, seats, dice, FIRST_RATE * (LAST_RATE / FIRST_RATE) ** (number / games))
        )
        if errors[-1] < 0:
            raise BadOption("nothing-to-learn", game=game.name)
        if number % max(1, games // LOOKS) == 0:
            finding = f"foretold to {statistics.fmean(errors):.3f} points"
            print(f"{number:8} of {games} games: {finding}", flush=True)
            errors = []
    return Weights("", finding, guide.learnt())


@dataclass(frozen=True)
class Lesson:
    """Some games of one round of practice."""

    game: str
    first: int  # number of the first game
    weights: tuple[float, ...]
    slips: float
    kept: float


def attend(lesson: Lesson) -> Rows:
    """Play the games of a lesson; a row for every position kept."""
    game = face.find(lesson.game)
    guide = pupil_of(game)(game.rules, list(lesson.weights))
    rows: list[list[float]] = []
    for number in range(lesson.first, lesson.first + BATCH):
        state = game.rules.deal(game.choose(2), Chance(seed_from(f"practice {number}")))
        rows += practise(game.rules, guide, state, 2, Dice(number), lesson.slips, lesson.kept)
    return np.array(rows, dtype=np.float64)


def fit(rows: Rows, ridge: float) -> tuple[list[float], float]:
    """The weights that foretell the first column best, and their mean error."""
    target, seen = rows[:, 0], rows[:, 1:]
    scale = np.sqrt((seen**2).mean(axis=0))
    scale[scale == 0] = 1.0
    scaled = seen / scale
    square = scaled.T @ scaled + ridge * len(rows) * np.eye(seen.shape[1])
    weights = np.linalg.solve(square, scaled.T @ target) / scale
    error = float(np.sqrt(((seen @ weights - target) ** 2).mean()))
    return [float(f"{weight:.6g}") for weight in weights], error


def practise_all(lessons: Sequence[Lesson], workers: int) -> Rows:
    """All lessons, on so many processes, with a line that says how far they are."""
    found: list[Rows] = []
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for rows in pool.map(attend, lessons):
            found.append(rows)
            print(
                f"\r{len(found) * BATCH:7} of {len(lessons) * BATCH} games",
                end="",
                file=sys.stderr,
                flush=True,
            )
    print(file=sys.stderr)
    return np.concatenate(found)


def tune(first: Lesson, habits: list[float], games: int, rounds: int, ridge: float, workers: int) -> Weights:
    """Practise and fit, round after round."""
    lesson, error = first, 0.0
    for number in range(rounds):
        starts = range(number * games, (number + 1) * games, BATCH)
        rows = practise_all([replace(lesson, first=start) for start in starts], workers)
        weights, error = fit(rows, ridge)
        lesson = replace(lesson, weights=(*weights, *habits))
        print(f"round {number + 1}: {len(rows)} positions, foretold to {error:.2f} points", flush=True)
    return Weights("", f"foretold to {error:.2f} points", list(lesson.weights))


@dataclass(frozen=True)
class Duel:
    """Some deals, each played by two sets of weights from both seats."""

    game: str
    first: int  # number of the first deal
    challenger: tuple[float, ...]
    champion: tuple[float, ...]
    by_step: bool = False  # one step ahead, as greedy plays; else as playouts are played


def fight(duel: Duel) -> list[int]:
    """By how much the challenger ends ahead, deal by deal."""
    game = face.find(duel.game)
    pupil = pupil_of(game)
    new, old = pupil(game.rules, list(duel.challenger)), pupil(game.rules, list(duel.champion))
    found: list[int] = []
    for number in range(duel.first, duel.first + BATCH):
        ahead = 0
        for guides in ([new, old], [old, new]):
            state = game.rules.deal(game.choose(2), Chance(seed_from(f"duel {number}")))
            points = contest(game.rules, guides, state, 2, Dice(number), duel.by_step)
            ahead += (points[0] - points[1]) * (1 if guides[0] is new else -1)
        found.append(ahead)
    return found


def nudges(
    game: str, start: list[float], pushes: list[float], turns: int, seed: int, workers: int
) -> list[float]:
    """Push all weights that are not fitted at once, and follow the side that wins (SPSA)."""
    if not pushes:
        raise BadOption("nothing-to-learn", game=game)
    rng = Random(seed)
    weights = list(start)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for turn in range(0, turns, BOUTS):
            sides = [
                {n: rng.choice((-push, push)) for n, push in enumerate(pushes) if push} for _ in range(BOUTS)
            ]
            bouts = [
                Duel(
                    game,
                    (turn + number) * BATCH,
                    tuple(weight + side.get(n, 0.0) for n, weight in enumerate(weights)),
                    tuple(weight - side.get(n, 0.0) for n, weight in enumerate(weights)),
                    all(pushes),
                )
                for number, side in enumerate(sides)
            ]
            for side, found in zip(sides, pool.map(fight, bouts), strict=True):
                ahead = np.array(found)
                won = float(ahead.mean() / (ahead.std() / np.sqrt(len(ahead)) + 1e-9))
                for n, push in side.items():
                    weights[n] += FOLLOW * (1 - turn / turns) * won * push
            print(f"\r{turn + BOUTS:7} of {turns} nudges", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return [float(f"{weight:.4g}") for weight in weights]


def proof(game: str, found: list[float], thumb: list[float], games: int, first: int, workers: int) -> str:
    """How what was found fares against the rule of thumb, one step ahead, from deal `first` on."""
    starts = range(first, first + max(BATCH, games // 2), BATCH)
    duels = [Duel(game, start, tuple(found), tuple(thumb), True) for start in starts]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        ahead = np.concatenate([np.array(one) for one in pool.map(fight, duels)]) / 2  # both seats of a deal
    sure = 1.96 * ahead.std() / np.sqrt(len(ahead))
    return (
        f"{ahead.mean():+.2f} ± {sure:.2f} points a game against the rule of thumb ({2 * len(ahead)} games)"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tune", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000, help="of a study, a proof, or each round (2000)")
    parser.add_argument("--nudges", type=int, default=0, help="of weights, both ways")
    parser.add_argument("--rounds", type=int, default=3, help="of practice and fitting (3)")
    parser.add_argument("--slips", type=float, default=0.1, help="share of random moves in practice (0.1)")
    parser.add_argument("--kept", type=float, default=0.3, help="share of positions kept (0.3)")
    parser.add_argument("--ridge", type=float, default=1e-4, help="how much small weights are preferred")
    parser.add_argument("--seed", type=int, default=1, help="of the cards of a study, or the nudges (1)")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes of practice")
    parser.add_argument("--room", type=Path, help="where the weights go, if not to the game")
    chosen = parser.parse_args(arguments)
    game = face.find(chosen.game)
    if chosen.nudges:
        guide = thumb_of(game)
        thumb, pushes = list(guide.thumb()), list(guide.pushes())
        start = nudges(game.name, thumb, pushes, chosen.nudges, chosen.seed, chosen.workers)
        if all(pushes):
            unseen = chosen.nudges * BATCH
            found = Weights("", proof(game.name, start, thumb, chosen.games, unseen, chosen.workers), start)
            print(found.finding)
        else:
            first = Lesson(game.name, 0, tuple(start), chosen.slips, chosen.kept)
            kept = [weight for weight, push in zip(start, pushes, strict=True) if push]
            found = tune(first, kept, chosen.games, chosen.rounds, chosen.ridge, chosen.workers)
    else:
        found = study(game, chosen.games, chosen.seed)
    found.command = shlex.join(
        ["python", "-m", "trufflewood.arena.tune", *(sys.argv[1:] if arguments is None else arguments)]
    )
    print(f"written: {write(chosen.room or game.room / 'bots', found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
