"""A bot in twenty lines: it tries each move in worlds made up from its view, played out at random.

python examples/think_for_yourself.py truffle-scuffle 10
"""

import sys
from random import Random

import trufflewood
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import Rules, utilities
from trufflewood.kit.seen import View
from trufflewood.kit.walk import playout

WORLDS = 8


def choose(rules: Rules, view: View, seats: int, dice: Dice) -> int:
    """The move that wins most often when all play on at random."""
    assert view.seat is not None
    wins = dict.fromkeys(view.moves, 0)
    for _ in range(WORLDS):
        world = rules.imagine(view, dice)
        for move in view.moves:
            future = world.copy()
            rules.apply(future, view.seat, move)
            playout(rules, future, dice)
            wins[move] += utilities(rules, future, seats)[view.seat]
    return max(wins, key=wins.__getitem__)


def main(name: str, games: int) -> None:
    game = trufflewood.find(name)
    rng, dice = Random(1), Dice(1)
    won = 0
    for seed in range(games):
        table = trufflewood.open(name, seed=seed)
        clever = seed % 2  # each side of the table in turn
        while table.waiting:
            seat = table.waiting[0]
            if seat == clever:
                table.play(seat, choose(game.rules, table.view(seat), table.seats, dice))
            else:
                table.play(seat, rng.choice(table.legal(seat)))
        assert table.outcome is not None
        won += table.outcome.winners == (clever,)
    print(f"won {won} of {games} games against random moves")


if __name__ == "__main__":
    main(
        sys.argv[1] if len(sys.argv) > 1 else "truffle-scuffle", int(sys.argv[2]) if len(sys.argv) > 2 else 10
    )
