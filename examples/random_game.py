"""Play a game of your choice between random players and tell how it ended.

python examples/random_game.py truffle-scuffle
"""

import sys
from random import Random

import trufflewood


def main(name: str, seed: int = 7) -> None:
    table = trufflewood.open(name, seed=seed)
    rng = Random(seed)
    while table.waiting:
        seat = table.waiting[0]
        table.play(seat, rng.choice(table.moves(seat)))
    assert table.outcome is not None
    print(f"{table.version} commands. {table.outcome.text} ({table.outcome.rule})")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "truffle-scuffle")
