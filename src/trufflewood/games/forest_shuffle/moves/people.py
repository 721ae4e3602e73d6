"""What a move would show its player, and why it is refused, in words' keys. Compiled."""

from __future__ import annotations

from trufflewood.games.forest_shuffle.components import FACES, SPECIES, SPECIES_ROW, TAGS, key_of
from trufflewood.games.forest_shuffle.moves.may import refusal
from trufflewood.games.forest_shuffle.moves.numbering import (
    AT,
    BATS_TASK,
    FREE_TASK,
    PLAY,
    REFUSALS,
    SAPLE,
    TAKE,
)
from trufflewood.games.forest_shuffle.moves.then import apply
from trufflewood.games.forest_shuffle.state import (
    BAT,
    CARDS_IN_HAND,
    REDRAW_PHASE,
    TREES_PLANTED,
    State,
    count,
)
from trufflewood.kit.native import i64
from trufflewood.kit.outcome import Args, Refusal


def reveals(state: State, seat: i64, move: i64) -> bool:
    """True if the move draws or turns up a card, or ends the secret answers to the redraw."""
    after = state.copy()
    apply(after, seat, move)
    return after.drawn != state.drawn or (state.phase == REDRAW_PHASE and after.phase != REDRAW_PHASE)


def why(state: State, seat: int, move: int) -> Refusal:
    key, rule = REFUSALS[refusal(state, seat, move)]
    args: Args = {
        "due": int(state.due),
        "hand": int(count(state, seat, CARDS_IN_HAND)),
        "trees": int(count(state, seat, TREES_PLANTED)),
        "tag": TAGS[_tag(state)],
    }
    if PLAY <= move < SAPLE:
        face = FACES[move - PLAY]
        args |= {"species": face.species, "cost": SPECIES[SPECIES_ROW[face.species]].cost}
        if face.side:
            args["side"] = face.side
    elif AT <= move < TAKE and state.playing >= 0:
        args |= {"n": move - AT + 1, "species": key_of(int(state.playing))}
        args["side"] = FACES[state.playing].side
    return Refusal(rule, key, args)


def _tag(state: State) -> int:
    """The symbol that a free placement asks for."""
    if state.depth == 0:
        return 0
    task = state.tasks[state.depth - 1]
    if task >> 8 == FREE_TASK:
        return int(task & 255)
    return BAT if task >> 8 == BATS_TASK else 0
