"""The one guide that all players of Truffle Scuffle share."""

from pathlib import Path
from typing import Final

from trufflewood.bots import weights
from trufflewood.games.truffle_scuffle.bots.native_guide import ScuffleGuide
from trufflewood.games.truffle_scuffle.rules import Rules

GUIDE: Final = ScuffleGuide(Rules(), weights.read(Path(__file__).parent))
