"""Search: iterations and simulated decisions a second, beside OpenSpiel's own ISMCTS in C++.

python -m bench.search

"guided" is the search that plays, with its game's guide; "random" rates no move, tries each once, plays to
the end at random and learns from the result alone, as OpenSpiel's does, and only these rows can be
compared. Each peer runs in a process of its own, since some of
OpenSpiel's bots crash: that is a row of the table, not the end of it.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Final

from trufflewood.bots.guide import Guide
from trufflewood.bots.mind import guide_of
from trufflewood.bots.search import Search
from trufflewood.games import all_games
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.game import seats_in
from trufflewood.kit.package import Game

ROUNDS: Final = 3
DEALS: Final = 4
SECONDS: Final = 0.5  # for each deal, as for the peers
CHUNK: Final = 20
PATIENCE: Final = 60  # seconds for one of theirs
PEERS: Final = {
    "gin rummy": "gin_rummy",
    # by default a double-dummy solver ends every rollout, which takes most of a second each
    "bridge": "bridge(use_double_dummy_result=false)",
    "oh hell": "oh_hell",
}
CAPTION: Final = """\
A second is one of processor time, on one core; the first decision of four deals each, the best of three
rounds in which all take turns, since other work on a machine slows whoever is measured then. A decision is a
move of a player, forced ones included, chance left out. The last columns divide our decisions by OpenSpiel's,
where both do the same: redeal what the searcher cannot see, walk down trees that know nothing of the game,
play to the end at random, learn from the result. Ours are counted by the search. OpenSpiel's search in C++
tells only its simulations; their length is counted by OpenSpiel's same algorithm in Python, on the same
positions with the same settings, in the tree and in the rollout, and multiplied. Bridge plays its cards
out: by default OpenSpiel asks a double-dummy solver at the end of every rollout, and then the solver would
be measured."""

Rates = tuple[float, float]


def unguided(game: Game) -> Guide:
    """Knows nothing of a game: moves are not rated, and the result is all that counts at its end."""
    return Guide(game.rules, guesses=0, margin=0.0)


def ours(game: Game, guide: Guide) -> Rates:
    """Iterations and decisions a second, over the first decision of a few deals of two."""
    iterations = decisions = 0
    took = 0.0
    for seed in range(DEALS):
        state = game.rules.deal(game.choose(2), Chance(seed_from(seed)))
        trees = Search(game.rules, guide, 2)
        trees.begin(state, seats_in(game.rules.waiting(state))[0], Dice(seed))
        start = time.process_time()
        while time.process_time() - start < SECONDS:
            trees.more(CHUNK)
        took += time.process_time() - start
        iterations += int(trees.iterations)
        decisions += int(trees.decisions)
    return iterations / took, decisions / took


def theirs(command: Sequence[str], patience: float = PATIENCE) -> Rates | str:
    """What a process that measures a peer printed, or why it printed nothing."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return f"no figure within {patience:.0f} seconds"
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"ended with {done.returncode}"]
        return f"crashed: {said[-1]}"
    iterations, decisions = json.loads(done.stdout.splitlines()[-1])
    return iterations, decisions


def peers() -> dict[str, Rates | str]:
    if importlib.util.find_spec("pyspiel") is None:
        return dict.fromkeys(PEERS, "not installed: pip install 'trufflewood[peers]' adds it")
    return {name: theirs([sys.executable, "-m", "bench.peer", game]) for name, game in PEERS.items()}


def table(mine: dict[str, Rates], peers: dict[str, Rates | str]) -> list[str]:
    heads = "".join(f" {f'× {name}':>11}" for name in peers)
    lines = [f"{'search, a second':26} {'iterations':>11} {'decisions':>11}{heads}"]
    for name, (iterations, decisions) in mine.items():
        ratios = "".join(_ratio(decisions, rates) for rates in peers.values()) if "random" in name else ""
        lines.append(f"{name:26} {iterations:>11,.0f} {decisions:>11,.0f}{ratios}".rstrip())
    for name, rates in peers.items():
        shown = rates if isinstance(rates, str) else f"{rates[0]:>11,.0f} {rates[1]:>11,.0f}"
        lines.append(f"{f'OpenSpiel {name}':26} {shown}")
    return [*lines, CAPTION]


def _ratio(decisions: float, rates: Rates | str) -> str:
    return f" {'–' if isinstance(rates, str) else f'{decisions / rates[1]:.2f}×':>11}"


def best(rounds: Sequence[Rates | str]) -> Rates | str:
    """The round with the most decisions a second; or why there is none."""
    measured = [rates for rates in rounds if not isinstance(rates, str)]
    return max(measured, key=lambda rates: rates[1]) if measured else rounds[0]


def main() -> None:
    guides = {
        f"{name}, {how}": (game, guide)
        for name, game in all_games().items()
        for how, guide in (("guided", guide_of(game)), ("random", unguided(game)))
    }
    rounds = [({name: ours(*what) for name, what in guides.items()}, peers()) for _ in range(ROUNDS)]
    mine = {name: max((own[name] for own, _ in rounds), key=lambda rates: rates[1]) for name in guides}
    print("\n".join(table(mine, {name: best([their[name] for _, their in rounds]) for name in PEERS})))


if __name__ == "__main__":
    main()
