"""Alpha-beta for Truffle Scuffle: deeper and deeper, with a memory of positions. Compiled.

Scores are those of the seat in turn. Every score knows whether it is *proved* (all of it rests on
finished games) or only the best found (somewhere below a position was judged by the guide).

Positions are remembered without their count of quiet turns where the stall (§5.4) lies further
off than the search that judged them could see, and with it elsewhere: so no proof rests on another
position's stall.
"""

from __future__ import annotations

import time
from random import Random
from typing import Final, final

from trufflewood.games.truffle_scuffle.bots.native_guide import ScuffleGuide
from trufflewood.games.truffle_scuffle.components import HOGS, TILES
from trufflewood.games.truffle_scuffle.moves import BUY, CLAIM, MOVES, PICKS, STAY, STEP, apply, legal
from trufflewood.games.truffle_scuffle.scoring import proves_victory, winner
from trufflewood.games.truffle_scuffle.state import COLOURS, NO_SEAT, NOWHERE, OVER, State
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

WON: Final = 1_000_000
JUDGED: Final = 1000  # most that the guide gives
DEEPEST: Final = 120  # decisions
MOST: Final = 128  # moves in one position
NO_MOVE: Final = 2047

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

_COUNTS: Final = 256
_QUIET: Final = 1024


def _numbers(name: str, count: int) -> list[int]:
    """Random numbers that name a fact; about seventy of them add up to a position, below 2**63."""
    source = Random(f"truffle-scuffle {name}")
    return [source.getrandbits(56) for _ in range(count)]


_GROUND: Final = vec[i64](_numbers("ground", TILES * COLOURS * 16))
_HOG: Final = vec[i64](_numbers("hogs", 4 * TILES))
_PILE: Final = vec[i64](_numbers("piles", 2 * COLOURS * _COUNTS))
_TURN: Final = vec[i64](_numbers("turn", 2 * 8 * 8 * 8 * 2))
_STALL: Final = vec[i64](_numbers("quiet", _QUIET))


