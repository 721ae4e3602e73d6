"""Positions for rule tests, written as one would lay them out on a table."""

from __future__ import annotations

from typing import Any

from trufflewood.games.forest_shuffle import GAME, notation
from trufflewood.games.forest_shuffle import state as s
from trufflewood.games.forest_shuffle.components import (
    ALL_CARDS,
    CARD_ROW,
    CARDS,
    FACES,
    SAPLING,
    WINTER,
    WINTERS,
)
from trufflewood.games.forest_shuffle.state import State
from trufflewood.games.forest_shuffle.view import Looks
from trufflewood.kit.game import legal_moves, seats_in


def scene(
    hand: str = "",
    forest: str = "",
    deck: str = "",
    clearing: str = "",
    other_hand: str = "",
    other_forest: str = "",
    winters: int = 0,
    seats: int = 2,
    **options: Any,
) -> State:
    """It is the turn of seat 0. Cards by number; `W` is winter; what is not named lies deep in the deck.

    A forest: `oak 10: top 121, left 70 71; sapling 99`, all of it from earlier turns.
    """
    state = s.blank(GAME.choose(seats, options))
    state.phase = s.TURN
    state.winters = winters
    used: set[int] = set()
    for seat, cards in ((0, hand), (1, other_hand)):
        for number in map(int, cards.split()):
            s.hold(state, seat, CARD_ROW[number])
            used.add(number)
    for seat, trees in ((0, forest), (1, other_forest)):
        used |= _forest(state, seat, trees)
    for number in map(int, clearing.split()):
        s.uncover(state, CARD_ROW[number])
        used.add(number)
    top = [WINTER if word == "W" else CARD_ROW[int(word)] for word in deck.split()]
    rest = [card for card in range(ALL_CARDS) if CARDS[card].number not in used and card not in top]
    left = WINTERS - winters - top.count(WINTER)
    order = top + rest + [WINTER] * left
    state.drawn = ALL_CARDS + WINTERS - len(order)
    s.stack(state, [-1] * int(state.drawn) + order)
    return state


def _forest(state: State, seat: int, text: str) -> set[int]:
    used: set[int] = set()
    for tree in filter(None, text.split("; ")):
        head, _, slots = tree.partition(": ")
        name, number = head.split()
        card = CARD_ROW[int(number)]
        row = s.plant(state, seat, SAPLING if name == "sapling" else CARDS[card].faces[0])
        if name == "sapling":
            state.place[card] = s.SAPLED * 256 + row
            s.change(state, seat, s.HIDES, 1)
            s.put(state, seat, s.LAST_HIDE, row)
        used.add(int(number))
        for slot in filter(None, slots.split(", ")):
            side, *cards = slot.split()
            for one in map(int, cards):
                s.attach(state, row, next(f for f in CARDS[CARD_ROW[one]].faces if FACES[f].side == side))
                used.add(one)
    for n in range(s.MUSHROOMS):
        s.change(state, seat, s.ACTIVE + n, s.count(state, seat, s.NEW + n))
        s.put(state, seat, s.NEW + n, 0)
    for n in range(state.planted):
        state.trees[n * s.TREE_WIDTH + s.FRESH] = 0
    return used


def play(state: State, text: str) -> State:
    """Play moves of whoever is in turn, checking each against the rules."""
    for move in notation.read(text):
        (seat,) = seats_in(GAME.rules.waiting(state))
        why = GAME.rules.refusal(state, seat, move)
        assert not why, f"{notation.write(move)}: {GAME.rules.why(state, seat, move)}"
        GAME.rules.apply(state, seat, move)
    return state


def refused(state: State, text: str, seat: int | None = None) -> str:
    """The rule that forbids the last of these moves; "" if none does."""
    *before, last = notation.read(text)
    for move in before:
        play(state, notation.write(move))
    if seat is None:
        seat = int(state.turn)
    if not GAME.rules.refusal(state, seat, last):
        return ""
    return GAME.rules.why(state, seat, last).rule


def choices(state: State) -> list[str]:
    (seat,) = seats_in(GAME.rules.waiting(state))
    return [notation.write(move) for move in legal_moves(GAME.rules, state, seat)]


def facts(state: State) -> dict[str, Any]:
    """What rows of the tables may ask."""
    seen = Looks(state).look(None, tuple(range(state.box.seats)), ())
    me, other = seen.places[:2]
    return {
        "hand": " ".join(map(str, me.cards)),
        "cards": me.hand,
        "other": " ".join(map(str, other.cards)),
        "clearing": " ".join(map(str, seen.clearing)),
        "box": len(seen.box),
        "cave": me.cave,
        "trees": " ".join(tree.species for tree in me.trees),
        "points": me.points,
        "turn": seen.turn,
        "phase": seen.phase,
        "asks": seen.tasks[-1][0] if seen.tasks and seen.phase == "choice" else "",
        "more": seen.tasks[-1][1] if seen.tasks and seen.phase == "choice" else 0,
        "extra": seen.extra,
        "winters": seen.winters,
    }
