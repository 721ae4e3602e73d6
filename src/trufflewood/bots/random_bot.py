"""Any legal move, each as likely as the next."""

from __future__ import annotations

from random import Random

from trufflewood.kit.seen import View


def choose(view: View, budget: int, rng: Random) -> int:
    return rng.choice(view.moves)
