"""Alpha-beta for Truffle Scuffle: deeper and deeper, with a memory of positions. Compiled.

Scores are those of the seat in turn. Every score knows whether it is *proved* (all of it rests on
finished games) or only the best found (somewhere below a position was judged by the guide).

Positions are remembered without their count of quiet turns where the stall (§5.4) lies further
off than the search that judged them could see, and with it elsewhere: so no proof rests on another
position's stall.
"""

from __future__ import annotations

import time
from typing import Final, final

from trufflewood.games.truffle_scuffle.bots.native_guide import ScuffleGuide
from trufflewood.games.truffle_scuffle.bots.native_judge import Judge
from trufflewood.games.truffle_scuffle.bots.native_path import (
    ALL_COLOURS,
    DEEPEST,
    FARTHEST,
    MOST,
    Path,
    next_move,
    numbers,
    position_key,
)
from trufflewood.games.truffle_scuffle.moves import (
    BUY,
    CLAIM,
    MOVES,
    PICKS,
    STAY,
    STEP,
    STEP_TO,
    legal,
)
from trufflewood.games.truffle_scuffle.scoring import proves_victory, winner
from trufflewood.games.truffle_scuffle.state import NO_SEAT, OVER, State
from trufflewood.kit.game import buffer
from trufflewood.kit.native import i64, vec

WON: Final = 1_000_000
NO_MOVE: Final = 2047

EXACT: Final = 0
AT_LEAST: Final = 1
AT_MOST: Final = 2

_STALL: Final = vec[i64](numbers("quiet", 1024))


