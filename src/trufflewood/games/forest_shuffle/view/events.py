"""What happened, in words' keys, each with who may hear of it."""

from __future__ import annotations

from trufflewood.games.forest_shuffle.components import CARDS, FACES, key_of
from trufflewood.games.forest_shuffle.moves.numbering import (
    AT,
    BATS_TASK,
    CAVE_TASK,
    MOLE_TASK,
    NO,
    PAY,
    PLAY,
    REDRAW,
    RESOLVE,
    SAPLE,
    STASH,
    TAKE,
    TURN_TASK,
    YES,
)  # fmt: skip
from trufflewood.games.forest_shuffle.state import (
    ANSWER,
    BOX,
    CLEARING,
    DECK,
    IN_HAND,
    MOLE_CARDS,
    OVER,
    OWNER,
    REDRAW_PHASE,
    REDRAWS,
    TREE_WIDTH,
    TREES_PLANTED,
    State,
    count,
)  # fmt: skip
from trufflewood.kit.outcome import EVERYONE, Args, Event, all_but, only


def events(before: State, seat: int, move: int, after: State) -> list[Event]:
    if move <= REDRAW:
        return _redraw(before, seat, after)
    found = _deed(before, seat, move, after)
    if after.winters > before.winters:
        found += [
            Event("winter", {"n": n}, EVERYONE)
            for n in range(int(before.winters) + 1, int(after.winters) + 1)
        ]
    boxed = 0
    for card, (was, now) in enumerate(zip(before.place, after.place, strict=True)):
        if was == now:
            continue
        if was == DECK * 256 and now == CLEARING * 256:
            found.append(_named("turned-up", card, {}, EVERYONE))
        elif was == DECK * 256 and now == IN_HAND * 256 + seat:
            found.append(_named("you-drew", card, {}, only(seat)))
            found.append(Event("drew", {"seat": seat}, all_but(seat)))
        boxed += now == BOX * 256
    if boxed:
        found.append(Event("emptied", {"n": boxed}, EVERYONE))
    if after.phase == OVER:
        found.append(Event("ended", {}, EVERYONE))
    return found


def _redraw(before: State, seat: int, after: State) -> list[Event]:
    """Answers stay secret until all are given (§1.7); one after the other they are open (§14.2)."""
    if before.box.in_turn:
        redrew = count(after, seat, ANSWER) == REDRAWS
        return [Event("redrew" if redrew else "kept", {"seat": seat}, EVERYONE)]
    found = [Event("decided", {"seat": seat}, EVERYONE)]
    if after.phase != REDRAW_PHASE:
        for other in range(after.box.seats):
            redrew = count(after, other, ANSWER) == REDRAWS
            found.append(Event("redrew" if redrew else "kept", {"seat": other}, EVERYONE))
    return found


def _deed(before: State, seat: int, move: int, after: State) -> list[Event]:
    """What the player did; drawn and turned up cards follow by themselves."""
    args: Args = {"seat": seat}
    if move in (YES, NO):
        return [_answer(before, seat, move)]
    if RESOLVE <= move < AT:
        mole = int(before.tasks[before.depth - 1]) & 255
        placed = int(before.mole[mole * MOLE_CARDS + move - RESOLVE])
        return [Event("resolved", args | {"species": key_of((placed >> 6) - 1)}, EVERYONE)]
    if TAKE <= move < PLAY:
        return [_named("took", move - TAKE, args, EVERYONE)]
    found: list[Event] = []
    if PLAY <= move < SAPLE:
        found.append(Event("played", args | {"species": key_of(move - PLAY)}, EVERYONE))
    elif SAPLE <= move < PAY:
        tree = int(count(after, seat, TREES_PLANTED))
        found.append(Event("planted-sapling", args | {"tree": tree}, EVERYONE))
    elif PAY <= move < STASH:
        found.append(_named("paid", move - PAY, args, EVERYONE))
    elif move >= STASH:
        found.append(_named("you-stashed", move - STASH, {}, only(seat)))
        found.append(Event("stashed", args, all_but(seat)))
    return found + _arrival(before, seat, move, after)


def _arrival(before: State, seat: int, move: int, after: State) -> list[Event]:
    """A half that came to its slot: after the last payment, or at once where there is none."""
    face = int(before.playing)
    if face < 0 or after.playing >= 0 or not FACES[face].side:
        return []
    tree = move - AT + 1 if before.at < 0 else _number(before, seat, int(before.at))
    args: Args = {"species": key_of(face), "side": FACES[face].side, "tree": tree}
    return [Event("placed", args, EVERYONE)]


def _number(state: State, seat: int, tree: int) -> int:
    """The number of a tree in its own forest, from 1."""
    return sum(state.trees[one * TREE_WIDTH + OWNER] == seat for one in range(tree + 1))


def _answer(before: State, seat: int, move: int) -> Event:
    kind = int(before.tasks[before.depth - 1]) >> 8
    args: Args = {"seat": seat}
    if move == NO:
        key = "finished" if kind in (BATS_TASK, CAVE_TASK, MOLE_TASK) else "declined"
        return Event(key, args, EVERYONE)
    if kind == TURN_TASK:
        return Event("won-turn", args, EVERYONE)
    return Event("took-clearing", args | {"n": int(before.clearing)}, EVERYONE)


def _named(key: str, card: int, args: Args, to: int) -> Event:
    """An event about a whole card: a tree, or a pair of halves."""
    faces = [FACES[face].species for face in CARDS[card].faces]
    args = args | {"number": CARDS[card].number}
    if len(faces) == 1:
        return Event(f"{key}-tree", args | {"species": faces[0]}, to)
    return Event(f"{key}-pair", args | {"first": faces[0], "second": faces[1]}, to)
