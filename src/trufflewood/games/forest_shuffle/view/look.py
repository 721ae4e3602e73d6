"""What a seat may know in Forest Shuffle.

Cards are named by their printed numbers; 0 is a card that one may not see.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from trufflewood.games.forest_shuffle import components
from trufflewood.games.forest_shuffle.components import CARDS, FACES, SAPLING, SIDES, key_of
from trufflewood.games.forest_shuffle.moves import listed, prospect, waiting
from trufflewood.games.forest_shuffle.moves.numbering import (
    BATS_TASK,
    CAVE_TASK,
    CLEARING_TASK,
    DEER_TASK,
    DRAW_TASK,
    FREE_TASK,
    HARES_TASK,
    MOLE_TASK,
    PLAY,
    RESOLVE_TASK,
    SAPLE,
    TURN_TASK,
)  # fmt: skip
from trufflewood.games.forest_shuffle.scoring import points
from trufflewood.games.forest_shuffle.state import (
    ACTIVE,
    ANSWER,
    BOX,
    CARDS_IN_HAND,
    CAVE_SIZE,
    CLEARING,
    DECK,
    FACE,
    FACE_SIDE,
    FIRST_HALF,
    FRESH,
    HIDE,
    IN_CAVE,
    IN_HAND,
    MOLE_CARDS,
    MOLES,
    MUSHROOMS,
    NEED,
    OWNER,
    REDRAW_PHASE,
    REDRAWN,
    SAPLED,
    STASH_HIDE,
    STASH_NEED,
    STASH_OWNER,
    STASH_SIZE,
    STASH_WIDTH,
    STASHED,
    TREE_WIDTH,
    State,
    count,
    face_at,
)  # fmt: skip
from trufflewood.kit import seen
from trufflewood.kit.game import seats_in

NUMBERS: Final = [card.number for card in CARDS]  # as printed
IN_DECK: Final = DECK * 256
TOP, BOTTOM, LEFT, RIGHT = range(len(SIDES))
PHASES: Final = ("redraw", "turn", "second-draw", "placing", "paying", "choice", "over")
TASKS: Final = {
    DRAW_TASK: "draw",
    TURN_TASK: "extra-turn",
    CLEARING_TASK: "clearing-to-cave",
    FREE_TASK: "free",
    BATS_TASK: "free-bats",
    CAVE_TASK: "hand-to-cave",
    MOLE_TASK: "mole",
    RESOLVE_TASK: "resolve",
    HARES_TASK: "draw-per-hare",
    DEER_TASK: "draw-per-deer",
}


class Tree(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    species: str  # "sapling" for a card that lies face down
    card: int  # 0 for another player's sapling
    order: int  # among all trees of the table, as planted
    top: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    right: tuple[int, ...] = ()
    fresh: tuple[str, ...] = ()  # sides where a card was placed this turn
    hide: int = -1  # of a sapling: how often its owner had hidden cards before
    need: int = 0  # of the owner's cards hidden up to here, so many at least were seen taken


class Stash(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Cards that one raccoon put into a cave."""

    size: int
    cards: tuple[int, ...]  # () for another player's
    order: int
    hide: int
    need: int