@final
class AlphaBeta:
    def __init__(self, guide: ScuffleGuide, entries: int) -> None:
        """`entries` is how many positions are remembered: a power of two."""
        self.judge = Judge(guide)
        self.mask: i64 = entries - 1
        self.keys = buffer(entries)
        self.data = buffer(entries)
        self.age: i64 = 0
        self.moves = buffer((DEEPEST + 2) * MOST)
        self.order = buffer((DEEPEST + 2) * MOST)
        self.habit = buffer(2 * MOVES)  # how often a move was the answer, by seat
        self.nodes: i64 = 0
        self.most: i64 = 0
        self.until: float = 0.0
        self.stopped: bool = False
        self.proved: bool = False  # of the score that was returned last
        self.reach: i64 = 0  # and how many decisions ahead that rests on
        self.best: i64 = NO_MOVE  # at the root

    def search(self, state: State, nodes: i64, seconds: float) -> tuple[int, int, bool, int, int]:
        """The best move, its score, whether that is proved, the depth reached, and the nodes looked at.

        Ends after so many nodes or seconds (0.0 for no limit), or when all is proved.
        """
        self.age += 1
        self.nodes = 0
        self.most = nodes
        self.until = time.perf_counter() + seconds if seconds > 0.0 else 0.0
        self.stopped = False
        n: i64
        for n in range(2 * MOVES):
            self.habit[n] = 0
        count: i64 = legal(state, state.turn, self.moves)
        move: i64 = self.moves[0]
        score: i64 = 0
        proved = False
        reached: i64 = 0
        depth: i64 = 1
        path = Path(state)
        self.judge.begin(state)
        if count > 0 and proves_victory(state, state.turn):
            return int(CLAIM), WON, True, 1, 1
        while depth < DEEPEST and count > 0:
            self.best = NO_MOVE
            found: i64 = self._look(path, depth, -WON, WON)
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

    def _look(self, path: Path, depth: i64, alpha: i64, beta: i64) -> i64:
        state = path.state
        seat: i64 = state.turn
        self.nodes += 1
        if self.nodes > self.most or (
            self.until > 0.0 and self.nodes & 1023 == 0 and time.perf_counter() > self.until
        ):
            self.stopped = True
        self.proved = True
        self.reach = 0
        if path.ply > 0:
            # nobody can take a proved victory from its owner: claimed, counted or stalled, it stands
            if proves_victory(state, seat):
                return WON
            if proves_victory(state, 1 - seat):
                return -WON
        if self.stopped or depth == 0:
            self.proved = False
            worth: i64 = self.judge.worth(state)
            return worth if seat == 0 else -worth
        near: bool = state.box.stall - state.quiet <= depth
        key: i64 = position_key(path)
        if near:
            key += _STALL[state.quiet]
        slot: i64 = (key ^ (key >> 23)) & self.mask
        key += self.age  # what earlier searches left is not found, and is in nobody's way
        hint: i64 = NO_MOVE
        if self.keys[slot] == key:
            data: i64 = self.data[slot]
            hint = data & 2047
            certain: bool = (data >> 11) & 1 != 0
            kind: i64 = (data >> 12) & 3
            searched: i64 = (data >> 14) & 255
            score: i64 = ((data >> 22) & 4194303) - 2 * WON
            reach: i64 = data >> 44
            usable: bool = searched >= depth and (near or state.box.stall - state.quiet > searched)
            if certain:
                usable = near or (reach < FARTHEST and state.box.stall - state.quiet > reach)
            if (
                path.ply > 0
                and usable
                and (
                    kind == EXACT
                    or (kind == AT_LEAST and score >= beta)
                    or (kind == AT_MOST and score <= alpha)
                )
            ):
                self.proved = certain
                self.reach = reach
                return score
        return self._best_of(path, depth, alpha, beta, near, key, slot, hint)

    def _best_of(
        self, path: Path, depth: i64, alpha: i64, beta: i64, near: bool, key: i64, slot: i64, hint: i64
    ) -> i64:
        state = path.state
        seat: i64 = state.turn
        first: i64 = path.ply * MOST
        count: i64 = self._fill(path, first, near, hint)
        best: i64 = -2 * WON
        choice: i64 = NO_MOVE
        all_proved = True
        cut_proved = False
        low: i64 = alpha
        reach: i64 = 0
        n: i64
        for n in range(count):
            move: i64 = next_move(self.moves, self.order, first + n, first + count)
            score: i64 = self._after(path, seat, move, depth - 1, low, beta)
            if self.stopped:
                return 0
            all_proved = all_proved and self.proved
            if self.reach >= reach:
                reach = self.reach + 1
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
        if path.ply == 0:
            self.best = choice
        kind: i64 = AT_LEAST if cut else AT_MOST if best <= alpha else EXACT
        if best == WON and cut_proved:
            kind = EXACT
            self.proved = True
        certain: i64 = 1 if self.proved else 0
        if reach > FARTHEST:
            reach = FARTHEST
        self.reach = reach
        self.keys[slot] = key
        data: i64 = (depth << 14) | (kind << 12) | (certain << 11) | choice
        self.data[slot] = (reach << 44) | ((best + 2 * WON) << 22) | data
        return best

    def _after(self, path: Path, seat: i64, move: i64, depth: i64, low: i64, beta: i64) -> i64:
        """The score of a move, for the seat that makes it."""
        tile: i64 = 0
        pick: i64 = 0
        if move >= STEP:
            pick = (move - STEP) % PICKS
            if pick != 0:
                tile = STEP_TO[(move - STEP) // PICKS]
                self.judge.gone(tile, pick - 1)
        path.go(move)
        score: i64
        if path.state.phase == OVER:
            won: i64 = winner(path.state)
            score = 0
            if won != NO_SEAT:
                score = WON if won == seat else -WON
            self.nodes += 1
            self.proved = True
            self.reach = 0
        elif path.state.turn == seat:
            score = self._look(path, depth, low, beta)
        else:
            score = -self._look(path, depth, -beta, -low)
        path.back(move)
        if pick != 0:
            self.judge.lies(tile, pick - 1)
        return score

    def _fill(self, path: Path, first: i64, every: bool, hint: i64) -> i64:
        """The moves of a position, each with how early it is to be tried."""
        count: i64 = path.fill(self.moves, first, every, ALL_COLOURS)
        habits: i64 = path.state.turn * MOVES
        n: i64
        for n in range(first, first + count):
            move: i64 = self.moves[n]
            early: i64 = self.habit[habits + move]
            if move == hint:
                early += 2_000_000_000
            elif move >= STEP:
                if (move - STEP) % PICKS != 0:
                    early += 2_000
            elif BUY <= move < STAY:
                early += 1_000
            self.order[n] = early
        return count
