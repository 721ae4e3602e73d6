"""Who wins, draws or loses for certain: one question at a time. Compiled.

A question is "does this seat get at least that much?", so most of a position is of no interest: a
colour that can no longer change hands is only a point, and its truffles are left alone. An answer is
*yes*, *no* or *unknown*, and yes and no rest on finished games and on what a seat can count on (`Races`).

As in `native_alphabeta`, positions are remembered without their count of quiet turns only where no stall
(§5.4) comes into it.
"""

from __future__ import annotations

import time
from typing import Final, final

from trufflewood.games.truffle_scuffle.bots.native_guide import DISTANCE
from trufflewood.games.truffle_scuffle.bots.native_path import (
    ALL_COLOURS,
    DEEPEST,
    FARTHEST,
    MOST,
    Path,
    herd_key,
    next_move,
    numbers,
    pile_key,
)
from trufflewood.games.truffle_scuffle.bots.native_races import LATEST, Races
from trufflewood.games.truffle_scuffle.components import HOGS, PRICE, TILES
from trufflewood.games.truffle_scuffle.moves import MOVES, PICKS, STEP, STEP_TO
from trufflewood.games.truffle_scuffle.scoring import winner
from trufflewood.games.truffle_scuffle.state import COLOURS, IN_FOREST, NO_SEAT, NOWHERE, OVER, State
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

YES: Final = 1
NO: Final = -1
UNKNOWN: Final = 0
NO_MOVE: Final = 2047

QUESTIONS: Final = 4  # does seat 0 win, does it draw; does seat 1 draw, does it win

_STALL: Final = vec[i64](numbers("quiet", 1024))
_ASKED: Final = vec[i64](numbers("questions", 2))
_AHEAD: Final = vec[i64](numbers("ahead", COLOURS * 512))
_POINTS: Final = vec[i64](numbers("points", 2 * COLOURS + 1))
_CLOSE: Final = vec[i64](
    [20, 60, 30, 15, 8, 4, 2, 1, 0, 0]
)  # a truffle so many steps away, to be tried early
_NOTHING: Final = 70_368_748_371_967  # no answer, nothing tried, no move
assert _NOTHING == 2**46 + 2**22 - 1


