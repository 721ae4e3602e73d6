"""May I? `refusal` is the one predicate; `legal` lists what it does not refuse. Compiled."""

from __future__ import annotations

from trufflewood.games.forest_shuffle.components import ALL_CARDS, HAND_LIMIT
from trufflewood.games.forest_shuffle.moves.numbering import (
    ANSWER_FIRST,
    AT,
    BATS_TASK,
    CAVE_TASK,
    CLEARING_TASK,
    DRAW,
    DRAW_TASK,
    FREE_TASK,
    HAND_FULL,
    HAS_A_TREE,
    KEEP,
    MOLE_TASK,
    NO,
    NO_FREE_SAPLING,
    NO_RACCOON,
    NO_SLOT,
    NO_SLOT_ASKED,
    NO_SUCH_TREE,
    NO_YES,
    NOT_IN_CLEARING,
    NOT_IN_HAND,
    NOT_YOUR_TURN,
    NOTHING_ASKED,
    NOTHING_TO_DRAW,
    NOTHING_TO_PAY,
    NOTHING_TO_RESOLVE,
    ONLY_DECK,
    PAY,
    PAY_ASCENDING,
    PAY_FIRST,
    PAY_LOWER_FIRST,
    PLAY,
    REDRAW,
    REDRAW_FIRST,
    REDRAW_IS_OVER,
    RESOLVE,
    RESOLVE_TASK,
    SAPLE,
    SECOND_CARD_FIRST,
    SHARED_TOO_SOON,
    SLOT_FIRST,
    SLOT_TAKEN,
    STASH,
    STASH_ASCENDING,
    TAKE,
    TOO_EXPENSIVE,
    TURN_TASK,
    WRONG_KIND,
    YES,
)
from trufflewood.games.forest_shuffle.state import (
    ANSWER,
    BAT,
    CARD_FACE,
    CARD_FACES,
    CARDS_IN_HAND,
    CHOICE,
    CLEARING,
    CLEARING_ROW,
    FACE_CARD,
    FACE_COST,
    FACE_SIDE,
    FACE_SPECIES,
    FILLED,
    FRESH,
    HAND_ROOM,
    HAND_ROW,
    HARE,
    HARE_SLOTS,
    IN_HAND,
    LEFT,
    LONE_TOADS,
    MOLE_CARDS,
    NO_ANSWER,
    NO_SIDE,
    OVER,
    OWNER,
    PAYING,
    PLACING,
    REDRAW_PHASE,
    SEAT_WIDTH,
    SECOND_DRAW,
    SLOT,
    SPECIES_TAGS,
    STASHED,
    TOAD,
    TREE_CARDS,
    TREE_WIDTH,
    TREES_PLANTED,
    TURN,
    State,
    count,
    nth_tree,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec


def waiting(state: State) -> i64:
    if state.phase == OVER:
        return 0
    if state.phase != REDRAW_PHASE or state.box.in_turn:
        return BIT[state.turn]
    mask: i64 = 0
    seat: i64
    for seat in range(state.box.seats):
        if count(state, seat, ANSWER) == NO_ANSWER:
            mask |= BIT[seat]
    return mask


def asked(state: State) -> i64:
    """The kind of the topmost task while it asks something; 0 otherwise."""
    if state.phase != CHOICE:
        return 0
    return state.tasks[state.depth - 1] >> 8


def for_nothing(state: State) -> bool:
    """True while a card is placed without being paid for (§5.4)."""
    if state.depth == 0:
        return False
    kind: i64 = state.tasks[state.depth - 1] >> 8
    return kind in (FREE_TASK, BATS_TASK)


def refusal(state: State, seat: i64, move: i64) -> i64:
    if waiting(state) & BIT[seat] == 0:
        return NOT_YOUR_TURN
    if move <= REDRAW:
        if state.phase != REDRAW_PHASE:
            return REDRAW_IS_OVER
        return 0 if move == KEEP or treeless(state, seat) else HAS_A_TREE
    if state.phase == REDRAW_PHASE:
        return REDRAW_FIRST
    if move == DRAW:
        return _draw_refused(state, seat)
    if move <= NO:
        return _answer_refused(state, move)
    if move < AT:
        return _resolve_refused(state, move - RESOLVE)
    if move < TAKE:
        return _tree_refused(state, seat, move - AT)
    if move < PLAY:
        return _take_refused(state, seat, move - TAKE)
    if move < SAPLE:
        return _play_refused(state, seat, move - PLAY)
    if move < PAY:
        return _sapling_refused(state, seat, move - SAPLE)
    if move < STASH:
        return _payment_refused(state, seat, move - PAY)
    return _stash_refused(state, seat, move - STASH)


def treeless(state: State, seat: i64) -> bool:
    """True if a seat has no tree card in hand (§1.7): the first of its cards would be one."""
    return count(state, seat, CARDS_IN_HAND) == 0 or state.lists[HAND_ROW + seat * HAND_ROOM] >= TREE_CARDS


def _busy(state: State) -> i64:
    """What must be done before anything else."""
    if state.phase == SECOND_DRAW:
        return SECOND_CARD_FIRST
    if state.phase == PLACING:
        return SLOT_FIRST
    if state.phase == PAYING:
        return PAY_FIRST
    return ANSWER_FIRST if state.phase == CHOICE else 0


def _draw_refused(state: State, seat: i64) -> i64:
    if state.phase == SECOND_DRAW or asked(state) == DRAW_TASK:
        return 0
    if state.phase != TURN:
        return NOTHING_TO_DRAW if state.phase == CHOICE else _busy(state)
    return 0 if count(state, seat, CARDS_IN_HAND) < HAND_LIMIT else HAND_FULL


def _take_refused(state: State, seat: i64, card: i64) -> i64:
    if state.phase != TURN and state.phase != SECOND_DRAW:
        return ONLY_DECK if asked(state) == DRAW_TASK else _busy(state)
    if state.place[card] != CLEARING * 256:
        return NOT_IN_CLEARING
    return 0 if count(state, seat, CARDS_IN_HAND) < HAND_LIMIT else HAND_FULL


def _answer_refused(state: State, move: i64) -> i64:
    kind: i64 = asked(state)
    if kind == 0:
        return _busy(state) if state.phase != TURN else NOTHING_ASKED
    if move == NO:
        return ANSWER_FIRST if kind == RESOLVE_TASK else 0
    return 0 if kind in (TURN_TASK, CLEARING_TASK) else NO_YES


def _resolve_refused(state: State, n: i64) -> i64:
    if asked(state) != RESOLVE_TASK:
        return NOTHING_TO_RESOLVE
    mole: i64 = state.tasks[state.depth - 1] & 255
    return 0 if state.mole[mole * MOLE_CARDS + n] != 0 else NOTHING_TO_RESOLVE


def _can_play(state: State) -> i64:
    """0 where a card may be announced now."""
    if state.phase == TURN:
        return 0
    kind: i64 = asked(state)
    if kind in (MOLE_TASK, FREE_TASK, BATS_TASK):
        return 0
    return _busy(state)


def _play_refused(state: State, seat: i64, face: i64) -> i64:
    found: i64 = _can_play(state)
    if found != 0:
        return found
    if state.place[FACE_CARD[face]] != IN_HAND * 256 + seat:
        return NOT_IN_HAND
    if for_nothing(state):
        task: i64 = state.tasks[state.depth - 1]
        tag: i64 = BAT
        if task >> 8 == FREE_TASK:
            tag = task & 255
        if SPECIES_TAGS[FACE_SPECIES[face]] & BIT[tag] == 0:
            return WRONG_KIND
    elif count(state, seat, CARDS_IN_HAND) - 1 < FACE_COST[face]:
        return TOO_EXPENSIVE
    if FACE_SIDE[face] != NO_SIDE and not has_slot(state, seat, face):
        return NO_SLOT
    return 0


def has_slot(state: State, seat: i64, face: i64) -> bool:
    """True if somewhere in the forest this half could lie (§3.7, §3.8)."""
    side: i64 = FACE_SIDE[face]
    if count(state, seat, TREES_PLANTED) > count(state, seat, FILLED + side):
        return True
    species: i64 = FACE_SPECIES[face]
    if species == HARE:
        if count(state, seat, HARE_SLOTS + side - LEFT) == 0:
            return False
    elif species != TOAD or count(state, seat, LONE_TOADS) == 0:
        return False
    if not state.box.later_turn:
        return True
    tree: i64
    for tree in range(state.planted):
        if state.trees[tree * TREE_WIDTH + OWNER] == seat and slot_refused(state, tree, face) == 0:
            return True
    return False


def _sapling_refused(state: State, seat: i64, card: i64) -> i64:
    found: i64 = _can_play(state)
    if found != 0:
        return found
    if for_nothing(state):
        return NO_FREE_SAPLING
    return 0 if state.place[card] == IN_HAND * 256 + seat else NOT_IN_HAND


def _tree_refused(state: State, seat: i64, n: i64) -> i64:
    if state.phase != PLACING:
        return NO_SLOT_ASKED
    tree: i64 = nth_tree(state, seat, n)
    return slot_refused(state, tree, state.playing) if tree >= 0 else NO_SUCH_TREE


def slot_refused(state: State, tree: i64, face: i64) -> i64:
    row: i64 = tree * TREE_WIDTH
    side: i64 = FACE_SIDE[face]
    slot: i64 = state.trees[row + SLOT + side]
    if slot == 0:
        return 0
    species: i64 = FACE_SPECIES[face]
    if slot >> 4 != species or not (species == HARE or (species == TOAD and slot & 15 == 1)):
        return SLOT_TAKEN
    if state.box.later_turn and state.trees[row + FRESH] & BIT[side] != 0 and not for_nothing(state):
        return SHARED_TOO_SOON
    return 0


def _payment_refused(state: State, seat: i64, card: i64) -> i64:
    if state.phase != PAYING:
        return NOTHING_TO_PAY
    if state.place[card] != IN_HAND * 256 + seat:
        return NOT_IN_HAND
    if card < state.last_paid:
        return PAY_ASCENDING
    higher: i64 = 0
    other: i64 = card + 1
    while other < ALL_CARDS:
        if state.place[other] == IN_HAND * 256 + seat:
            higher += 1
        other += 1
    return 0 if higher >= state.due - 1 else PAY_LOWER_FIRST


def _stash_refused(state: State, seat: i64, card: i64) -> i64:
    if asked(state) != CAVE_TASK:
        return NO_RACCOON
    if state.place[card] != IN_HAND * 256 + seat:
        return NOT_IN_HAND
    stash: i64 = (state.tasks[state.depth - 1] & 255) - 1
    if stash < 0:
        return 0
    other: i64 = card + 1
    while other < ALL_CARDS:
        if state.place[other] == STASHED * 256 + stash:
            return STASH_ASCENDING
        other += 1
    return 0


# ---- the list


def legal(state: State, seat: i64, out: vec[i64]) -> i64:
    """Fill `out` with the moves of `seat`, ascending."""
    if state.phase == REDRAW_PHASE:
        if waiting(state) & BIT[seat] == 0:
            return 0
        out[0] = KEEP
        out[1] = REDRAW
        return 2 if treeless(state, seat) else 1
    if state.phase == OVER or seat != state.turn:
        return 0
    if state.phase == PLACING:
        return _list_trees(state, seat, out)
    if state.phase == PAYING:
        return _list_payments(state, seat, out)
    if state.phase == CHOICE:
        return _list_answers(state, seat, out)
    room: bool = count(state, seat, CARDS_IN_HAND) < HAND_LIMIT
    found: i64 = 0
    if room or state.phase == SECOND_DRAW:
        out[0] = DRAW
        found = 1
    if room:
        found = _list_row(state, CLEARING_ROW, state.clearing, TAKE, out, found)
    return _list_plays(state, seat, out, found) if state.phase == TURN else found


def _list_answers(state: State, seat: i64, out: vec[i64]) -> i64:
    """What can be answered to the topmost task."""
    kind: i64 = asked(state)
    found: i64 = 0
    move: i64
    if kind == RESOLVE_TASK:
        for move in range(RESOLVE, AT):
            if _resolve_refused(state, move - RESOLVE) == 0:
                out[found] = move
                found += 1
        return found
    if kind == DRAW_TASK:
        out[0] = DRAW
        found = 1
    elif kind in (TURN_TASK, CLEARING_TASK):
        out[0] = YES
        found = 1
    out[found] = NO
    found += 1
    if kind == CAVE_TASK:
        return _list_stashes(state, seat, out, found)
    return _list_plays(state, seat, out, found) if _can_play(state) == 0 else found


def listed(state: State, seat: i64) -> list[int]:
    """The same moves as a list, for callers that are not compiled."""
    out = buffer()
    found: i64 = legal(state, seat, out)
    return [int(out[n]) for n in range(found)]


def _list_row(state: State, row: i64, size: i64, first_move: i64, out: vec[i64], found: i64) -> i64:
    """A move for each card of the clearing, or of a hand."""
    lists = state.lists
    n: i64
    for n in range(row, row + size):
        out[found] = first_move + lists[n]
        found += 1
    return found


def _list_plays(state: State, seat: i64, out: vec[i64], found: i64) -> i64:
    """The faces that `_play_refused` allows, and the cards that can be saplings."""
    row: i64 = HAND_ROW + seat * HAND_ROOM
    own: i64 = seat * SEAT_WIDTH
    size: i64 = state.seats[own + CARDS_IN_HAND]
    trees: i64 = state.seats[own + TREES_PLANTED]
    most: i64 = size - 1  # that can be paid
    paid: bool = not for_nothing(state)
    tag: i64 = BAT
    if not paid:
        task: i64 = state.tasks[state.depth - 1]
        if task >> 8 == FREE_TASK:
            tag = task & 255
        most = HAND_LIMIT
    n: i64
    for n in range(row, row + size):
        card: i64 = state.lists[n]
        face: i64
        for face in range(CARD_FACE[card], CARD_FACE[card] + CARD_FACES[card]):
            if FACE_COST[face] > most or (not paid and SPECIES_TAGS[FACE_SPECIES[face]] & BIT[tag] == 0):
                continue
            side: i64 = FACE_SIDE[face]
            if side == NO_SIDE or trees > state.seats[own + FILLED + side] or has_slot(state, seat, face):
                out[found] = PLAY + face
                found += 1
    return _list_row(state, row, size, SAPLE, out, found) if paid else found


def _list_trees(state: State, seat: i64, out: vec[i64]) -> i64:
    trees = state.trees
    slot: i64 = SLOT + FACE_SIDE[state.playing]
    found: i64 = 0
    n: i64 = 0
    tree: i64
    for tree in range(state.planted):
        if trees[tree * TREE_WIDTH + OWNER] == seat:
            if trees[tree * TREE_WIDTH + slot] == 0 or slot_refused(state, tree, state.playing) == 0:
                out[found] = AT + n
                found += 1
            n += 1
    return found


def _list_payments(state: State, seat: i64, out: vec[i64]) -> i64:
    """The cards after the last one paid, but for those that would leave too few behind them."""
    row: i64 = HAND_ROW + seat * HAND_ROOM
    end: i64 = row + count(state, seat, CARDS_IN_HAND)
    while row < end and state.lists[row] < state.last_paid:
        row += 1
    return _list_row(state, row, end - row, PAY, out, 0) - state.due + 1


def _list_stashes(state: State, seat: i64, out: vec[i64], found: i64) -> i64:
    card: i64 = ALL_CARDS - 1
    stash: i64 = (state.tasks[state.depth - 1] & 255) - 1
    if stash >= 0:
        while state.place[card] != STASHED * 256 + stash:
            card -= 1
        card += 1
    else:
        card = 0
    while card < ALL_CARDS:
        if state.place[card] == IN_HAND * 256 + seat:
            out[found] = STASH + card
            found += 1
        card += 1
    return found
