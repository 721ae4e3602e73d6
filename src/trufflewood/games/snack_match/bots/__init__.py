"""What the players of Snack Match know."""

from pathlib import Path
from typing import Final

from trufflewood.bots import weights
from trufflewood.bots.levels import Level
from trufflewood.games.snack_match.bots.native_guide import SnackGuide
from trufflewood.games.snack_match.rules import Rules

PUPIL: Final = SnackGuide
THUMB: Final = SnackGuide(Rules(), [])
GUIDE: Final = SnackGuide(Rules(), weights.read(Path(__file__).parent))
LEVELS: Final = {  # both cards together are hard to see through: beginners lay one after the other
    1: Level(0.35, False, 0, careful=False),
    2: Level(0.1, True, 0, careful=False),
    3: Level(0.25, True, 0, careful=False),
    4: Level(0.5, True, 0, careful=True),
    5: Level(1.0, True, 200),
}
