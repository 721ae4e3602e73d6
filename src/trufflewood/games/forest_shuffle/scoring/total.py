"""The points of a forest, fast, and who has won. Compiled."""

from __future__ import annotations

from trufflewood.games.forest_shuffle.components import ALL_CARDS
from trufflewood.games.forest_shuffle.scoring.above_and_below import (
    bottom_points,
    butterflies,
    fireflies,
    salamanders,
    top_points,
)
from trufflewood.games.forest_shuffle.scoring.beside import side_points
from trufflewood.games.forest_shuffle.scoring.tally import Rivals, Tally
from trufflewood.games.forest_shuffle.scoring.trees import horse_chestnuts, tree_points
from trufflewood.games.forest_shuffle.state import (
    BOTTOM,
    CARD_FACE,
    CAVE_SIZE,
    FACE_SIDE,
    FACE_SPECIES,
    FACE_SYMBOL,
    NO_SIDE,
    OVER,
    OWNER,
    PLANTED,
    SECOND_HALF,
    TOP,
    TREE_WIDTH,
    State,
    count,
)
from trufflewood.kit.game import WIN
from trufflewood.kit.native import i64, vec
from trufflewood.kit.outcome import Args, Outcome, ranks_of


def points(state: State, seat: i64) -> i64:
    tally = Tally(state, seat)
    rivals = Rivals(state, seat)
    total: i64 = count(state, seat, CAVE_SIZE)  # §9.2
    total += horse_chestnuts(tally) + butterflies(tally) + fireflies(tally) + salamanders(tally)
    card: i64
    for card in range(ALL_CARDS):
        place: i64 = state.place[card]
        where: i64 = place >> 8
        tree: i64 = place & 255
        if where >= PLANTED and state.trees[tree * TREE_WIDTH + OWNER] == seat:
            face: i64 = CARD_FACE[card]
            if where == SECOND_HALF:
                face += 1
            total += face_points(state, tally, rivals, face, tree)
    return total


def face_points(state: State, tally: Tally, rivals: Rivals, face: i64, tree: i64) -> i64:
    """What one card scores by itself; 0 for those that score in sets."""
    side: i64 = FACE_SIDE[face]
    species: i64 = FACE_SPECIES[face]
    if side == NO_SIDE:
        return tree_points(state, tally, rivals, species, tree)
    if side == TOP:
        return top_points(state, tally, rivals, species, tree)
    if side == BOTTOM:
        return bottom_points(state, tally, species, tree)
    return side_points(state, tally, species, FACE_SYMBOL[face], tree)


def result(state: State, out: vec[i64]) -> None:
    """A victory, or a share of it (§9.7)."""
    best: i64 = -1
    winners: i64 = 0
    seat: i64
    for seat in range(state.box.seats):
        out[seat] = points(state, seat)
        if out[seat] > best:
            best = out[seat]
            winners = 1
        elif out[seat] == best:
            winners += 1
    for seat in range(state.box.seats):
        out[seat] = WIN // winners if out[seat] == best else 0


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    found = tuple([int(points(state, seat)) for seat in range(state.box.seats)])
    ranks = ranks_of([(one,) for one in found])
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1]
    args: Args = {"winners": winners, "best": max(found)}
    return Outcome(ranks, found, "§9.7", "won" if len(winners) == 1 else "shared", args)
