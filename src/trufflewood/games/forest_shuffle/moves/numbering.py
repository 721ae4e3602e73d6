"""The numbers of the moves of Forest Shuffle, and of the reasons to refuse one. Compiled.

  0          keep the six cards                331 …  580  play a face
  1          redraw them                       581 …  738  play a card as a sapling
  2          draw from the deck                739 …  896  pay with a card
  3, 4       yes, no                           897 … 1054  put a card into the cave
  5 …   14   resolve a card that a mole placed
 15 …  172   at a tree of one's own forest
173 …  330   take a card from the clearing
"""

from __future__ import annotations

from typing import Final

from trufflewood.games.forest_shuffle.components import ALL_CARDS, ALL_FACES
from trufflewood.games.forest_shuffle.state import MOLE_CARDS, MOST_TREES

KEEP: Final = 0
REDRAW: Final = 1
DRAW: Final = 2
YES: Final = 3
NO: Final = 4
RESOLVE: Final = 5
AT: Final = 15
TAKE: Final = 173
PLAY: Final = 331
SAPLE: Final = 581
PAY: Final = 739
STASH: Final = 897
MOVES: Final = 1055
assert (RESOLVE + MOLE_CARDS, AT + MOST_TREES, TAKE + ALL_CARDS) == (AT, TAKE, PLAY)
assert (PLAY + ALL_FACES, SAPLE + ALL_CARDS, PAY + ALL_CARDS, STASH + ALL_CARDS) == (SAPLE, PAY, STASH, MOVES)

REFUSALS: Final = (
    ("", ""),
    ("not-your-turn", "§2.1"),
    ("redraw-first", "§1.7"),
    ("redraw-over", "§1.7"),
    ("has-a-tree", "§1.7"),
    ("hand-full", "§2.4"),
    ("second-card-first", "§2.2"),
    ("slot-first", "§3.7"),
    ("pay-first", "§3.2"),
    ("answer-first", "§5.1"),
    ("nothing-to-draw", "§2.5"),
    ("nothing-asked", "§2.1"),
    ("no-yes", "§5.1"),
    ("not-in-clearing", "§2.2"),
    ("only-deck", "§2.5"),
    ("not-in-hand", "§3.1"),
    ("too-expensive", "§3.2"),
    ("no-slot", "§3.7"),
    ("wrong-kind", "§5.4"),
    ("no-free-sapling", "§5.4"),
    ("no-slot-asked", "§3.7"),
    ("no-such-tree", "§3.7"),
    ("slot-taken", "§3.7"),
    ("shared-too-soon", "§14.3"),
    ("nothing-to-pay", "§3.2"),
    ("pay-ascending", "§3.3"),
    ("pay-lower-first", "§3.3"),
    ("no-raccoon", "§6.2"),
    ("stash-ascending", "§6.2"),
    ("nothing-to-resolve", "§6.8"),
)
NOT_YOUR_TURN: Final = 1
REDRAW_FIRST: Final = 2
REDRAW_IS_OVER: Final = 3
HAS_A_TREE: Final = 4
HAND_FULL: Final = 5
SECOND_CARD_FIRST: Final = 6
SLOT_FIRST: Final = 7
PAY_FIRST: Final = 8
ANSWER_FIRST: Final = 9
NOTHING_TO_DRAW: Final = 10
NOTHING_ASKED: Final = 11
NO_YES: Final = 12
NOT_IN_CLEARING: Final = 13
ONLY_DECK: Final = 14
NOT_IN_HAND: Final = 15
TOO_EXPENSIVE: Final = 16
NO_SLOT: Final = 17
WRONG_KIND: Final = 18
NO_FREE_SAPLING: Final = 19
NO_SLOT_ASKED: Final = 20
NO_SUCH_TREE: Final = 21
SLOT_TAKEN: Final = 22
SHARED_TOO_SOON: Final = 23
NOTHING_TO_PAY: Final = 24
PAY_ASCENDING: Final = 25
PAY_LOWER_FIRST: Final = 26
NO_RACCOON: Final = 27
STASH_ASCENDING: Final = 28
NOTHING_TO_RESOLVE: Final = 29

# what a task asks; a task is kind * 256 + a number
DRAW_TASK: Final = 1  # draw up to so many cards
TURN_TASK: Final = 2  # take another turn?
CLEARING_TASK: Final = 3  # put the clearing into the cave? (§6.1)
FREE_TASK: Final = 4  # place one animal with this symbol for nothing? (§5.4)
BATS_TASK: Final = 5  # place bats for nothing, as long as wanted (§6.3)
CAVE_TASK: Final = 6  # put cards into the cave (§6.2); the stash so far, counted from 1
MOLE_TASK: Final = 7  # play more cards (§6.6); which mole
RESOLVE_TASK: Final = 8  # resolve these cards (§6.8); which mole
HARES_TASK: Final = 9  # draw for each hare (§6.4)
DEER_TASK: Final = 10  # draw for each deer (§6.5)

# the tasks that an effect or a bonus gives, in the order of being resolved
TASKS: Final = {
    "draw-1": DRAW_TASK * 256 + 1,
    "draw-2": DRAW_TASK * 256 + 2,
    "turn": TURN_TASK * 256,
    "take-clearing": CLEARING_TASK * 256,
    "fill-cave": CAVE_TASK * 256,
    "free-bats": BATS_TASK * 256,
    "free-deer": FREE_TASK * 256 + 2,
    "free-paw": FREE_TASK * 256 + 6,
    "free-bird": FREE_TASK * 256 + 9,
    "draw-per-hare": HARES_TASK * 256,
    "draw-per-deer": DEER_TASK * 256,
    "play-more": MOLE_TASK * 256,
}
