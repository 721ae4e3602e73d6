"""Snack Match for the laws: its variants, its cards, and what its rules hide from whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from random import Random
from typing import Any

from trufflewood.games.snack_match.moves import strip_refusal
from trufflewood.games.snack_match.state import (
    CARD,
    CELLS,
    DRAFT,
    LAID,
    MAKING,
    MAKING_ON,
    MAKING_OVER,
    MAKING_UNDER,
    NOTHING,
    OVER,
    STRIP_CELLS,
    STRIPS,
    WHERE,
    ZONE,
    State,
    covered,
    lay,
    rewind,
)  # fmt: skip
from trufflewood.kit import game

FEW_KINDS = {"cards": {"soda/red soda/red soda/red": 40, "donut/blue soda/red sandwich/green": 32}}

VARIANTS: list[dict[str, Any]] = [
    {"seats": 1},
    {"seats": 1, "diet": "medium", "solo_points": "both"},
    {"seats": 1, "diet": "hard", "open": True},
    {"seats": 2},
    {"seats": 2, "diet": "easy"},
    {"seats": 2, "diet": "hard", "open": True},
    {"seats": 2, "deck": FEW_KINDS},
    {"seats": 3, "diet": "medium"},
    {"seats": 3, "open": True, "deck": FEW_KINDS},
    {"seats": 4, "diet": "hard"},
    {"seats": 4, "open": True},
    {"seats": 5, "diet": "easy"},
    {"seats": 6},
    {"seats": 7, "diet": "hard"},
    {"seats": 8, "open": True},
    {"seats": 9, "diet": "medium"},
    {"seats": 9, "diet": "easy", "open": True},
]


def in_zone(state: State, seat: int) -> list[int]:
    base = ZONE * seat
    return [int(state.zones[base + CARD + n]) for n in range(int(state.zones[base + LAID]))]


def hand(state: State, seat: int) -> list[int]:
    """The cards that a seat has before it, those it is about to pass on included."""
    if state.phase == DRAFT:
        return [int(state.pairs[2 * seat]), int(state.pairs[2 * seat + 1])]
    if state.phase == OVER:
        return []
    right = (seat - 1) % int(state.seats)
    both = [int(state.pairs[2 * seat]), int(state.pairs[2 * right + 1])]
    return [card for slot, card in enumerate(both) if int(state.held) >> 2 * seat + slot & 1]


def census(state: game.State) -> Hashable:
    """Every card, by kind: in the pile, in hands, in zones, with the opponent."""
    assert isinstance(state, State)
    cards = [int(card) for card in state.deck][int(state.drawn) :]
    cards += [int(card) for card in state.rival if card != NOTHING]
    for seat in range(state.seats):
        cards += in_zone(state, seat) + hand(state, seat)
        base = ZONE * seat
        for n in range(int(state.zones[base + LAID])):
            assert state.zones[base + CELLS + n] == STRIP_CELLS[state.zones[base + WHERE + n] // 2]
    assert len(cards) == 72
    return tuple(sorted(Counter(cards).items()))


def shuffle_hidden(state: game.State, seat: int | None, random: Random) -> None:
    """Hidden are the pile (§2.1); what others have drawn, chosen and hold, except the card that `seat` passed
    on and, once all have chosen, the card it received (§2.2, §2.3); and where others have placed cards
    in this round, until everybody has (§2.5)."""
    assert isinstance(state, State)
    deck = [int(card) for card in state.deck]
    drawn, seats = int(state.drawn), int(state.seats)
    pile = deck[drawn:]
    hidden = hidden_pairs(state, seat)
    cards = pile + [int(state.pairs[n]) for n in hidden]
    random.shuffle(cards)
    for n in hidden:
        state.pairs[n] = cards.pop()
    state.deck = vec_of(deck[:drawn] + cards)
    if state.phase == DRAFT or state.phase == OVER or state.box.open or seats == 1:
        return  # nothing lies unseen
    for other in range(seats):
        if other != seat:
            replace_placed(state, other, random)


def hidden_pairs(state: State, seat: int | None) -> list[int]:
    """The places in `State.pairs` of cards that `seat` has never seen."""
    seats = int(state.seats)
    if state.phase == OVER:
        return []
    found = []
    for owner in range(seats):
        for n in range(2):
            receiver = (owner + 1) % seats if n and state.phase != DRAFT else owner
            placed = not int(state.held) >> 2 * receiver + n & 1
            if seat not in (owner, receiver) and not (placed and state.box.open):
                found.append(2 * owner + n)
    return found


def replace_placed(state: State, other: int, random: Random) -> None:
    """Another seat, that has decided or not as before, has placed other cards elsewhere in this round."""
    before = 2 * (int(state.round) - 1)
    rewind(state, other, before)
    base = ZONE * other
    state.zones[base + MAKING] = NOTHING
    for n in (MAKING_ON, MAKING_OVER, MAKING_UNDER):
        state.zones[base + n] = 0
    ready = not int(state.waiting) >> other & 1
    placed = 2 if ready else random.randrange(2)
    right = (other - 1) % int(state.seats)
    both = [int(state.pairs[2 * other]), int(state.pairs[2 * right + 1])]
    state.held |= 3 << 2 * other
    for slot in random.sample(range(2), placed):
        place = random_place(state, other, random)
        lay(
            state,
            other,
            both[slot],
            place,
            0 if random.random() < 0.5 else 255 & cards_there(state, other, place),
        )
        state.held &= ~(1 << 2 * other + slot)


def cards_there(state: State, seat: int, place: int) -> int:
    base = ZONE * seat
    cells = int(STRIP_CELLS[place // 2])
    return sum(
        1 << n for n in range(int(state.zones[base + LAID])) if int(state.zones[base + CELLS + n]) & cells
    )


def random_place(state: State, seat: int, random: Random) -> int:
    zone = covered(state, seat)
    strips = [strip for strip in range(STRIPS) if not strip_refusal(state, seat, strip, zone)]
    return 2 * random.choice(strips) + random.randrange(2)


def vec_of(cards: list[int]) -> Any:
    buffer = game.buffer(len(cards))
    for n, card in enumerate(cards):
        buffer[n] = card
    return buffer
