"""`make laws`: the laws over tens of thousands of random games, with progress.

python -m tests.laws [GAMES] [FIRST SEED]
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.witnesses import name, variants, witness
from trufflewood.kit.laws import check_game

BATCH = 50


def batch(number: int, first: int) -> int:
    game, variant = variants()[number]
    return sum(check_game(game, witness(game), variant, seed) for seed in range(first, first + BATCH))


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    tables = variants()
    rounds = max(1, wanted // (BATCH * len(tables)))
    played = decisions = 0
    with ProcessPoolExecutor() as pool:
        for number, (game, variant) in enumerate(tables):
            label = f"{game.name} {name(variant)}"[:70]
            starts = range(first, first + rounds * BATCH, BATCH)
            for made in pool.map(batch, [number] * rounds, starts):
                played += BATCH
                decisions += made
                print(f"\r{label:70} {played:>7} games {decisions:>10} decisions", end="", flush=True)
            print()
    print(f"every law held over {played} games and {decisions} decisions")


if __name__ == "__main__":
    main()
