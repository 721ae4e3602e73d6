"""The tuner: a guide plays against itself, and its weights are fitted to how the games ended, or fought out.

    python -m trufflewood.arena.tune snack-match --games 3000 --rounds 4 --slips 0.03 --alone

Each round plays with the weights of the round before (the first with the rule of thumb), then fits the
points that a seat ends with to what could be seen of it, by ridge regression.

    python -m trufflewood.arena.tune forest-shuffle --nudges 3000 --games 10000 --rounds 1 …

first finds the weights that playouts go by, of which there are many and whose games are short: all are pushed
a little at once, each one way or the other by lot, both ways play each other, and all go a little towards
the winner. It then practises as playouts are played, and fits the rest.

`--duels 40` changes a few weights instead of fitting them and plays the change against what it had; it is
kept where it wins by more than one standard error. What was found goes into the game's `bots/weights.json`,
with the command that found it.
"""

from __future__ import annotations

import argparse
import os
import shlex
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

Rows = npt.NDArray[np.float64]
BATCH: Final = 20  # games of one task
CHANGED: Final = 3  # weights changed at a time
STEP: Final = 0.5  # of a weight, as a rule
PUSH: Final = 0.5  # of a nudge, in points
FOLLOW: Final = 0.04  # of a push, for each standard error that it won by; less and less until the end
BOUTS: Final = 2  # from the same weights


@dataclass(frozen=True)
class Lesson:
    """Some games of one round of practice."""

    game: str
    seats: tuple[int, ...]  # taken in turn
    first: int  # number of the first game
    weights: tuple[float, ...]
    slips: float
    kept: float
    alone: bool
    as_playout: bool = False  # each move as in a playout


def attend(lesson: Lesson) -> Rows:
    """Play the games of a lesson; a row for every position kept."""
    game = face.find(lesson.game)
    guide = pupil_of(game)(game.rules, list(lesson.weights))
    how = (lesson.slips, lesson.kept, lesson.alone, lesson.as_playout)
    rows: list[list[float]] = []
    for number in range(lesson.first, lesson.first + BATCH):
        seats = lesson.seats[number % len(lesson.seats)]
        state = game.rules.deal(game.choose(seats), Chance(seed_from(f"practice {number}")))
        rows += practise(game.rules, guide, state, seats, Dice(number), *how)
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
    as_playout: bool = False  # each move as in a playout


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
            points = contest(game.rules, guides, state, 2, Dice(number), duel.as_playout)
            ahead += (points[0] - points[1]) * (1 if guides[0] is new else -1)
        found.append(ahead)
    return found


def duels(
    game: str, start: list[float], turns: int, deals: int, seed: int, workers: int, habits: int = 0
) -> Weights:
    """Change a few weights at a time; keep what wins."""
    rng = Random(seed)
    champion, lead = list(start), 0.0
    steps = [max(0.3, abs(weight)) for weight in start]
    movable = [n for n, weight in enumerate(start[: len(start) - habits]) if weight != 0.0]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for turn in range(turns):
            challenger = list(champion)
            for n in rng.sample(movable, min(CHANGED, len(movable))):
                challenger[n] += rng.gauss(0, STEP) * steps[n]
            starts = range(turn * deals, (turn + 1) * deals, BATCH)
            bouts = [Duel(game, first, tuple(challenger), tuple(champion)) for first in starts]
            ahead = np.array([one for bout in pool.map(fight, bouts) for one in bout]) / 2
            mean, error = float(ahead.mean()), float(ahead.std() / np.sqrt(len(ahead)))
            kept = mean > error
            print(f"duel {turn + 1}: {mean:+.2f} ± {error:.2f} points{', kept' if kept else ''}", flush=True)
            if kept:
                champion, lead = challenger, lead + mean
    finding = f"won {lead:.1f} points a game over the start, added up over the duels that were kept"
    return Weights("", finding, [float(f"{weight:.4g}") for weight in champion])


def nudges(game: str, start: list[float], habits: int, turns: int, seed: int, workers: int) -> list[float]:
    """Push all weights that playouts go by at once, and follow the side that wins (SPSA)."""
    rng = Random(seed)
    weights = list(start)
    pushed = range(len(start) - habits, len(start))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for turn in range(0, turns, BOUTS):
            sides = [{n: rng.choice((-PUSH, PUSH)) for n in pushed} for _ in range(BOUTS)]
            bouts = [
                Duel(
                    game,
                    (turn + number) * BATCH,
                    tuple(weight + side.get(n, 0.0) for n, weight in enumerate(weights)),
                    tuple(weight - side.get(n, 0.0) for n, weight in enumerate(weights)),
                    as_playout=True,
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


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tune", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--seats", default="2", help="as many players, or several numbers with commas (2)")
    parser.add_argument("--games", type=int, default=2000, help="of each round (2000)")
    parser.add_argument("--rounds", type=int, default=3, help="of practice and fitting (3)")
    parser.add_argument("--duels", type=int, default=0, help="changes tried one after the other, instead")
    parser.add_argument("--nudges", type=int, default=0, help="of what playouts go by, before that")
    parser.add_argument("--seed", type=int, default=1, help="of the changes tried (1)")
    parser.add_argument("--slips", type=float, default=0.1, help="share of random moves (0.1)")
    parser.add_argument("--kept", type=float, default=0.3, help="share of positions kept (0.3)")
    parser.add_argument("--ridge", type=float, default=1e-4, help="how much small weights are preferred")
    parser.add_argument("--alone", action="store_true", help="by one's own points, where seats hardly meet")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--room", type=Path, help="where the weights go, if not to the game")
    chosen = parser.parse_args(arguments)
    game = face.find(chosen.game)
    seats = tuple(int(number) for number in chosen.seats.split(","))
    guide = thumb_of(game)
    start = list(guide.thumb())
    habits = int(guide.habits_held())
    if chosen.nudges:
        start = nudges(game.name, start, habits, chosen.nudges, chosen.seed, chosen.workers)
    if chosen.duels:
        found = duels(game.name, start, chosen.duels, chosen.games // 2, chosen.seed, chosen.workers, habits)
    else:
        first = Lesson(
            game.name,
            seats,
            0,
            tuple(start) if chosen.nudges else (),
            chosen.slips,
            chosen.kept,
            chosen.alone,
            as_playout=chosen.nudges > 0,
        )
        kept = start[len(start) - habits :]
        found = tune(first, kept, chosen.games, chosen.rounds, chosen.ridge, chosen.workers)
    found.command = shlex.join(
        ["python", "-m", "trufflewood.arena.tune", *(sys.argv[1:] if arguments is None else arguments)]
    )
    print(f"written: {write(chosen.room or game.room / 'bots', found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
