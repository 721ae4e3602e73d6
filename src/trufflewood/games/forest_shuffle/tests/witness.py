"""Forest Shuffle for the laws: its variants, its cards wherever they lie, and what is hidden from whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from random import Random
from typing import Any

from trufflewood.games.forest_shuffle import state as s
from trufflewood.games.forest_shuffle.components import ALL_CARDS, WINTER, WINTERS
from trufflewood.games.forest_shuffle.state import State
from trufflewood.kit import game

VARIANTS: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 3},
    {"seats": 4},
    {"seats": 5},
    {"seats": 2, "start": 1, "redraw": "in-turn", "draws": "all-or-none", "mole_order": "placed"},
    {"seats": 3, "sharing": "later-turn", "mushrooms": "next-card", "bats": 2, "beeches": 5},
    {"seats": 2, "mole_reveals": "each", "lower_pile": "long"},
]


def census(state: game.State) -> Hashable:
    """All cards have one place, every count agrees with it, and the deck holds what nobody has."""
    assert isinstance(state, State)
    places = [divmod(int(place), 256) for place in state.place]
    below = [int(state.deck[n]) for n in range(state.drawn, ALL_CARDS + WINTERS)]
    assert below.count(WINTER) + state.winters == WINTERS
    assert sorted(card for card in below if card != WINTER) == [
        card for card, (zone, _) in enumerate(places) if zone == s.DECK
    ]
    where = Counter(places)
    assert where[s.CLEARING, 0] == state.clearing and where[s.IN_PLAY, 0] == (state.playing >= 0)
    assert _row(state, s.CLEARING_ROW, where[s.CLEARING, 0]) == [
        card for card in range(ALL_CARDS) if places[card] == (s.CLEARING, 0)
    ]
    trees = [state.trees[n * s.TREE_WIDTH + s.OWNER] for n in range(state.planted)]
    for tree in range(state.planted):
        assert where[s.SAPLED, tree] + where[s.PLANTED, tree] == 1
        slots = [int(state.trees[tree * s.TREE_WIDTH + s.SLOT + side]) & 15 for side in range(4)]
        assert sum(slots) == where[s.FIRST_HALF, tree] + where[s.SECOND_HALF, tree]
    for seat in range(state.box.seats):
        stashes = [n for n in range(state.stashed) if state.stashes[n * s.STASH_WIDTH] == seat]
        hidden = sum(where[s.STASHED, n] for n in stashes)
        assert s.count(state, seat, s.CARDS_IN_HAND) == where[s.IN_HAND, seat] <= 10
        assert _row(state, s.HAND_ROW + s.HAND_ROOM * seat, where[s.IN_HAND, seat]) == [
            card for card in range(ALL_CARDS) if places[card] == (s.IN_HAND, seat)
        ]
        assert s.count(state, seat, s.CAVE_SIZE) == where[s.IN_CAVE, seat] + hidden
        assert s.count(state, seat, s.TREES_PLANTED) == trees.count(seat)
        seen = [card for card in range(ALL_CARDS) if state.since[card] >= 0 and _owner(state, card) == seat]
        assert s.count(state, seat, s.TAKEN) == len(seen)
        assert not seen or _history_allows(state, seat)
    return len(places), WINTERS


def _row(state: State, first: int, size: int) -> list[int]:
    return [int(state.lists[n]) for n in range(first, first + size)]


def shuffle_hidden(state: game.State, seat: int | None, random: Random) -> None:
    """Shuffle hidden cards wherever the table, having watched, could not object."""
    assert isinstance(state, State)
    hidden = [card for card in range(ALL_CARDS) if _owner(state, card) not in (seat, None)]
    unseen = [card for card in hidden if state.since[card] < 0 and state.place[card] >> 8 != s.REDRAWN]
    places = [state.place[card] for card in unseen]
    random.shuffle(places)
    for card, place in zip(unseen, places, strict=True):
        state.place[card] = place
    no_trees = [card for card in unseen if card >= s.TREE_CARDS]
    for card in hidden:
        if state.place[card] >> 8 == s.REDRAWN:  # a redrawn six holds no tree
            _exchange(state, card, random.choice(no_trees))
        elif state.since[card] >= 0:  # what was seen taken stays with its taker
            owner = _owner(state, card)
            _exchange_if_allowed(state, card, random.choice([c for c in hidden if _owner(state, c) == owner]))
    _stack_deck(state, random)
    s.gather(state)
    if state.phase == s.REDRAW_PHASE and not state.box.in_turn:
        for other in range(state.box.seats):
            if other != seat and s.count(state, other, s.ANSWER):
                trees = [card for card in range(s.TREE_CARDS) if state.place[card] == s.IN_HAND * 256 + other]
                s.put(state, other, s.ANSWER, s.KEEPS if trees else random.choice([s.KEEPS, s.REDRAWS]))


def _owner(state: State, card: int) -> int | None:
    """Who alone knows a card; -1 for the deck, None where it lies open."""
    zone, what = divmod(int(state.place[card]), 256)
    if zone == s.DECK:
        return -1
    if zone in (s.IN_HAND, s.REDRAWN):
        return what
    if zone == s.SAPLED:
        return int(state.trees[what * s.TREE_WIDTH + s.OWNER])
    return int(state.stashes[what * s.STASH_WIDTH]) if zone == s.STASHED else None


def _stack_deck(state: State, random: Random) -> None:
    """The first winter card has its place; the others lie anywhere in the lower pile."""
    cards = [card for card in range(ALL_CARDS) if state.place[card] == s.DECK * 256]
    random.shuffle(cards)
    first, drawn, size = int(state.box.first_winter), int(state.drawn), int(state.box.deck_size)
    low = range(max(first + 1, drawn), size)
    left = WINTERS - int(state.winters) - (drawn <= first)
    winters = {*random.sample(low, left), *([first] if drawn <= first else [])}
    below = [WINTER if n in winters else cards.pop() for n in range(drawn, ALL_CARDS + WINTERS)]
    s.stack(state, [-1] * drawn + below)


def _exchange_if_allowed(state: State, one: int, other: int) -> None:
    _exchange(state, one, other)
    owner = _owner(state, one)
    if owner is None or not _history_allows(state, owner):
        _exchange(state, one, other)


def _exchange(state: State, one: int, other: int) -> None:
    state.place[one], state.place[other] = state.place[other], state.place[one]


def _history_allows(state: State, seat: int) -> bool:
    """No card seen taken lies where something was hidden before, and enough of them are hidden."""
    if seat < 0:
        return True
    hides: dict[tuple[int, int], tuple[int, int]] = {}
    for tree in range(state.planted):
        row = tree * s.TREE_WIDTH
        hides[s.SAPLED, tree] = int(state.trees[row + s.HIDE]), int(state.trees[row + s.NEED])
    for stash in range(state.stashed):
        row = stash * s.STASH_WIDTH
        hides[s.STASHED, stash] = int(state.stashes[row + 2]), int(state.stashes[row + 3])
    taken: list[int] = []
    for card in range(ALL_CARDS):
        where = divmod(int(state.place[card]), 256)
        if state.since[card] >= 0 and where in hides and _owner(state, card) == seat:
            if hides[where][0] < state.since[card]:
                return False
            taken.append(hides[where][0])
    mine = [hides[where] for where in hides if _mine(state, where, seat)]
    return all(sum(hide <= at for hide in taken) >= need for at, need in mine)


def _mine(state: State, where: tuple[int, int], seat: int) -> bool:
    zone, n = where
    if zone == s.SAPLED:
        row = n * s.TREE_WIDTH
        return state.trees[row + s.OWNER] == seat and state.trees[row + s.HIDE] >= 0
    return bool(state.stashes[n * s.STASH_WIDTH] == seat)
