"""A bot in twenty lines: it looks one move ahead over states that fit what it knows.

python examples/think_for_yourself.py truffle-scuffle
"""

import sys
from random import Random

import trufflewood
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import Rules
from trufflewood.kit.seen import View


def choose(rules: Rules, view: View, dice: Dice) -> int:
    """The move with the most points right after it, in a world made up from the view."""
    assert view.seat is not None
    state = rules.imagine(view, dice)

    def points_after(move: int) -> int:
        child = state.copy()
        rules.apply(child, view.seat or 0, move)
        return int(rules.points(child, view.seat or 0))

    return max(view.moves, key=points_after)


def main(name: str = "truffle-scuffle", games: int = 20) -> None:
    game = trufflewood.find(name)
    rng, dice = Random(1), Dice(1)
    won = 0
    for seed in range(games):
        table = trufflewood.open(name, seed=seed)
        while table.waiting:
            seat = table.waiting[0]
            clever = seat == seed % 2  # each side of the table in turn
            move = choose(game.rules, table.view(seat), dice) if clever else rng.choice(table.legal(seat))
            table.play(seat, move)
        assert table.outcome is not None
        won += table.outcome.winners == (seed % 2,)
    print(f"won {won} of {games} games against random moves")


if __name__ == "__main__":
    main(*sys.argv[1:2])
