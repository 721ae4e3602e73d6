"""What is true now in a game of Forest Shuffle. Compiled.

Every card has one place: a zone and, in it, a seat, a tree or a stash. Trees of all forests stand
in one list, in the order of planting.
"""

from __future__ import annotations

from typing import Final, cast, final

from trufflewood.games.forest_shuffle import components
from trufflewood.games.forest_shuffle.components import (
    ALL_CARDS,
    ALL_FACES,
    CARDS,
    FACES,
    HAND,
    HAND_LIMIT,
    NO_SPECIES,
    NO_SYMBOL,
    REMOVED,
    SAPLING,
    SIDES,
    SPECIES,
    SPECIES_ROW,
    SYMBOLS,
    TAGS,
    WINTER,
    WINTERS,
)
from trufflewood.kit import game
from trufflewood.kit.bits import BIT
from trufflewood.kit.chance import Chance
from trufflewood.kit.native import i64, vec
from trufflewood.kit.options import Options

# ---- the printed cards, by row

FACE_CARD: Final = vec[i64]([face.card for face in FACES])
FACE_SPECIES: Final = vec[i64]([SPECIES_ROW[face.species] for face in FACES] + [NO_SPECIES])
FACE_SYMBOL: Final = vec[i64]([SYMBOLS.index(face.symbol) for face in FACES] + [NO_SYMBOL])
NO_SIDE: Final = 4
FACE_SIDE: Final = vec[i64]([SIDES.index(face.side) if face.side else NO_SIDE for face in FACES] + [NO_SIDE])
FACE_COST: Final = vec[i64]([SPECIES[SPECIES_ROW[face.species]].cost for face in FACES] + [0])
CARD_FACE: Final = vec[i64]([card.faces[0] for card in CARDS])  # the first; the other half comes next
CARD_FACES: Final = vec[i64]([len(card.faces) for card in CARDS])
CARD_SYMBOLS: Final = vec[i64](  # as a mask: either half may match (§3.5)
    [sum(2 ** SYMBOLS.index(FACES[face].symbol) for face in card.faces) for card in CARDS]
)
SPECIES_TAGS: Final = vec[i64](
    [sum(2 ** TAGS.index(tag) for tag in species.tags.split()) for species in SPECIES] + [0]
)

TREE_CARDS: Final = 66  # the rows below are trees
TOP: Final = 0
BOTTOM: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
BAT: Final = 1  # rows of TAGS
DEER: Final = 2
PAW: Final = 6
BIRD: Final = 9
HARE: Final = SPECIES_ROW["european-hare"]
TOAD: Final = SPECIES_ROW["common-toad"]
CHANTERELLE: Final = SPECIES_ROW["chanterelle"]  # the four mushrooms follow one another
MUSHROOMS: Final = 4

# ---- where a card can be: zone * 256 + seat, tree or stash

DECK: Final = 0  # secret from all; or removed unseen (§1.4)
BOX: Final = 1  # public: emptied from the clearing (§7.1)
CLEARING: Final = 2  # public
IN_PLAY: Final = 3  # public: announced, not yet paid for
IN_HAND: Final = 4  # secret from other seats
REDRAWN: Final = 5  # secret from other seats; in the box (§1.7)
IN_CAVE: Final = 6  # public: put there by a bear (§6.1)
STASHED: Final = 7  # secret from other seats: put into the cave by a raccoon (§6.2)
SAPLED: Final = 8  # secret from other seats: a sapling (§4.1)
PLANTED: Final = 9  # public: a tree
FIRST_HALF: Final = 10  # public: at a tree, the left or upper half visible
SECOND_HALF: Final = 11

# ---- the cards of the clearing and of each hand once more: a row of `lists`, ascending

CLEARING_ROW: Final = 0
HAND_ROW: Final = 158  # of the first seat
HAND_ROOM: Final = 16  # no hand holds so many
assert HAND_ROW == ALL_CARDS and HAND_ROOM > HAND_LIMIT

# ---- a tree: a row of `trees`

TREE_WIDTH: Final = 9
OWNER: Final = 0
FACE: Final = 1
SLOT: Final = 2  # four slots from here: species * 16 + cards, 0 when empty
HIDE: Final = 6  # of a sapling: how many cards or stashes its owner had hidden before
NEED: Final = 7  # of all hidden up to here, at least so many were seen taken from the clearing
FRESH: Final = 8  # mask of the slots filled this turn

# ---- a stash: cards that one raccoon put into the cave

