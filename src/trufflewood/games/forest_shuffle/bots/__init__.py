"""What the players of Forest Shuffle know."""

from pathlib import Path
from typing import Final

from trufflewood.bots import weights
from trufflewood.games.forest_shuffle.bots.native_guide import ForestGuide
from trufflewood.games.forest_shuffle.rules import Rules

PUPIL: Final = ForestGuide
THUMB: Final = ForestGuide(Rules(), [])
GUIDE: Final = ForestGuide(Rules(), weights.read(Path(__file__).parent))
