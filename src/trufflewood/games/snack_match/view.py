"""What a seat may know in Snack Match, what it is told, and a state that fits what it knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

import msgspec

from trufflewood.games.snack_match import components
from trufflewood.games.snack_match.components import CELL_NAMES, KINDS, NAMES, SQUARES, TURNS
from trufflewood.games.snack_match.guess import NO_SEAT, guess
from trufflewood.games.snack_match.moves import LAY, asked, listed, settles_card, waiting
from trufflewood.games.snack_match.scoring import points, rival_points
from trufflewood.games.snack_match.state import (
    CARD,
    DRAFT,
    LAID,
    MAKING,
    MAKING_OVER,
    MAKING_UNDER,
    NOTHING,
    OVER,
    OVER_THESE,
    PLACE_CELLS,
    PLACES,
    WHERE,
    ZONE,
    State,
    begin_card,
    blank,
    in_hand,
    lay,
    public_cards,
    rewind,
    show,
)
from trufflewood.kit import seen
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import seats_in
from trufflewood.kit.options import DeckChoice
from trufflewood.kit.outcome import EVERYONE, Args, Event, all_but, only

PHASES: Final = ("draft", "place", "over")


CELLS_OF: Final = tuple(  # of each place, in the order in which a card is read there
    tuple(int(PLACE_CELLS[3 * place + n]) for n in range(3)) for place in range(PLACES)
)
NUMBERS: Final = tuple(  # of a set of cards, counted from 1
    tuple(n + 1 for n in range(8) if mask >> n & 1) for mask in range(256)
)


def first_cell(place: int) -> str:
    """The cell on which the first square of a card at this place lies."""
    return CELL_NAMES[CELLS_OF[place][0]]


def turn_of(place: int) -> str:
    """The direction in which a card at this place is read."""
    return TURNS[(1, -1, 8, -8).index(CELLS_OF[place][1] - CELLS_OF[place][0])]


PLACE_NAMES: Final = tuple(f"{first_cell(place)} {turn_of(place)}" for place in range(PLACES))
PLACE_OF: Final = {name: place for place, name in enumerate(PLACE_NAMES)}


class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card in a zone."""

    card: str  # its three squares, as in a deck file
    place: str  # of PLACE_NAMES: the cell of its first square, and where the others follow
    under: tuple[
        int, ...
    ] = ()  # the earlier cards, counted from 1, under which it was slid; it lies over the rest


class Spot(msgspec.Struct, frozen=True, gc=False):
    """What can be seen on one cell."""

    cell: str
    square: str  # of SQUARES
    card: int  # which card of the zone, counted from 1


class Zone(msgspec.Struct, frozen=True, gc=False):
    cards: tuple[Laid, ...]  # in the order of placing; with their layers, as whoever watched knows them
    spots: tuple[Spot, ...]  # what can be seen, row by row
    points: int  # as things stand


class Making(msgspec.Struct, frozen=True, gc=False):
    """A placement of one's own that is not settled yet."""

    slot: int  # of the hand
    place: str
    over: tuple[int, ...]  # the cards of the zone that it goes over, as far as is settled
    under: tuple[int, ...]
    asked: int  # the card that the next answer is about


class Diet(msgspec.Struct, frozen=True, gc=False):
    component: str  # of KINDS
    modification: str  # of NAMES


class View(seen.View, frozen=True, kw_only=True):
    options: components.Options
    phase: str  # of PHASES
    round: int  # from 1
    rounds: int
    pile: int  # cards left to draw
    diet: tuple[Diet, ...]
    hand: tuple[str | None, ...]  # one's own two slots; None where a card has gone; () for whoever watches
    kept: str | None  # the card one kept this round, also once it is placed
    passed: str | None  # the card one passed to the left
    received: str | None  # the card that came from the right
    making: Making | None
    zones: tuple[Zone, ...]  # by seat: one's own as it is, the others' as everybody has seen them
    rival: tuple[str, ...]  # solo: the opponent's cards
    rival_points: int | None  # solo: what they are worth as things stand


def card_keys(deck: DeckChoice) -> tuple[str, ...]:
    """The cards of a deck as text, by number."""
    return _keys(components.cards(deck))


@lru_cache(maxsize=32)
def _keys(cards: tuple[components.Card, ...]) -> tuple[str, ...]:
    return tuple(card.key for card in cards)


