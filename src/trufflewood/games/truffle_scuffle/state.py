"""What is true now in a game of Truffle Scuffle. All of it is public. Compiled.

Truffles are packed: on a tile four bits a colour, in a pile eight bits a colour.
"""

from __future__ import annotations

from typing import Final, cast, final

from trufflewood.games.truffle_scuffle import components
from trufflewood.games.truffle_scuffle.components import FOREST, HOGS, TILES, VILLAGE
from trufflewood.kit import game
from trufflewood.kit.chance import Chance
from trufflewood.kit.native import i64, vec
from trufflewood.kit.options import Options

COLOURS: Final = 5
ON_TILE: Final = vec[i64]([16**colour for colour in range(COLOURS)])  # one truffle of a colour
IN_PILE: Final = vec[i64]([256**colour for colour in range(COLOURS)])

IN_FOREST: Final = 2  # the third pile, beside those of the two seats
NOWHERE: Final = 99  # a hog not yet bought; sorts behind every tile

# what is to be decided
SET_STARTER: Final = 0  # where the starter's first hog stands (§2.1)
SET_OWN: Final = 1  # where one's own first hog stands
TURN_BEGINS: Final = 2  # a purchase, or the first hog
MOVING: Final = 3  # the next hog
OVER: Final = 4

# why the game is over
NOT_OVER: Final = 0
ALL_OF_A_COLOUR: Final = 1  # §5.1
LAST_TRUFFLE: Final = 2  # §5.2
CLAIMED: Final = 3  # §5.3
STALLED: Final = 4  # §5.4
NO_SEAT: Final = -1


@final
class Box:
    """What never changes during a game; shared by all copies of a state."""

    def __init__(self, options: Options) -> None:
        chosen = cast(components.Options, options)
        self.options = chosen
        self.one_hog: bool = chosen.hogs == "one"
        self.several_purchases: bool = chosen.purchases == "several"
        self.automatic_claim: bool = chosen.claim == "automatic"
        self.stall: i64 = chosen.stall
        shown = components.tiles(chosen.deck)
        self.tiles: list[int] = [sum(16**colour for colour in tile) for tile in shown]
        # of each colour in the box
        self.truffles: i64 = sum(256**colour for tile in shown for colour in tile)


@final
class State(game.State):
    def __init__(self, box: Box, ground: vec[i64], hogs: vec[i64], piles: vec[i64]) -> None:
        self.box = box
        self.ground = ground  # the truffles on each tile
        self.hogs = hogs  # four a seat; of the seat in turn those that have yet to move come first
        self.piles = piles  # seat 0, seat 1, the forest
        self.start: i64 = 0
        self.turn: i64 = 0  # the seat that decides
        self.phase: i64 = SET_STARTER
        self.to_go: i64 = 0  # hogs that have yet to move this turn
        self.fresh: i64 = 0  # of these, how many may stay on the village (§4.3)
        self.bought: i64 = 0  # this turn
        self.took: bool = False  # a truffle, this turn
        self.quiet: i64 = 0  # turns in a row without a truffle (§5.4)
        self.ending: i64 = NOT_OVER
        self.winner: i64 = NO_SEAT  # of an early end; the count decides otherwise

    def copy(self) -> State:
        twin = State(self.box, self.ground[:], self.hogs[:], self.piles[:])
        twin.start = self.start
        twin.turn = self.turn
        twin.phase = self.phase
        twin.to_go = self.to_go
        twin.fresh = self.fresh
        twin.bought = self.bought
        twin.took = self.took
        twin.quiet = self.quiet
        twin.ending = self.ending
        twin.winner = self.winner
        return twin

    def dump(self) -> list[int]:
        facts = [self.start, self.turn, self.phase, self.to_go, self.fresh, self.bought]
        facts += [i64(self.took), self.quiet, self.ending, self.winner, self.box.truffles, self.box.stall]
        found = [int(fact) for fact in facts]
        found += [int(truffles) for truffles in self.ground]
        found += [int(tile) for tile in self.hogs]
        return found + [int(pile) for pile in self.piles]


def blank(options: Options) -> State:
    """An empty forest, to be filled by `deal`, `imagine` or a position in notation."""
    hogs = vec[i64]([NOWHERE] * (2 * HOGS))
    return State(Box(options), vec[i64]([0] * TILES), hogs, vec[i64]([0] * 3))


def deal(options: Options, chance: Chance) -> State:
    """Shuffle the tiles around the village and draw the starting player (§1.1, §2.1)."""
    state = blank(options)
    order = list(range(FOREST))
    chance.shuffle(order)
    start = chance.below(2)
    for place, tile in enumerate(order):
        state.ground[place if place < VILLAGE else place + 1] = state.box.tiles[tile]
    state.piles[IN_FOREST] = state.box.truffles
    state.start = start if options.start is None else options.start
    state.turn = 1 - state.start
    return state


def in_pile(pile: i64, colour: i64) -> i64:
    """How many truffles of a colour are in a pile."""
    return (pile >> (colour * 8)) & 255


def on_tile(ground: i64, colour: i64) -> i64:
    """How many truffles of a colour lie on a tile."""
    return (ground >> (colour * 4)) & 15


def herd(state: State, seat: i64) -> i64:
    """How many hogs a seat has in play."""
    hogs = state.hogs
    count: i64 = 0
    first: i64 = seat * HOGS
    while count < HOGS and hogs[first + count] != NOWHERE:
        count += 1
    return count
