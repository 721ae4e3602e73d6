"""What the players of Snack Match know."""

from trufflewood.games.snack_match.bots.native_guide import SnackGuide
from trufflewood.games.snack_match.rules import Rules

GUIDE = SnackGuide(Rules())
