"""Every rule of RULES.md as a row: a position, what is tried, what comes of it, because."""

from __future__ import annotations

from typing import Any

import pytest

import trufflewood
from trufflewood.games.truffle_scuffle import GAME
from trufflewood.games.truffle_scuffle.components import (
    COLOURS,
    NAMES,
    NEIGHBOURS,
    TILE,
    VILLAGE,
    differences,
)
from trufflewood.games.truffle_scuffle.moves import REFUSALS
from trufflewood.games.truffle_scuffle.notation import read, read_position
from trufflewood.games.truffle_scuffle.state import State
from trufflewood.kit.errors import BadDeck, BadLayout, BadMove
from trufflewood.kit.game import legal_moves, seats_in


def position(
    forest: str = "",
    hogs: str = "c3 | e4",
    piles: str = "|",
    turn: str = "0 turn-begins",
    to_go: str | None = None,
    options: str = "{}",
    **counts: int,
) -> State:
    """A position in few words: `forest` as "a1 w, b2 rg", piles as "w4 r1 | b2"."""
    tiles = dict.fromkeys(NAMES, "-")
    for part in filter(None, forest.split(",")):
        name, truffles = part.split()
        tiles[name] = truffles
    seat = int(turn.split()[0])
    held = [" ".join(_count(pile, letter) for letter in "wrygb") for pile in piles.split("|")]
    given = {"start": 0, "fresh": 0, "bought": 0, "took": 0, "quiet": 0} | counts
    options = options.replace("{", '{"seats": 2, ').replace(", }", "}")
    return read_position(
        f"forest: {' '.join(tiles.values())}\n"
        f"hogs: {hogs}\n"
        f"piles: {' | '.join(held)}\n"
        f"turn: {turn}, to go {hogs.split('|')[seat] if to_go is None else to_go}\n"
        f"counts: {', '.join(f'{name} {n}' for name, n in given.items())}\n"
        f"ending: - -1\n"
        f"options: {options}"
    )


def _count(pile: str, letter: str) -> str:
    return next((word[1:] for word in pile.split() if word[0] == letter), "0")


def moves(state: State) -> list[str]:
    found = legal_moves(GAME.rules, state, state.turn)
    return [GAME.notation.write(move) for move in found]


def play(state: State, text: str) -> State:
    state = state.copy()
    for move in read(text):
        assert GAME.rules.refusal(state, state.turn, move) == 0, GAME.notation.write(move)
        GAME.rules.apply(state, state.turn, move)
    return state


# fmt: off
REFUSED = [
    # rule    position                                                    move            because
    ("§2.1", {"turn": "1 set-starter", "hogs": "- | -"},                  "d3-c3",        "set-first"),
    ("§2.1", {},                                                          "place c3",     "set-already"),
    ("§3.1", {},                                                          "a1-a2",        "no-hog-there"),
    ("§3.1", {},                                                          "e4-e5",        "no-hog-there"),
    ("§3.1", {"hogs": "c3 d5 | e4", "turn": "0 moving", "to_go": "d5"},   "c3-c4",        "hog-has-moved"),
    ("§3.4", {"forest": "c4 r"},                                          "c3-c4 white",  "no-such-truffle"),
    ("§3.4", {"forest": "b3 w"},                                          "c3-c4 white",  "no-such-truffle"),
    ("§4.1", {"piles": "w3 | "},                                          "buy white",    "too-few-truffles"),
    ("§4.1", {"piles": "w4 | ", "turn": "0 moving", "to_go": "c3"},       "buy white",    "buy-late"),
    ("§4.2", {"piles": "w4 | ", "hogs": "a1 a2 a3 a4 | e4"},              "buy white",    "herd-complete"),
    ("§4.2", {"piles": "w4 | ", "hogs": "c3 d4 | e4", "bought": 1},       "buy white",    "buy-again"),
    ("§4.3", {},                                                          "stay",         "only-new-hogs-stay"),
    ("§4.3", {"hogs": "d4 | e4"},                                         "stay",         "only-new-hogs-stay"),
    ("§5.3", {"forest": "a1 w, a2 w", "piles": "w1 | w1"},                "claim",        "not-proved"),
    ("§7.1", {"options": '{"hogs": "one"}', "hogs": "c3 d4 | e4", "bought": 1}, "stay",   "others-stay-anyway"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "where", "move", "because"), REFUSED)
