"""Matches: who plays whom on which deal, and one game of it.

A deal is played once for every rotation of its line-up, so that luck of the cards and of the seat
falls on every bot alike. The same seed gives the same games, wherever and in whatever order they
are played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random
from typing import Any

from trufflewood import bots, face
from trufflewood.kit.chance import Chance, seed_from
from trufflewood.kit.errors import BadMove, BadOption
from trufflewood.kit.game import WIN, seats_in, utilities
from trufflewood.kit.outcome import Event


@dataclass(frozen=True)
class Pairing:
    """One game to be played."""

    game: str
    options: Mapping[str, Any]
    players: tuple[str, ...]  # a bot for each seat
    deal: str  # the seed


@dataclass(frozen=True)
class Played:
    """One game that was played. The seconds are all that differs between two runs."""

    players: tuple[str, ...]
    deal: str
    shares: tuple[float, ...]  # of the victory, by seat
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: tuple[int, ...]  # with a choice, by seat
    ending: str
    seconds: tuple[float, ...] = field(compare=False, default=())


def schedule(
    game: str, players: Sequence[str], games: int, seats: int, options: Mapping[str, Any], seed: str
) -> list[Pairing]:
    """All games of a match, at least `games`, whole deals only.

    As many bots as seats play one another; of more, every choice of so many does; where there are
    fewer, the last one named fills the seats that are left.
    """
    if games < 1:
        raise BadOption("bad-games", value=str(games))
    filled = [*players, *([players[-1]] * (seats - len(players)))]
    line_ups = list(combinations(filled, seats))
    deals = -(-games // (len(line_ups) * seats))
    return [
        Pairing(game, options, line_up[turn:] + line_up[:turn], f"{seed}/{deal}")
        for deal in range(deals)
        for line_up in line_ups
        for turn in range(seats)
    ]


def check(game: str, players: Sequence[str]) -> None:
    """Raise BadOption for a bot that there is not, before anything is played."""
    for name in players:
        bots.find(name, face.find(game))


def play(pairing: Pairing, tell: Callable[[int, Event], None] | None = None) -> Played:
    """Play one game. A bot is given views and nothing else; `tell` hears what each seat did."""
    game = face.find(pairing.game)
    rules = game.rules
    seats = len(pairing.players)
    state = rules.deal(game.choose(seats, pairing.options), Chance(seed_from(pairing.deal)))
    choose = [bots.find(name, game) for name in pairing.players]
    rngs = [Random(f"{pairing.deal}/{seat}/{name}") for seat, name in enumerate(pairing.players)]
    seconds, decisions = [0.0] * seats, [0] * seats
    while waiting := seats_in(rules.waiting(state)):
        seat = waiting[0]
        view = rules.view(state, seat)
        move = view.moves[0]
        if len(view.moves) > 1:
            start = time.perf_counter()
            move = choose[seat](view, None, rngs[seat])
            seconds[seat] += time.perf_counter() - start
            decisions[seat] += 1
            if move not in view.moves:
                raise BadMove("bot-illegal", bot=pairing.players[seat], move=game.notation.write(move))
        before = state.copy() if tell else state
        rules.apply(state, seat, move)
        if tell:
            for event in rules.events(before, seat, move, state):
                tell(seat, event)
    outcome = rules.outcome(state)
    assert outcome is not None
    return Played(
        pairing.players,
        pairing.deal,
        tuple(share / WIN for share in utilities(rules, state, seats)),
        outcome.points,
        outcome.ranks,
        tuple(decisions),
        outcome.key,
        tuple(seconds),
    )
