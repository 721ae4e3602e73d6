"""What a card would be worth, if it came to the forest now. Compiled."""

from __future__ import annotations

from trufflewood.games.forest_shuffle.moves.may import slot_refused
from trufflewood.games.forest_shuffle.scoring import points
from trufflewood.games.forest_shuffle.state import (
    FACE_SIDE,
    NO_SIDE,
    OWNER,
    TREE_WIDTH,
    State,
    attach,
    plant,
)
from trufflewood.kit.native import i64


def prospect(state: State, seat: i64, face: i64) -> i64:
    """How the points of a seat would change with a face of its hand, at the best tree for it.

    Costs, effects and bonuses are left out: it is what the forest alone would gain.
    """
    now: i64 = points(state, seat)
    twin = state.copy()
    if FACE_SIDE[face] == NO_SIDE:
        plant(twin, seat, face)
        return points(twin, seat) - now
    found: bool = False
    best: i64 = 0
    tree: i64
    for tree in range(state.planted):
        if state.trees[tree * TREE_WIDTH + OWNER] == seat and slot_refused(state, tree, face) == 0:
            twin = state.copy()
            attach(twin, tree, face)
            gain: i64 = points(twin, seat) - now
            if not found or gain > best:
                best = gain
                found = True
    return best
