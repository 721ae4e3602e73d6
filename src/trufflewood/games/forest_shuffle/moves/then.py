"""What then happens: `apply` does a move and everything that follows without a decision. Compiled.

What a played card brings about waits on a stack of tasks, the next one last: `_settle` works them
off until one asks its player something.
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle.components import (
    ALL_CARDS,
    CLEARING_LIMIT,
    HAND,
    HAND_LIMIT,
    SAPLING,
    SPECIES,
    WINTER,
    WINTERS,
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
from trufflewood.games.forest_shuffle.state import (
    ACTIVE,
    ANSWER,
    BOTTOM,
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
    IN_CAVE,
    IN_HAND,
    IN_PLAY,
    KEEPS,
    LAST_HIDE,
    MOLE_CARDS,
    MOLES,
    MOST_TREES,
    MUSHROOMS,
    NEED,
    NEW,
    NO_SIDE,
    OVER,
    PAW,
    PAYING,
    PLACING,
    REDRAWN,
    REDRAWS,
    SAPLED,
    SECOND_DRAW,
    SPECIES_TAGS,
    STASH_HIDE,
    STASH_NEED,
    STASH_OWNER,
    STASH_SIZE,
    STASH_WIDTH,
    STASHED,
    TAKEN,
    TOP,
    TREE_WIDTH,
    TURN,
    State,
    attach,
    change,
    count,
    hold,
    nth_tree,
    plant,
    put,
)
from trufflewood.kit.bits import BIT
from trufflewood.kit.native import i64, vec


def _tasks_of(name: str, step: int) -> int:
    steps = name.split()
    return TASKS[steps[step]] if step < len(steps) else 0


EFFECT: Final = vec[i64]([_tasks_of(species.effect, 0) for species in SPECIES] + [0])
BONUS: Final = vec[i64]([_tasks_of(species.bonus, 0) for species in SPECIES] + [0])
BONUS_TOO: Final = vec[i64]([_tasks_of(species.bonus, 1) for species in SPECIES] + [0])

# the rows of the four mushrooms among ACTIVE and NEW (§5.6)
ON_TREES: Final = 0  # chanterelle
ON_PAWS: Final = 1  # fly agaric
ON_BELOW: Final = 2  # parasol mushroom
ON_ATOP: Final = 3  # penny bun


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
            _redraw(state, seat)
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
            _redraw(state, other)
    state.phase = TURN


def _redraw(state: State, seat: i64) -> None:
    """Six cards go to the box, unseen by the others. No winter card lies so high in the deck."""
    card: i64
    for card in range(ALL_CARDS):
        if state.place[card] == IN_HAND * 256 + seat:
            state.place[card] = REDRAWN * 256 + seat
            change(state, seat, CARDS_IN_HAND, -1)
    for card in range(HAND):
        hold(state, seat, state.deck[state.drawn])
        state.drawn += 1


# ---- §2 drawing


def _top_card(state: State) -> i64:
    """Draw from the deck, past winter cards; -1 if the third one ended the game (§8.1, §8.2)."""
    while True:
        card: i64 = state.deck[state.drawn]
        state.drawn += 1
        if card != WINTER:
            return card
        state.winters += 1
        if state.winters == WINTERS:
            _end_game(state)
            return -1


def _draw_one(state: State, seat: i64) -> None:
    card: i64 = _top_card(state)
    if card >= 0:
        hold(state, seat, card)


def _draw(state: State, seat: i64) -> None:
    if state.phase == CHOICE:
        _draw_for_task(state, seat)
        return
    _draw_one(state, seat)
    _after_a_draw(state, seat)


def _draw_for_task(state: State, seat: i64) -> None:
    """One card of an effect, or all of them where they go together (§14.4)."""
    while True:
        state.tasks[state.depth - 1] -= 1
        _draw_one(state, seat)
        if state.phase == OVER:
            return
        left: i64 = state.tasks[state.depth - 1] & 255
        if not state.box.all_or_none or left == 0 or count(state, seat, CARDS_IN_HAND) == HAND_LIMIT:
            break
    _settle(state, seat)


def _take(state: State, seat: i64, card: i64) -> None:
    state.clearing -= 1
    hold(state, seat, card)
    state.since[card] = count(state, seat, HIDES)
    change(state, seat, TAKEN, 1)
    _after_a_draw(state, seat)


def _after_a_draw(state: State, seat: i64) -> None:
    if state.phase == TURN and count(state, seat, CARDS_IN_HAND) < HAND_LIMIT:
        state.phase = SECOND_DRAW
    elif state.phase != OVER:
        _end_turn(state, seat)


# ---- §3 playing


def _leaves_hand(state: State, seat: i64, card: i64) -> None:
    """A card leaves a hand for all to see."""
    change(state, seat, CARDS_IN_HAND, -1)
    if state.since[card] >= 0:
        state.since[card] = -1
        change(state, seat, TAKEN, -1)
    _note(state, seat)


def _note(state: State, seat: i64) -> None:
    """If a hand is smaller than the number of cards seen taken, the rest of these must be hidden."""
    hidden: i64 = count(state, seat, TAKEN) - count(state, seat, CARDS_IN_HAND)
    if hidden <= 0:
        return
    last: i64 = count(state, seat, LAST_HIDE)
    if last < MOST_TREES:
        row: i64 = last * TREE_WIDTH + NEED
        if state.trees[row] < hidden:
            state.trees[row] = hidden
    else:
        row = (last - MOST_TREES) * STASH_WIDTH + STASH_NEED
        if state.stashes[row] < hidden:
            state.stashes[row] = hidden


def _announce(state: State, seat: i64, face: i64) -> None:
    card: i64 = FACE_CARD[face]
    state.place[card] = IN_PLAY * 256
    _leaves_hand(state, seat, card)
    state.playing = face
    state.due = 0 if for_nothing(state) else FACE_COST[face]
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
    state.place[card] = CLEARING * 256
    state.clearing += 1
    _leaves_hand(state, seat, card)
    state.last_paid = card
    state.due -= 1
    if CARD_SYMBOLS[card] & BIT[FACE_SYMBOL[state.playing]] == 0:
        state.matching = 0
    if state.due == 0:
        _place(state, seat)


def _place(state: State, seat: i64) -> None:
    """The card announced and paid for comes to the forest."""
    face: i64 = state.playing
    draws: i64 = _mushroom_draws(state, seat, face)
    if FACE_SIDE[face] == NO_SIDE:
        plant(state, seat, face)
    else:
        attach(state, state.at, face)
    bonus: i64 = state.matching if FACE_COST[face] > 0 else 0
    state.playing = -1
    state.at = -1
    state.matching = 0
    state.last_paid = -1
    _placed(state, seat, face, bonus, draws)


def _plant_sapling(state: State, seat: i64, card: i64) -> None:
    """Any card, face down, for nothing (§4.1)."""
    draws: i64 = _mushroom_draws(state, seat, SAPLING)
    tree: i64 = plant(state, seat, SAPLING)
    state.place[card] = SAPLED * 256 + tree
    change(state, seat, CARDS_IN_HAND, -1)
    _hide(state, seat, tree)
    _placed(state, seat, SAPLING, 0, draws)


def _hide(state: State, seat: i64, where: i64) -> None:
    change(state, seat, HIDES, 1)
    put(state, seat, LAST_HIDE, where)
    _note(state, seat)


def _mushroom_draws(state: State, seat: i64, face: i64) -> i64:
    """Cards that working mushrooms give for placing this one (§5.6)."""
    side: i64 = FACE_SIDE[face]
    if side == NO_SIDE:
        return count(state, seat, ACTIVE + ON_TREES)
    draws: i64 = 0
    if side == TOP:
        draws = count(state, seat, ACTIVE + ON_ATOP)
    elif side == BOTTOM:
        draws = count(state, seat, ACTIVE + ON_BELOW)
    if SPECIES_TAGS[FACE_SPECIES[face]] & BIT[PAW] != 0:
        draws += count(state, seat, ACTIVE + ON_PAWS)
    return draws


def _placed(state: State, seat: i64, face: i64, bonus: i64, draws: i64) -> None:
    """Reveal for a tree, then what the card brings: at once, later for a mole, or not at all."""
    kind: i64 = 0
    if state.depth > 0:
        kind = state.tasks[state.depth - 1] >> 8
    if kind == MOLE_TASK:
        _remember(state, state.tasks[state.depth - 1] & 255, face, bonus, draws)
        if state.box.reveal_each and FACE_SIDE[face] == NO_SIDE:
            _reveal(state)
    elif kind == FREE_TASK or kind == BATS_TASK:
        if kind == FREE_TASK:
            _pop(state)
        _push(state, DRAW_TASK * 256 + draws)
    else:
        if FACE_SIDE[face] == NO_SIDE:
            _reveal(state)
        if state.phase != OVER:
            _bring_about(state, face, bonus, draws)
    _settle(state, seat)


def _reveal(state: State) -> None:
    """Turn up the top card of the deck into the clearing (§4.4)."""
    card: i64 = _top_card(state)
    if card >= 0:
        state.place[card] = CLEARING * 256
        state.clearing += 1


def _bring_about(state: State, face: i64, bonus: i64, draws: i64) -> None:
    """Mushrooms, then the effect, then the bonus (§3.1): the last is pushed first."""
    species: i64 = FACE_SPECIES[face]
    if bonus != 0:
        _push(state, BONUS_TOO[species])
        _push(state, BONUS[species])
    effect: i64 = EFFECT[species]
    if effect >> 8 == MOLE_TASK:
        effect += state.moles
        state.moles += 1
    _push(state, effect)
    _push(state, DRAW_TASK * 256 + draws)


# ---- §5 tasks


def _push(state: State, task: i64) -> None:
    if task != 0 and task != DRAW_TASK * 256:
        state.tasks[state.depth] = task
        state.depth += 1


def _pop(state: State) -> None:
    state.depth -= 1
    state.tasks[state.depth] = 0


def _settle(state: State, seat: i64) -> None:
    """Work off what needs no decision; ask about the rest; end the turn when nothing is left."""
    if state.phase == OVER:
        return
    while state.depth > 0:
        task: i64 = state.tasks[state.depth - 1]
        kind: i64 = task >> 8
        if kind == HARES_TASK or kind == DEER_TASK:
            _pop(state)
            animals: i64 = count(state, seat, HARES if kind == HARES_TASK else DEER_CARDS)
            _push(state, DRAW_TASK * 256 + animals)
        elif kind == DRAW_TASK and (task & 255 == 0 or count(state, seat, CARDS_IN_HAND) >= HAND_LIMIT):
            _pop(state)
        elif kind == CLEARING_TASK and state.clearing == 0:
            _pop(state)
        elif kind == RESOLVE_TASK and _unresolved(state, task & 255) == 0:
            _pop(state)
        elif kind == RESOLVE_TASK and (state.box.as_placed or _unresolved(state, task & 255) == 1):
            _resolve(state, _first_unresolved(state, task & 255))
        else:
            state.phase = CHOICE
            return
    _end_turn(state, seat)


def _accept(state: State, seat: i64) -> None:
    kind: i64 = state.tasks[state.depth - 1] >> 8
    _pop(state)
    if kind == TURN_TASK:
        state.extra += 1
    else:
        _empty_into_cave(state, seat)
    _settle(state, seat)


def _empty_into_cave(state: State, seat: i64) -> None:
    """A bear takes the whole clearing, what was just paid included (§6.1)."""
    card: i64
    for card in range(ALL_CARDS):
        if state.place[card] == CLEARING * 256:
            state.place[card] = IN_CAVE * 256 + seat
    change(state, seat, CAVE_SIZE, state.clearing)
    state.clearing = 0


def _decline(state: State, seat: i64) -> None:
    """No, or no more."""
    task: i64 = state.tasks[state.depth - 1]
    _pop(state)
    if task >> 8 == CAVE_TASK:
        _draw_for_stash(state, seat, (task & 255) - 1)
    elif task >> 8 == MOLE_TASK:
        _push(state, RESOLVE_TASK * 256 + (task & 255))
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
    state.place[card] = STASHED * 256 + stash
    change(state, seat, CARDS_IN_HAND, -1)
    change(state, seat, CAVE_SIZE, 1)
    _note(state, seat)


def _draw_for_stash(state: State, seat: i64, stash: i64) -> None:
    """As many cards as went into the cave."""
    if stash < 0:
        return
    n: i64
    for n in range(state.stashes[stash * STASH_WIDTH + STASH_SIZE]):
        _draw_one(state, seat)
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
            _reveal(state)


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
        _empty_clearing(state)
    n: i64
    for n in range(MUSHROOMS):
        new: i64 = count(state, seat, NEW + n)
        if new > 0:
            change(state, seat, ACTIVE + n, new)
            change(state, seat, NEW + n, -new)
    for n in range(state.planted):
        state.trees[n * TREE_WIDTH + FRESH] = 0
    state.moles = 0
    state.phase = TURN
    if state.extra > 0:
        state.extra -= 1
    else:
        state.turn = (seat + 1) % state.box.seats


def _end_game(state: State) -> None:
    """Nothing is finished any more (§8.2)."""
    state.phase = OVER
    n: i64
    for n in range(state.depth):
        state.tasks[n] = 0
    for n in range(MOLES * MOLE_CARDS):
        state.mole[n] = 0
    state.depth = 0
    state.moles = 0
    state.extra = 0


def _empty_clearing(state: State) -> None:
    card: i64
    for card in range(ALL_CARDS):
        if state.place[card] == CLEARING * 256:
            state.place[card] = BOX * 256
    state.clearing = 0
