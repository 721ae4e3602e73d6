"""Memory aids add up what a view tells: never more than it, and every card once."""

from __future__ import annotations

import json
from random import Random
from typing import cast

import pytest

from trufflewood.games import all_games
from trufflewood.games.forest_shuffle.memory import seen
from trufflewood.games.forest_shuffle.view import View as ForestView
from trufflewood.games.snack_match.memory import unseen as unseen_snacks
from trufflewood.games.snack_match.view import View as SnackView
from trufflewood.games.truffle_shuffle.memory import unseen as unseen_truffles
from trufflewood.games.truffle_shuffle.view import View as TruffleView
from trufflewood.kit.package import Game
from trufflewood.kit.table import Table


def positions(game: Game, seats: int, seed: int) -> list[Table]:
    """A random game, move by move."""
    random = Random(seed)
    table = Table(game, seats, seed)
    found = [table.until(0)]
    while table.waiting:
        seat = random.choice(table.waiting)
        table.play(seat, random.choice(table.legal(seat)))
        found.append(table.until(table.version))
    return found


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_every_aid_has_its_sentence_and_adds_up(game: Game) -> None:
    for table in positions(game, max(2, game.seats.start), 3)[::5]:
        for seat in (None, *range(table.seats)):
            found = game.memory(table.view(seat))
            assert found
            for aid in found:
                assert aid.left is None or (aid.of is not None and 0 <= aid.left <= aid.of)
                for language in ("en", "es"):
                    assert game.words(language).say("aids", aid.key, aid.args, ["Ana", "Bea"])
                    assert game.words(language).name("aids", aid.group)


def test_truffles_not_seen_are_those_that_lie_hidden() -> None:
    for table in positions(all_games()["truffle-shuffle"], 3, 4)[::3]:
        for seat in range(3):
            view = cast(TruffleView, table.view(seat))
            others = [place for other, place in enumerate(view.places) if other != seat]
            hidden = view.deck + sum(shown != "" and " " not in shown for shown in view.pyramid)
            hidden += sum(sum(place.backs) + sum(map(sum, place.discarded)) for place in others)
            hidden -= sum(len(cards) for place in others for cards in place.seen)
            assert unseen_truffles(view).total() == hidden
            assert min(unseen_truffles(view).values()) >= 0


def test_snacks_not_seen_are_in_the_pile_or_in_other_hands() -> None:
    for table in positions(all_games()["snack-match"], 3, 5):
        for seat in range(3):
            view = cast(SnackView, table.view(seat))
            left = unseen_snacks(view)
            assert min(left.values()) >= 0
            if view.phase == "draft" and len(view.waiting) == 3:
                assert left.total() == view.pile + 2 * 2


def test_forest_cards_seen_are_no_more_in_the_deck() -> None:
    game = all_games()["forest-shuffle"]
    for table in positions(game, 3, 6)[::20]:
        for seat in (None, 0, 1, 2):
            assert not in_deck(table) & seen(cast(ForestView, table.view(seat)))


def in_deck(table: Table) -> set[int]:
    """The printed numbers of the cards in the deck, from the truth as text."""
    return set(json.loads(table.position())["deck"]) - {0}
