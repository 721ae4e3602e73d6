"""What the players of Truffle Shuffle know."""

from pathlib import Path
from typing import Final

from trufflewood.bots import weights
from trufflewood.games.truffle_shuffle.bots.native_guide import ShuffleGuide
from trufflewood.games.truffle_shuffle.rules import Rules

PUPIL: Final = ShuffleGuide
GUIDE: Final = ShuffleGuide(Rules(), weights.read(Path(__file__).parent))