def test_refused(rule: str, where: dict[str, Any], move: str, because: str) -> None:
    state = position(**where)
    refusal = GAME.rules.why(state, int(state.turn), read(move)[0])
    assert (refusal.rule, refusal.key) == (rule, because)
    for language in ("en", "es"):
        assert GAME.words(language).say("refusals", refusal.key, refusal.args)


def test_every_refusal_has_a_row() -> None:
    assert {key for key, _ in REFUSALS[1:]} - {row[3] for row in REFUSED} == {"not-your-turn"}


def test_not_your_turn() -> None:
    refusal = GAME.rules.why(position(), 1, read("e4-e5")[0])
    assert (refusal.rule, refusal.key) == ("§2.2", "not-your-turn")


# fmt: off
ALLOWED = [
    # rule    position                                                    moves                        because
    ("§3.1", {"hogs": "a1 | e4"},                                         "a1-a2 a1-b1 a1-b2",         "a corner has three neighbours"),
    ("§3.2", {"hogs": "a1 | a2"},                                         "a1-a2",                     "hogs may share a tile"),
    ("§3.3", {"hogs": "c3 | e4"},                                         "c3-b2 c3-b3 c3-c2 c3-c4 c3-d3", "five ways, not the village"),
    ("§3.4", {"forest": "c4 wr"},                                         "c3-c4|c3-c4 white|c3-c4 red", "one of them, or none"),
    ("§4.1", {"piles": "w4 r5 g3 | "},                                    "buy white|buy red",         "four of a colour"),
    ("§4.3", {"hogs": "c3 d4 | e4", "fresh": 1, "bought": 1},             "stay|d4-c3",                "a new hog may stay, or go"),
    ("§5.3", {"forest": "a1 w", "piles": "w3 r1 g1 | "},                  "claim",                     "the last white changes nothing"),
    ("§7.1", {"options": '{"hogs": "one"}', "hogs": "a1 a2 | e4"},        "a1-a2|a2-a3",               "either hog"),
    ("§7.2", {"options": '{"purchases": "several"}', "piles": "w4 | ", "hogs": "c3 d4 | e4", "bought": 1},
                                                                          "buy white",                 "another one"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "where", "wanted", "because"), ALLOWED)
def test_allowed(rule: str, where: dict[str, Any], wanted: str, because: str) -> None:
    found = moves(position(**where))
    separator = "|" if "|" in wanted or "buy" in wanted else " "
    assert set(wanted.split(separator)) <= set(found), because


def test_identical_hogs_are_offered_once() -> None:
    assert moves(position(hogs="a1 a1 | e4")) == ["a1-a2", "a1-b1", "a1-b2"]


def test_forest_is_a_hexagon_of_37_tiles() -> None:
    """§1.1"""
    assert len(NAMES) == 37 and NAMES[VILLAGE] == "d4"
    widths = sorted(len(near) for near in NEIGHBOURS)
    assert widths == [3] * 6 + [4] * 12 + [6] * 19
    assert all(tile in NEIGHBOURS[near] for tile in range(37) for near in NEIGHBOURS[tile])


def test_box_has_nine_truffles_of_each_colour() -> None:
    """§1.2"""
    table = trufflewood.open("truffle-scuffle", seed=1)
    view: Any = table.view(None)
    lying = [truffle for tile in view.forest for truffle in tile]
    assert [lying.count(colour) for colour in COLOURS] == [9] * 5
    assert sorted(map(len, view.forest)) == [0] * 2 + [1] * 25 + [2] * 10  # the village is bare too
    assert differences("reconstructed") == []


def test_other_player_sets_both_hogs_beside_the_village() -> None:
    """§2.1, §2.2"""
    table = trufflewood.open("truffle-scuffle", seed=3, options={"start": 1})
    assert table.waiting == (0,)
    assert table.moves(0) == [f"place {NAMES[tile]}" for tile in NEIGHBOURS[VILLAGE]]
    table.play(0, "place c3, place c3")
    view: Any = table.view(0)
    assert view.hogs == ((TILE["c3"],), (TILE["c3"],)) and view.piles == ((0,) * 5, (0,) * 5)
    assert table.waiting == (1,)


def test_starting_seat_is_drawn_and_both_come_up() -> None:
    """§2.1"""
    starts = {trufflewood.open("truffle-scuffle", seed=seed).waiting for seed in range(20)}
    assert starts == {(0,), (1,)}