class Place(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One player's side of the table."""

    hand: int  # cards in it
    cards: tuple[int, ...]  # those in one's own hand
    taken: tuple[tuple[int, int], ...]  # seen taken from the clearing, not seen since; and how often its
    # taker had hidden cards by then: it is in hand, or was hidden since
    cave: int  # cards in it
    bear: tuple[int, ...]  # those that a bear put there
    stashes: tuple[Stash, ...]  # those of raccoons
    answer: str  # to the redraw: "keeps", "redraws" or "", also for an answer still secret
    redrawn: tuple[int, ...]  # one's own six in the box
    trees: tuple[Tree, ...]
    mushrooms: tuple[int, ...]  # that work already: chanterelle, fly agaric, parasol, penny bun
    points: int


class MoleCard(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Placed by a mole, still to be resolved."""

    face: int  # 250 for a sapling
    species: str
    bonus: bool
    draws: int  # for mushrooms


class View(seen.View, frozen=True, kw_only=True):
    options: components.Options
    start: int
    turn: int
    phase: str  # of PHASES
    places: tuple[Place, ...]  # by seat
    clearing: tuple[int, ...]
    box: tuple[int, ...]  # cards that left from the clearing
    deck: int  # cards in it, winter cards included
    winters: int  # turned up
    extra: int  # turns won in this one
    playing: int  # the face announced, or -1
    at: int  # the tree chosen for it, as `order`, or -1
    due: int  # cards still to pay
    matching: bool  # all cards paid so far show the symbol
    last_paid: int  # the card, or 0
    tasks: tuple[tuple[str, int], ...]  # what is still to be decided, the next one last
    prospects: tuple[tuple[int, int], ...]  # faces that one may play now, and what one's points would gain
    moles: int  # begun this turn
    mole: tuple[tuple[MoleCard | None, ...], ...]


class _Lying:
    """The cards by where they lie, as printed numbers; those in the deck are in nobody's sight."""

    def __init__(self, state: State) -> None:
        self.places: dict[int, list[int]] = {}
        self.slots: dict[tuple[int, int], list[int]] = {}  # at a tree, on a side
        self.taken: dict[int, list[tuple[int, int]]] = {}  # by seat, as in Place
        for card, place in enumerate(state.place):  # all at once: one by one takes twenty times as long
            if place == IN_DECK:
                continue
            if place >> 8 >= FIRST_HALF:
                side = int(FACE_SIDE[face_at(state, card)])
                self.slots.setdefault((place & 255, side), []).append(NUMBERS[card])
            else:
                self.places.setdefault(place, []).append(NUMBERS[card])
        for card, since in enumerate(state.since):
            if since >= 0:
                self.taken.setdefault(_hider(state, card), []).append((NUMBERS[card], since))

    def at(self, zone: int, what: int = 0) -> tuple[int, ...]:
        return tuple(self.places.get(zone * 256 + what, ()))

    def slot(self, tree: int, side: int) -> tuple[int, ...]:
        return tuple(self.slots.get((tree, side), ()))


class Looks:
    """What each seat sees of a state that no longer changes: what several see is worked out once."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._lying = _Lying(state)
        self._rows = list(state.trees)
        self._grown: dict[int, Tree] = {}  # trees that look the same to everybody
        self._places: dict[tuple[int, bool], Place] = {}
        self._open = View(  # to which each seat adds what it alone sees
            seat=None,
            moves=(),
            places=(),
            prospects=(),
            waiting=tuple(seats_in(waiting(state))),
            options=state.box.options,
            start=int(state.start),
            turn=int(state.turn),
            phase=PHASES[state.phase],
            clearing=self._lying.at(CLEARING),
            box=self._lying.at(BOX),
            deck=int(state.box.deck_size - state.drawn),
            winters=int(state.winters),
            extra=int(state.extra),
            playing=int(state.playing),
            at=int(state.at),
            due=int(state.due),
            matching=bool(state.matching),
            last_paid=0 if state.last_paid < 0 else CARDS[state.last_paid].number,
            tasks=tuple(_task(int(state.tasks[n])) for n in range(state.depth)),
            moles=int(state.moles),
            mole=tuple(_mole(state, n) for n in range(MOLES)) if any(state.mole) else ((),) * MOLES,
        )

    def __call__(self, seat: int | None) -> View:
        """Built by naming what is shown: the secrets of one seat, and what lies open."""
        if seat is None:
            return self.look(None, (), ())
        return self.look(seat, (seat,), tuple(listed(self._state, seat)))

    def look(self, seat: int | None, sees: tuple[int, ...], moves: tuple[int, ...]) -> View:
        """The table with the secrets of the seats in `sees`."""
        return msgspec.structs.replace(
            self._open,
            seat=seat,
            moves=moves,
            places=tuple(self._place(one, one in sees) for one in range(self._state.box.seats)),
            prospects=() if seat is None else _prospects(self._state, seat, moves),
        )

    def _place(self, seat: int, own: bool) -> Place:
        if (seat, own) not in self._places:
            self._places[seat, own] = self._new_place(seat, own)
        return self._places[seat, own]

    def _new_place(self, seat: int, own: bool) -> Place:
        state, lying = self._state, self._lying
        answer = int(count(state, seat, ANSWER))
        if state.phase == REDRAW_PHASE and not own and not state.box.in_turn:
            answer = 0
        return Place(
            hand=int(count(state, seat, CARDS_IN_HAND)),
            cards=lying.at(IN_HAND, seat) if own else (),
            taken=tuple(lying.taken.get(seat, ())),
            cave=int(count(state, seat, CAVE_SIZE)),
            bear=lying.at(IN_CAVE, seat),
            stashes=_stashes(state, lying, seat, own),
            answer=("", "keeps", "redraws")[answer],
            redrawn=lying.at(REDRAWN, seat) if own else (),
            trees=tuple(self._trees(seat, own)),
            mushrooms=tuple(int(count(state, seat, ACTIVE + n)) for n in range(MUSHROOMS)),
            points=int(points(state, seat)),
        )

    def _trees(self, seat: int, own: bool) -> Iterator[Tree]:
        for tree in range(self._state.planted):
            row = tree * TREE_WIDTH
            if self._rows[row + OWNER] != seat:
                continue
            if self._rows[row + FACE] == SAPLING:
                yield self._tree(tree, self._lying.at(SAPLED, tree)[0] if own else 0)
                continue
            if tree not in self._grown:
                self._grown[tree] = self._tree(tree, FACES[self._rows[row + FACE]].number)
            yield self._grown[tree]

    def _tree(self, tree: int, card: int) -> Tree:
        face, fresh, hide, need = (
            self._rows[tree * TREE_WIDTH + column] for column in (FACE, FRESH, HIDE, NEED)
        )
        slot = self._lying.slot
        return Tree(
            species=key_of(face),
            card=card,
            order=tree,
            top=slot(tree, TOP),
            bottom=slot(tree, BOTTOM),
            left=slot(tree, LEFT),
            right=slot(tree, RIGHT),
            fresh=tuple(side for n, side in enumerate(SIDES) if fresh >> n & 1) if fresh else (),
            hide=hide,
            need=need,
        )


def view(state: State, seat: int | None) -> View:
    return Looks(state)(seat)


def _prospects(state: State, seat: int, moves: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    faces = [move - PLAY for move in moves if PLAY <= move < SAPLE]
    return tuple((face, int(prospect(state, seat, face))) for face in faces)


def _task(task: int) -> tuple[str, int]:
    return TASKS[task >> 8], task & 255


def _mole(state: State, mole: int) -> tuple[MoleCard | None, ...]:
    found = [_mole_card(int(state.mole[mole * MOLE_CARDS + n])) for n in range(MOLE_CARDS)]
    while found and found[-1] is None:
        found.pop()
    return tuple(found)


def _mole_card(placed: int) -> MoleCard | None:
    if not placed:
        return None
    face = (placed >> 6) - 1
    return MoleCard(face=face, species=key_of(face), bonus=bool(placed & 32), draws=placed & 31)


def _hider(state: State, card: int) -> int:
    """The seat that holds or hid a card that was seen taken."""
    where, what = divmod(int(state.place[card]), 256)
    if where == SAPLED:
        return int(state.trees[what * TREE_WIDTH + OWNER])
    if where == STASHED:
        return int(state.stashes[what * STASH_WIDTH + STASH_OWNER])
    return what


def _stashes(state: State, lying: _Lying, seat: int, own: bool) -> tuple[Stash, ...]:
    found: list[Stash] = []
    for stash in range(state.stashed):
        row = stash * STASH_WIDTH
        if state.stashes[row + STASH_OWNER] == seat:
            found.append(
                Stash(
                    size=int(state.stashes[row + STASH_SIZE]),
                    cards=lying.at(STASHED, stash) if own else (),
                    order=stash,
                    hide=int(state.stashes[row + STASH_HIDE]),
                    need=int(state.stashes[row + STASH_NEED]),
                )
            )
    return tuple(found)
