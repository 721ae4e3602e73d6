"""`trufflewood bench`: how fast this installation plays at random."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace

from trufflewood import face
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.walk import playouts
from trufflewood.kit.words import Words


def arguments(parser: ArgumentParser, said: Words) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help=said.say("help", "game"))


def run(chosen: Namespace, said: Words) -> int:
    for name in chosen.games or face.games():
        rate = decisions_per_second(name)
        print(f"{name:18} {said.say('play', 'rate', {'n': f'{rate:,.0f}'})}")
    return 0


def decisions_per_second(name: str, seconds: float = 1.0) -> float:
    """Random games of two, one after the other, deals not counted."""
    game = face.find(name)
    dice = Dice(1)
    deals = [game.rules.deal(game.choose(2), Chance(seed_from(seed))) for seed in range(20)]
    made, number = 0, 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        made += playouts(game.rules, deals[number % len(deals)], dice, 5)
        number += 1
    return made / (time.perf_counter() - start)