def view(state: State, seat: int | None) -> View:
    keys = card_keys(state.box.options.deck)
    kept, passed, received = _memory(state, seat, keys)
    solo = state.seats == 1
    rival = tuple(keys[card] for card in state.rival if card != NOTHING)
    return View(
        seat=seat,
        waiting=tuple(seats_in(waiting(state))),
        moves=() if seat is None else tuple(listed(state, seat)),
        options=state.box.options,
        phase=PHASES[state.phase],
        round=int(state.round),
        rounds=int(state.box.rounds),
        pile=len(state.deck) - int(state.drawn),
        diet=tuple(_diet(state)),
        hand=() if seat is None else _hand(state, seat, keys),
        kept=kept,
        passed=passed,
        received=received,
        making=None if seat is None else _making(state, seat),
        zones=tuple(_zone(state, owner, owner == seat, keys) for owner in range(state.seats)),
        rival=rival,
        rival_points=int(rival_points(state)) if solo else None,
    )


def _diet(state: State) -> list[Diet]:
    pairs = [(int(state.box.diet[2 * n]), int(state.box.diet[2 * n + 1])) for n in range(2)]
    return [Diet(KINDS[kind], NAMES[name]) for kind, name in pairs if kind != NOTHING]


def _hand(state: State, seat: int, keys: tuple[str, ...]) -> tuple[str | None, ...]:
    if state.phase == OVER:
        return (None, None)
    if state.phase == DRAFT and not waiting(state) >> seat & 1:
        return (keys[state.pairs[2 * seat]], None)
    held = [int(state.held) >> 2 * seat + slot & 1 for slot in range(2)]
    return tuple(keys[in_hand(state, seat, slot)] if held[slot] else None for slot in range(2))


def _memory(state: State, seat: int | None, keys: tuple[str, ...]) -> list[str | None]:
    """The card that `seat` kept this round, the one it passed on, and the one it received."""
    if seat is None or state.seats == 1 or state.phase == OVER:
        return [None, None, None]
    if state.phase == DRAFT and waiting(state) >> seat & 1:
        return [None, None, None]
    kept, passed = (keys[state.pairs[2 * seat + n]] for n in range(2))
    return [kept, passed, None if state.phase == DRAFT else keys[in_hand(state, seat, 1)]]


def _making(state: State, seat: int) -> Making | None:
    base = ZONE * seat
    if state.zones[base + MAKING] == NOTHING:
        return None
    slot, place = divmod(int(state.zones[base + MAKING]), PLACES)
    over = NUMBERS[state.zones[base + MAKING_OVER]]
    under = NUMBERS[state.zones[base + MAKING_UNDER]]
    return Making(slot, PLACE_NAMES[place], over, under, int(asked(state, seat)) + 1)


def _zone(state: State, owner: int, own: bool, keys: tuple[str, ...]) -> Zone:
    """A zone, without what its owner has placed unseen."""
    base = ZONE * owner
    laid = int(state.zones[base + LAID])
    public = laid if own else int(public_cards(state, owner))
    cards, places, over = (
        tuple(int(state.zones[base + first + n]) for n in range(public))
        for first in (CARD, WHERE, OVER_THESE)
    )
    if public < laid:
        state = state.copy()
        rewind(state, owner, public)
    return Zone(*_lying(tuple(keys[card] for card in cards), places, over), int(points(state, owner)))


@lru_cache(maxsize=1024)
def _lying(
    cards: tuple[str, ...], places: tuple[int, ...], over: tuple[int, ...]
) -> tuple[tuple[Laid, ...], tuple[Spot, ...]]:
    """The cards of a zone with their layers, and what can be seen of them."""
    laid = []
    tops: dict[int, int] = {}
    for number, (card, place) in enumerate(zip(cards, places, strict=True)):
        under = overlaps(places[:number], place) & ~over[number]
        laid.append(Laid(card, PLACE_NAMES[place], NUMBERS[under]))
        for cell in CELLS_OF[place]:
            # cards that share a cell overlap, so each new one is over or under the top so far
            if cell not in tops or over[number] >> tops[cell] & 1:
                tops[cell] = number
    spots = [
        Spot(CELL_NAMES[cell], cards[top].split()[CELLS_OF[places[top]].index(cell)], top + 1)
        for cell, top in sorted(tops.items())
    ]
    return tuple(laid), tuple(spots)