# fmt: off
ENDS = [
    # rule    position                                                         moves                winner  ending            because
    ("§5.1", {"forest": "c4 w, a1 r", "piles": "w8 | "},                       "c3-c4 white",       0,      "all-of-a-colour", "nine white"),
    ("§5.1", {"forest": "c4 w", "piles": "w8 | r9 g9 b9 y9"},                  "c3-c4 white",       0,      "all-of-a-colour", "although it was the last truffle"),
    ("§5.2", {"forest": "c4 w", "piles": "w1 r1 | b1"},                        "c3-c4 white",       0,      "last-truffle",    "two to one"),
    ("§5.2", {"forest": "c4 w", "hogs": "c3 d5 | e4", "piles": " | b1 r1"},    "c3-c4 white",       1,      "last-truffle",    "also in the middle of a turn"),
    ("§5.3", {"forest": "a1 w", "piles": "w3 r1 g1 | "},                       "claim",             0,      "claimed",         "cannot be overtaken"),
    ("§5.4", {"forest": "a1 w", "piles": "r1 | ", "quiet": 59},                "c3-c4",             0,      "stalled",         "the sixtieth turn in a row"),
    ("§6.2", {"forest": "a1 w", "piles": "r1 | b3", "quiet": 59},              "c3-c4",             None,   "stalled",         "one to one is a draw"),
    ("§7.3", {"forest": "c4 w, a1 r", "piles": "w3 g1 | ", "options": '{"claim": "automatic"}'},
                                                                               "c3-c4 white",       0,      "claimed",         "declared at once"),
    ("§7.3", {"forest": "a1 r", "piles": "w4 | w3 g1", "options": '{"claim": "automatic"}'},
                                                                               "buy white",         1,      "claimed",         "a purchase changes the sums"),
    ("§7.4", {"forest": "a1 w", "piles": "r1 | ", "quiet": 4, "options": '{"stall": 5}'},
                                                                               "c3-c4",             0,      "stalled",         "after five turns"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "where", "text", "winner", "ending", "because"), ENDS)
def test_ends(
    rule: str, where: dict[str, Any], text: str, winner: int | None, ending: str, because: str
) -> None:
    state = play(position(**where), text)
    assert seats_in(GAME.rules.waiting(state)) == [], because
    view: Any = GAME.rules.view(state, None)
    outcome = GAME.rules.outcome(state)
    assert outcome is not None
    assert view.ending == ending, because
    assert outcome.winners == ((0, 1) if winner is None else (winner,)), because


# fmt: off
GOES_ON = [
    # rule    position                                                      moves           because
    ("§5.1", {"forest": "c4 w, a1 r", "piles": "w7 | "},                    "c3-c4 white",  "eight are not nine"),
    ("§5.4", {"forest": "a1 w", "quiet": 58},                               "c3-c4",        "the fifty-ninth turn"),
    ("§5.4", {"forest": "c4 w, a1 r", "quiet": 59},                         "c3-c4 white",  "a truffle was taken"),
    ("§7.3", {"forest": "c4 w, a1 r", "piles": "w3 g1 | "},                 "c3-c4 white",  "a victory must be claimed"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "where", "text", "because"), GOES_ON)
def test_goes_on(rule: str, where: dict[str, Any], text: str, because: str) -> None:
    assert seats_in(GAME.rules.waiting(play(position(**where), text))) == [1], because


# fmt: off
CLAIMS = [
    # position                                                      proved  because
    ({"forest": "a1 w", "piles": "w3 r1 g1 | "},                    True,   "three colours, whatever happens"),
    ({"forest": "a1 w, a2 w", "piles": "w2 r1 | g1"},               False,  "white could become a tie: one against one"),
    ({"forest": "a1 w", "piles": "w1 r1 g1 | b1"},                  True,   "white could become a tie: still two against one"),
    ({"forest": "a1 b", "piles": "w9 r9 g8 | b8"},                  False,  "the opponent could gather all nine blue"),
    ({"forest": "a1 b", "piles": "w9 r9 g8 b1 | b7"},               True,   "all nine blue are out of reach"),
    ({"forest": "a1 b", "piles": " | "},                            False,  "nobody leads"),
]
# fmt: on


@pytest.mark.parametrize(("where", "proved", "because"), CLAIMS)
def test_claims(where: dict[str, Any], proved: bool, because: str) -> None:
    """§5.3"""
    assert ("claim" in moves(position(**where))) == proved, because


