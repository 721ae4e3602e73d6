"""What a seat can count on, whatever the other does. Compiled.

Hogs do not hinder one another (§3.2), so a truffle that one's hog reaches before any hog of the other
can is as good as taken. `holds` sends each hog along a route of such truffles, gives everything else
to the other, and counts. If the other buys a hog, it starts from the village and costs four truffles: both
are reckoned with. Nothing here is judged: what holds is certain, the stall (§5.4) included.
"""

from __future__ import annotations

from typing import Final, final

from trufflewood.games.truffle_scuffle.bots.native_guide import DISTANCE
from trufflewood.games.truffle_scuffle.components import HOGS, PRICE, TILES, VILLAGE
from trufflewood.games.truffle_scuffle.state import (
    COLOURS,
    IN_FOREST,
    NOWHERE,
    OVER,
    SET_OWN,
    TURN_BEGINS,
    State,
)
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

LATEST: Final = 8  # turn of one's own in which a race may still be won
MOST_RACES: Final = 24
_MOST_TRIES: Final = 60
_NEVER: Final = 99


@final
class Races:
    def __init__(self, latest: i64) -> None:
        self.latest = latest  # turn of one's own in which a race counts
        self.horizon: i64 = 2 * latest  # turns, of both, that a certainty may rest on
        self.tile = buffer(MOST_RACES)  # of each race, in the order of the turns it must be won in
        self.colour = buffer(MOST_RACES)
        self.until = buffer(MOST_RACES)
        self.until_bought = buffer(MOST_RACES)  # the same, if the other buys a hog
        self.races: i64 = 0
        self.place = buffer(HOGS)  # of one's own hogs, at the end of their routes so far
        self.turns = buffer(HOGS)
        self.herd: i64 = 0
        self.own = buffer(COLOURS)
        self.other = buffer(COLOURS)  # with all that lies in the forest
        self.box = buffer(COLOURS)
        self.sure = buffer(COLOURS)  # won races
        self.surer = buffer(COLOURS)  # those won even if the other buys a hog
        self.hope = buffer(COLOURS)  # the same, with all races to come
        self.hope_surer = buffer(COLOURS)
        self.buys: bool = False  # the other may come to it
        self.tries: i64 = 0

    def holds(self, state: State, seat: i64, target: i64) -> bool:
        """True if `seat` surely wins (target 1), or at least draws (target 0)."""
        own: i64 = state.piles[seat]
        other: i64 = state.piles[1 - seat]
        left: i64 = state.piles[IN_FOREST]
        box: i64 = state.box.truffles
        self.buys = False
        wanted: i64 = 0  # colours in which a race matters, as they lie on a tile
        best: i64 = 0
        lead: i64 = 0
        danger: bool = False
        colour: i64
        bit: i64 = 15
        for colour in range(COLOURS):
            mine: i64 = own & 255
            lies: i64 = left & 255
            theirs: i64 = (other & 255) + lies
            self.own[colour] = mine
            self.other[colour] = theirs
            self.box[colour] = box & 255
            self.sure[colour] = 0
            self.surer[colour] = 0
            self.hope[colour] = 0
            self.hope_surer[colour] = 0
            if theirs >= PRICE:
                self.buys = True
            if mine > theirs:
                lead += 1
                best += 1
            else:
                if mine < theirs:
                    lead -= 1
                    if theirs >= box & 255:
                        danger = True
                        wanted += bit
                    elif mine + lies >= theirs - lies:
                        wanted += bit
                elif lies > 0:
                    wanted += bit
                if mine + lies > theirs - lies:
                    best += 1
                elif mine + lies < theirs - lies:
                    best -= 1
            bit = bit << 4
            own = own >> 8
            other = other >> 8
            left = left >> 8
            box = box >> 8
        if lead >= target and not danger:
            return True
        if best < target or state.phase <= SET_OWN or state.phase == OVER or state.box.one_hog:
            return False
        if state.hogs[(2 - seat) * HOGS - 1] != NOWHERE:
            self.buys = False
        return self._races_hold(state, seat, target, wanted)

    def _races_hold(self, state: State, seat: i64, target: i64, wanted: i64) -> bool:
        self._muster(state, seat)
        self._find(state, seat, wanted)
        n: i64
        for n in range(self.races):
            self.hope[self.colour[n]] += 1
            if self.until_bought[n] > 0:
                self.hope_surer[self.colour[n]] += 1
        self.tries = 0
        return self._enough(self.hope, self.hope_surer, target) and self._win(0, target)

    def _muster(self, state: State, seat: i64) -> None:
        """One's own hogs, and how many turns of theirs are over: a hog that has moved waits for the next."""
        first: i64 = seat * HOGS
        slot: i64 = 0
        while slot < HOGS and state.hogs[first + slot] != NOWHERE:
            self.place[slot] = state.hogs[first + slot]
            self.turns[slot] = 1 if seat == state.turn and slot >= state.to_go else 0
            slot += 1
        self.herd = slot

    def _find(self, state: State, seat: i64, wanted: i64) -> None:
        """The races that one of one's hogs can win, by the turn they must be won in."""
        before: i64 = 0 if seat == state.turn else 1  # the other's turn of the same number comes first
        last: i64 = self.latest
        # a race is won in a turn that begins before the stall, however quiet all turns until then are
        while last > 0 and state.quiet + 2 * (last - 1) + before >= state.box.stall:
            last -= 1
        bought: i64 = self._turns_to_buy(state, 1 - seat)
        self.races = 0
        rival: i64 = (1 - seat) * HOGS
        tile: i64
        slot: i64
        for tile in range(TILES):
            ground: i64 = state.ground[tile] & wanted
            if ground == 0:
                continue
            until: i64 = _NEVER
            for slot in range(HOGS):
                hog: i64 = state.hogs[rival + slot]
                if hog == NOWHERE:
                    break
                turns: i64 = DISTANCE[hog * TILES + tile]
                if turns == 0:
                    turns = 2
                if before == 1 and slot >= state.to_go:
                    turns += 1
                if turns < until:
                    until = turns
            late: i64 = until
            if self.buys and DISTANCE[VILLAGE * TILES + tile] + bought < late:
                late = DISTANCE[VILLAGE * TILES + tile] + bought
            until -= before
            late -= before
            if until > last:
                until = last
            if late > last:
                late = last
            mine: i64 = _NEVER
            for slot in range(self.herd):
                turns = self._arrives(slot, tile)
                if turns < mine:
                    mine = turns
            if mine > late:
                late = 0
            if mine <= until:
                self._enter(tile, ground, until, late)

    def _turns_to_buy(self, state: State, seat: i64) -> i64:
        """Turns before the one that `seat` can begin with a purchase: first it must have four of a colour."""
        turns: i64 = 1 if seat == state.turn and state.phase != TURN_BEGINS else 0
        pile: i64 = state.piles[seat]
        while pile != 0:
            if pile & 255 >= PRICE:
                return turns
            pile = pile >> 8
        return 1

    def _enter(self, tile: i64, ground: i64, until: i64, late: i64) -> None:
        colour: i64 = 0
        while ground != 0:
            _: i64
            for _ in range(ground & 15):
                if self.races == MOST_RACES:
                    return
                at: i64 = self.races
                while at > 0 and self.until[at - 1] > until:
                    self.tile[at] = self.tile[at - 1]
                    self.colour[at] = self.colour[at - 1]
                    self.until[at] = self.until[at - 1]
                    self.until_bought[at] = self.until_bought[at - 1]
                    at -= 1
                self.tile[at] = tile
                self.colour[at] = colour
                self.until[at] = until
                self.until_bought[at] = late
                self.races += 1
            ground = ground >> 4
            colour += 1

    def _arrives(self, slot: i64, tile: i64) -> i64:
        """The turn in which a hog can be on a tile, after its route so far; no hog stays where it is."""
        steps: i64 = DISTANCE[self.place[slot] * TILES + tile]
        if steps == 0:
            steps = 2
        return self.turns[slot] + steps

    def _win(self, n: i64, target: i64) -> bool:
        """True if routes through the races from the n-th on win enough of them."""
        self.tries += 1
        if self._enough(self.sure, self.surer, target):
            return True
        if n == self.races or self.tries > _MOST_TRIES:
            return False
        colour: i64 = self.colour[n]
        might: i64 = 1 if self.until_bought[n] > 0 else 0
        slot: i64
        for slot in range(self.herd):
            turn: i64 = self._arrives(slot, self.tile[n])
            if turn > self.until[n]:
                continue
            surer: i64 = 1 if turn <= self.until_bought[n] else 0
            place: i64 = self.place[slot]
            turns: i64 = self.turns[slot]
            self.place[slot] = self.tile[n]
            self.turns[slot] = turn
            self.sure[colour] += 1
            self.surer[colour] += surer
            self.hope_surer[colour] -= might - surer
            if self._win(n + 1, target):
                return True
            self.place[slot] = place
            self.turns[slot] = turns
            self.sure[colour] -= 1
            self.surer[colour] -= surer
            self.hope_surer[colour] += might - surer
        self.hope[colour] -= 1
        self.hope_surer[colour] -= might
        found: bool = self._enough(self.hope, self.hope_surer, target) and self._win(n + 1, target)
        self.hope[colour] += 1
        self.hope_surer[colour] += might
        return found

    def _enough(self, sure: vec[i64], surer: vec[i64], target: i64) -> bool:
        lead: i64 = 0
        colour: i64
        for colour in range(COLOURS):
            mine: i64 = self.own[colour] + sure[colour]
            theirs: i64 = self.other[colour] - sure[colour]
            if mine > theirs:
                lead += 1
            elif mine < theirs:
                lead -= 1
                if theirs >= self.box[colour]:
                    return False  # all of a colour (§5.1)
        if lead < target:
            return False
        if not self.buys:
            return True
        for colour in range(COLOURS):
            if self.other[colour] - surer[colour] >= PRICE and not self._enough_after(colour, surer, target):
                return False
        return True

    def _enough_after(self, paid: i64, surer: vec[i64], target: i64) -> bool:
        """The same, if the other buys a hog with a colour."""
        lead: i64 = 0
        colour: i64
        for colour in range(COLOURS):
            mine: i64 = self.own[colour] + surer[colour]
            theirs: i64 = self.other[colour] - surer[colour]
            if colour == paid:
                theirs -= PRICE
            if mine > theirs:
                lead += 1
            elif mine < theirs:
                lead -= 1
                if theirs >= self.box[colour]:
                    return False
        return lead >= target
