"""The players of Truffle Scuffle."""

from trufflewood.games.truffle_scuffle.bots.native_guide import ScuffleGuide
from trufflewood.games.truffle_scuffle.rules import Rules

GUIDE = ScuffleGuide(Rules())
