"""The players of Truffle Scuffle: everything is in sight, so alpha-beta is the strongest."""

from trufflewood.games.truffle_scuffle.bots.alphabeta import Finding, analyse, choose, hint
from trufflewood.games.truffle_scuffle.bots.guide import GUIDE
from trufflewood.games.truffle_scuffle.bots.native_guide import ScuffleGuide

PUPIL = ScuffleGuide
BOTS = {"alphabeta": choose}
STRONGEST = "alphabeta"

__all__ = ["BOTS", "GUIDE", "PUPIL", "STRONGEST", "Finding", "analyse", "choose", "hint"]