def overlaps(places: Sequence[int], place: int) -> int:
    """Which of these places share a cell with a place, a bit each."""
    cells = set(CELLS_OF[place])
    return sum(1 << n for n, other in enumerate(places) if not cells.isdisjoint(CELLS_OF[other]))


# ---- a state that fits


def imagine(view: View, dice: Dice) -> State:
    """A state that would look like this view: what it tells, and a fair guess of the rest."""
    state = _told(view)
    ready = sum(1 << seat for seat in range(view.options.seats) if seat not in view.waiting)
    guess(state, NO_SEAT if view.seat is None else view.seat, ready, dice)
    state.waiting = sum(1 << seat for seat in view.waiting)
    return state


def _told(view: View) -> State:
    """All that a view tells, with the unseen cards dealt out anyhow."""
    seats = view.options.seats
    cards = components.cards(view.options.deck)
    number = {card.key: n for n, card in enumerate(cards)}
    unseen = [n for n, card in enumerate(cards) for _ in range(card.copies)]
    faces = [square for card in cards for square in card.squares]
    state = blank(view.options, faces, unseen)
    state.round = view.round
    state.phase = PHASES.index(view.phase)
    state.drawn = 2 * seats * view.round
    state.waiting = sum(1 << seat for seat in view.waiting)
    for n, diet in enumerate(view.diet):
        state.box.diet[2 * n] = KINDS.index(diet.component)
        state.box.diet[2 * n + 1] = NAMES.index(diet.modification)
    for n, key in enumerate(view.rival):
        state.rival[n] = number[key]
        unseen.remove(number[key])
    lay_zones(state, [zone.cards for zone in view.zones], number)
    for zone in view.zones:
        for laid in zone.cards:
            unseen.remove(number[laid.card])
    if state.phase != OVER:
        _tell_hands(state, view, number, unseen)
    while len(unseen) < len(state.deck):
        unseen.insert(0, NOTHING)  # the room of those that have been drawn
    for n, card in enumerate(unseen):
        state.deck[n] = card
    return state


def lay_zones(state: State, zones: Sequence[Sequence[Laid]], number: Mapping[str, int]) -> None:
    """Lay all cards of all zones; first what everybody saw when zones were last shown (§2.5)."""
    all_shown = state.phase == OVER or state.seats == 1
    for now in (False, True):
        for seat, cards in enumerate(zones):
            until = len(cards) if now or all_shown else 2 * (int(state.round) - 1)
            for laid in cards[int(state.zones[ZONE * seat + LAID]) : until]:
                lay_card(state, seat, number[laid.card], laid)
        if not now:
            show(state)


def lay_card(state: State, seat: int, card: int, laid: Laid) -> None:
    laid_before = int(state.zones[ZONE * seat + LAID])
    place = PLACE_OF[laid.place]
    there = overlaps([int(state.zones[ZONE * seat + WHERE + n]) for n in range(laid_before)], place)
    lay(state, seat, card, place, there & ~sum(2 ** (n - 1) for n in laid.under))


def _tell_hands(state: State, view: View, number: dict[str, int], unseen: list[int]) -> None:
    """Set which cards were drawn this round: one's own, those laid openly, and any for the rest."""
    state.held = 2 ** (2 * state.seats) - 1
    if view.seat is not None:
        _tell_own(state, view, view.seat, number, unseen)
    for seat, zone in enumerate(view.zones):
        if seat != view.seat and state.phase != DRAFT:
            _tell_open(state, view, seat, [number[laid.card] for laid in zone.cards[2 * (view.round - 1) :]])
    for n in range(2 * state.seats):
        if state.pairs[n] == NOTHING:
            state.pairs[n] = unseen.pop()


