"""Search: iterations and simulated decisions a second, beside OpenSpiel's own ISMCTS in C++.

python -m bench.search

"guided" is the search that plays, with its game's guide; "random" plays to the end at random, as
OpenSpiel's does, and only these rows can be compared. OpenSpiel runs in a process of its own, since some of
its bots crash.
"""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Final

from trufflewood.bots.mind import guide_of
from trufflewood.bots.search import Guide, Search
from trufflewood.games import all_games
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.game import seats_in
from trufflewood.kit.package import Game

SECONDS: Final = 1.0
CHUNK: Final = 20
PATIENCE: Final = 60  # seconds for one of theirs
PEERS: Final = ("gin_rummy", "bridge", "oh_hell")
PEER: Final = """
import random, sys, time
import pyspiel
game = pyspiel.load_game(sys.argv[1])
rng = random.Random(1)
state = game.new_initial_state()
while state.is_chance_node() or len(state.legal_actions()) < 2:
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes())
        state.apply_action(rng.choices(actions, weights)[0])
    else:
        state.apply_action(state.legal_actions()[0])
def length():
    copy, made = state.clone(), 0
    while not copy.is_terminal():
        if copy.is_chance_node():
            actions, weights = zip(*copy.chance_outcomes())
            copy.apply_action(rng.choices(actions, weights)[0])
        else:
            copy.apply_action(rng.choice(copy.legal_actions()))
            made += 1
    return made
decisions = sum(length() for _ in range(20)) / 20
simulations = 200
bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, simulations, -1,
                        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False)
start = time.perf_counter()
bot.step(state)
took = time.perf_counter() - start
print(simulations / took, simulations * decisions / took)
"""


def ours(game: Game, guide: Guide) -> tuple[float, float]:
    """Iterations and decisions a second, over the first decision of a few deals of two."""
    iterations = decisions = 0
    took = 0.0
    for seed in range(4):
        state = game.rules.deal(game.choose(2), Chance(seed_from(seed)))
        trees = Search(game.rules, guide, 2)
        trees.begin(state, seats_in(game.rules.waiting(state))[0], Dice(seed))
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS / 4:
            trees.more(CHUNK)
        took += time.perf_counter() - start
        iterations += int(trees.iterations)
        decisions += int(trees.decisions)
    return iterations / took, decisions / took


def theirs(name: str) -> tuple[float, float] | None:
    try:
        done = subprocess.run(
            [sys.executable, "-c", PEER, name], capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        return None
    found = [float(word) for word in done.stdout.split()[-2:]]
    return found[0], found[1]


def main() -> None:
    print(f"{'search, a second':34} {'iterations':>12} {'decisions':>12}")
    for name, game in all_games().items():
        for how, guide in (("guided", guide_of(game)), ("random", Guide(game.rules))):
            iterations, decisions = ours(game, guide)
            print(f"{f'{name}, {how}':34} {iterations:>12,.0f} {decisions:>12,.0f}")
    for peer in PEERS:
        rates = theirs(peer)
        shown = (
            f"{rates[0]:>12,.0f} {rates[1]:>12,.0f}"
            if rates
            else "not installed, crashed, or took more than a minute"
        )
        print(f"{f'OpenSpiel {peer}, random':34} {shown}")


if __name__ == "__main__":
    main()
