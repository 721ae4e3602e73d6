"""Moves as people type them, and what the terminal draws."""

from __future__ import annotations

import re

import pytest

import trufflewood
from trufflewood.games.forest_shuffle import GAME, notation, terminal
from trufflewood.games.forest_shuffle.components import SPECIES
from trufflewood.games.forest_shuffle.tests.scenes import play, scene
from trufflewood.games.forest_shuffle.view import view
from trufflewood.kit.errors import BadMove, TrufflewoodError
from trufflewood.kit.words import LANGUAGES

TYPED = [
    ("draw",                                             "draw"),
    ("take 12",                                          "take oak 12"),
    ("Take Oak 12",                                      "take oak 12"),
    ("play 12",                                          "play oak 12"),
    ("play 114 top",                                     "play goshawk 114"),
    ("sapling 114",                                      "sapling goshawk/moss 114"),
    ("sapling moss 114",                                 "sapling goshawk/moss 114"),
    ("play goshawk 114 at 3 paying oak 12, birch 30",    "play goshawk 114, at 3, pay oak 12, pay birch 30"),
    ("play goshawk 114 at 3 paying 30, 12",              "play goshawk 114, at 3, pay oak 12, pay birch 30"),
    ("play birch 23; draw",                              "play birch 23, draw"),
    ("yes, no, keep, redraw, resolve 2, cave 1",         "yes, no, keep, redraw, resolve 2, cave linden 1"),
    ("play goshawk 114 at 3 paying 30, 12, draw",        "play goshawk 114, at 3, pay oak 12, pay birch 30, draw"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "meant"), TYPED)
def test_what_people_type(typed: str, meant: str) -> None:
    assert ", ".join(map(notation.write, notation.read(typed))) == meant


UNCLEAR = [
    ("fly",               "is no move"),
    ("",                  "is no move"),
    ("play oak",          "by the number printed on it"),
    ("play 114",          "say which half of card 114 you mean: Goshawk and Moss"),
    ("play moss 115",     "card 115 shows Great Spotted Woodpecker and Wood Ant"),
    ("take 68",           "there is no card 68"),
    ("at 0",              "a number from 1 to 158"),
    ("resolve 11",        "a number from 1 to 10"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "sentence"), UNCLEAR)
def test_what_is_no_move(typed: str, sentence: str) -> None:
    with pytest.raises(BadMove) as caught:
        notation.read(typed)
    assert sentence in str(caught.value)


def test_moves_in_spanish() -> None:
    table = trufflewood.open("forest-shuffle", seed=1, language="es", options={"start": 0})
    assert table.read("jugar azor-común 114 en 3 pagando roble 12, abedul 30") == notation.read(
        "play goshawk 114 at 3 paying oak 12, birch 30"
    )
    assert [event.text for event in table.play(0, "conservar")] == [
        "jugador 1 ha decidido sobre el cambio de cartas."
    ]


def test_a_damaged_position_is_named() -> None:
    for text in ("", "{}", notation.write_position(scene(hand="1"))[:-20]):
        with pytest.raises(TrufflewoodError, match="cannot be read"):
            notation.read_position(text)


def test_the_rulebook_names_every_species_at_its_number() -> None:
    for language in LANGUAGES:
        words = GAME.words(language)
        book = GAME.rulebook(language)
        for species in SPECIES:
            name = words.name("species", species.key)
            assert re.search(rf"^\*\*§1[0-3]\.\d+\*\* {name}, [a-z]+ {species.cost}\b", book, re.M), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_fits_a_terminal(language: str) -> None:
    forest = "oak 10: top 121, bottom 125 134, left 70 71 72, right 85; sapling 99; silver-fir 17: top 114"
    state = play(
        scene(hand="33 1 2 90 114", forest=forest, clearing="40 41 115 116", other_hand="30"), "take 115"
    )
    for seat in (0, 1, None):
        drawn = terminal.draw(view(state, seat), GAME.words(language))
        assert max(map(len, drawn.splitlines())) <= 100
    assert ("Oak" if language == "en" else "Roble") in drawn


def test_every_question_can_be_drawn() -> None:
    positions = [
        (scene(hand="1"), "ask-turn"),
        (play(scene(hand="114", forest="oak 10"), "play moss 114"), "ask-placing"),
        (play(scene(hand="10 1 2"), "play oak 10"), "ask-paying"),
        (play(scene(hand="23", deck="5 6"), "play birch 23"), "ask-draw"),
        (play(scene(hand="10 11 12"), "play oak 10 paying 11, 12"), "ask-extra-turn"),
        (
            play(scene(hand="79 1 2 3", forest="oak 10"), "play brown-bear 79 at 1 paying 1, 2, 3"),
            "ask-clearing",
        ),
        (play(scene(hand="73 1", forest="oak 10"), "play raccoon 73 at 1 paying 1"), "ask-hand-to-cave"),
        (play(scene(hand="97", forest="oak 10"), "play gnat 97 at 1"), "ask-free-bats"),
        (play(scene(hand="141 1 2", forest="oak 10"), "play mole 141 at 1 paying 1, 2"), "ask-mole"),
        (play(scene(hand="113 56", forest="oak 10"), "play european-badger 113 at 1 paying 56"), "ask-free"),
    ]
    for language in LANGUAGES:
        last = {
            terminal.draw(view(state, 0), GAME.words(language)).splitlines()[-1] for state, _ in positions
        }
        assert len(last) == len(positions)
