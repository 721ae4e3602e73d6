"""What a glance would tell in Truffle Scuffle, added up from a view: truffles left, turns until a stall."""

from __future__ import annotations

from trufflewood.games.truffle_scuffle.components import COLOURS
from trufflewood.games.truffle_scuffle.view import View
from trufflewood.kit.outcome import Aid


def aids(view: View) -> list[Aid]:
    found = [
        Aid(
            "forest", "colour", {"colour": colour}, view.left[n], view.left[n] + sum(p[n] for p in view.piles)
        )
        for n, colour in enumerate(COLOURS)
    ]
    return [*found, Aid("stall", "quiet", {}, view.options.stall - view.quiet, view.options.stall)]