STASH_WIDTH: Final = 4
STASH_OWNER: Final = 0
STASH_SIZE: Final = 1
STASH_HIDE: Final = 2
STASH_NEED: Final = 3
MOST_STASHES: Final = 4  # there are four raccoons

# ---- a seat: a row of `seats`; all of it public

SEAT_WIDTH: Final = 24
CARDS_IN_HAND: Final = 0
TREES_PLANTED: Final = 1  # saplings included
FILLED: Final = 2  # slots that hold a card, by side: 2 to 5
HARE_SLOTS: Final = 6  # that hold hares, left and right: 6 and 7
LONE_TOADS: Final = 8  # slots with one toad
CAVE_SIZE: Final = 9
HARES: Final = 10
DEER_CARDS: Final = 11
HIDES: Final = 12  # how often this seat hid a card: a sapling or a stash
LAST_HIDE: Final = 13  # the tree, or MOST_TREES + the stash, of the latest
TAKEN: Final = 14  # cards seen taken from the clearing and not seen since
ANSWER: Final = 15  # to the redraw: 0 none yet, 1 keeps, 2 redraws; secret while others think
ACTIVE: Final = 16  # mushrooms that work, by kind: 16 to 19
NEW: Final = 20  # mushrooms placed this turn: 20 to 23

MOST_TREES: Final = 158
MOST_SEATS: Final = 5
MOST_TASKS: Final = 40
MOLE_CARDS: Final = 10  # no hand holds more
MOLES: Final = 2

NO_ANSWER: Final = 0
KEEPS: Final = 1
REDRAWS: Final = 2

# ---- what is to be decided

REDRAW_PHASE: Final = 0  # keep or redraw (§1.7)
TURN: Final = 1  # draw or play (§2.1)
SECOND_DRAW: Final = 2  # the second card of two (§2.2)
PLACING: Final = 3  # at which tree (§3.7)
PAYING: Final = 4  # with which cards (§3.2)
CHOICE: Final = 5  # what the topmost task asks
OVER: Final = 6


@final
class Box:
    """What never changes during a game; shared by all copies of a state."""

    def __init__(self, options: Options) -> None:
        chosen = cast(components.Options, options)
        self.options = chosen
        self.seats: i64 = chosen.seats
        cards = ALL_CARDS - REMOVED[chosen.seats]
        lower = cards // 3 if chosen.lower_pile == "short" else cards - cards // 3 * 2
        self.first_winter: i64 = cards - lower  # cards above it (§1.5)
        self.deck_size: i64 = cards + WINTERS
        self.in_turn: bool = chosen.redraw == "in-turn"
        self.later_turn: bool = chosen.sharing == "later-turn"
        self.all_or_none: bool = chosen.draws == "all-or-none"
        self.next_card: bool = chosen.mushrooms == "next-card"
        self.as_placed: bool = chosen.mole_order == "placed"
        self.reveal_each: bool = chosen.mole_reveals == "each"
        self.bats: i64 = chosen.bats
        self.beeches: i64 = chosen.beeches


