"""From a view back to a state: the table it shows, and a world that would look the same."""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle import components
from trufflewood.games.forest_shuffle.components import ALL_CARDS, CARD_ROW, CARDS, FACES, SAPLING, SIDES
from trufflewood.games.forest_shuffle.guess import redeal
from trufflewood.games.forest_shuffle.state import (
    ACTIVE,
    ANSWER,
    BOX,
    CARD_FACE,
    CARDS_IN_HAND,
    CAVE_SIZE,
    CLEARING,
    DECK,
    FRESH,
    HIDE,
    HIDES,
    IN_CAVE,
    IN_HAND,
    IN_PLAY,
    KEEPS,
    LAST_HIDE,
    MOLE_CARDS,
    MOST_TREES,
    MUSHROOMS,
    NEED,
    NEW,
    REDRAWN,
    SAPLED,
    STASH_HIDE,
    STASH_NEED,
    STASH_OWNER,
    STASH_SIZE,
    STASH_WIDTH,
    STASHED,
    TAKEN,
    TREE_WIDTH,
    State,
    attach,
    blank,
    count,
    gather,
    plant,
    put,
)  # fmt: skip
from trufflewood.games.forest_shuffle.view.look import PHASES, TASKS, Place, Tree, View
from trufflewood.kit.chance import Dice

TASK_KINDS: Final = {name: kind for kind, name in TASKS.items()}


def imagine(view: View, dice: Dice) -> State:
    """A state that would look like this view: what is hidden is laid out anyhow, then dealt fairly."""
    state = build(view)
    hidden = [card for card in range(ALL_CARDS) if state.place[card] == DECK * 256 and state.since[card] < 0]
    for seat, place in enumerate(view.places):
        if seat == view.seat:
            continue
        spots = [IN_HAND * 256 + seat] * place.hand
        spots += [SAPLED * 256 + tree.order for tree in place.trees if tree.species == "sapling"]
        spots += [STASHED * 256 + stash.order for stash in place.stashes for _ in range(stash.size)]
        if place.answer == "redraws" and (view.phase != "redraw" or view.options.redraw == "in-turn"):
            spots += [REDRAWN * 256 + seat] * components.HAND
        for number, _ in place.taken:
            state.place[CARD_ROW[number]] = spots.pop(0)
        for spot in spots:
            state.place[hidden.pop()] = spot
        if view.phase == "redraw" and view.options.redraw == "together" and seat not in view.waiting:
            put(state, seat, ANSWER, KEEPS)
    redeal(state, -1 if view.seat is None else view.seat, dice)
    return state


def build(view: View) -> State:
    """All that a view shows; whatever it does not show stays in the deck."""
    state = blank(view.options)
    _build_forests(state, view)
    for seat, place in enumerate(view.places):
        _build_place(state, seat, place)
    for numbers, where in ((view.clearing, CLEARING), (view.box, BOX)):
        for number in numbers:
            state.place[CARD_ROW[number]] = where * 256
    state.start = view.start
    state.turn = view.turn
    state.phase = PHASES.index(view.phase)
    state.drawn = state.box.deck_size - view.deck
    state.winters = view.winters
    state.clearing = len(view.clearing)
    state.extra = view.extra
    state.playing = view.playing
    state.at = view.at
    state.due = view.due
    state.matching = int(view.matching)
    state.last_paid = CARD_ROW[view.last_paid] if view.last_paid else -1
    if view.playing >= 0:
        state.place[FACES[view.playing].card] = IN_PLAY * 256
    state.depth = len(view.tasks)
    for n, (name, number) in enumerate(view.tasks):
        state.tasks[n] = TASK_KINDS[name] * 256 + number
    state.moles = view.moles
    for mole, cards in enumerate(view.mole):
        for n, card in enumerate(cards):
            if card is not None:
                state.mole[mole * MOLE_CARDS + n] = (card.face + 1) * 64 + card.bonus * 32 + card.draws
    gather(state)
    return state


def _build_forests(state: State, view: View) -> None:
    trees = [(tree.order, seat, tree) for seat, place in enumerate(view.places) for tree in place.trees]
    for order, seat, tree in sorted(trees, key=lambda one: one[0]):
        row = order * TREE_WIDTH
        plant(state, seat, SAPLING if tree.species == "sapling" else int(CARD_FACE[CARD_ROW[tree.card]]))
        if tree.species == "sapling" and tree.card:
            state.place[CARD_ROW[tree.card]] = SAPLED * 256 + order
        for number, faces in ((number, CARDS[CARD_ROW[number]].faces) for number in _at(tree)):
            side = next(side for side in SIDES if number in getattr(tree, side))
            attach(state, order, next(face for face in faces if FACES[face].side == side))
        state.trees[row + HIDE] = tree.hide
        state.trees[row + NEED] = tree.need
        state.trees[row + FRESH] = sum(2 ** SIDES.index(side) for side in tree.fresh)


def _at(tree: Tree) -> tuple[int, ...]:
    return tree.top + tree.bottom + tree.left + tree.right


def _build_place(state: State, seat: int, place: Place) -> None:
    for numbers, where in ((place.cards, IN_HAND), (place.bear, IN_CAVE), (place.redrawn, REDRAWN)):
        for number in numbers:
            state.place[CARD_ROW[number]] = where * 256 + seat
    for number, since in place.taken:
        state.since[CARD_ROW[number]] = since
    for stash in place.stashes:
        row = stash.order * STASH_WIDTH
        state.stashed = max(int(state.stashed), stash.order + 1)
        state.stashes[row + STASH_OWNER] = seat
        state.stashes[row + STASH_SIZE] = stash.size
        state.stashes[row + STASH_HIDE] = stash.hide
        state.stashes[row + STASH_NEED] = stash.need
        for number in stash.cards:
            state.place[CARD_ROW[number]] = STASHED * 256 + stash.order
    hides = {tree.hide: tree.order for tree in place.trees if tree.species == "sapling"}
    hides |= {stash.hide: MOST_TREES + stash.order for stash in place.stashes}
    put(state, seat, HIDES, len(hides))
    put(state, seat, LAST_HIDE, hides[max(hides)] if hides else 0)
    put(state, seat, CARDS_IN_HAND, place.hand)
    put(state, seat, CAVE_SIZE, place.cave)
    put(state, seat, TAKEN, len(place.taken))
    put(state, seat, ANSWER, ("", "keeps", "redraws").index(place.answer))
    for n in range(MUSHROOMS):
        all_of_them = int(count(state, seat, ACTIVE + n)) + int(count(state, seat, NEW + n))
        put(state, seat, ACTIVE + n, place.mushrooms[n])
        put(state, seat, NEW + n, all_of_them - place.mushrooms[n])
