"""How many end games alpha-beta proves: `python -m trufflewood.games.truffle_scuffle.bots.endgames`.

The positions are those that strong bots reached, each the first of its game with so many truffles left and
nothing to claim. The same every time.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Final

from trufflewood.games.truffle_scuffle.bots.alphabeta import analyse
from trufflewood.games.truffle_scuffle.components import Options
from trufflewood.games.truffle_scuffle.moves import apply, waiting
from trufflewood.games.truffle_scuffle.scoring import held, proves_victory
from trufflewood.games.truffle_scuffle.state import IN_FOREST, TURN_BEGINS, State, deal
from trufflewood.kit.chance import Chance, seed_from

LEFT: Final = (4, 6, 8, 10, 12)
AIMS: Final = {6: 0.95, 12: 0.60}
NODES: Final = 2_000  # of the bots that reach the positions
MOST_GAMES: Final = 2_000


def positions(left: int, wanted: int) -> Iterator[State]:
    """The first `wanted` positions with so many truffles left."""
    found = 0
    for seed in range(MOST_GAMES):
        if found == wanted:
            return
        state = deal(Options(seats=2), Chance(seed_from(f"endgame {seed}")))
        while waiting(state):
            if any(proves_victory(state, seat) for seat in range(2)):
                break
            if state.phase == TURN_BEGINS and sum(held(state, IN_FOREST)) <= left:
                if sum(held(state, IN_FOREST)) == left:
                    found += 1
                    yield state
                break
            apply(state, state.turn, analyse(state, NODES).move)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    chosen = parser.parse_args()
    for left in LEFT:
        findings = [analyse(state, chosen.seconds) for state in positions(left, chosen.positions)]
        proved = sum(found.claim == "proved" for found in findings)
        aim = f", aim {AIMS[left]:.0%}" if left in AIMS else ""
        share = proved / len(findings) if findings else 0.0
        print(f"{left:2} truffles left: {proved} of {len(findings)} proved ({share:.0%}{aim})", flush=True)


if __name__ == "__main__":
    main()
