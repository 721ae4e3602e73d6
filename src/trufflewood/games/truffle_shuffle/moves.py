"""What a seat may do in Truffle Shuffle, and what then happens. Compiled.

0 …  38    take the card at a place of the pyramid
39 … 42    play a Take 2, by its colour
43 … 46    play a Skip, by its colour
47         fill no order
48 … 62    fill an order
63 … 111   lay a truffle for the order, by kind
112 … 119  use a modifier for it: Number Changes, then Colour Changes, by colour
120 … 168  discard a card at the end of a round, by kind
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.truffle_shuffle import components
from trufflewood.games.truffle_shuffle.components import BONUS_TRUFFLES, CARDS, PYRAMID, ROUNDS
from trufflewood.games.truffle_shuffle.scoring import (
    ANY_COLOURS,
    COLOUR_RULE,
    FIRST_COLOUR_CHANGE,
    FIRST_NUMBER_CHANGE,
    FLUSH,
    TRUFFLES,
    Filler,
    changes_needed,
    filler_for,
)
from trufflewood.games.truffle_shuffle.state import (
    ACCOUNT,
    ACT,
    BONUS_SUM,
    CHOOSE_ORDER,
    DISCARD,
    FACE_UP,
    KINDS,
    LAY,
    NO_CARD,
    NO_ORDER,
    ORDERS,
    OVER,
    TAKE_MORE,
    State,
    at,
    free_places,
    hand_size,
    is_free,
    lay_pyramid,
)
from trufflewood.kit.bits import BIT, lowest
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec
from trufflewood.kit.outcome import Args, Refusal

TAKE: Final = 0
PLAY_TAKE_2: Final = 39
PLAY_SKIP: Final = 43
FILL_NONE: Final = 47
FILL: Final = 48
LAY_TRUFFLE: Final = 63
USE: Final = 112
DROP: Final = 120
MOVES: Final = 169

FIRST_TAKE_2: Final = 33  # the kind of the green one
FIRST_SKIP: Final = 37
AFTER_TAKE_2: Final = 2  # cards taken for it (§3.5)
AFTER_SKIP: Final = 3

REFUSALS: Final = (
    ("", ""),
    ("not-your-turn", "§3.8"),
    ("no-card-there", "§3.2"),
    ("covered", "§3.2"),
    ("not-in-hand", "§3.4"),
    ("action-done", "§3.1"),
    ("action-first", "§4.1"),
    ("take-first", "§3.5"),
    ("cannot-fill", "§4.2"),
    ("order-first", "§4.4"),
    ("finish-order", "§4.4"),
    ("table-order", "§4.4"),
    ("dead-end", "§4.4"),
    ("truffles-first", "§4.4"),
    ("truffles-complete", "§4.3"),
    ("no-number-change", "§4.3"),
    ("no-colour-change", "§4.3"),
    ("discard-now", "§7.2"),
    ("discard-later", "§7.2"),
)
NOT_YOUR_TURN: Final = 1
NO_CARD_THERE: Final = 2
COVERED: Final = 3
NOT_IN_HAND: Final = 4
ACTION_DONE: Final = 5
ACTION_FIRST: Final = 6
TAKE_FIRST: Final = 7
CANNOT_FILL: Final = 8
ORDER_FIRST: Final = 9
FINISH_ORDER: Final = 10
TABLE_ORDER: Final = 11
DEAD_END: Final = 12
TRUFFLES_FIRST: Final = 13
TRUFFLES_COMPLETE: Final = 14
NO_NUMBER_CHANGE: Final = 15
NO_COLOUR_CHANGE: Final = 16
DISCARD_NOW: Final = 17
DISCARD_LATER: Final = 18


def waiting(state: State) -> i64:
    if state.phase == OVER:
        return 0
    if state.phase != DISCARD:
        return BIT[state.turn]
    mask: i64 = 0
    seat: i64
    for seat in range(state.seats):
        if _too_many(state, seat):
            mask = mask | BIT[seat]
    return mask


def _too_many(state: State, seat: i64) -> bool:
    """True if a seat has more cards than there are players (§7.2)."""
    return hand_size(state, seat) > state.seats


# ---- may I?


def refusal(state: State, seat: i64, move: i64) -> i64:
    if waiting(state) & BIT[seat] == 0:
        return NOT_YOUR_TURN
    if state.phase == DISCARD:
        if move < DROP:
            return DISCARD_NOW
        return 0 if state.hands[seat * KINDS + move - DROP] > 0 else NOT_IN_HAND
    if move >= DROP:
        return DISCARD_LATER
    if move >= LAY_TRUFFLE:
        return _card_refused(state, move)
    if move >= FILL_NONE:
        return _order_refused(state, move)
    if state.phase == LAY:
        return FINISH_ORDER
    if state.phase == CHOOSE_ORDER:
        return ACTION_DONE
    if move < PLAY_TAKE_2:
        if state.here & BIT[move] == 0:
            return NO_CARD_THERE
        return 0 if is_free(state, move) else COVERED
    if state.phase == TAKE_MORE:
        return TAKE_FIRST
    return 0 if state.hands[seat * KINDS + _action(move)] > 0 else NOT_IN_HAND


def _action(move: i64) -> i64:
    """The kind of the Take 2 or Skip that a move plays."""
    return FIRST_TAKE_2 + move - PLAY_TAKE_2


def _before_orders(state: State) -> i64:
    """Why neither an order nor its cards can come now; 0 if the action is done."""
    if state.phase == ACT:
        return ACTION_FIRST
    return TAKE_FIRST if state.phase == TAKE_MORE else 0


def _order_refused(state: State, move: i64) -> i64:
    why: i64 = _before_orders(state)
    if why != 0:
        return why
    if state.phase == LAY:
        return FINISH_ORDER
    if move == FILL_NONE:
        return 0
    filler = filler_for(state)
    filler.begin(move - FILL)
    return 0 if filler.possible() else CANNOT_FILL


def _card_refused(state: State, move: i64) -> i64:
    why: i64 = _before_orders(state)
    if why != 0:
        return why
    if state.phase == CHOOSE_ORDER:
        return ORDER_FIRST
    if move >= USE:
        return _modifier_refused(state, FIRST_NUMBER_CHANGE + move - USE)
    kind: i64 = move - LAY_TRUFFLE
    if state.hands[state.turn * KINDS + kind] == 0:
        return NOT_IN_HAND
    if state.laid_count >= TRUFFLES[state.order]:
        return TRUFFLES_COMPLETE
    if state.laid_count > 0 and kind < state.laid[state.laid_count - 1]:
        return TABLE_ORDER
    return 0 if _filler(state).completes(kind) else DEAD_END


def _filler(state: State) -> Filler:
    """The search for the truffles that the announced order still misses."""
    filler = filler_for(state)
    filler.begin(state.order)
    n: i64
    for n in range(state.laid_count):
        filler.lay(state.laid[n])
    return filler


def _modifier_refused(state: State, kind: i64) -> i64:
    if state.hands[state.turn * KINDS + kind] == 0:
        return NOT_IN_HAND
    if state.laid_count < TRUFFLES[state.order]:
        return TRUFFLES_FIRST
    last: i64 = NO_CARD
    if state.laid_count > TRUFFLES[state.order]:
        last = state.laid[state.laid_count - 1]
    if kind < FIRST_COLOUR_CHANGE:
        missing: i64 = _number_changes_missing(state)
        if missing == 0:
            return NO_NUMBER_CHANGE
        end: i64 = FIRST_COLOUR_CHANGE
    else:
        missing = _colour_changes_missing(state)
        if missing == 0:
            return NO_COLOUR_CHANGE
        if _number_changes_missing(state) > 0:
            return TABLE_ORDER
        end = KINDS
    if kind < last:
        return TABLE_ORDER
    have: i64 = 0
    other: i64
    for other in range(kind, end):
        have += state.hands[state.turn * KINDS + other]
    return 0 if have >= missing else DEAD_END


def _number_changes_missing(state: State) -> i64:
    missing: i64 = changes_needed(state.order, state.laid) >> 3
    n: i64
    for n in range(TRUFFLES[state.order], state.laid_count):
        if state.laid[n] < FIRST_COLOUR_CHANGE:
            missing -= 1
    return missing


def _colour_changes_missing(state: State) -> i64:
    missing: i64 = changes_needed(state.order, state.laid) & 7
    n: i64
    for n in range(TRUFFLES[state.order], state.laid_count):
        if state.laid[n] >= FIRST_COLOUR_CHANGE:
            missing -= 1
    return missing


def legal(state: State, seat: i64, out: vec[i64]) -> i64:
    """Fill `out` with the moves of `seat`, ascending."""
    if state.phase == DISCARD:
        if not _too_many(state, seat):
            return 0
        return _cards_of(state, seat, DROP, out)
    if state.phase == OVER or seat != state.turn:
        return 0
    if state.phase == CHOOSE_ORDER:
        return _orders(state, out)
    if state.phase == LAY:
        return _cards_to_lay(state, out)
    count: i64 = 0
    free: i64 = free_places(state)
    while free != 0:
        out[count] = TAKE + lowest(free)
        count += 1
        free &= free - 1
    if state.phase == ACT:
        actions: i64 = seat * KINDS + FIRST_TAKE_2
        n: i64
        for n in range(FILL_NONE - PLAY_TAKE_2):
            if state.hands[actions + n] > 0:
                out[count] = PLAY_TAKE_2 + n
                count += 1
    return count


def listed(state: State, seat: i64) -> list[int]:
    """The same moves as a list, for callers that are not compiled."""
    out = buffer()
    count: i64 = legal(state, seat, out)
    return [int(out[n]) for n in range(count)]


def _cards_of(state: State, seat: i64, first_move: i64, out: vec[i64]) -> i64:
    count: i64 = 0
    kind: i64
    for kind in range(KINDS):
        if state.hands[seat * KINDS + kind] > 0:
            out[count] = first_move + kind
            count += 1
    return count


def _orders(state: State, out: vec[i64]) -> i64:
    out[0] = FILL_NONE
    count: i64 = 1
    filler = filler_for(state)
    by_number: i64 = filler.by_number()
    possible: bool = False
    order: i64
    for order in range(ORDERS):
        if COLOUR_RULE[order] == ANY_COLOURS:
            possible = by_number & BIT[order] != 0
        elif FLUSH[order] == 0:
            possible = filler.by_colour(order)
            if not possible and filler.colours_left > 0:
                filler.begin(order)
                possible = filler.possible()
        elif possible:  # the same in any colours, which comes before a flush
            filler.begin(order)
            possible = filler.possible()
        if possible:
            out[count] = FILL + order
            count += 1
    return count


def _cards_to_lay(state: State, out: vec[i64]) -> i64:
    count: i64 = 0
    kind: i64
    if state.laid_count < TRUFFLES[state.order]:
        filler = _filler(state)
        first: i64 = 0
        if state.laid_count > 0:
            first = state.laid[state.laid_count - 1]
        n: i64
        for n in range(filler.usable):
            kind = filler.cards[n]
            if kind >= first and (n == 0 or filler.cards[n - 1] != kind) and filler.completes_at(n):
                out[count] = LAY_TRUFFLE + kind
                count += 1
        return count
    for kind in range(FIRST_NUMBER_CHANGE, KINDS):
        if _modifier_refused(state, kind) == 0:
            out[count] = USE + kind - FIRST_NUMBER_CHANGE
            count += 1
    return count


# ---- what then happens


def apply(state: State, seat: i64, move: i64) -> None:
    if move < PLAY_TAKE_2:
        _take(state, seat, move)
    elif move < PLAY_SKIP:
        _lay_down(state, seat, _action(move))
        state.phase = TAKE_MORE
        state.to_take = AFTER_TAKE_2
    elif move < FILL_NONE:
        _from_hand(state, seat, _action(move))
        state.skips[seat] = _action(move)
        _end_turn(state)
    elif move == FILL_NONE:
        _end_turn(state)
    elif move < LAY_TRUFFLE:
        state.order = move - FILL
        state.phase = LAY
    elif move < USE:
        _lay_for_order(state, seat, move - LAY_TRUFFLE)
    elif move < DROP:
        _lay_for_order(state, seat, FIRST_NUMBER_CHANGE + move - USE)
    else:
        _drop(state, seat, move - DROP)


def _take(state: State, seat: i64, place: i64) -> None:
    kind: i64 = state.pyramid[place]
    state.pyramid[place] = NO_CARD
    state.here -= BIT[place]
    state.hands[seat * KINDS + kind] += 1
    if FACE_UP[place] == 1:
        state.seen[at(state, state.round, seat) + kind] += 1
    state.to_take -= 1
    if state.to_take > 0 and state.here != 0:
        state.phase = TAKE_MORE
        return
    state.to_take = 0
    state.phase = CHOOSE_ORDER
    if state.skips[seat] != NO_CARD:  # it has been resolved (§3.7)
        state.spent[state.skips[seat]] += 1
        state.skips[seat] = NO_CARD


def _from_hand(state: State, seat: i64, kind: i64) -> None:
    """A card leaves the hand for all to see; of copies once seen, the newest is thought to go.

    An older one may have been discarded in secret, so what stays known is true either way.
    """
    state.hands[seat * KINDS + kind] -= 1
    round: i64 = state.round
    while round >= 0:
        if state.seen[at(state, round, seat) + kind] > 0:
            state.seen[at(state, round, seat) + kind] -= 1
            return
        round -= 1


def _lay_down(state: State, seat: i64, kind: i64) -> None:
    _from_hand(state, seat, kind)
    state.spent[kind] += 1


def _lay_for_order(state: State, seat: i64, kind: i64) -> None:
    _lay_down(state, seat, kind)
    state.laid[state.laid_count] = kind
    state.laid_count += 1
    size: i64 = TRUFFLES[state.order]
    if state.laid_count < size:
        return
    changes: i64 = changes_needed(state.order, state.laid)
    if state.laid_count < size + (changes >> 3) + (changes & 7):
        return
    state.accounts[seat * ACCOUNT + state.order] += 1
    if size >= BONUS_TRUFFLES and state.bonus_taken < state.box.bonuses:
        state.accounts[seat * ACCOUNT + BONUS_SUM] += state.box.bonus[state.bonus_taken]
        state.bonus_taken += 1
    _end_turn(state)


def _end_turn(state: State) -> None:
    state.order = NO_ORDER
    state.to_take = 0
    while state.laid_count > 0:
        state.laid_count -= 1
        state.laid[state.laid_count] = NO_CARD
    if state.here != 0:
        _begin_turn(state)
    elif state.round == ROUNDS - 1:
        state.phase = OVER
    else:
        state.phase = DISCARD
        if waiting(state) == 0:
            _next_round(state)


def _begin_turn(state: State) -> None:
    """The turn of the player to the left (§3.8)."""
    state.turn = (state.turn + 1) % state.seats
    if state.skips[state.turn] == NO_CARD:
        state.phase = ACT
        state.to_take = 1
    else:
        state.phase = TAKE_MORE
        state.to_take = AFTER_SKIP


def _drop(state: State, seat: i64, kind: i64) -> None:
    state.hands[seat * KINDS + kind] -= 1
    state.discards[at(state, state.round, seat) + kind] += 1
    if waiting(state) != 0:
        return
    if state.box.open_discards:
        _open_discards(state)
    _next_round(state)


def _open_discards(state: State) -> None:
    """All see what was discarded (§8.2)."""
    seat: i64
    kind: i64
    for seat in range(state.seats):
        first: i64 = at(state, state.round, seat)
        for kind in range(KINDS):
            while state.discards[first + kind] > 0:
                state.discards[first + kind] -= 1
                state.hands[seat * KINDS + kind] += 1
                _lay_down(state, seat, kind)


def _next_round(state: State) -> None:
    state.round += 1
    lay_pyramid(state)
    _begin_turn(state)


def reveals(state: State, seat: i64, move: i64) -> bool:
    """True for a face-down card, and where the move brings the next pyramid to the table."""
    if move < PLAY_TAKE_2:
        return FACE_UP[move] == 0
    if state.here != 0:
        return False
    twin = state.copy()
    apply(twin, seat, move)
    return twin.round != state.round


# ---- for people


def why(state: State, seat: int, move: int) -> Refusal:
    key, rule = REFUSALS[refusal(state, seat, move)]
    args: Args = {}
    if move < PLAY_TAKE_2:
        args["place"] = components.PLACES[move]
    elif FILL <= move < LAY_TRUFFLE:
        args["order"] = components.ORDERS[move - FILL].key
    elif move != FILL_NONE:
        args["card"] = components.KINDS[_card(move)].key
    if key == "take-first":
        args["n"] = int(state.to_take)
    if key in ("finish-order", "dead-end", "truffles-first", "truffles-complete", "table-order"):
        args["order"] = components.ORDERS[state.order].key
    if key == "discard-now":
        args["n"] = int(hand_size(state, seat) - state.seats)
    return Refusal(rule, key, args)


def _card(move: int) -> int:
    """The kind that a move plays, lays, uses or discards."""
    if move < FILL_NONE:
        return move - PLAY_TAKE_2 + FIRST_TAKE_2
    if move < USE:
        return move - LAY_TRUFFLE
    return move - USE + FIRST_NUMBER_CHANGE if move < DROP else move - DROP


assert LAY_TRUFFLE + KINDS == USE and DROP + KINDS == MOVES and FILL + ORDERS == LAY_TRUFFLE
assert ROUNDS * PYRAMID == CARDS and FIRST_SKIP - FIRST_TAKE_2 == PLAY_SKIP - PLAY_TAKE_2
