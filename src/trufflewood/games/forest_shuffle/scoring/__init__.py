"""Points of Forest Shuffle; and the same points as lines that cite a rule. Compiled."""

from trufflewood.games.forest_shuffle.scoring.lines import faces_at, score
from trufflewood.games.forest_shuffle.scoring.total import outcome, points, result

__all__ = ["faces_at", "outcome", "points", "result", "score"]
