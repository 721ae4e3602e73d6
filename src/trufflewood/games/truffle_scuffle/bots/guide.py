"""The one guide that all players of Truffle Scuffle share."""

from typing import Final

from trufflewood.games.truffle_scuffle.bots.native_guide import ScuffleGuide
from trufflewood.games.truffle_scuffle.rules import Rules

GUIDE: Final = ScuffleGuide(Rules())
