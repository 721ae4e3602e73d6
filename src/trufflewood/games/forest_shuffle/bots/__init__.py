"""What the players of Forest Shuffle know."""

from trufflewood.games.forest_shuffle.bots.native_guide import ForestGuide
from trufflewood.games.forest_shuffle.rules import Rules

GUIDE = ForestGuide(Rules())