@final
class State(game.State):
    def __init__(
        self,
        box: Box,
        deck: vec[i64],
        place: vec[i64],
        lists: vec[i64],
        since: vec[i64],
        trees: vec[i64],
        seats: vec[i64],
        tasks: vec[i64],
        mole: vec[i64],
        stashes: vec[i64],
    ) -> None:
        self.box = box
        self.deck = deck  # secret, never written; the next card is at `drawn`, those removed come last
        self.place = place  # of each card; secret where its zone says so
        self.lists = lists  # what `place` says of the clearing and of the hands, to be found at once
        self.since = since  # public: how often its taker had hidden cards when it took this one; -1 if unseen
        self.trees = trees
        self.seats = seats
        self.tasks = tasks  # public: what is still to be resolved, the next one last
        self.mole = mole  # public: what each mole placed and is still to be resolved
        self.stashes = stashes
        self.start: i64 = 0
        self.turn: i64 = 0  # the seat that decides
        self.phase: i64 = REDRAW_PHASE
        self.drawn: i64 = 0  # cards that have left the deck
        self.winters: i64 = 0  # winter cards turned up
        self.clearing: i64 = 0  # cards in it
        self.planted: i64 = 0  # trees of all seats
        self.stashed: i64 = 0  # stashes of all seats
        self.depth: i64 = 0  # tasks
        self.moles: i64 = 0  # that have begun to resolve this turn
        self.extra: i64 = 0  # turns won
        self.playing: i64 = -1  # the face announced
        self.at: i64 = -1  # the tree chosen for it
        self.due: i64 = 0  # cards still to pay
        self.matching: i64 = 0  # 1 while all cards paid show the symbol
        self.last_paid: i64 = -1  # a payment is named in ascending order
        self.attached: bool = True  # a slot may be FRESH

    def copy(self) -> State:
        twin = State(
            self.box,
            self.deck,
            self.place[:],
            self.lists[:],
            self.since[:],
            self.trees[:],
            self.seats[:],
            self.tasks[:],
            self.mole[:],
            self.stashes[:],
        )
        twin.start = self.start
        twin.turn = self.turn
        twin.phase = self.phase
        twin.drawn = self.drawn
        twin.winters = self.winters
        twin.clearing = self.clearing
        twin.planted = self.planted
        twin.stashed = self.stashed
        twin.depth = self.depth
        twin.moles = self.moles
        twin.extra = self.extra
        twin.playing = self.playing
        twin.at = self.at
        twin.due = self.due
        twin.matching = self.matching
        twin.last_paid = self.last_paid
        twin.attached = self.attached
        return twin

    def dump(self) -> list[int]:
        facts = [self.start, self.turn, self.phase, self.drawn, self.winters, self.clearing, self.planted]
        facts += [self.stashed, self.depth, self.moles, self.extra, self.playing, self.at, self.due]
        facts += [self.matching, self.last_paid, self.box.first_winter, self.box.bats, self.box.beeches]
        found = [int(fact) for fact in facts]
        n: i64 = self.drawn
        while n < ALL_CARDS + WINTERS:
            found.append(int(self.deck[n]))
            n += 1
        for part in (self.place, self.since, self.trees, self.seats, self.tasks, self.mole, self.stashes):
            found += [int(number) for number in part]
        return found


def blank(options: Options) -> State:
    """Empty forests and all cards in the deck, in the order of their numbers."""
    order = vec[i64](list(range(ALL_CARDS)) + [WINTER] * WINTERS)
    return State(
        Box(options),
        order,
        vec[i64]([DECK * 256] * ALL_CARDS),
        vec[i64]([0] * (ALL_CARDS + MOST_SEATS * HAND_ROOM)),
        vec[i64]([-1] * ALL_CARDS),
        vec[i64]([0] * (MOST_TREES * TREE_WIDTH)),
        vec[i64]([0] * (MOST_SEATS * SEAT_WIDTH)),
        vec[i64]([0] * MOST_TASKS),
        vec[i64]([0] * (MOLES * MOLE_CARDS)),
        vec[i64]([0] * (MOST_STASHES * STASH_WIDTH)),
    )


def deal(options: Options, chance: Chance) -> State:
    """Shuffle, remove, build the deck around the winter cards, and deal six to each (§1)."""
    state = blank(options)
    box = state.box
    cards = list(range(ALL_CARDS))
    chance.shuffle(cards)
    size = int(box.deck_size) - WINTERS
    above = int(box.first_winter)
    lower = [*cards[above:size], WINTER, WINTER]
    chance.shuffle(lower)
    stack(state, [*cards[:above], WINTER, *lower, *cards[size:]])
    first = chance.below(options.seats)
    state.start = first if options.start is None else options.start
    state.turn = state.start
    n: i64
    for n in range(box.seats):
        seat: i64 = (state.start + n) % box.seats
        for _ in range(HAND):
            hold(state, seat, state.deck[state.drawn])
            state.drawn += 1
    return state


def stack(state: State, cards: list[int]) -> None:
    """Lay the deck in this order: what was drawn (or -1 for it), what comes, what was removed."""
    state.deck = vec[i64](cards)


# ---- what moves, positions and score sheets are made of


def zone(place: i64) -> i64:
    return place >> 8


def count(state: State, seat: i64, what: i64) -> i64:
    return state.seats[seat * SEAT_WIDTH + what]


def change(state: State, seat: i64, what: i64, by: i64) -> None:
    state.seats[seat * SEAT_WIDTH + what] += by


def put(state: State, seat: i64, what: i64, value: i64) -> None:
    state.seats[seat * SEAT_WIDTH + what] = value


def hold(state: State, seat: i64, card: i64) -> None:
    """A card comes to a hand."""
    row: i64 = seat * SEAT_WIDTH + CARDS_IN_HAND
    state.place[card] = IN_HAND * 256 + seat
    _enter(state.lists, HAND_ROW + seat * HAND_ROOM, state.seats[row], card)
    state.seats[row] += 1


