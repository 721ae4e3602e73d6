"""How many end games are proved: `python -m trufflewood.games.truffle_scuffle.bots.endgames`.

The positions in `endgames.txt` are those that strong bots reached, each the first of its game with so many
truffles left and nothing to claim; `--write` makes a new set with the bots of today.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from trufflewood.games.truffle_scuffle.bots.alphabeta import analyse
from trufflewood.games.truffle_scuffle.components import Options
from trufflewood.games.truffle_scuffle.moves import apply, waiting
from trufflewood.games.truffle_scuffle.notation import read_position, write_position
from trufflewood.games.truffle_scuffle.scoring import held, proves_victory
from trufflewood.games.truffle_scuffle.state import IN_FOREST, State, deal
from trufflewood.kit.chance import Chance, seed_from

LEFT: Final = (4, 6, 8, 10, 12)
AIMS: Final = {6: 0.95, 12: 0.60}
POSITIONS: Final = 50
FILE: Final = Path(__file__).with_name("endgames.txt")
NODES: Final = 10_000  # a move, of the bots that reach the positions
MOST_GAMES: Final = 2_000


def positions(left: int, wanted: int = POSITIONS) -> list[State]:
    """The first `wanted` positions with so many truffles left."""
    found = [line.split("; ", 1) for line in FILE.read_text().splitlines()]
    return [read_position(text.replace("; ", "\n")) for n, text in found if int(n) == left][:wanted]


def played(seed: int) -> list[tuple[int, str]]:
    """Play a game between two strong bots: the first position with each number of truffles left."""
    state = deal(Options(seats=2), Chance(seed_from(f"endgame {seed}")))
    found: dict[int, str] = {}
    while waiting(state) and not any(proves_victory(state, seat) for seat in range(2)):
        left = sum(held(state, IN_FOREST))
        if left in LEFT and left not in found:
            found[left] = f"{left}; " + write_position(state).replace("\n", "; ")
        apply(state, state.turn, analyse(state, NODES).move)
    return list(found.items())


def write(processes: int | None) -> None:
    """Play until there are enough positions of every kind, and keep them."""
    found: dict[int, list[str]] = {left: [] for left in LEFT}
    with ProcessPoolExecutor(processes) as pool:
        for number, game in enumerate(pool.map(played, range(MOST_GAMES)), 1):
            for left, line in game:
                found[left] += [line] if len(found[left]) < POSITIONS else []
            _progress(f"game {number}: " + ", ".join(f"{len(found[left])} with {left} left" for left in LEFT))
            if all(len(kept) == POSITIONS for kept in found.values()):
                pool.shutdown(cancel_futures=True)
                break
    FILE.write_text("".join(f"{line}\n" for left in LEFT for line in found[left]))


def _proved(asked: tuple[int, int, int | float]) -> bool:
    """Whether the n-th position with so many truffles left is proved within a budget."""
    left, number, budget = asked
    return analyse(positions(left)[number], budget).claim == "proved"


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each kind")
    parser.add_argument("--seconds", type=float, default=10.0, help="for each position")
    parser.add_argument("--nodes", type=int, help="for each position instead, the same on every machine")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument(
        "--write", action="store_true", help="make a new set of positions, from games of the bots of today"
    )
    chosen = parser.parse_args()
    if chosen.positions < 1 or chosen.seconds <= 0 or (chosen.nodes is not None and chosen.nodes < 1):
        parser.error("positions, seconds and nodes must be above zero.")
    if chosen.write:
        write(chosen.processes)
    with ProcessPoolExecutor(chosen.processes) as pool:
        for left in LEFT:
            count = len(positions(left, chosen.positions))
            asked = [(left, number, chosen.nodes or chosen.seconds) for number in range(count)]
            proved = 0
            for number, sure in enumerate(pool.map(_proved, asked), 1):
                proved += sure
                _progress(f"{left:2} truffles left: {proved} of {number} proved")
            _progress("\r")
            aim = f", aim {AIMS[left]:.0%}" if left in AIMS else ""
            share = f"{proved / count:.0%}" if count else "-"
            print(f"{left:2} truffles left: {proved} of {count} proved ({share}{aim})", flush=True)


if __name__ == "__main__":
    main()
