"""What a seat may know in Truffle Shuffle; what it hears; and a state made up from what it knows.

A player with perfect memory knows which cards the others took face up: the view keeps that memory. After
hidden discards such a card is in the hand or among the discards, and the view says no more than that.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

import msgspec

from trufflewood.games.truffle_shuffle import components
from trufflewood.games.truffle_shuffle.components import (
    BACKS,
    KIND_OF,
    ORDER_OF,
    ORDERS,
    PLACES,
    PYRAMID,
    ROUNDS,
)
from trufflewood.games.truffle_shuffle.guess import WATCHER, redeal
from trufflewood.games.truffle_shuffle.moves import (
    DROP,
    FILL_NONE,
    FIRST_TAKE_2,
    LAY_TRUFFLE,
    PLAY_SKIP,
    PLAY_TAKE_2,
    listed,
    waiting,
)
from trufflewood.games.truffle_shuffle.scoring import points, ways_of_hand
from trufflewood.games.truffle_shuffle.state import (
    ACCOUNT,
    BACK,
    BONUS_SUM,
    DISCARD,
    FACE_UP,
    KINDS,
    NO_CARD,
    NO_ORDER,
    OVER,
    State,
    at,
    blank,
    hand_size,
)
from trufflewood.kit import seen
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import seats_in
from trufflewood.kit.outcome import EVERYONE, Args, Event, all_but, only

PHASES: Final = ("act", "take-more", "choose-order", "lay", "discard", "over")
GONE: Final = ""  # a place of the pyramid without a card

Cards = tuple[str, ...]  # by name, in table order: "green 3", "pink any-number", "rainbow 1"
Counts = tuple[int, ...]  # of each of the five backs


class Place(msgspec.Struct, frozen=True, gc=False):
    """One player's side of the table, as everyone sees it."""

    coins: int
    filled: tuple[int, ...]  # how often each order
    bonus: int  # of the coins, how many were bonus coins
    backs: Counts  # of the hand
    skip: str  # the Skip that lies on the table, or ""
    seen: tuple[Cards, ...]  # by round: taken face up and not laid down since
    discarded: tuple[Counts, ...]  # hidden discards by round


class View(seen.View, frozen=True, kw_only=True):
    options: components.Options
    round: int  # 0, 1, 2
    start: int  # the seat that began the game
    turn: int  # the seat in turn; in a discard phase the one that took the last card
    phase: str  # of PHASES
    to_take: int  # cards that the seat in turn has yet to take
    pyramid: tuple[str, ...]  # a face-up card by its name, a face-down card by its back, or GONE
    deck: int  # cards left in it
    bonus_taken: int
    bonus_left: tuple[int, ...]  # coins below the pyramid, the next one first
    order: str  # being filled, or ""
    laid: tuple[str, ...]  # for it: truffles, then modifiers
    spent: Cards  # laid down by anybody, this game
    places: tuple[Place, ...]  # by seat
    hand: Cards  # one's own
    fills: tuple[Cards, ...]  # for each order the cards of one's hand that would fill it; () where none do
    discarded: tuple[Cards, ...]  # one's own hidden discards, by round; () for whoever watches


def view(state: State, seat: int | None) -> View:
    bonus = [int(coin) for coin in state.box.bonus]
    return View(
        seat=seat,
        waiting=tuple(seats_in(waiting(state))),
        moves=() if seat is None else tuple(listed(state, seat)),
        options=state.box.options,
        round=int(state.round),
        start=int(state.start),
        turn=int(state.turn),
        phase=PHASES[state.phase],
        to_take=int(state.to_take),
        pyramid=tuple(_shown(state, place) for place in range(PYRAMID)),
        deck=int(state.deck_left),
        bonus_taken=int(state.bonus_taken),
        bonus_left=tuple(bonus[state.bonus_taken :]),
        order="" if state.order == NO_ORDER else ORDERS[state.order].key,
        laid=tuple(name(state.laid[n]) for n in range(state.laid_count)),
        spent=cards(state.spent, 0),
        places=tuple(_place(state, other) for other in range(state.seats)),
        hand=() if seat is None else cards(state.hands, seat * KINDS),
        fills=() if seat is None else _fills(state, seat),
        discarded=() if seat is None else _hidden_discards(state, seat),
    )


def name(kind: int) -> str:
    return components.KINDS[kind].key


