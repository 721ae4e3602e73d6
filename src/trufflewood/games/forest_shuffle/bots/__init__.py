"""What the players of Forest Shuffle know."""

from pathlib import Path
from typing import Final

from trufflewood.bots import weights
from trufflewood.bots.levels import LEVELS as COMMON
from trufflewood.bots.levels import Level
from trufflewood.games.forest_shuffle.bots.native_guide import ForestGuide
from trufflewood.games.forest_shuffle.rules import Rules

PUPIL: Final = ForestGuide
THUMB: Final = ForestGuide(Rules(), [])
GUIDE: Final = ForestGuide(Rules(), weights.read(Path(__file__).parent))
LEVELS: Final = {  # few tries go a long way here
    **COMMON,
    2: Level(0.3, True, 0),
    4: Level(1.0, True, 10),
    5: Level(1.0, True, 600),
}