@final
class AlphaBeta:
    def __init__(self, guide: ScuffleGuide, entries: int) -> None:
        """`entries` is how many positions are remembered: a power of two."""
        self.guide = guide
        self.mask: i64 = entries - 1
        self.keys = buffer(entries)
        self.data = buffer(entries)
        self.age: i64 = 0
        self.states: list[State] = []
        self.moves = buffer((DEEPEST + 2) * MOST)
        self.order = buffer((DEEPEST + 2) * MOST)
        self.habit = buffer(2 * MOVES)  # how often a move was the answer, by seat
        self.filled = buffer()
        self.nodes: i64 = 0
        self.most: i64 = 0
        self.until: float = 0.0
        self.stopped: bool = False
        self.proved: bool = False  # of the score that was returned last
        self.best: i64 = NO_MOVE  # at the root

    def search(self, state: State, nodes: i64, seconds: float) -> tuple[int, int, bool, int, int]:
        """The best move, its score, whether that is proved, the depth reached, and the nodes looked at.

        Ends after so many nodes or seconds (0.0 for no limit), or when all is proved.
        """
        while len(self.states) < DEEPEST + 2:
            self.states.append(state.copy())
        self.age += 1
        self.nodes = 0
        self.most = nodes
        self.until = time.perf_counter() + seconds if seconds > 0.0 else 0.0
        self.stopped = False
        n: i64
        for n in range(2 * MOVES):
            self.habit[n] = 0
        count: i64 = legal(state, state.turn, self.filled)
        move: i64 = self.filled[0]
        score: i64 = 0
        proved = False
        reached: i64 = 0
        depth: i64 = 1
        while depth < DEEPEST and count > 0:
            _put(self.states[0], state)
            self.best = NO_MOVE
            found: i64 = self._look(depth, -WON, WON, 0)
            if self.stopped:
                break
            move = self.best
            score = found
            proved = self.proved
            reached = depth
            if proved:
                break
            depth += 1
        return int(move), int(score), proved, int(reached), int(self.nodes)

    def _look(self, depth: i64, alpha: i64, beta: i64, ply: i64) -> i64:
        state = self.states[ply]
        seat: i64 = state.turn
        self.nodes += 1
        if self.nodes > self.most or (
            self.until > 0.0 and self.nodes & 1023 == 0 and time.perf_counter() > self.until
        ):
            self.stopped = True
        self.proved = True
        if ply > 0 or state.phase == OVER:
            # nobody can take a proved victory from its owner: claimed, counted or stalled, it stands
            if proves_victory(state, seat):
                return WON
            if proves_victory(state, 1 - seat):
                return -WON
        if self.stopped or depth == 0:
            self.proved = False
            return self._judge(state, seat)
        near: bool = state.box.stall - state.quiet <= depth
        key: i64 = position_key(state) + self.age
        if near:
            key += _STALL[state.quiet]
        slot: i64 = (key ^ (key >> 23)) & self.mask
        hint: i64 = NO_MOVE
        if self.keys[slot] == key:
            data: i64 = self.data[slot]
            hint = data & 2047
            certain: bool = (data >> 11) & 1 != 0
            kind: i64 = (data >> 12) & 3
            searched: i64 = (data >> 14) & 255
            score: i64 = (data >> 22) - 2 * WON
            usable: bool = (certain or searched >= depth) and (
                near or state.box.stall - state.quiet > searched
            )
            if (
                ply > 0
                and usable
                and (
                    kind == EXACT
                    or (kind == AT_LEAST and score >= beta)
                    or (kind == AT_MOST and score <= alpha)
                )
            ):
                self.proved = certain
                return score
        return self._best_of(state, depth, alpha, beta, ply, key, slot, hint)

    def _best_of(
        self, state: State, depth: i64, alpha: i64, beta: i64, ply: i64, key: i64, slot: i64, hint: i64
    ) -> i64:
        seat: i64 = state.turn
        count: i64 = self._fill(state, seat, ply, hint)
        first: i64 = ply * MOST
        after = self.states[ply + 1]
        best: i64 = -2 * WON
        choice: i64 = NO_MOVE
        all_proved = True
        cut_proved = False
        low: i64 = alpha
        n: i64
        for n in range(count):
            move: i64 = self._next(first, n, count)
            _put(after, state)
            apply(after, seat, move)
            score: i64
            if after.phase == OVER:
                won: i64 = winner(after)
                score = 0 if won == NO_SEAT else WON if won == seat else -WON
                self.nodes += 1
                self.proved = True
            elif after.turn == seat:
                score = self._look(depth - 1, low, beta, ply + 1)
            else:
                score = -self._look(depth - 1, -beta, -low, ply + 1)
            if self.stopped:
                return 0
            all_proved = all_proved and self.proved
            if score > best:
                best = score
                choice = move
                cut_proved = self.proved
                if score > low:
                    low = score
            if best >= beta:
                break
        cut: bool = best >= beta
        self.proved = cut_proved if cut else all_proved
        if cut:
            self.habit[seat * MOVES + choice] += depth * depth
        if ply == 0:
            self.best = choice
        kind: i64 = AT_LEAST if cut else AT_MOST if best <= alpha else EXACT
        if best == WON and cut_proved:
            kind = EXACT
            self.proved = True
        certain: i64 = 1 if self.proved else 0
        self.keys[slot] = key
        self.data[slot] = ((best + 2 * WON) << 22) | (depth << 14) | (kind << 12) | (certain << 11) | choice
        return best

    def _judge(self, state: State, seat: i64) -> i64:
        return int((self.guide.chance(state, seat) - 0.5) * 2 * JUDGED)

    def _fill(self, state: State, seat: i64, ply: i64, hint: i64) -> i64:
        """The moves of a position, each with how early it is to be tried."""
        count: i64 = legal(state, seat, self.filled)
        first: i64 = ply * MOST
        n: i64
        for n in range(count):
            move: i64 = self.filled[n]
            early: i64 = self.habit[seat * MOVES + move]
            if move == hint:
                early += 2_000_000_000
            elif move == CLAIM:
                early += 1_000_000_000
            elif move >= STEP and (move - STEP) % PICKS != 0:
                early += 2_000
            elif BUY <= move < STAY:
                early += 1_000
            self.moves[first + n] = move
            self.order[first + n] = early
        return count

    def _next(self, first: i64, n: i64, count: i64) -> i64:
        """The most promising of the moves from the n-th on, swapped into its place."""
        best: i64 = n
        k: i64 = n + 1
        while k < count:
            if self.order[first + k] > self.order[first + best]:
                best = k
            k += 1
        move: i64 = self.moves[first + best]
        self.moves[first + best] = self.moves[first + n]
        self.order[first + best] = self.order[first + n]
        self.moves[first + n] = move
        return move


def position_key(state: State) -> i64:
    """A number for a position, all but its count of quiet turns."""
    key: i64 = _TURN[
        (((state.turn * 8 + state.phase) * 8 + state.fresh) * 8 + state.bought) * 2 + (1 if state.took else 0)
    ]
    tiles = state.ground
    tile: i64
    colour: i64
    for tile in range(TILES):
        ground: i64 = tiles[tile]
        fact: i64 = tile * COLOURS * 16
        while ground != 0:
            if ground & 15 != 0:
                key += _GROUND[fact + (ground & 15)]
            ground = ground >> 4
            fact += 16
    hogs = state.hogs
    seat: i64
    slot: i64
    for seat in range(2):
        pile: i64 = state.piles[seat]
        for colour in range(COLOURS):
            key += _PILE[(seat * COLOURS + colour) * _COUNTS + (pile & 255)]
            pile = pile >> 8
        for slot in range(HOGS):
            hog: i64 = hogs[seat * HOGS + slot]
            if hog != NOWHERE:
                moved: i64 = 1 if seat == state.turn and slot >= state.to_go else 0
                key += _HOG[(seat * 2 + moved) * TILES + hog]
    return key


def _put(to: State, source: State) -> None:
    """Make one state equal to another, without a new one."""
    _fill_from(to.ground, source.ground, TILES)
    _fill_from(to.hogs, source.hogs, 2 * HOGS)
    _fill_from(to.piles, source.piles, 3)
    to.box = source.box
    to.start = source.start
    to.turn = source.turn
    to.phase = source.phase
    to.to_go = source.to_go
    to.fresh = source.fresh
    to.bought = source.bought
    to.took = source.took
    to.quiet = source.quiet
    to.ending = source.ending
    to.winner = source.winner


def _fill_from(to: vec[i64], source: vec[i64], count: i64) -> None:
    n: i64
    for n in range(count):
        to[n] = source[n]
