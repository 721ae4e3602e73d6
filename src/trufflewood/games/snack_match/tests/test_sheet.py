"""`trufflewood score`: zones and tables from text and JSON, the best placement, and every mistake named."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from trufflewood.games.snack_match import GAME
from trufflewood.games.snack_match.components import SQUARES
from trufflewood.games.snack_match.sheet import score
from trufflewood.games.snack_match.state import LAID, State
from trufflewood.games.snack_match.terminal import draw
from trufflewood.games.snack_match.tests.naive import Paper, Pile, ordinary_points
from trufflewood.games.snack_match.tests.test_placing import boards, deal, pile_of
from trufflewood.games.snack_match.tests.test_scoring import BENJAMIN, SOFIA, rows
from trufflewood.games.snack_match.view import View
from trufflewood.kit.chance import Dice
from trufflewood.kit.errors import BadLayout
from trufflewood.kit.game import legal_moves
from trufflewood.kit.outcome import Line
from trufflewood.kit.walk import playout

CARDS = """
sandwich/green donut/orange soda/blue c4 right
soda/orange sausage/orange sausage/green d3 down under 1   # slid under the first
"""


def total(lines: list[Line]) -> int:
    return sum(line.points for line in lines)


# ---- what can be written


def test_a_table_with_its_verdict() -> None:
    sheet = score(f"{rows(BENJAMIN)}\n\n{rows(SOFIA)}")
    assert [total(lines) for lines in sheet.seats] == [11, 13]
    assert (sheet.notes[0].key, sheet.notes[0].args) == ("leads", {"winner": [1]})


def test_json_says_the_same_as_text() -> None:
    squares = [row.split() for row in rows(BENJAMIN).splitlines()]
    for zone in (squares, rows(BENJAMIN).splitlines(), {"rows": squares}):
        assert score({"zones": [zone]}).seats == score(rows(BENJAMIN)).seats
    assert score(squares).seats == score(rows(BENJAMIN)).seats
    table = {"zones": [squares, squares], "diet": ["soda fewest", "green pairs"]}
    assert score(json.loads(json.dumps(table))).seats[0] == score(
        f"diet: soda fewest, green pairs\n{rows(BENJAMIN)}\n\n{rows(BENJAMIN)}"
    ).seats[0]  # fmt: skip


def test_spanish_words() -> None:
    spanish = "donut/naranja refresco/verde sándwich/rojo\nsalchicha/azul DONUT/Naranja refresco/verde"
    english = "donut/orange soda/green sandwich/red\nsausage/blue donut/orange soda/green"
    assert score(f"dieta: refresco parejas\n{spanish}").seats == score(f"diet: soda pairs\n{english}").seats
    card = "donut/naranja refresco/verde sándwich/rojo d3 abajo bajo 1"
    first = "sandwich/green donut/orange soda/blue c4 right\n"
    under = "donut/orange soda/green sandwich/red d3 down under 1"
    assert score(first + card).seats == score(first + under).seats


def test_cards_with_their_layers() -> None:
    """The second card is seen above and below the first, not where it goes under it."""
    assert score(CARDS).seats == score(
        "- soda/orange -\nsandwich/green donut/orange soda/blue\n- sausage/green -"
    ).seats  # fmt: skip


def test_zones_of_a_view_are_a_layout() -> None:
    """What a program has from a table can be handed to the sheet as it is."""
    for seed in range(20):
        state = deal(seed, 3)
        playout(GAME.rules, state, Dice(seed))
        view = json.loads(msgspec.json.encode(GAME.rules.view(state, None)))
        sheet = score({"zones": view["zones"]})
        assert [total(lines) for lines in sheet.seats] == [GAME.rules.points(state, n) for n in range(3)]
        for lines, seat in zip(sheet.seats, range(3), strict=True):
            assert lines == GAME.rules.score(state, seat)


# fmt: off
MISTAKES = [
    # layout                                                           what the sentence must name
    ("",                                                               "no zone"),
    (17,                                                               "\"zones\""),
    ({"zone": []},                                                     "\"zones\""),
    ({"zones": [3]},                                                   "\"zones\""),
    ("soda/pink soda/red soda/red",                                    "soda/pink"),
    ("soda/red soda/red soda/red soda/red soda/red",                   "zone 1 has 1 rows and 5 columns"),
    ("- - -",                                                          "no square at all"),
    ("soda/red soda/red soda/red -\n- - - soda/red",                   "lies on no card"),
    ("soda/red - - -\n" * 3 + "- soda/red soda/red soda/red",          "hang together"),
    ("\n\n".join(["soda/red soda/red soda/red"] * 10),                 "at most nine"),
    ("soda/red soda/red c4 right",                                     "zone 1, card 1"),
    ("soda/red soda/red soda/red c4 north",                            "zone 1, card 1"),
    ("soda/red soda/red soda/red c4 right over 1",                     "zone 1, card 1"),
    ("soda/red soda/red soda/red a1 right",                            "lies in the middle"),
    (CARDS + "soda/red soda/red soda/red a1 right",                    "card 3"),
    (CARDS + "soda/red soda/red soda/red c5 right under 1",            "cannot go under card 1"),
    (CARDS + "soda/red soda/red soda/red d3 down under 2",             "since 1 lies on 2 (§3.5)"),
    ("soda/red soda/red soda/red c4 right\n" * 9,                      "9 cards"),
    ("diet: soda\nsoda/red soda/red soda/red",                         "soda fewest"),
    ("diet: soda pairs, soda most, red pairs\nsoda/red soda/red soda/red", "at most two"),
    ("opponent: soda/red\nsoda/red soda/red soda/red",                 "three squares"),
    ("opponent: soda/red soda/red soda/red\nsoda/red soda/red soda/red\n\nsoda/red soda/red soda/red", "one zone"),
    ("opponent: " + ", ".join(["soda/red soda/red soda/red"] * 9) + "\nsoda/red soda/red soda/red", "9 cards"),
    ("solo_points: mine\nsoda/red soda/red soda/red",                  "mine"),
]
# fmt: on


@pytest.mark.parametrize(("layout", "named"), MISTAKES)
def test_mistakes(layout: object, named: str) -> None:
    with pytest.raises(BadLayout) as error:
        score(layout)
    assert named in str(error.value)
    assert error.value.say("es") and error.value.say("es") != str(error.value)


# ---- the best placement


def text_of(state: State, card: int) -> str:
    return " ".join(SQUARES[state.box.faces[3 * card + n]] for n in range(3))


def best_of(notes: list[Line]) -> int:
    (points,) = [note.args["points"] for note in notes if note.key == "best"]
    assert isinstance(points, int)
    return points


def naive_best(pile: Pile, cards: list[tuple[tuple[str, str], ...]]) -> int:
    """Try everything with paper."""
    if not cards:
        return ordinary_points(pile.visible())
    return max(
        naive_best(pile.with_paper(Paper(card, cells), over), cards[:n] + cards[n + 1 :])
        for n, card in enumerate(cards)
        for cells, over in pile.placements()
    )


def squares(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((one.split("/")[0], one.split("/")[1]) for one in text.split())


def layout_of(state: State) -> dict[str, object]:
    view = GAME.rules.view(state, 0)
    assert isinstance(view, View)
    return {"zones": [json.loads(msgspec.json.encode(view.zones[0]))]}


def test_best_of_one_card_is_that_of_paper() -> None:
    random = Random(3)
    for state in boards(40, 500):
        card = text_of(state, random.randrange(72))
        wanted = naive_best(pile_of(state, 0), [squares(card)])
        assert best_of(score(layout_of(state), [card]).notes) == wanted


def test_best_of_two_cards_is_that_of_paper() -> None:
    random = Random(4)
    for state in boards(30, 700):
        if state.zones[LAID] == 1 and random.random() < 0.4:
            cards = [text_of(state, random.randrange(72)) for _ in range(2)]
            wanted = naive_best(pile_of(state, 0), [squares(card) for card in cards])
            assert best_of(score(layout_of(state), cards).notes) == wanted


def test_best_is_reached_by_its_steps() -> None:
    """Laying the cards as the notes say gives the points that they promise."""
    random = Random(5)
    for state in boards(12, 900):
        if state.zones[LAID] > 6:
            continue
        cards = [text_of(state, random.randrange(72)) for _ in range(2)]
        layout: Any = layout_of(state)
        notes = score(layout, cards).notes
        for step in notes[1:]:
            said: dict[str, Any] = step.args
            place = f"{said['cell']} {said['turn']}"
            laid = {"card": " ".join(said["card"]), "place": place, "under": said["under"]}
            layout["zones"][0]["cards"].append(laid)
        assert total(score(layout).seats[0]) == best_of(notes)


def test_best_counts_the_diet() -> None:
    """With lonely sodas punished, the card covers both; otherwise it may lie beside them."""
    zone, card = "soda/red donut/green soda/blue c4 right", "donut/orange sausage/red sandwich/blue"
    plain, dieting = (score(diet + zone, [card]).notes for diet in ("", "diet: soda isolated\n"))
    assert [notes[0].args for notes in (plain, dieting)] == [
        {"points": 0, "now": 0},
        {"points": 0, "now": -4},
    ]
    assert dieting[1].args["cell"] == "c4" and dieting[1].args["over"] == [1]


def test_best_by_what_can_be_seen_says_so() -> None:
    """Over the whole or under the whole; what lies between cannot be known."""
    sheet = score("soda/red donut/green soda/blue", ["soda/red soda/green soda/blue"])
    assert [note.key for note in sheet.notes] == ["best", "best-step-outline", "best-corner", "best-outline"]
    assert best_of(sheet.notes) == 3, "the new card joins four sodas or five"
    for note in sheet.notes:
        for language in ("en", "es"):
            assert GAME.words(language).say("lines", note.key, note.args)


# fmt: off
BAD_BEST = [
    # cards                                             what the sentence must name
    (["soda/red soda/green"],                           "three squares"),
    (["soda/red soda/green soda/blue"] * 3,             "one or two"),
    (["soda/red soda/green soda/blue"] * 2,             "eight cards"),
]
# fmt: on


@pytest.mark.parametrize(("cards", "named"), BAD_BEST)
def test_bad_best(cards: list[str], named: str) -> None:
    with pytest.raises(BadLayout) as error:
        score("soda/red soda/red soda/red c4 right\n" * 7, cards)
    assert named in str(error.value)


# ---- the drawing


@pytest.mark.parametrize("seats", [1, 2, 5, 9])
@pytest.mark.parametrize("language", ["en", "es"])
def test_drawing_fits_a_terminal(seats: int, language: str) -> None:
    state, random = deal(seats, seats, diet="medium"), Random(seats)
    widest = 0
    while state.waiting:
        for seat in (None, 0):
            drawn = draw(GAME.rules.view(state, seat), GAME.words(language))
            widest = max(widest, *map(len, drawn.splitlines()))
        seat = random.choice([n for n in range(seats) if state.waiting >> n & 1])
        GAME.rules.apply(state, seat, random.choice(legal_moves(GAME.rules, state, seat)))
    assert widest <= 100
