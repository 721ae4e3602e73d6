"""What the players of Truffle Shuffle know."""

from trufflewood.games.truffle_shuffle.bots.native_guide import ShuffleGuide
from trufflewood.games.truffle_shuffle.rules import Rules

GUIDE = ShuffleGuide(Rules())
