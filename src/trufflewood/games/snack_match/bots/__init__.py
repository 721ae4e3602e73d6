"""What the players of Snack Match know."""

from pathlib import Path
from typing import Final

from trufflewood.bots import weights
from trufflewood.games.snack_match.bots.native_guide import SnackGuide
from trufflewood.games.snack_match.rules import Rules

PUPIL: Final = SnackGuide
THUMB: Final = SnackGuide(Rules(), [])
GUIDE: Final = SnackGuide(Rules(), weights.read(Path(__file__).parent))
