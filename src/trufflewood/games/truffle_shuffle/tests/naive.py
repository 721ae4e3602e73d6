"""A second engine, written from RULES.md alone: cards and moves are words, nothing is clever.

It is told the shuffled deck and must offer the same moves as the first engine, decision by decision.
"""

from __future__ import annotations

from trufflewood.games.truffle_shuffle.components import KIND_OF
from trufflewood.games.truffle_shuffle.tests import brute

ROWS = {"a": 4, "b": 5, "c": 6, "d": 7, "e": 8, "f": 9}
PLACES = [f"{row}{n}" for row, width in ROWS.items() for n in range(1, width + 1)]
PRICES = {
    "one-of-each-colour": 3, "four-of-one-colour": 3, "small-straight": 4, "small-straight-flush": 6,
    "large-straight": 6, "large-straight-flush": 9, "one-1": 1, "two-2s": 2, "two-2s-flush": 4, "three-3s": 3,
    "three-3s-flush": 6, "four-4s": 4, "four-4s-flush": 8, "five-5s": 5, "five-5s-flush": 10,
}  # fmt: skip
SMALL = ("one-1", "two-2s", "two-2s-flush", "three-3s", "three-3s-flush")


class Naive:
    def __init__(self, deck: list[str], seats: int, start: int, bonus: list[int]) -> None:
        self.deck = deck[:]  # the next pyramid comes from its end
        self.seats = seats
        self.turn = start
        self.bonus = bonus
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.coins = [0] * seats
        self.skips = [""] * seats
        self.round = 0
        self.over = self.discarding = False
        self.new_round()

    # ---- what happens between turns

    def new_round(self) -> None:
        """§2.2, §2.3"""
        self.round += 1
        self.pyramid = dict(zip(PLACES, self.deck[-39:], strict=True))
        del self.deck[-39:]
        self.coins_left = self.bonus[:]
        self.discarding = False
        self.new_turn()

    def new_turn(self) -> None:
        self.doing = "take" if self.skips[self.turn] else "act"
        self.to_take = 3 if self.skips[self.turn] else 1
        self.laid: list[str] = []
        self.order = ""

    def end_turn(self) -> None:
        """§3.8, §7.1 to §7.4"""
        last = not self.pyramid
        self.turn = (self.turn + 1) % self.seats
        if not last:
            self.new_turn()
        elif self.round == 3:
            self.over = True
        elif any(len(hand) > self.seats for hand in self.hands):
            self.discarding = True
        else:
            self.new_round()

    # ---- moves

    def waiting(self) -> list[int]:
        if self.over:
            return []
        if self.discarding:
            return [seat for seat in range(self.seats) if len(self.hands[seat]) > self.seats]
        return [self.turn]

    def moves(self, seat: int) -> set[str]:
        hand = self.hands[seat]
        if self.discarding:
            return {f"discard {card}" for card in hand}
        if self.doing in ("act", "take"):
            found = {f"take {place}" for place in self.pyramid if not self.covered(place)}
            if self.doing == "act":
                found |= {f"play {card}" for card in hand if card.endswith(("take-2", "skip"))}
            return found
        ways = self.ways(hand + self.laid)
        if not self.order:
            return {"end"} | {f"fill {order}" for order, _ in ways}
        done = len(self.laid)
        return {steps[done] for order, steps in ways if order == self.order and self.steps_laid(steps[:done])}

    def covered(self, place: str) -> bool:
        """§2.2: card n of a row lies under cards n and n + 1 of the next."""
        below = chr(ord(place[0]) + 1)
        n = int(place[1])
        return f"{below}{n}" in self.pyramid or f"{below}{n + 1}" in self.pyramid

    def ways(self, hand: list[str]) -> list[tuple[str, list[str]]]:
        """Every order with the moves that lay it (§4.4)."""
        return [
            (order, [f"lay {card}" for card in truffles] + [f"use {card}" for card in self.sorted(modifiers)])
            for order, truffles, modifiers in brute.spends(hand)
        ]

    def sorted(self, cards: tuple[str, ...]) -> list[str]:
        return sorted(cards, key=KIND_OF.__getitem__)

    def steps_laid(self, steps: list[str]) -> bool:
        return steps == self.log[len(self.log) - len(self.laid) :]

    def play(self, seat: int, move: str) -> None:
        verb, _, rest = move.partition(" ")
        self.log = [*getattr(self, "log", []), move]
        if verb in ("play", "lay", "use", "discard"):
            self.hands[seat].remove(rest)
        if verb == "take":
            self.hands[seat].append(self.pyramid.pop(rest))
            self.to_take -= 1
            if self.to_take and self.pyramid:
                self.doing = "take"
            else:
                self.doing = "order"
                self.skips[seat] = ""
        elif verb == "play" and rest.endswith("take-2"):
            self.doing, self.to_take = "take", 2
        elif verb == "play":
            self.skips[seat] = rest
            self.end_turn()
        elif verb == "end":
            self.end_turn()
        elif verb == "fill":
            self.order = rest
        elif verb == "discard":
            if not self.waiting():
                self.new_round()
        else:
            self.laid.append(rest)
            self.lay(seat)

    def lay(self, seat: int) -> None:
        """§4.5, §4.6: paid as soon as the cards are complete."""
        ways = self.ways(self.hands[seat] + self.laid)
        if any(order == self.order and self.steps_laid(steps) for order, steps in ways):
            self.coins[seat] += PRICES[self.order]
            if self.order not in SMALL and self.coins_left:
                self.coins[seat] += self.coins_left.pop(0)
            self.end_turn()
