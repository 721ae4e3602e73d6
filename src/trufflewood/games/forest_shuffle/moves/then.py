"""What then happens: `apply` does a move and everything that follows without a decision. Compiled.

What a played card brings about waits on a stack of tasks, the next one last: `_settle` works them
off until one asks its player something.
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle.components import (
    CLEARING_LIMIT,
    HAND_LIMIT,
    SAPLING,
    SPECIES,
)
from trufflewood.games.forest_shuffle.moves.may import for_nothing
from trufflewood.games.forest_shuffle.moves.numbering import (
    AT,
    BATS_TASK,
    CAVE_TASK,
    CLEARING_TASK,
    DEER_TASK,
    DRAW,
    DRAW_TASK,
    FREE_TASK,
    HARES_TASK,
    MOLE_TASK,
    NO,
    PAY,
    PLAY,
    REDRAW,
    RESOLVE,
    RESOLVE_TASK,
    SAPLE,
    STASH,
    TAKE,
    TASKS,
    TURN_TASK,
    YES,
)
from trufflewood.games.forest_shuffle.moves.steps import (
    draw_one,
    empty_clearing,
    empty_into_cave,
    hide,
    leaves_hand,
    mushroom_draws,
    note,
    pop,
    push,
    redraw,
    reveal,
)
from trufflewood.games.forest_shuffle.state import (
    ACTIVE,
    ANSWER,
    BOX,
    CARD_SYMBOLS,
    CARDS_IN_HAND,
    CAVE_SIZE,
    CHOICE,
    CLEARING,
    DEER_CARDS,
    FACE_CARD,
    FACE_COST,
    FACE_SIDE,
    FACE_SPECIES,
    FACE_SYMBOL,
    FRESH,
    HARES,
    HIDES,
    IN_PLAY,
    KEEPS,
    LAST_HIDE,
    MOLE_CARDS,
    MOST_TREES,
    MUSHROOMS,
    NEW,
    NO_SIDE,
    OVER,
    PAYING,
    PLACING,
    REDRAWS,
    SAPLED,
    SECOND_DRAW,
    STASH_HIDE,
    STASH_OWNER,
    STASH_SIZE,
    STASH_WIDTH,
    STASHED,
    TAKEN,
    TREE_WIDTH,
    TURN,
    State,
    attach,
    change,
    count,
    nth_tree,
    pick_up,
    plant,
    put,
    release,
    uncover,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.native import i64, vec


def _tasks_of(name: str, step: int) -> int:
    steps = name.split()
    return TASKS[steps[step]] if step < len(steps) else 0


EFFECT: Final = vec[i64]([_tasks_of(species.effect, 0) for species in SPECIES] + [0])
BONUS: Final = vec[i64]([_tasks_of(species.bonus, 0) for species in SPECIES] + [0])
BONUS_TOO: Final = vec[i64]([_tasks_of(species.bonus, 1) for species in SPECIES] + [0])


def apply(state: State, seat: i64, move: i64) -> None:
    if move <= REDRAW:
        _answer_redraw(state, seat, REDRAWS if move == REDRAW else KEEPS)
    elif move == DRAW:
        _draw(state, seat)
    elif move == YES:
        _accept(state, seat)
    elif move == NO:
        _decline(state, seat)
    elif move < AT:
        _resolve(state, move - RESOLVE)
        _settle(state, seat)
    elif move < TAKE:
        state.at = nth_tree(state, seat, move - AT)
        _pay_or_place(state, seat)
    elif move < PLAY:
        _take(state, seat, move - TAKE)
    elif move < SAPLE:
        _announce(state, seat, move - PLAY)
    elif move < PAY:
        _plant_sapling(state, seat, move - SAPLE)
    elif move < STASH:
        _pay(state, seat, move - PAY)
    else:
        _fill_stash(state, seat, move - STASH)


# ---- §1.7 the redraw


def _answer_redraw(state: State, seat: i64, answer: i64) -> None:
    """Answers are given together and dealt in turn order; or all of it in turn (§14.2)."""
    put(state, seat, ANSWER, answer)
    seats: i64 = state.box.seats
    n: i64
    if state.box.in_turn:
        if answer == REDRAWS:
            redraw(state, seat)
        state.turn = (seat + 1) % seats
        if state.turn == state.start:
            state.phase = TURN
        return
    for n in range(seats):
        if count(state, n, ANSWER) == 0:
            return
    for n in range(seats):
        other: i64 = (state.start + n) % seats
        if count(state, other, ANSWER) == REDRAWS:
            redraw(state, other)
    state.phase = TURN


# ---- §2 drawing


def _draw(state: State, seat: i64) -> None:
    if state.phase == CHOICE:
        _draw_for_task(state, seat)
        return
    draw_one(state, seat)
    _after_a_draw(state, seat)


def _draw_for_task(state: State, seat: i64) -> None:
    """One card of an effect, or all of them where they go together (§14.4)."""
    while True:
        state.tasks[state.depth - 1] -= 1
        draw_one(state, seat)
        if state.phase == OVER:
            return
        left: i64 = state.tasks[state.depth - 1] & 255
        if not state.box.all_or_none or left == 0 or count(state, seat, CARDS_IN_HAND) == HAND_LIMIT:
            break
    _settle(state, seat)


def _take(state: State, seat: i64, card: i64) -> None:
    pick_up(state, seat, card)
    state.since[card] = count(state, seat, HIDES)
    change(state, seat, TAKEN, 1)
    _after_a_draw(state, seat)


def _after_a_draw(state: State, seat: i64) -> None:
    if state.phase == TURN and count(state, seat, CARDS_IN_HAND) < HAND_LIMIT:
        state.phase = SECOND_DRAW
    elif state.phase != OVER:
        _end_turn(state, seat)


# ---- §3 playing


def _announce(state: State, seat: i64, face: i64) -> None:
    card: i64 = FACE_CARD[face]
    leaves_hand(state, seat, card, IN_PLAY * 256)
    state.playing = face
    state.due = FACE_COST[face]
    if for_nothing(state):
        state.due = 0
    state.matching = 1
    state.last_paid = -1
    if FACE_SIDE[face] != NO_SIDE:
        state.phase = PLACING
    else:
        _pay_or_place(state, seat)


def _pay_or_place(state: State, seat: i64) -> None:
    if state.due > 0:
        state.phase = PAYING
    else:
        _place(state, seat)


def _pay(state: State, seat: i64, card: i64) -> None:
    leaves_hand(state, seat, card, CLEARING * 256)
    uncover(state, card)
    state.last_paid = card
    state.due -= 1
    if CARD_SYMBOLS[card] & BIT[FACE_SYMBOL[state.playing]] == 0:
        state.matching = 0
    if state.due == 0:
        _place(state, seat)


def _place(state: State, seat: i64) -> None:
    """The card announced and paid for comes to the forest."""
    face: i64 = state.playing
    draws: i64 = mushroom_draws(state, seat, face)
    if FACE_SIDE[face] == NO_SIDE:
        plant(state, seat, face)
    else:
        attach(state, state.at, face)
    bonus: i64 = state.matching
    if FACE_COST[face] == 0:
        bonus = 0
    state.playing = -1
    state.at = -1
    state.matching = 0
    state.last_paid = -1
    _placed(state, seat, face, bonus, draws)


def _plant_sapling(state: State, seat: i64, card: i64) -> None:
    """Any card, face down, for nothing (§4.1)."""
    draws: i64 = mushroom_draws(state, seat, SAPLING)
    tree: i64 = plant(state, seat, SAPLING)
    release(state, seat, card, SAPLED * 256 + tree)
    hide(state, seat, tree)
    _placed(state, seat, SAPLING, 0, draws)


def _placed(state: State, seat: i64, face: i64, bonus: i64, draws: i64) -> None:
    """Reveal for a tree, then what the card brings: at once, later for a mole, or not at all."""
    kind: i64 = 0
    if state.depth > 0:
        kind = state.tasks[state.depth - 1] >> 8
    if kind == MOLE_TASK:
        _remember(state, state.tasks[state.depth - 1] & 255, face, bonus, draws)
        if state.box.reveal_each and FACE_SIDE[face] == NO_SIDE:
            reveal(state)
    elif kind in (FREE_TASK, BATS_TASK):
        if kind == FREE_TASK:
            pop(state)
        push(state, DRAW_TASK * 256 + draws)
    else:
        if FACE_SIDE[face] == NO_SIDE:
            reveal(state)
        if state.phase != OVER:
            _bring_about(state, face, bonus, draws)
    _settle(state, seat)


def _bring_about(state: State, face: i64, bonus: i64, draws: i64) -> None:
    """Mushrooms, then the effect, then the bonus (§3.1): the last is pushed first."""
    species: i64 = FACE_SPECIES[face]
    if bonus != 0:
        push(state, BONUS_TOO[species])
        push(state, BONUS[species])
    effect: i64 = EFFECT[species]
    if effect >> 8 == MOLE_TASK:
        effect += state.moles
        state.moles += 1
    push(state, effect)
    push(state, DRAW_TASK * 256 + draws)


# ---- §5 tasks


def _settle(state: State, seat: i64) -> None:
    """Work off what needs no decision; ask about the rest; end the turn when nothing is left."""
    if state.phase == OVER:
        return
    while state.depth > 0:
        task: i64 = state.tasks[state.depth - 1]
        kind: i64 = task >> 8
        if kind in (HARES_TASK, DEER_TASK):
            pop(state)
            animals: i64 = count(state, seat, HARES if kind == HARES_TASK else DEER_CARDS)
            push(state, DRAW_TASK * 256 + animals)
        elif _is_done(state, seat, kind, task & 255):
            pop(state)
        elif kind == RESOLVE_TASK and (state.box.as_placed or _unresolved(state, task & 255) == 1):
            _resolve(state, _first_unresolved(state, task & 255))
        else:
            state.phase = CHOICE
            return
    _end_turn(state, seat)


def _is_done(state: State, seat: i64, kind: i64, number: i64) -> bool:
    """True where all can see that nothing is left to decide (§15.14)."""
    if kind == DRAW_TASK:
        return number == 0 or count(state, seat, CARDS_IN_HAND) >= HAND_LIMIT
    if kind == CLEARING_TASK:
        return state.clearing == 0
    return kind == RESOLVE_TASK and _unresolved(state, number) == 0


def _accept(state: State, seat: i64) -> None:
    kind: i64 = state.tasks[state.depth - 1] >> 8
    pop(state)
    if kind == TURN_TASK:
        state.extra += 1
    else:
        empty_into_cave(state, seat)
    _settle(state, seat)


def _decline(state: State, seat: i64) -> None:
    """No, or no more."""
    task: i64 = state.tasks[state.depth - 1]
    pop(state)
    if task >> 8 == CAVE_TASK:
        _draw_for_stash(state, seat, (task & 255) - 1)
    elif task >> 8 == MOLE_TASK:
        push(state, RESOLVE_TASK * 256 + (task & 255))
        if not state.box.reveal_each:
            _reveal_for_mole(state, task & 255)
    _settle(state, seat)


# ---- §6.2 the raccoon


def _fill_stash(state: State, seat: i64, card: i64) -> None:
    top: i64 = state.depth - 1
    stash: i64 = (state.tasks[top] & 255) - 1
    if stash < 0:
        stash = state.stashed
        state.stashed += 1
        state.stashes[stash * STASH_WIDTH + STASH_OWNER] = seat
        state.stashes[stash * STASH_WIDTH + STASH_HIDE] = count(state, seat, HIDES)
        state.tasks[top] = CAVE_TASK * 256 + stash + 1
        change(state, seat, HIDES, 1)
        put(state, seat, LAST_HIDE, MOST_TREES + stash)
    state.stashes[stash * STASH_WIDTH + STASH_SIZE] += 1
    release(state, seat, card, STASHED * 256 + stash)
    change(state, seat, CAVE_SIZE, 1)
    note(state, seat)


def _draw_for_stash(state: State, seat: i64, stash: i64) -> None:
    """As many cards as went into the cave."""
    if stash < 0:
        return
    for _ in range(state.stashes[stash * STASH_WIDTH + STASH_SIZE]):
        draw_one(state, seat)
        if state.phase == OVER:
            return


# ---- §6.6 the mole: a card it placed is (face + 1) * 64 + 32 for a bonus + mushroom draws


def _remember(state: State, mole: i64, face: i64, bonus: i64, draws: i64) -> None:
    n: i64 = mole * MOLE_CARDS
    while state.mole[n] != 0:
        n += 1
    state.mole[n] = (face + 1) * 64 + bonus * 32 + draws


def _reveal_for_mole(state: State, mole: i64) -> None:
    """One card for each tree and sapling, now that all cards are placed (§6.7)."""
    n: i64
    for n in range(mole * MOLE_CARDS, (mole + 1) * MOLE_CARDS):
        if state.mole[n] != 0 and FACE_SIDE[(state.mole[n] >> 6) - 1] == NO_SIDE and state.phase != OVER:
            reveal(state)


def _unresolved(state: State, mole: i64) -> i64:
    """How many cards still have something to bring about."""
    found: i64 = 0
    n: i64
    for n in range(mole * MOLE_CARDS, (mole + 1) * MOLE_CARDS):
        if state.mole[n] != 0:
            if _brings_nothing(state.mole[n]):
                state.mole[n] = 0
            else:
                found += 1
    return found


def _brings_nothing(placed: i64) -> bool:
    species: i64 = FACE_SPECIES[(placed >> 6) - 1]
    if placed & 31 != 0 or EFFECT[species] != 0:
        return False
    return placed & 32 == 0 or BONUS[species] == 0


def _first_unresolved(state: State, mole: i64) -> i64:
    n: i64 = 0
    while state.mole[mole * MOLE_CARDS + n] == 0:
        n += 1
    return n


def _resolve(state: State, n: i64) -> None:
    mole: i64 = state.tasks[state.depth - 1] & 255
    placed: i64 = state.mole[mole * MOLE_CARDS + n]
    state.mole[mole * MOLE_CARDS + n] = 0
    _bring_about(state, (placed >> 6) - 1, (placed >> 5) & 1, placed & 31)


# ---- §7 the end of a turn


def _end_turn(state: State, seat: i64) -> None:
    if state.clearing >= CLEARING_LIMIT:
        empty_clearing(state, BOX * 256)
    if state.attached:  # or nothing is new
        n: i64
        for n in range(MUSHROOMS):
            change(state, seat, ACTIVE + n, count(state, seat, NEW + n))
            put(state, seat, NEW + n, 0)
        for n in range(state.planted):
            state.trees[n * TREE_WIDTH + FRESH] = 0
        state.attached = False
    state.moles = 0
    state.phase = TURN
    if state.extra > 0:
        state.extra -= 1
    else:
        state.turn = (seat + 1) % state.box.seats
