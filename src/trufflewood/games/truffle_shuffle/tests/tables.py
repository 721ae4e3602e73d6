"""Positions for the tests, in few words. Cards in two letters: g3 is a green 3, k# a pink Any Number."""

from __future__ import annotations

from typing import Any

from trufflewood.games.truffle_shuffle import GAME
from trufflewood.games.truffle_shuffle.components import KIND_OF, KINDS, PLACES
from trufflewood.games.truffle_shuffle.notation import read
from trufflewood.games.truffle_shuffle.state import FACE_UP, State, at, blank
from trufflewood.games.truffle_shuffle.view import PHASES
from trufflewood.kit.bits import BIT
from trufflewood.kit.game import legal_moves, seats_in

LETTERS = {"g": "green", "p": "purple", "o": "orange", "k": "pink", "r": "rainbow"}
SIGNS = {
    "#": "any-number",
    "=": "duplicate",
    "T": "take-2",
    "S": "skip",
    "N": "number-change",
    "C": "colour-change",
}
ALL = len(KINDS)


def names(short: str) -> list[str]:
    return [f"{LETTERS[card[0]]} {SIGNS.get(card[1], card[1])}" for card in short.split()]


def counts(cards: list[str]) -> list[int]:
    hand = [0] * ALL
    for card in cards:
        hand[KIND_OF[card]] += 1
    return hand


def table(
    pyramid: str = "f1 g1, f2 g2, f3 g3",
    hands: str = "|",
    phase: str = "act",
    turn: int = 0,
    start: int = 0,
    round: int = 3,
    skips: dict[int, str] | None = None,
    bonus_taken: int = 0,
    coins: str = "",
    **options: Any,
) -> State:
    """A position: `pyramid` as "f1 g1, e2 kC", `hands` parted by bars, `coins` as filled one-1s by seat.

    What is in no hand and not in the pyramid lies in the deck, as much of it as the round leaves there;
    the rest is spent.
    """
    parts = hands.split("|")
    state = blank(GAME.choose(len(parts), options))
    left = [kind for kind in range(ALL) for _ in range(state.box.copies[kind])]
    for part in filter(None, pyramid.split(",")):
        place, card = part.split()
        kind = KIND_OF[names(card)[0]]
        left.remove(kind)
        state.pyramid[PLACES.index(place)] = kind
        state.here += BIT[PLACES.index(place)]
    for seat, part in enumerate(parts):
        for card in names(part):
            left.remove(KIND_OF[card])
            state.hands[seat * ALL + KIND_OF[card]] += 1
    for seat, card in (skips or {}).items():
        left.remove(KIND_OF[names(card)[0]])
        state.skips[seat] = KIND_OF[names(card)[0]]
    state.round = round - 1
    state.deck_left = 39 * (3 - round)
    for n in range(state.deck_left):
        state.deck[n] = left[n]
    for kind in left[state.deck_left :]:
        state.spent[kind] += 1
    state.turn = turn
    state.start = start
    state.phase = PHASES.index(phase)
    state.to_take = 3 if turn in (skips or {}) else 1 if phase == "act" else 0
    state.bonus_taken = bonus_taken
    for seat, filled in enumerate(coins.split()):
        state.accounts[seat * 16 + 6] = int(filled)
    return state


def see(state: State, seat: int, round: int, short: str) -> None:
    """Let everyone have seen `seat` take these cards in a round."""
    for card in names(short):
        state.seen[at(state, round - 1, seat) + KIND_OF[card]] += 1


def discard(state: State, seat: int, round: int, short: str) -> None:
    """Let `seat` have discarded these cards, once spent, in secret after a round."""
    for card in names(short):
        state.spent[KIND_OF[card]] -= 1
        state.discards[at(state, round - 1, seat) + KIND_OF[card]] += 1


def play(state: State, text: str, seat: int | None = None) -> State:
    """The position after these moves, each of them checked."""
    state = state.copy()
    for move in read(text):
        who = seats_in(GAME.rules.waiting(state))[0] if seat is None else seat
        assert GAME.rules.refusal(state, who, move) == 0, GAME.rules.why(state, who, move)
        GAME.rules.apply(state, who, move)
    return state


def moves(state: State) -> list[str]:
    """What the first seat that decides may do."""
    seat = seats_in(GAME.rules.waiting(state))[0]
    return [GAME.notation.write(move) for move in legal_moves(GAME.rules, state, seat)]


def face_down(place: str) -> bool:
    return not FACE_UP[PLACES.index(place)]