def cards(counts: Any, first: int) -> Cards:
    """The names of counted cards, in table order."""
    return _names(tuple(counts[first : first + KINDS]))


# What is on a table changes by a card at a time, and is looked at from every seat.
@lru_cache(maxsize=4096)
def _names(counts: tuple[int, ...]) -> Cards:
    return tuple(name(kind) for kind, copies in enumerate(counts) for _ in range(copies))


def _backs(counts: Any, first: int) -> Counts:
    return _counted(tuple(counts[first : first + KINDS]))


@lru_cache(maxsize=4096)
def _counted(counts: tuple[int, ...]) -> Counts:
    found = [0] * len(BACKS)
    for kind, copies in enumerate(counts):
        found[BACK[kind]] += copies
    return tuple(found)


def _shown(state: State, place: int) -> str:
    if not state.here & BIT[place]:
        return GONE
    kind = int(state.pyramid[place])
    return name(kind) if FACE_UP[place] else BACKS[BACK[kind]]


def _place(state: State, seat: int) -> Place:
    backs = _backs(state.hands, seat * KINDS)
    discarded = [_backs(state.discards, at(state, round, seat)) for round in range(ROUNDS - 1)]
    if state.phase == DISCARD:  # what is chosen now still looks as if it were in the hand (§7.2)
        chosen = discarded[state.round]
        backs = tuple(held + more for held, more in zip(backs, chosen, strict=True))
        discarded[state.round] = (0,) * len(BACKS)
    skip = state.skips[seat]
    return Place(
        coins=int(points(state, seat)),
        filled=tuple(int(state.accounts[seat * ACCOUNT + order]) for order in range(len(ORDERS))),
        bonus=int(state.accounts[seat * ACCOUNT + BONUS_SUM]),
        backs=backs,
        skip="" if skip == NO_CARD else name(skip),
        seen=tuple(cards(state.seen, at(state, round, seat)) for round in range(ROUNDS)),
        discarded=tuple(discarded),
    )


def _fills(state: State, seat: int) -> tuple[Cards, ...]:
    return _fills_of(tuple(state.hands[seat * KINDS : (seat + 1) * KINDS]))


@lru_cache(maxsize=1024)
def _fills_of(hand: tuple[int, ...]) -> tuple[Cards, ...]:
    return tuple(tuple(name(kind) for kind in way) for way in ways_of_hand(list(hand)))


def _hidden_discards(state: State, seat: int) -> tuple[Cards, ...]:
    return tuple(cards(state.discards, at(state, round, seat)) for round in range(ROUNDS - 1))


# ---- imagining


def imagine(view: View, dice: Dice) -> State:
    """A state that looks like this view: what is hidden gets a stand-in with its back, then a fair guess."""
    state = blank(view.options)
    state.round = view.round
    state.start = view.start
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.to_take = view.to_take
    state.deck_left = view.deck
    state.bonus_taken = view.bonus_taken
    state.order = ORDER_OF.get(view.order, NO_ORDER)
    state.laid_count = len(view.laid)
    for n, card in enumerate(view.laid):
        state.laid[n] = KIND_OF[card]
    for place, shown in enumerate(view.pyramid):
        if shown != GONE:
            state.pyramid[place] = KIND_OF[shown] if FACE_UP[place] else _stand_in(BACKS.index(shown))
            state.here += BIT[place]
    _count(state.spent, 0, view.spent)
    for seat, side in enumerate(view.places):
        _imagine_place(state, seat, side, view)
    redeal(state, WATCHER if view.seat is None else view.seat, dice)
    return state


def _imagine_place(state: State, seat: int, place: Place, view: View) -> None:
    for order, times in enumerate(place.filled):
        state.accounts[seat * ACCOUNT + order] = times
    state.accounts[seat * ACCOUNT + BONUS_SUM] = place.bonus
    state.skips[seat] = KIND_OF.get(place.skip, NO_CARD)
    for round in range(ROUNDS):
        _count(state.seen, at(state, round, seat), place.seen[round])
    if seat == view.seat:
        _count(state.hands, seat * KINDS, view.hand)
        for round in range(ROUNDS - 1):
            _count(state.discards, at(state, round, seat), view.discarded[round])
        return
    for back in range(len(BACKS)):
        kind = _stand_in(back)
        state.hands[seat * KINDS + kind] = place.backs[back]
        for round in range(ROUNDS - 1):
            state.discards[at(state, round, seat) + kind] = place.discarded[round][back]
    if state.phase == DISCARD and seat not in view.waiting:
        _choose_any(state, seat)


