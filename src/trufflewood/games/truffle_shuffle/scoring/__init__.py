"""Orders of Truffle Shuffle, the ways to fill them, and coins. Compiled."""

from trufflewood.games.truffle_shuffle.scoring.coins import outcome, points, result, score
from trufflewood.games.truffle_shuffle.scoring.orders import (
    ANY_COLOURS,
    COLOUR_RULE,
    FIRST_COLOUR_CHANGE,
    FIRST_NUMBER_CHANGE,
    FLUSH,
    PRICE,
    TRUFFLES,
    Filler,
    changes_needed,
    filler_for,
)
from trufflewood.games.truffle_shuffle.scoring.ways import (
    count_spends,
    spends,
    thriftiest,
    truffles_of,
    ways,
    ways_of_hand,
)

__all__ = [
    "ANY_COLOURS",
    "COLOUR_RULE",
    "FIRST_COLOUR_CHANGE",
    "FIRST_NUMBER_CHANGE",
    "FLUSH",
    "PRICE",
    "TRUFFLES",
    "Filler",
    "changes_needed",
    "count_spends",
    "filler_for",
    "outcome",
    "points",
    "result",
    "score",
    "spends",
    "thriftiest",
    "truffles_of",
    "ways",
    "ways_of_hand",
]