def test_purchase() -> None:
    """§4.1, §4.3: paid at once, set on the village, free to move first, to stay, and bound to move later."""
    state = position(forest="a1 w", piles="w4 | ")
    bought = play(state, "buy white")
    view: Any = GAME.rules.view(bought, None)
    assert view.hogs[0] == (TILE["c3"], VILLAGE) and view.piles[0] == (0,) * 5
    assert play(bought, "d4-c3, c3-b3").turn == 1
    stayed = play(bought, "stay, c3-b3")
    assert stayed.turn == 1
    later = play(stayed, "e4-e5")
    assert "stay" not in moves(later)
    assert "d4-c4" in moves(later)


def test_taking_is_optional_and_once_a_hog() -> None:
    """§3.4"""
    state = position(forest="c4 wr")
    assert sum(play(state, "c3-c4").piles) == sum(state.piles)
    view: Any = GAME.rules.view(play(state, "c3-c4 red"), None)
    assert view.piles[0] == (0, 1, 0, 0, 0) and view.forest[TILE["c4"]] == ("white",)


# fmt: off
LAYOUTS = [
    # layout                                                                     points    because
    ("white 5, red 2 / white 4, red 7",                                          (1, 1),   "a colour each"),
    ("white 4 / white 4",                                                        (0, 0),   "a tied colour gives none"),
    ({"players": [{"white": 5, "blue": 1}, {"green": 9}]},                       (2, 1),   "from JSON"),
]
BAD_LAYOUTS = [
    ("white 5",                                     "two players"),
    ("white 5 / white 5",                           "nine white"),
    ("mauve 5 / white 4",                           "no colour \"mauve\""),
    ("white five / white 4",                        "white 5"),
    ({"players": [{"white": -1}, {}]},              "from 0 to 9"),
    ({"seats": []},                                 "\"players\""),
    ([1, 2],                                        "\"players\""),
]
BAD_MOVES = [
    ("c3-c3",            "can move to"),
    ("c3-d4",            "§3.3"),
    ("c3-a1",            "can move to"),
    ("c9-c3",            "no move"),
    ("a7-a1",            "row a has 4 tiles"),
    ("buy mauve",        "no colour \"mauve\""),
    ("place a1",         "§2.1"),
    ("xyzzy",            "no move"),
    ("",                 "no move"),
    ("c3-c4, ",          "no move"),
]
BAD_TILES = [
    ({"tile": {"white": 36}},                       "[tiles]"),
    ({"tiles": {"mauve": 36}},                      "\"mauve\""),
    ({"tiles": {"white": 35}},                      "36 tiles"),
    ({"tiles": {"white white red red": 36}},        "one to 3"),
    ({"tiles": {"empty": 36}},                      "no truffle"),
    ({"tiles": {"white": -1}},                      "from 0 to 999"),
    ("nonesuch",                                    "no deck"),
    ("../reconstructed",                            "no deck"),
]
# fmt: on


@pytest.mark.parametrize(("layout", "points", "because"), LAYOUTS)
def test_score_sheet(layout: Any, points: tuple[int, int], because: str) -> None:
    found = trufflewood.score("truffle-scuffle", layout)
    assert tuple(sum(line.points for line in lines) for lines in found) == points, because


@pytest.mark.parametrize(("layout", "says"), BAD_LAYOUTS)
def test_bad_layout(layout: Any, says: str) -> None:
    with pytest.raises(BadLayout, match=says):
        trufflewood.score("truffle-scuffle", layout)


@pytest.mark.parametrize(("text", "says"), BAD_MOVES)
def test_bad_move(text: str, says: str) -> None:
    with pytest.raises(BadMove, match=says):
        read(text)


@pytest.mark.parametrize(("deck", "says"), BAD_TILES)
def test_bad_tiles(deck: Any, says: str) -> None:
    with pytest.raises(BadDeck) as error:
        trufflewood.open("truffle-scuffle", options={"deck": deck})
    assert says in str(error.value) and error.value.say("es") != str(error.value)


def test_another_box_says_what_differs() -> None:
    """§7.5"""
    assert differences({"tiles": {"white": 9, "red": 9, "empty": 18}}) == ["yellow", "green", "blue"]


def test_order_of_moves() -> None:
    """Perft, records and every environment depend on this order."""
    state = position(forest="c4 wr", piles="w4 g4 | ", hogs="c3 d4 | e4", fresh=1)
    assert moves(state)[:8] == [
        "buy white", "buy green", "stay", "claim", "c3-b2", "c3-b3", "c3-c2", "c3-c4",
    ]  # fmt: skip