def release(state: State, seat: i64, card: i64, place: i64) -> None:
    """A card leaves a hand for another place."""
    state.place[card] = place
    row: i64 = seat * SEAT_WIDTH + CARDS_IN_HAND
    state.seats[row] -= 1
    _leave(state.lists, HAND_ROW + seat * HAND_ROOM, state.seats[row], card)


def uncover(state: State, card: i64) -> None:
    """A card comes to the clearing."""
    state.place[card] = CLEARING * 256
    _enter(state.lists, CLEARING_ROW, state.clearing, card)
    state.clearing += 1


def pick_up(state: State, seat: i64, card: i64) -> None:
    """A card comes from the clearing to a hand."""
    state.clearing -= 1
    _leave(state.lists, CLEARING_ROW, state.clearing, card)
    hold(state, seat, card)


def _enter(lists: vec[i64], first: i64, size: i64, card: i64) -> None:
    n: i64 = first + size
    while n > first and lists[n - 1] > card:
        lists[n] = lists[n - 1]
        n -= 1
    lists[n] = card


def _leave(lists: vec[i64], first: i64, size: i64, card: i64) -> None:
    """`size` cards are left; what stands behind them means nothing."""
    n: i64 = first
    while lists[n] != card:
        n += 1
    while n < first + size:
        lists[n] = lists[n + 1]
        n += 1


def gather(state: State) -> None:
    """Fill `lists` anew, after `place` alone was written."""
    _gather(state, CLEARING * 256, CLEARING_ROW)
    seat: i64
    for seat in range(state.box.seats):
        _gather(state, IN_HAND * 256 + seat, HAND_ROW + seat * HAND_ROOM)


def _gather(state: State, place: i64, first: i64) -> None:
    places = state.place
    card: i64
    for card in range(ALL_CARDS):
        if places[card] == place:
            state.lists[first] = card
            first += 1


def plant(state: State, seat: i64, face: i64) -> i64:
    """A tree, or a sapling, comes to a forest; return its row."""
    tree: i64 = state.planted
    state.planted += 1
    row: i64 = tree * TREE_WIDTH
    state.trees[row + OWNER] = seat
    state.trees[row + FACE] = face
    if face == SAPLING:
        state.trees[row + HIDE] = count(state, seat, HIDES)
    else:
        state.trees[row + HIDE] = -1
        state.place[FACE_CARD[face]] = PLANTED * 256 + tree
    change(state, seat, TREES_PLANTED, 1)
    return tree


def attach(state: State, tree: i64, face: i64) -> None:
    """A half comes to a slot of a tree."""
    row: i64 = tree * TREE_WIDTH
    seat: i64 = state.trees[row + OWNER]
    side: i64 = FACE_SIDE[face]
    species: i64 = FACE_SPECIES[face]
    card: i64 = FACE_CARD[face]
    slot: i64 = row + SLOT + side
    there: i64 = state.trees[slot] & 15
    state.trees[slot] = species * 16 + there + 1
    state.trees[row + FRESH] |= BIT[side]
    state.attached = True
    state.place[card] = (FIRST_HALF + face - CARD_FACE[card]) * 256 + tree
    if there == 0:
        change(state, seat, FILLED + side, 1)
    if species == HARE:
        change(state, seat, HARES, 1)
        if there == 0:
            change(state, seat, HARE_SLOTS + side - LEFT, 1)
    elif species == TOAD:
        change(state, seat, LONE_TOADS, 1 if there == 0 else -1)
    elif SPECIES_TAGS[species] & BIT[DEER]:
        change(state, seat, DEER_CARDS, 1)
    elif CHANTERELLE <= species < CHANTERELLE + MUSHROOMS:
        change(state, seat, (ACTIVE if state.box.next_card else NEW) + species - CHANTERELLE, 1)


def nth_tree(state: State, seat: i64, n: i64) -> i64:
    """The row of the tree that a seat planted as number `n`, counted from 0; -1 if there is none."""
    trees = state.trees
    tree: i64
    for tree in range(state.planted):
        if trees[tree * TREE_WIDTH + OWNER] == seat:
            if n == 0:
                return tree
            n -= 1
    return -1


def face_at(state: State, card: i64) -> i64:
    """The visible face of a card that lies in a forest."""
    face: i64 = CARD_FACE[card]
    if zone(state.place[card]) == SECOND_HALF:
        face += 1
    return face


assert len(FACES) == ALL_FACES and len(CARDS) == ALL_CARDS
