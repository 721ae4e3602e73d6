"""What a seat may do in Forest Shuffle, and what then happens. Compiled."""

from trufflewood.games.forest_shuffle.moves.may import (
    asked,
    for_nothing,
    legal,
    listed,
    refusal,
    treeless,
    waiting,
)
from trufflewood.games.forest_shuffle.moves.numbering import MOVES, REFUSALS
from trufflewood.games.forest_shuffle.moves.people import reveals, why
from trufflewood.games.forest_shuffle.moves.prospect import prospect
from trufflewood.games.forest_shuffle.moves.then import apply

__all__ = [
    "MOVES", "REFUSALS", "apply", "asked", "for_nothing", "legal", "listed", "prospect", "refusal", "reveals",
    "treeless", "waiting", "why",
]  # fmt: skip
