"""The tuner: a guide plays against itself and learns from every game, or its weights are fought out.

    python -m trufflewood.arena.tune snack-match --games 300000

is study: what was expected of a position moves towards what came of it, by smaller and smaller steps.

    python -m trufflewood.arena.tune forest-shuffle --duels 40 --games 160

changes a few weights instead and plays the change against what it had; it is kept where it wins by more
than one standard error. What was found goes into the game's `bots/weights.json`, with the command that
found it.
"""

from __future__ import annotations

import argparse
import os
import shlex
import statistics
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final

from trufflewood import face
from trufflewood.bots.mind import pupil_of, thumb_of
from trufflewood.bots.practice import contest
from trufflewood.bots.weights import Weights, write
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.errors import BadOption
from trufflewood.kit.package import Game

FIRST_RATE: Final = 0.2  # how much a study believes the first game, and the last
LAST_RATE: Final = 0.003
LOOKS: Final = 20  # lines that tell how far a study is
BATCH: Final = 20  # games of one task
CHANGED: Final = 3  # weights changed at a time
STEP: Final = 0.5  # of a weight, as a rule


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
class Duel:
    """Some deals, each played by two sets of weights from both seats."""

    game: str
    first: int  # number of the first deal
    challenger: tuple[float, ...]
    champion: tuple[float, ...]


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
            points = contest(game.rules, guides, state, 2, Dice(number))
            ahead += (points[0] - points[1]) * (1 if guides[0] is new else -1)
        found.append(ahead)
    return found


def duels(game: str, start: list[float], turns: int, deals: int, seed: int, workers: int) -> Weights:
    """Change a few weights at a time; keep what wins."""
    rng = Random(seed)
    champion, lead = list(start), 0.0
    steps = [max(0.3, abs(weight)) for weight in start]
    movable = [n for n, weight in enumerate(start) if weight != 0.0]
    if not movable:
        raise BadOption("nothing-to-learn", game=game)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for turn in range(turns):
            challenger = list(champion)
            for n in rng.sample(movable, min(CHANGED, len(movable))):
                challenger[n] += rng.gauss(0, STEP) * steps[n]
            starts = range(turn * deals, (turn + 1) * deals, BATCH)
            bouts = [Duel(game, first, tuple(challenger), tuple(champion)) for first in starts]
            ahead = [one / 2 for bout in pool.map(fight, bouts) for one in bout]
            mean, error = statistics.fmean(ahead), statistics.pstdev(ahead) / len(ahead) ** 0.5
            kept = mean > error
            print(f"duel {turn + 1}: {mean:+.2f} ± {error:.2f} points{', kept' if kept else ''}", flush=True)
            if kept:
                champion, lead = challenger, lead + mean
    finding = f"won {lead:.1f} points a game over the start, added up over the duels that were kept"
    return Weights("", finding, [float(f"{weight:.4g}") for weight in champion])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tune", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000, help="of a study, or of each duel (2000)")
    parser.add_argument("--duels", type=int, default=0, help="changes tried one after the other, instead")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the cards of a study, or the changes tried (1)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes of duels")
    parser.add_argument("--room", type=Path, help="where the weights go, if not to the game")
    chosen = parser.parse_args(arguments)
    game = face.find(chosen.game)
    if chosen.duels:
        start = list(thumb_of(game).thumb())
        found = duels(game.name, start, chosen.duels, chosen.games // 2, chosen.seed, chosen.workers)
    else:
        found = study(game, chosen.games, chosen.seed)
    found.command = shlex.join(
        ["python", "-m", "trufflewood.arena.tune", *(sys.argv[1:] if arguments is None else arguments)]
    )
    print(f"written: {write(chosen.room or game.room / 'bots', found)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
