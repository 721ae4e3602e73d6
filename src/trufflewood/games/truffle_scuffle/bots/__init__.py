"""The players of Truffle Scuffle: everything is in sight, so alpha-beta is the strongest."""

from trufflewood.bots.levels import LEVELS as COMMON
from trufflewood.bots.levels import Level
from trufflewood.games.truffle_scuffle.bots.alphabeta import NODES, Finding, analyse, choose, hint
from trufflewood.games.truffle_scuffle.bots.guide import GUIDE
from trufflewood.games.truffle_scuffle.bots.native_guide import ScuffleGuide

PUPIL = ScuffleGuide
BOTS = {"alphabeta": choose}
STRONGEST = "alphabeta"
LEVELS = {**COMMON, 4: Level(1.0, True, 2_000), 5: Level(1.0, True, NODES)}  # nodes

__all__ = ["BOTS", "GUIDE", "LEVELS", "PUPIL", "STRONGEST", "Finding", "analyse", "choose", "hint"]