def _stand_in(back: int) -> int:
    """A kind with this back: the first number of a colour, or of the rainbow."""
    return back * components.NUMBERS


def _choose_any(state: State, seat: int) -> None:
    """This player has chosen already: as many cards as are too many."""
    for back in range(len(BACKS)):
        kind = _stand_in(back)
        too_many = max(0, int(hand_size(state, seat) - state.seats))
        chosen = min(int(state.hands[seat * KINDS + kind]), too_many)
        state.hands[seat * KINDS + kind] -= chosen
        state.discards[at(state, state.round, seat) + kind] += chosen


def _count(counts: Any, first: int, names: Cards) -> None:
    for card in names:
        counts[first + KIND_OF[card]] += 1


# ---- events


def events(before: State, seat: int, move: int, after: State) -> list[Event]:
    args: Args = {"seat": seat}
    found: list[Event] = []
    if move < PLAY_TAKE_2:
        found = _taken(before, seat, move)
        if before.skips[seat] != after.skips[seat]:
            found.append(Event("skip-resolved", args, EVERYONE))
    elif move < FILL_NONE:
        card = name(move - PLAY_TAKE_2 + FIRST_TAKE_2)
        key = "played-take-2" if move < PLAY_SKIP else "played-skip"
        found = [Event(key, {**args, "card": card}, EVERYONE)]
    elif move >= DROP:
        found = [Event("chose-discard", {**args, "card": name(move - DROP)}, only(seat))]
    elif move >= LAY_TRUFFLE and after.order == NO_ORDER:
        found = _filled(before, seat, move, after)
    if after.phase == OVER:
        found.append(Event("game-ends", {}, EVERYONE))
    elif before.phase != DISCARD and after.phase == DISCARD:
        found.append(Event("round-ends", {"round": int(before.round) + 1}, EVERYONE))
    elif after.round != before.round:
        found += _next_round(before, after)
    return found


def _taken(before: State, seat: int, place: int) -> list[Event]:
    kind = int(before.pyramid[place])
    args: Args = {"seat": seat, "place": PLACES[place], "card": name(kind)}
    if FACE_UP[place]:
        return [Event("took", args, EVERYONE)]
    hidden: Args = {"seat": seat, "place": PLACES[place], "back": BACKS[BACK[kind]]}
    return [Event("took", args, only(seat)), Event("took-face-down", hidden, all_but(seat))]


def _filled(before: State, seat: int, move: int, after: State) -> list[Event]:
    last = move - LAY_TRUFFLE if move < LAY_TRUFFLE + KINDS else move - LAY_TRUFFLE - 8
    laid = [name(before.laid[n]) for n in range(before.laid_count)] + [name(last)]
    order = ORDERS[before.order]
    args: Args = {"seat": seat, "order": order.key, "price": order.price, "cards": laid}
    found = [Event("filled", args, EVERYONE)]
    account = seat * ACCOUNT + BONUS_SUM
    bonus = int(after.accounts[account] - before.accounts[account])
    if bonus:
        found.append(Event("won-bonus", {"seat": seat, "n": bonus}, EVERYONE))
    return found


def _next_round(before: State, after: State) -> list[Event]:
    found: list[Event] = []
    if before.phase != DISCARD:
        found.append(Event("round-ends", {"round": int(before.round) + 1}, EVERYONE))
    for seat in range(after.seats):
        if after.box.open_discards:
            shown = _dropped(before, after, seat)
            key = "discarded"
        else:
            backs = _backs(after.discards, at(after, before.round, seat))
            shown = [BACKS[back] for back in range(len(BACKS)) for _ in range(backs[back])]
            key = "discarded-face-down"
        if shown:
            found.append(Event(key, {"seat": seat, "cards": shown}, EVERYONE))
    found.append(Event("round-begins", {"round": int(after.round) + 1, "seat": int(after.turn)}, EVERYONE))
    return found


def _dropped(before: State, after: State, seat: int) -> list[str]:
    """What left a hand at the end of a round, choices made before included."""
    first = at(before, before.round, seat)
    held = [int(before.hands[seat * KINDS + k] + before.discards[first + k]) for k in range(KINDS)]
    return [name(k) for k in range(KINDS) for _ in range(held[k] - int(after.hands[seat * KINDS + k]))]