@final
class Prover:
    def __init__(self, entries: int, latest: int = LATEST) -> None:
        """`entries` is how many positions are remembered: a power of two."""
        self.mask: i64 = entries - 1
        self.keys = buffer(entries)
        self.data = buffer(entries)
        self.age: i64 = 0
        self.races = Races(latest)
        self.moves = buffer((DEEPEST + 2) * MOST)
        self.order = buffer((DEEPEST + 2) * MOST)
        self.habit = buffer(2 * MOVES)
        self.nodes: i64 = 0
        self.most: i64 = 0
        self.until: float = 0.0
        self.stopped: bool = False
        self.seat: i64 = 0  # of the question
        self.target: i64 = 0
        self.spots = buffer(TILES)
        self.choice: i64 = NO_MOVE  # that decided the position asked about last
        self.live: i64 = 0  # colours of the position that `_key` looked at last
        self.reach: i64 = 0  # how many decisions ahead the last answer rests on
        self.best: i64 = NO_MOVE  # at the root

    def prove(self, state: State, nodes: i64, seconds: float) -> tuple[int, int, int, int]:
        """The least and the most that the seat in turn gets (-1, 0, 1), a move to get it, and the nodes.

        Ends after so many nodes or seconds (0.0 for no limit), or when both are the same. The move
        is NO_MOVE where any will do, or none is known.
        """
        self.age += 1
        self.nodes = 0
        self.most = nodes
        self.until = time.perf_counter() + seconds if seconds > 0.0 else 0.0
        self.stopped = False
        n: i64
        for n in range(2 * MOVES):
            self.habit[n] = 0
        path = Path(state)
        seat: i64 = state.turn
        least: i64 = -1
        most: i64 = 1
        move: i64 = NO_MOVE
        spent = buffer(QUESTIONS)
        depth = buffer(QUESTIONS)
        while least < most and not self.stopped:
            # the open question that has had least thought: will this seat get `target`, or that one?
            question: i64 = -1
            for n in range(QUESTIONS):
                threshold: i64 = n & 1  # does the seat in turn get at least this?
                open_still: bool = least < threshold <= most
                if open_still and depth[n] < DEEPEST and (question < 0 or spent[n] < spent[question]):
                    question = n
            if question < 0:
                break
            depth[question] += 1
            aim: i64 = question & 1
            self.seat = seat if question < 2 else 1 - seat
            self.target = aim if question < 2 else 1 - aim
            before: i64 = self.nodes
            self.best = NO_MOVE
            answer: i64 = self._ask(path, depth[question])
            spent[question] += self.nodes - before
            if self.stopped or answer == UNKNOWN:
                continue
            if (answer == YES) == (question < 2):
                least = aim
                move = self.best
            else:
                most = aim - 1
        return int(least), int(most), int(move), int(self.nodes)

    def _ask(self, path: Path, depth: i64) -> i64:
        state = path.state
        seat: i64 = self.seat
        self.nodes += 1
        self.reach = 0
        if state.phase == OVER:
            won: i64 = winner(state)
            gets: i64 = 0
            if won != NO_SEAT:
                gets = 1 if won == seat else -1
            return YES if gets >= self.target else NO
        if self.nodes > self.most or (
            self.until > 0.0 and self.nodes & 255 == 0 and time.perf_counter() > self.until
        ):
            self.stopped = True
            return UNKNOWN
        if path.ply > 0:
            if self.races.holds(state, seat, self.target):
                return YES
            if self.races.holds(state, 1 - seat, 1 - self.target):
                return NO
        if depth == 0:
            return UNKNOWN
        room: i64 = state.box.stall - state.quiet - self.races.horizon
        near: bool = room <= depth
        key: i64 = self._key(path, near)
        # seat 0 wins and seat 1 draws are one question, and so are seat 0 draws and seat 1 wins
        key += _ASKED[self.target if seat == 0 else 1 - self.target]
        if near:
            key += _STALL[state.quiet]
        slot: i64 = (key ^ (key >> 23)) & self.mask
        key += self.age  # what earlier searches left is not found, and is in nobody's way
        data: i64 = _NOTHING
        if self.keys[slot] == key:
            data = self.data[slot]
        answer: i64 = (data >> 46) - 1  # of seat 0's question
        proof: i64 = (data >> 38) & 255  # how far it reaches
        tried: i64 = (data >> 30) & 255  # how deep seat 0's question was searched in vain,
        tried_other: i64 = (data >> 22) & 255  # and seat 1's
        hint: i64 = (data >> 11) & 2047
        hint_other: i64 = data & 2047
        if path.ply > 0:
            if answer != UNKNOWN and (near or (room > proof and proof < FARTHEST)):
                self.reach = proof
                return answer if seat == 0 else -answer
            if (tried if seat == 0 else tried_other) >= depth:
                return UNKNOWN
        found: i64 = self._answer(path, depth, near, hint if seat == 0 else hint_other)
        if self.stopped:
            return UNKNOWN
        if seat == 0:
            hint = self.choice
        else:
            hint_other = self.choice
        if found != UNKNOWN:
            answer = found if seat == 0 else -found
            proof = self.reach
        elif seat == 0:
            tried = depth
        else:
            tried_other = depth
        self.keys[slot] = key
        data = (((answer + 1) << 8) | proof) << 8 | tried
        self.data[slot] = ((data << 8 | tried_other) << 11 | hint) << 11 | hint_other
        return found

    def _answer(self, path: Path, depth: i64, near: bool, hint: i64) -> i64:
        """Ask after each move; leaves the move that decided in `choice`."""
        seat: i64 = path.state.turn
        asks: bool = seat == self.seat
        first: i64 = path.ply * MOST
        count: i64 = self._fill(path, first, near, hint)
        choice: i64 = NO_MOVE
        answer: i64 = NO if asks else YES
        reach: i64 = 0
        n: i64
        for n in range(count):
            move: i64 = next_move(self.moves, self.order, first + n, first + count)
            path.go(move)
            found: i64 = self._ask(path, depth - 1)
            path.back(move)
            if self.stopped:
                return UNKNOWN
            if self.reach > reach:
                reach = self.reach
            if asks and found == UNKNOWN:
                answer = UNKNOWN
            elif (found == YES and asks) or (found != YES and not asks):
                answer = found
                choice = move
                self.habit[seat * MOVES + move] += depth * depth
                break
        self.choice = choice
        self.reach = reach + 1
        if self.reach > FARTHEST:
            self.reach = FARTHEST
        if path.ply == 0:
            self.best = choice
        return answer

    def _key(self, path: Path, near: bool) -> i64:
        """A number for all that matters of a position; notes the colours that do in `live`.

        Two positions that differ in how a colour was won, or in truffles that nobody needs, are one.
        """
        state = path.state
        key: i64 = herd_key(state)
        buying: bool = near or state.hogs[HOGS - 1] == NOWHERE
        buying_other: bool = near or state.hogs[2 * HOGS - 1] == NOWHERE
        own: i64 = state.piles[0]
        other: i64 = state.piles[1]
        left: i64 = state.piles[IN_FOREST]
        box: i64 = state.box.truffles
        live: i64 = 0
        bit: i64 = 15
        points: i64 = COLOURS
        colour: i64
        for colour in range(COLOURS):
            mine: i64 = own & 255
            theirs: i64 = other & 255
            lies: i64 = left & 255
            most: i64 = mine + lies
            most_other: i64 = theirs + lies
            if (
                near
                or (buying and most >= PRICE)
                or (buying_other and most_other >= PRICE)
                or (lies > 0 and (most >= box & 255 or most_other >= box & 255))
            ):
                key += path.lying[colour] + pile_key(0, colour, mine) + pile_key(1, colour, theirs)
                live += bit
            elif mine > most_other:
                points += 1
            elif theirs > most:
                points -= 1
            elif lies > 0:
                key += path.lying[colour] + _AHEAD[colour * 512 + 256 + mine - theirs]
                live += bit
            bit = bit << 4
            own = own >> 8
            other = other >> 8
            left = left >> 8
            box = box >> 8
        self.live = live
        return key + _POINTS[points]

    def _fill(self, path: Path, first: i64, near: bool, hint: i64) -> i64:
        """The moves of a position, each with how early it is to be tried: takes, then steps to truffles."""
        state = path.state
        live: i64 = ALL_COLOURS if near else self.live
        count: i64 = path.fill(self.moves, first, near, live)
        spots: i64 = 0
        tile: i64
        for tile in range(TILES):
            if state.ground[tile] & live != 0:
                self.spots[spots] = tile * TILES
                spots += 1
        habits: i64 = state.turn * MOVES
        n: i64
        k: i64
        for n in range(first, first + count):
            move: i64 = self.moves[n]
            early: i64 = 16 * self.habit[habits + move]
            if move == hint:
                early += 2_000_000_000_000
            elif move >= STEP:
                if (move - STEP) % PICKS != 0:
                    early += 2_000
                else:
                    tile = STEP_TO[(move - STEP) // PICKS]
                    for k in range(spots):
                        early += _CLOSE[DISTANCE[self.spots[k] + tile]]
            self.order[n] = early
        return count
