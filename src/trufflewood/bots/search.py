"""Search over imagined states: information-set Monte Carlo trees, for every game. Compiled.

One tree per seat. A seat's tree branches by what that seat *heard* of a move, so nothing in it
depends on what it could not see. Every iteration redeals what the searching seat cannot know,
walks down all trees at once (each decision by its own seat's tree, simultaneous ones in seat
order), and ends in the game's own judgement, which a `Guide` gives.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from trufflewood.bots.guide import Guide, floats
from trufflewood.kit.bits import lowest
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import MOST_MOVES, MOST_SEATS, Rules, State, buffer
from trufflewood.kit.native import i64, vec

NONE: Final = -1
EXPLORE: Final = 1.2  # how much a move that looks good is tried before it has proved itself
WIDTH: Final = 16  # keys leave room for the seat that moved; more than MOST_SEATS
MOST_PATH: Final = 4096


class Search:
    """The trees of one decision. `more` lets them grow, `found` reads the result."""

    def __init__(self, rules: Rules, guide: Guide, seats: i64, room: int = 4096) -> None:
        """`room` for so many nodes at first, a power of two."""
        self.rules = rules
        self.guide = guide
        self.seats = seats
        self.seat: i64 = 0
        self.settled: bool = False  # nothing is left to search
        self.iterations: i64 = 0
        self.decisions: i64 = 0  # simulated, in the trees and in playouts
        self.root: State = State()
        self.dice = Dice(0)
        self.fortune: i64 = 0
        # nodes: what led here (for the table), whose tree, and what was learnt
        self.used: i64 = 0
        self.room: i64 = room
        self.parent = buffer(room)
        self.key = buffer(room)
        self.owner = buffer(room)
        self.visits = buffer(room)
        self.chances = buffer(room)  # how often the move was there to be chosen
        self.opened = buffer(room)
        self.total = floats(room)
        self.hope = floats(room)  # the rating that the move came with
        self.prior = floats(room)
        self.slots = buffer(2 * room)  # node + 1 by the hash of its parent and key
        # what one iteration needs
        self.roots = buffer(MOST_SEATS)
        self.at = buffer(MOST_SEATS)
        self.path = buffer(MOST_PATH)
        self.moves = buffer()
        self.rated = floats(MOST_MOVES)
        self.kids = buffer()
        self.worth = floats(MOST_SEATS)

    def begin(self, state: State, seat: i64, dice: Dice) -> None:
        """Plant the trees for a decision of `seat` in a state that it imagined."""
        self.root = state
        self.seat = seat
        self.dice = dice
        self.fortune = dice.word() >> 1
        self.iterations = 0
        self.decisions = 0
        self.used = 0
        self.slots = buffer(int(2 * self.room))
        owner: i64
        for owner in range(self.seats):
            self.roots[owner] = self._child(NONE, owner, owner)

    def follow(self, move: i64, state: State, dice: Dice) -> None:
        """Go on with what grew behind a move, after which the same seat decides again, in `state`."""
        seat: i64
        for seat in range(self.seats):
            key: i64 = self.rules.heard(self.root, self.seat, move, seat) * WIDTH + self.seat
            kid: i64 = self._find(self.roots[seat], key)
            if kid == NONE:
                kid = self._child(self.roots[seat], key, seat)
            self.roots[seat] = kid
        self.root = state
        self.dice = dice
        self.fortune = dice.word() >> 1
        self.iterations = 0
        self.decisions = 0

    def more(self, iterations: i64) -> None:
        _n: i64
        self.settled = self.guide.certain(self.root, self.seat)
        if self.settled:
            self._settle()
            return
        for _n in range(iterations):
            self._iterate()

    def _settle(self) -> None:
        """Take the ratings of the root for results: as if each of its best moves had been tried."""
        count: i64 = self.rules.legal(self.root, self.seat, self.moves)
        root: i64 = self.roots[self.seat]
        if self.visits[root] != 0 or count < 2:
            return
        self.visits[root] = 1
        self._open(self.root, root, self.seat, count)
        best: float = -1.0
        n: i64
        for n in range(count):
            if self.rated[n] > best:
                best = self.rated[n]
        for n in range(count):
            kid: i64 = self._find(root, self.moves[n] * WIDTH + self.seat)
            self.visits[kid] = 2 if self.rated[n] >= best else 1
            self.total[kid] = self.rated[n] * float(self.visits[kid])

    def found(self) -> list[tuple[int, int, float]]:
        """Each move at the root: how often it was tried, and its average result."""
        count: i64 = self.rules.legal(self.root, self.seat, self.moves)
        result: list[tuple[int, int, float]] = []
        n: i64
        for n in range(count):
            kid: i64 = self._find(self.roots[self.seat], self.moves[n] * WIDTH + self.seat)
            if kid == NONE or self.visits[kid] == 0:
                result.append((int(self.moves[n]), 0, 0.0))
            else:
                mean = self.total[kid] / float(self.visits[kid])
                result.append((int(self.moves[n]), int(self.visits[kid]), mean))
        return result

    # ---- one iteration

    def _iterate(self) -> None:
        rules = self.rules
        state = self.root.copy()
        first: i64 = self._first_move()
        rules.redeal(state, self.seat, self.dice)
        steps: i64 = 0
        seat: i64
        for seat in range(self.seats):
            self.at[seat] = self.roots[seat]
            self.path[steps] = self.roots[seat]
            steps += 1
        who: i64 = self.seat  # first; afterwards in seat order
        mask: i64 = rules.waiting(state)
        while mask != 0 and steps + self.seats < MOST_PATH:
            move: i64 = first
            if steps > self.seats * self.guide.depth:
                break
            if steps > self.seats:
                node: i64 = self.at[who]
                count: i64 = rules.legal(state, who, self.moves)
                move = self.moves[0]
                if count > 1 and self.guide.small(state, who):
                    move = self.guide.pick(state, who, self.moves, count, self.dice)
                elif count > 1:
                    if self.opened[node] == 0:
                        self._open(state, node, who, count)
                        break
                    move = self._select(node, who, count)
            for seat in range(self.seats):
                key: i64 = rules.heard(state, who, move, seat) * WIDTH + who
                kid: i64 = self._find(self.at[seat], key)
                if kid == NONE:
                    kid = self._child(self.at[seat], key, seat)
                self.at[seat] = kid
                self.path[steps] = kid
                steps += 1
            rules.apply(state, who, move)
            self.decisions += 1
            mask = rules.waiting(state)
            who = lowest(mask)
        self._playout(state)
        self._learn(state, steps)
        self.iterations += 1

    def _first_move(self) -> i64:
        """The move to try, with dice that give the n-th try of every move the same fortune."""
        count: i64 = self.rules.legal(self.root, self.seat, self.moves)
        root: i64 = self.roots[self.seat]
        if count > 1 and self.opened[root] == 0:
            self._open(self.root, root, self.seat, count)
        move: i64 = self.moves[0]
        tries: i64 = self.iterations
        if count > 1:
            move = self._select(root, self.seat, count)
            tries = self.visits[self._find(root, move * WIDTH + self.seat)]
        self.dice.go_to((self.fortune + tries) & 0x7FFFFFFF)
        return move

    def _open(self, state: State, node: i64, who: i64, count: i64) -> None:
        """Rate the moves of a node that is reached for the first time, by what its seat may know."""
        self.opened[node] = 1
        if self.guide.guesses == 0:
            return
        self._rate(state, who, count, node == self.roots[self.seat])
        warmth: float = self.guide.warmth
        best: float = self.rated[0]
        n: i64
        for n in range(count):
            if self.rated[n] > best:
                best = self.rated[n]
        sum_of_weights: float = 0.0
        for n in range(count):
            sum_of_weights += exp((self.rated[n] - best) / warmth)
        for n in range(count):
            kid: i64 = self._find(node, self.moves[n] * WIDTH + who)
            if kid == NONE:
                kid = self._child(node, self.moves[n] * WIDTH + who, who)
            self.hope[kid] = self.rated[n]
            self.prior[kid] = exp((self.rated[n] - best) / warmth) / sum_of_weights

    def _rate(self, state: State, who: i64, count: i64, well: bool) -> None:
        """Fill `rated` by what `who` may know; at the root better than elsewhere."""
        if not well and self.guide.glance(state, who, self.seats, self.moves, count, self.rated):
            return
        n: i64
        guesses: i64 = self.guide.guesses if well else 1
        one = floats(int(count))
        for n in range(count):
            self.rated[n] = 0.0
        _turn: i64
        for _turn in range(guesses):
            guess = state.copy()
            self.rules.redeal(guess, who, self.dice)
            if well:
                self.guide.rate_well(guess, who, self.seats, self.moves, count, one)
            else:
                self.guide.rate(guess, who, self.seats, self.moves, count, one)
            for n in range(count):
                self.rated[n] += one[n] / float(guesses)

    def _line_up(self, node: i64, who: i64, count: i64) -> None:
        """Where moves are not rated, only a node that is reached again has its moves side by side."""
        self.opened[node] = 2
        n: i64
        for n in range(count):
            key: i64 = self.moves[n] * WIDTH + who
            if self._find(node, key) == NONE:
                kid: i64 = self._child(node, key, who)  # first: the arrays may grow
                self.prior[kid] = 1.0 / float(count)

    def _select(self, node: i64, who: i64, count: i64) -> i64:
        """The move with the best blend of result and curiosity."""
        best: i64 = 0
        best_score: float = -1.0
        trust: float = self.guide.trust
        floor: float = 0.1 / float(count)
        n: i64 = self.visits[node] - 1
        kid: i64 = NONE
        if self.guide.guesses == 0:
            if self.opened[node] == 1:
                self._line_up(node, who, count)
            if 0 <= n < count:
                kid = self._find(node, self.moves[n] * WIDTH + who)
                if kid != NONE and self.visits[kid] == 0:
                    return self.moves[n]  # nothing is known of any move: each is tried once first
            kid = NONE
        for n in range(count):
            key: i64 = self.moves[n] * WIDTH + who
            kid += 1  # what a node was opened with stands side by side
            if kid == 0 or kid == self.used or self.parent[kid] != node or self.key[kid] != key:
                kid = self._find(node, key)
            if kid == NONE:  # not legal when the node was opened, in another guess
                kid = self._child(node, key, who)
                self.prior[kid] = 1.0 / float(count)
                self.hope[kid] = self.total[node] / float(self.visits[node] + 1)
            chances: i64 = self.chances[kid] + 1
            self.chances[kid] = chances
            tried: float = float(self.visits[kid] + 1)
            score: float = (self.total[kid] + trust * self.hope[kid]) / (tried - 1.0 + trust)
            # a floor under the prior, so that no move is ruled out for good
            curious: float = 0.9 * self.prior[kid] + floor
            score += EXPLORE * curious * sqrt(float(chances)) / tried
            if score > best_score:
                best = n
                best_score = score
        return self.moves[best]

    def _playout(self, state: State) -> None:
        if self.guide.finish(state, self.seat, self.dice):
            return
        rules = self.rules
        guide = self.guide
        moves = self.moves
        dice = self.dice
        patience: i64 = guide.patience
        left: i64 = patience
        while left > 0:
            mask: i64 = rules.waiting(state)
            if mask == 0:
                break
            seat: i64 = lowest(mask)
            count: i64 = rules.legal(state, seat, moves)
            move: i64 = moves[0]
            if count > 1:
                move = guide.pick(state, seat, moves, count, dice)
            rules.apply(state, seat, move)
            left -= 1
        self.decisions += patience - left

    def _learn(self, state: State, steps: i64) -> None:
        """Carry each seat's result up its own tree."""
        n: i64
        self.guide.values(state, self.seats, self.worth)
        for n in range(steps):
            node: i64 = self.path[n]
            self.visits[node] += 1
            self.total[node] += self.worth[self.owner[node]]

    # ---- nodes

    def _find(self, parent: i64, key: i64) -> i64:
        slots = self.slots
        slot: i64 = self._slot(parent, key)
        node: i64 = slots[slot] - 1
        while node != NONE and (self.parent[node] != parent or self.key[node] != key):
            slot = (slot + 1) & (2 * self.room - 1)
            node = slots[slot] - 1
        return node

    def _slot(self, parent: i64, key: i64) -> i64:
        mixed: i64 = ((parent + 2) * 1_000_003 + (key + 64) * 7_919) & 0xFFFFFFFF
        mixed = (mixed * 2_654_435) & 0xFFFFFFFFFFFF
        return (mixed >> 12) & (2 * self.room - 1)

    def _child(self, parent: i64, key: i64, owner: i64) -> i64:
        if self.used == self.room:
            self._grow()
        node: i64 = self.used
        self.used += 1
        self.parent[node] = parent
        self.key[node] = key
        self.owner[node] = owner
        self.visits[node] = 0
        self.chances[node] = 0
        self.opened[node] = 0
        self.total[node] = 0.0
        self.hope[node] = 0.5
        self.prior[node] = 0.0
        self._enter(node)
        return node

    def _enter(self, node: i64) -> None:
        slot: i64 = self._slot(self.parent[node], self.key[node])
        while self.slots[slot] != 0:
            slot = (slot + 1) & (2 * self.room - 1)
        self.slots[slot] = node + 1

    def _grow(self) -> None:
        self.room = 2 * self.room
        self.parent = _longer(self.parent)
        self.key = _longer(self.key)
        self.owner = _longer(self.owner)
        self.visits = _longer(self.visits)
        self.chances = _longer(self.chances)
        self.opened = _longer(self.opened)
        self.total = _longer_floats(self.total)
        self.hope = _longer_floats(self.hope)
        self.prior = _longer_floats(self.prior)
        self.slots = buffer(int(2 * self.room))
        node: i64
        for node in range(self.used):
            self._enter(node)


def _longer(old: vec[i64]) -> vec[i64]:
    new = buffer(2 * len(old))
    n: i64
    for n in range(len(old)):
        new[n] = old[n]
    return new


def _longer_floats(old: vec[float]) -> vec[float]:
    new = floats(2 * len(old))
    n: i64
    for n in range(len(old)):
        new[n] = old[n]
    return new
