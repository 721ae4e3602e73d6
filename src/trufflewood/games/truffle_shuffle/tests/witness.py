"""Truffle Shuffle for the laws: its variants, its cards, and what it hides. Written from RULES.md alone."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from trufflewood.games.truffle_shuffle.components import BACKS, KINDS
from trufflewood.games.truffle_shuffle.state import DISCARD, State
from trufflewood.kit import game

# six of everything that bends a number or a colour, so that orders of every sort come up
SPECIALS = {"any-number": 3, "duplicate": 3, "take-2": 2, "skip": 3, "number-change": 4, "colour-change": 4}
MODIFIERS = {
    **{colour: {"1": 2, "2": 2, "3": 2, "4": 1, "5": 2, **SPECIALS} for colour in BACKS[:4]},
    "rainbow": {"2": 1, "4": 4},
}
VARIANTS = [
    {"seats": 2},
    {"seats": 3},
    {"seats": 4},
    {"seats": 4, "four_player_bonus": 6, "start": 3},
    {"seats": 2, "discards": "open", "deck": "graded"},
    {"seats": 3, "discards": "open", "start": 1, "deck": "one_of_each_special"},
    {"seats": 2, "deck": MODIFIERS},
    {"seats": 4, "deck": MODIFIERS},
]
ALL = len(KINDS)
UP = [place for place in range(39) if place < 4 or 9 <= place < 15 or 22 <= place < 30]  # rows a, c, e


def census(state: game.State) -> Hashable:
    """Every card: in the deck, the pyramid, hands, discards, on the table, spent."""
    assert isinstance(state, State)
    found = [0] * ALL
    for kind in (*list(state.deck)[: state.deck_left], *state.pyramid, *state.skips):
        if kind >= 0:
            found[kind] += 1
    for spot, n in enumerate((*state.hands, *state.discards, *state.spent)):
        assert n >= 0
        found[spot % ALL] += n
    assert found == list(state.box.copies)
    assert sum(2**place for place, kind in enumerate(state.pyramid) if kind >= 0) == state.here
    for spot, n in enumerate(state.seen):
        seat, kind = spot // ALL % state.seats, spot % ALL
        assert n == 0 or remembered_rightly(state, seat, kind), "a memory is wrong"
    return tuple(found)


def remembered_rightly(state: State, seat: int, kind: int) -> bool:
    """A card that was seen is in that hand, or was discarded at the end of that round or a later one."""
    held, known = int(state.hands[seat * ALL + kind]), 0
    for round in (2, 1, 0):
        if round < 2:
            held += int(state.discards[(round * state.seats + seat) * ALL + kind])
        known += int(state.seen[(round * state.seats + seat) * ALL + kind])
        if known > held:
            return False
    return True


def shuffle_hidden(state: game.State, seat: int | None, random: Random) -> None:
    """Gather every card that `seat` cannot see, back by back, and lay them out anew until memory is true."""
    assert isinstance(state, State)
    others = [other for other in range(state.seats) if other != seat]
    swap_choices(state, others, random)
    pyramid = [place for place in range(39) if state.pyramid[place] >= 0 and place not in UP]
    deck = [int(state.deck[n]) for n in range(state.deck_left)]
    swap_between_deck_and_pyramid(state, deck, pyramid, random)
    for other in others:
        swap_with_hand(state, other, pyramid, deck, random)
    random.shuffle(deck)
    fresh = state.deck[:]
    for n, kind in enumerate(deck):
        fresh[n] = kind
    state.deck = fresh


def swap_between_deck_and_pyramid(state: State, deck: list[int], places: list[int], random: Random) -> None:
    for place in places:
        same = [n for n, kind in enumerate(deck) if KINDS[kind].back == KINDS[state.pyramid[place]].back]
        if same and random.random() < 0.8:
            n = random.choice(same)
            deck[n], state.pyramid[place] = int(state.pyramid[place]), deck[n]


def swap_with_hand(state: State, seat: int, places: list[int], deck: list[int], random: Random) -> None:
    """Exchange cards of a hand or its hidden discards with the deck, the pyramid and one another."""
    zones = [(state.hands, seat * ALL)]
    zones += [(state.discards, (round * state.seats + seat) * ALL) for round in (0, 1)]
    if state.phase == DISCARD:
        zones = zones[:1] + zones[1 : 1 + int(state.round)]
    for counts, first in zones:
        held = [kind for kind in range(ALL) for _ in range(counts[first + kind])]
        for kind in held:
            back = KINDS[kind].back
            choices: list[tuple[str, int]] = [
                ("deck", n) for n, k in enumerate(deck) if KINDS[k].back == back
            ]
            choices += [("pyramid", p) for p in places if KINDS[state.pyramid[p]].back == back]
            choices += [
                (f"zone {z}", k)
                for z, (other, start) in enumerate(zones)
                for k in range(ALL)
                if other[start + k] and KINDS[k].back == back
            ]
            where, n = random.choice(choices)
            new = deck[n] if where == "deck" else int(state.pyramid[n]) if where == "pyramid" else n
            other, start = zones[int(where.split()[1])] if where.startswith("zone") else (None, 0)
            for out, into in ((kind, new), (new, kind)):  # there, and back again if somebody would notice
                counts[first + out] -= 1
                counts[first + into] += 1
                if where == "deck":
                    deck[n] = out
                elif where == "pyramid":
                    state.pyramid[n] = out
                elif other is not None:
                    other[start + into] -= 1
                    other[start + out] += 1
                if remembered_rightly(state, seat, kind) and remembered_rightly(state, seat, new):
                    break


def swap_choices(state: State, others: list[int], random: Random) -> None:
    """While all discard, nobody knows which cards the others have chosen, nor how many of those waiting."""
    if state.phase != DISCARD:
        return
    for seat in others:
        first = (state.round * state.seats + seat) * ALL
        chosen = [kind for kind in range(ALL) for _ in range(state.discards[first + kind])]
        held = [kind for kind in range(ALL) for _ in range(state.hands[seat * ALL + kind])]
        waits = len(held) > state.seats
        pool = chosen + held
        random.shuffle(pool)
        n = random.randrange(len(pool) - state.seats) if waits else len(chosen)
        for kind in range(ALL):
            state.discards[first + kind] = pool[:n].count(kind)
            state.hands[seat * ALL + kind] = pool[n:].count(kind)