def _tell_own(state: State, view: View, seat: int, number: dict[str, int], unseen: list[int]) -> None:
    kept, received = (view.kept, view.received) if view.kept else view.hand
    right = (seat - 1) % state.seats if view.received else seat
    for slot, owner, key in ((0, seat, kept), (1, seat, view.passed), (1, right, received)):
        if key is not None:
            state.pairs[2 * owner + slot] = number[key]
    for key in view.hand:
        if key is not None:
            unseen.remove(number[key])
    laid_by_left = view.zones[(seat + 1) % state.seats].cards[2 * (view.round - 1) :]
    if view.passed is not None and view.passed not in [laid.card for laid in laid_by_left]:
        unseen.remove(number[view.passed])
    if state.phase != DRAFT:
        for slot in range(2):
            if view.hand[slot] is None:
                state.held &= ~(1 << 2 * seat + slot)
    if view.making is not None:
        base = ZONE * seat
        begin_card(state, seat, view.making.slot, PLACE_OF[view.making.place])
        state.zones[base + MAKING_OVER] = sum(2 ** (n - 1) for n in view.making.over)
        state.zones[base + MAKING_UNDER] = sum(2 ** (n - 1) for n in view.making.under)


def _tell_open(state: State, view: View, seat: int, laid: list[int]) -> None:
    """What another seat laid openly this round: the card one passed to it, or else any of its two."""
    right = (seat - 1) % state.seats
    for card in laid:
        received = right == view.seat and state.pairs[2 * right + 1] == card
        slot = 1 if received or not state.held >> 2 * seat & 1 else 0
        state.held &= ~(1 << 2 * seat + slot)
        state.pairs[2 * (right if slot else seat) + slot] = card


# ---- what is told


def events(before: State, seat: int, move: int, after: State) -> list[Event]:
    if move < LAY:
        found = [_kept(before, seat, move), Event("chosen", {"seat": seat}, all_but(seat))]
        return found + (_passing(after) if after.phase != DRAFT else [])
    if not settles_card(before, seat, move):
        return []
    closed = after.round != before.round or after.phase == OVER
    own = [_laid(after, seat, int(before.zones[ZONE * seat + LAID]))]
    found = [_to(event, EVERYONE if after.box.open or after.seats == 1 else only(seat)) for event in own]
    if closed:
        return found + _closing(before, after)
    if not waiting(after) >> seat & 1:
        found.append(Event("placed", {"seat": seat}, all_but(seat)))
    return found


def _squares(state: State, card: int) -> list[str]:
    return [SQUARES[state.box.faces[3 * card + n]] for n in range(3)]


def _to(event: Event, to: int) -> Event:
    return msgspec.structs.replace(event, to=to)


def _kept(before: State, seat: int, move: int) -> Event:
    kept, passed = (_squares(before, int(before.pairs[2 * seat + n])) for n in (move, 1 - move))
    return Event("kept", {"kept": kept, "passed": passed}, only(seat))


def _passing(after: State) -> list[Event]:
    """Everybody has chosen: the cards change hands."""
    found = [Event("passing", {}, EVERYONE)]
    for seat in range(after.seats):
        giver = (seat - 1) % after.seats
        card = _squares(after, int(in_hand(after, seat, 1)))
        found.append(Event("received", {"giver": giver, "card": card}, only(seat)))
    return found


def _laid(state: State, seat: int, number: int) -> Event:
    zones, base = state.zones, ZONE * seat
    place = int(zones[base + WHERE + number])
    card = _squares(state, int(zones[base + CARD + number]))
    args: Args = {"seat": seat, "card": card, "cell": first_cell(place), "turn": turn_of(place)}
    return Event("laid", args)


def _closing(before: State, after: State) -> list[Event]:
    """Everybody has placed: zones are shown, and the next round begins or the game ends."""
    found: list[Event] = []
    if after.seats == 1:
        card = _squares(after, int(after.rival[before.round - 1]))
        found.append(Event("rival-gets", {"card": card}, EVERYONE))
    elif not after.box.open:
        for seat in range(after.seats):
            for number in range(2 * int(before.round) - 2, 2 * int(before.round)):
                found.append(_to(_laid(after, seat, number), all_but(seat)))
    if after.phase == OVER:
        return [*found, Event("end", {}, EVERYONE)]
    found.append(Event("round", {"n": int(after.round)}, EVERYONE))
    return found + _drawing(after)


def _drawing(state: State) -> list[Event]:
    return [
        Event(
            "drawn",
            {
                name: _squares(state, int(state.pairs[2 * seat + n]))
                for n, name in enumerate(("first", "second"))
            },
            only(seat),
        )
        for seat in range(state.seats)
    ]
