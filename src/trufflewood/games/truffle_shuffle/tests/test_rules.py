"""Every rule of the turn, the rounds and the end as a row: a position, what is tried, what comes of it, because."""

from __future__ import annotations

from typing import Any

import pytest

import trufflewood
from trufflewood.games.truffle_shuffle import GAME
from trufflewood.games.truffle_shuffle.components import (
    COLOURS,
    FACES,
    KINDS,
    PLACES,
    Options,
    bonus_coins,
    copies_in,
)
from trufflewood.games.truffle_shuffle.moves import REFUSALS
from trufflewood.games.truffle_shuffle.notation import read, read_position, write_position
from trufflewood.games.truffle_shuffle.state import COVERED_BY, hand_size
from trufflewood.games.truffle_shuffle.tests.tables import face_down, moves, names, play, table
from trufflewood.games.truffle_shuffle.view import view
from trufflewood.kit.errors import BadDeck, BadMove, BadOption
from trufflewood.kit.game import seats_in

FULL = ", ".join(  # a whole pyramid: thirty-nine different enough cards
    f"{place} {card}"
    for place, card in zip(
        PLACES, [f"{colour}{n}" for _ in range(2) for colour in "gpok" for n in "12345"], strict=False
    )
)

# fmt: off
REFUSED = [
    # rule    position                                                      move                     because
    ("§3.1", {"phase": "choose-order"},                                     "take f1",               "action-done"),
    ("§3.1", {"phase": "choose-order", "hands": "gT |"},                    "play green take-2",     "action-done"),
    ("§3.2", {"pyramid": "f1 g1"},                                          "take f2",               "no-card-there"),
    ("§3.2", {"pyramid": "e1 g1, f1 g2"},                                   "take e1",               "covered"),
    ("§3.2", {"pyramid": "e1 g1, f2 g2"},                                   "take e1",               "covered"),
    ("§3.4", {"hands": "g1 |"},                                             "play green skip",       "not-in-hand"),
    ("§3.4", {"hands": "gT |"},                                             "play pink take-2",      "not-in-hand"),
    ("§3.5", {"skips": {0: "gS"}, "phase": "take-more", "hands": "kT |"},   "play pink take-2",      "take-first"),
    ("§3.5", {"skips": {0: "gS"}, "phase": "take-more"},                    "end",                   "take-first"),
    ("§3.5", {"skips": {0: "gS"}, "phase": "take-more", "hands": "k1 |"},   "lay pink 1",            "take-first"),
    ("§4.1", {"hands": "g1 |"},                                             "fill one-1",            "action-first"),
    ("§4.1", {"hands": "g1 |"},                                             "lay green 1",           "action-first"),
    ("§4.1", {},                                                            "end",                   "action-first"),
    ("§4.2", {"phase": "choose-order", "hands": "g2 |"},                    "fill one-1",            "cannot-fill"),
    ("§4.4", {"phase": "choose-order", "hands": "g1 |"},                    "lay green 1",           "order-first"),
    ("§7.2", {"hands": "g1 |"},                                             "discard green 1",       "discard-later"),
]
REFUSED_LATER = [
    # rule    hand                       moves                                          then                      because
    ("§4.4", "g2 p2 o2",                "fill two-2s, lay purple 2",                    "lay green 2",            "table-order"),
    ("§4.4", "g2 p2 o2",                "fill two-2s",                                  "lay orange 2",           "dead-end"),
    ("§4.4", "g2 p2",                   "fill two-2s",                                  "end",                    "finish-order"),
    ("§4.4", "g2 p2 g1",                "fill two-2s",                                  "fill one-1",             "finish-order"),
    ("§4.4", "g2 p2 gT",                "fill two-2s",                                  "play green take-2",      "finish-order"),
    ("§4.4", "g1 kN",                   "fill one-1",                                   "use pink number-change", "truffles-first"),
    ("§4.3", "g2 p3 k2 kN",             "fill two-2s, lay green 2, lay purple 3",       "lay pink 2",             "truffles-complete"),
    ("§4.3", "g2 p2 kC kN",             "fill two-2s-flush, lay green 2, lay purple 2", "use pink number-change", "no-number-change"),
    ("§4.3", "g2 p3 kC kN",             "fill two-2s, lay green 2, lay purple 3",       "use pink colour-change", "no-colour-change"),
    ("§4.4", "g2 p3 kC kN",             "fill two-2s-flush, lay green 2, lay purple 3", "use pink colour-change", "table-order"),
    ("§4.4", "g1 p1 gN kN",             "fill two-2s, lay green 1, lay purple 1, use green number-change", "use green number-change", "not-in-hand"),
    ("§4.4", "g1 p1 gN kN",             "fill two-2s, lay green 1, lay purple 1",       "use pink number-change", "dead-end"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "where", "move", "because"), REFUSED)
def test_refused(rule: str, where: dict[str, Any], move: str, because: str) -> None:
    say_no(table(**where), rule, move, because)


@pytest.mark.parametrize(("rule", "hand", "first", "then", "because"), REFUSED_LATER)
def test_refused_in_the_middle_of_an_order(rule: str, hand: str, first: str, then: str, because: str) -> None:
    state = play(table(hands=f"{hand} |", phase="choose-order"), first)
    say_no(state, "§3.4" if because == "not-in-hand" else rule, then, because)


def say_no(state: Any, rule: str, move: str, because: str) -> None:
    refusal = GAME.rules.why(state, int(state.turn), read(move)[0])
    assert (refusal.rule, refusal.key) == (rule, because)
    for language in ("en", "es"):
        assert "{" not in GAME.words(language).say("refusals", refusal.key, refusal.args)


def test_every_refusal_has_a_row() -> None:
    rows = {row[3] for row in REFUSED} | {row[4] for row in REFUSED_LATER}
    assert {key for key, _ in REFUSALS[1:]} - rows == {"not-your-turn", "discard-now"}


def test_not_your_turn_and_nothing_but_discards_between_rounds() -> None:
    """§3.8, §7.1, §7.2: no order is filled when the round is over."""
    assert GAME.rules.why(table(), 1, read("take f1")[0]).key == "not-your-turn"
    over = play(table(pyramid="f1 g1", hands="g1 g2 g3 | k1", round=1), "take f1, end")
    assert seats_in(GAME.rules.waiting(over)) == [0]
    for move in ("fill one-1", "take f1", "end"):
        assert GAME.rules.why(over, 0, read(move)[0]).key == "discard-now"


# fmt: off
ALLOWED = [
    # rule    position                                                           moves                                    because
    ("§2.2", {"pyramid": FULL},                                                  [f"take f{n}" for n in range(1, 10)],    "at the start only the lowest row is free"),
    ("§3.2", {"pyramid": "e1 g1, f3 g2"},                                        ["take e1", "take f3"],                  "free when both cards on it are gone"),
    ("§3.1", {"pyramid": "f1 g1", "hands": "gT kS |"},                           ["take f1", "play green take-2", "play pink skip"], "exactly one of three actions"),
    ("§3.7", {"hands": "gT kS |", "skips": {0: "pS"}, "phase": "take-more"},     ["take f1", "take f2", "take f3"],       "taking three replaces the action"),
    ("§4.1", {"phase": "choose-order", "hands": "|"},                            ["end"],                                 "the choice is opened for a hand that fills nothing"),
    ("§4.1", {"phase": "choose-order", "hands": "g1 |"},                         ["end", "fill one-1"],                   "filling is optional"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "where", "wanted", "because"), ALLOWED)
def test_allowed(rule: str, where: dict[str, Any], wanted: list[str], because: str) -> None:
    assert moves(table(**where)) == wanted, because


def test_pyramid() -> None:
    """§2.2: rows of 4 to 9; card n of a row lies under cards n and n + 1 of the next."""
    covers = {
        place: [PLACES[other] for other in range(39) if int(COVERED_BY[n]) >> other & 1]
        for n, place in enumerate(PLACES)
    }
    assert covers["a1"] == ["b1", "b2"] and covers["a4"] == ["b4", "b5"] and covers["e8"] == ["f8", "f9"]
    assert all(len(over) == (0 if place[0] == "f" else 2) for place, over in covers.items())
    assert {place[0] for place in PLACES if face_down(place)} == {"b", "d", "f"}


# ---- actions


def test_face_down_card_stays_hidden_until_taken() -> None:
    """§3.3: free or not, its back is all that shows; then its taker alone knows it."""
    state = table(pyramid="d1 kC, f9 g1", hands="|")
    assert (
        view(state, 0).pyramid[PLACES.index("d1")] == "pink" == view(state, None).pyramid[PLACES.index("d1")]
    )
    after = play(state, "take d1, end")
    assert view(after, 0).hand == ("pink colour-change",)
    assert view(after, 1).places[0].backs == (0, 0, 0, 1, 0) and view(after, 1).places[0].seen == ((), (), ())


def test_face_up_card_is_remembered_until_it_is_laid_down() -> None:
    """§3.4"""
    after = play(table(pyramid="e1 g1, f9 g2", hands="|"), "take e1")
    assert view(after, 1).places[0].seen[2] == ("green 1",)
    assert view(play(after, "fill one-1, lay green 1"), 1).places[0].seen == ((), (), ())


def test_take_2() -> None:
    """§3.5: one at a time, the second perhaps set free by the first; discarded before the order."""
    state = table(pyramid="e1 g1, f1 g2, f9 g3", hands="gT |")
    first = play(state, "play green take-2, take f1")
    assert moves(first) == ["take e1", "take f9"]
    done = play(first, "take e1")
    assert "end" in moves(done) and hand_size(done, 0) == 2
    assert "green take-2" in view(done, None).spent


def test_take_2_takes_one_card_if_only_one_is_left() -> None:
    """§3.5, §9.4"""
    state = play(table(pyramid="f1 g1", hands="gT |"), "play green take-2, take f1")
    assert moves(state) == ["end", "fill one-1"]


def test_take_2_cannot_serve_in_the_order_of_its_turn() -> None:
    """§4.2"""
    state = table(pyramid="f1 g1, f2 g2, f3 g3", hands="gT g4 |")
    assert "fill four-of-one-colour" not in moves(play(state, "play green take-2, take f1, take f2"))


def test_skip() -> None:
    """§3.6, §3.7: a turn without card and order, then three cards, then the Skip is discarded."""
    state = play(table(pyramid="f1 g1, f2 g2, f3 g3, f4 g4, f5 g5", hands="kS k1 |"), "play pink skip")
    assert state.turn == 1, "no order may be filled"
    assert view(state, 1).places[0].skip == "pink skip" and hand_size(state, 0) == 1
    back = play(state, "take f1, end")
    assert moves(back) == ["take f2", "take f3", "take f4", "take f5"]
    two = play(back, "take f2, take f3")
    assert moves(two) == ["take f4", "take f5"], "three, and not only two"
    done = play(two, "take f4")
    assert view(done, 1).places[0].skip == "" and "pink skip" in view(done, 1).spent
    assert "fill one-1" in moves(done), "an order may be filled"


def test_after_a_skip_as_many_cards_as_there_are() -> None:
    """§3.7"""
    state = table(pyramid="f1 g1, f2 g2", skips={0: "pS"}, phase="take-more", hands="|")
    assert moves(play(state, "take f1, take f2")) == ["end", "fill one-1"]


def test_skip_survives_the_end_of_a_round() -> None:
    """§3.6, §9.5: two players, one card left, both skip; the first must take it, the second opens the next round."""
    state = play(table(pyramid="f1 k5", hands="kS | gS", round=1), "play pink skip, play green skip")
    assert moves(state) == ["take f1"]
    later = play(state, "take f1, end")
    assert (later.round, later.turn) == (1, 1)
    assert moves(later) == [f"take f{n}" for n in range(1, 10)]
    three = play(later, "take f1, take f2, take f3")
    assert "end" in moves(three) and hand_size(three, 1) == 3


def test_skip_on_the_table_counts_for_no_hand() -> None:
    """§7.2, §7.5"""
    state = play(table(pyramid="f1 g1", hands="g2 | k1", skips={1: "kS"}, coins="1 1"), "take f1, end")
    outcome = GAME.rules.outcome(state)
    assert outcome is not None and outcome.winners == (0,) and outcome.rule == "§7.5"


# ---- orders


def test_order_is_paid_and_its_cards_are_discarded() -> None:
    """§4.2, §4.5"""
    state = play(
        table(hands="g2 p3 kN kC o5 |", phase="choose-order"),
        "fill two-2s-flush, lay green 2, lay purple 3, use pink number-change, use pink colour-change",
    )
    assert GAME.rules.points(state, 0) == 4
    assert view(state, 0).hand == ("orange 5",)
    assert set(names("g2 p3 kN kC")) <= set(view(state, None).spent)
    assert state.turn == 1, "once a turn"


# fmt: off
BONUSES = [
    # rule    position                              order                                                                          coins  because
    ("§4.6", {"hands": "g1 p2 o3 k4 |"},            "fill small-straight, lay green 1, lay purple 2, lay orange 3, lay pink 4",    4 + 2, "the first bonus coin"),
    ("§4.6", {"hands": "g1 p2 o3 k4 |", "bonus_taken": 1}, "fill small-straight, lay green 1, lay purple 2, lay orange 3, lay pink 4", 4 + 1, "the second"),
    ("§4.6", {"hands": "g1 p2 o3 k4 |", "bonus_taken": 3}, "fill small-straight, lay green 1, lay purple 2, lay orange 3, lay pink 4", 4, "none is left"),
    ("§4.6", {"hands": "g1 p2 o3 k4 |"},            "fill one-of-each-colour, lay green 1, lay purple 2, lay orange 3, lay pink 4", 3 + 2, "colour orders too"),
    ("§4.6", {"hands": "g3 p3 o2 kN |"},            "fill three-3s, lay green 3, lay purple 3, lay orange 2, use pink number-change", 3,    "three truffles and a modifier"),
    ("§4.6", {"hands": "g1 |"},                     "fill one-1, lay green 1",                                                      1,     "a lone 1"),
    ("§4.6", {"hands": "g1 p2 o3 k4 | |", "bonus_taken": 1}, "fill small-straight, lay green 1, lay purple 2, lay orange 3, lay pink 4", 4 + 2, "three players: 2, 2, 1, 1"),
    ("§8.1", {"hands": "g1 p2 o3 k4 | | |", "bonus_taken": 5}, "fill small-straight, lay green 1, lay purple 2, lay orange 3, lay pink 4", 4, "five coins for four players"),
    ("§8.1", {"hands": "g1 p2 o3 k4 | | |", "bonus_taken": 5, "four_player_bonus": 6}, "fill small-straight, lay green 1, lay purple 2, lay orange 3, lay pink 4", 4 + 1, "or six"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "where", "order", "coins", "because"), BONUSES)
def test_bonus_coins(rule: str, where: dict[str, Any], order: str, coins: int, because: str) -> None:
    state = play(table(phase="choose-order", **where), order)
    assert GAME.rules.points(state, 0) == coins, because


def test_bonus_coins_are_laid_out_anew_each_round() -> None:
    """§2.3"""
    state = play(table(pyramid="f1 g5", round=1, bonus_taken=3, hands="|"), "take f1, end")
    assert view(state, None).bonus_left == (2, 1, 1)
    coins = [bonus_coins(Options(seats=seats)) for seats in (2, 3, 4)]
    assert coins == [(2, 1, 1), (2, 2, 1, 1), (2, 2, 1, 1, 1)]


# ---- rounds and the end


def test_round_ends_with_the_turn_in_which_the_last_card_is_taken() -> None:
    """§7.1, §7.3: that turn may still fill an order; then the player to the left begins."""
    state = play(table(pyramid="f1 g1", hands="| |", turn=1, round=1), "take f1")
    assert moves(state) == ["end", "fill one-1"]
    later = play(state, "fill one-1, lay green 1")
    assert (later.round, later.turn, int(later.deck_left)) == (1, 2, 39)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hands_are_discarded_to_the_number_of_players(seats: int) -> None:
    """§7.2: exactly down to it, after rounds 1 and 2, by those who have more."""
    hands = "g1 g2 g3 g4 g5 p1 |" + "| ".join(["k1 k2 "] * (seats - 1))
    over = play(table(pyramid="f1 o5", hands=hands, round=2), "take f1, end")
    assert seats_in(GAME.rules.waiting(over)) == [0]
    while GAME.rules.waiting(over) and over.round == 1:
        over = play(over, moves(over)[0])
    assert hand_size(over, 0) == seats and over.round == 2
    last = play(table(pyramid="f1 o5", hands=hands, round=3), "take f1, end")
    assert GAME.rules.waiting(last) == 0 and hand_size(last, 0) == 7, "nobody discards after the third"


def test_discards_are_chosen_at_once_and_shown_together() -> None:
    """§7.2, §9.9: until all have chosen nobody sees anything; then the backs only."""
    over = play(table(pyramid="f1 o5", hands="g1 g2 g3 | k1 k2 k3", round=1), "take f1, end")
    before = view(over, 1)
    chosen = play(over, "discard green 1, discard green 2", 0)
    assert view(chosen, 1).places == before.places and view(chosen, 1).waiting == (1,)
    assert view(chosen, 0).discarded[0] == ("green 1", "green 2")
    after = play(chosen, "discard pink 3", 1)
    assert view(after, 1).places[0].discarded[0] == (2, 0, 0, 0, 0)
    assert "green 1" not in view(after, 1).spent and after.round == 1
    assert view(after, 0).discarded[0] == ("green 1", "green 2"), "one's own are known"


def test_open_discards() -> None:
    """§8.2"""
    over = play(table(pyramid="f1 o5", hands="g1 g2 | k1", round=1, discards="open"), "take f1, end")
    after = play(over, "discard green 1")
    assert "green 1" in view(after, 1).spent and view(after, 1).places[0].discarded == ((0,) * 5, (0,) * 5)


def test_seen_card_is_in_hand_or_discarded_after_a_hidden_discard() -> None:
    """§9.12"""
    over = play(table(pyramid="e1 g3", hands="g1 g2 | k1", round=1), "take e1, end")
    for card in ("green 3", "green 1"):
        after = play(over, f"discard {card}")
        assert view(after, 1).places[0].seen[0] == ("green 3",)
        assert view(after, 1) == view(play(over, "discard green 2"), 1), "the others cannot tell"


# fmt: off
ENDS = [
    # rule    hands at the end      coins  start  winner  because
    ("§7.4", "g1 g2 | k1",          "1 2", 0,     1,      "the most coins"),
    ("§7.4", "g1 g2 | k1",          "3 2", 0,     0,      "the most coins"),
    ("§7.5", "g1 g2 | k1",          "2 2", 0,     0,      "then the most cards in hand"),
    ("§7.5", " | k1 k2 k3",         "2 2", 0,     1,      "then the most cards in hand"),
    ("§7.6", "g1 | k1 k2",          "2 2", 0,     1,      "then the later in turn order"),
    ("§7.6", "g1 | k1 k2",          "2 2", 1,     0,      "counted from the starting player"),
    ("§7.6", "g1 | k1 k2 | o1 o2",  "2 2 2", 2,   1,      "of three who began with the third, the second is last"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "hands", "coins", "start", "winner", "because"), ENDS)
def test_ends(rule: str, hands: str, coins: str, start: int, winner: int, because: str) -> None:
    """The first player takes the last card of the third round, and ends with one card more."""
    state = play(table(pyramid="f1 p5", hands=hands, coins=coins, start=start), "take f1, end")
    outcome = GAME.rules.outcome(state)
    assert GAME.rules.waiting(state) == 0 and outcome is not None
    assert (outcome.winners, outcome.rule) == ((winner,), rule), because


def test_whole_game_uses_every_card() -> None:
    """§2.1: three pyramids of 39."""
    board = trufflewood.open("truffle-shuffle", seats=3, seed=4)
    rounds = set()
    while board.waiting:
        seat = board.waiting[0]
        seen: Any = board.view(seat)
        rounds.add((seen.round, seen.deck))
        board.play(seat, board.legal(seat)[-1])
    assert rounds == {(0, 78), (1, 39), (2, 0)}


def test_start_is_drawn_or_chosen() -> None:
    """§2.4, §8.4"""
    assert {trufflewood.open("truffle-shuffle", seats=4, seed=n).waiting for n in range(40)} == {
        (0,),
        (1,),
        (2,),
        (3,),
    }
    assert trufflewood.open("truffle-shuffle", seats=4, seed=1, options={"start": 2}).waiting == (2,)


# ---- the box


def test_deck() -> None:
    """§1.1, §1.5, §8.3"""
    for name in ("reconstructed", "graded", "one_of_each_special"):
        copies = copies_in(name)
        assert sum(copies) == 117
        backs = [KINDS[kind].back for kind, n in enumerate(copies) for _ in range(n)]
        assert [backs.count(back) for back in range(5)] == [28] * 4 + [5]
    by_name = dict(zip([kind.key for kind in KINDS], copies_in("reconstructed"), strict=True))
    assert [by_name[f"pink {face}"] for face in FACES] == [4, 4, 4, 4, 4, 1, 1, 1, 1, 2, 2]
    graded = dict(zip([kind.key for kind in KINDS], copies_in("graded"), strict=True))
    assert [graded[f"green {n}"] for n in range(1, 6)] == [2, 3, 4, 5, 6]


# fmt: off
BAD_DECKS = [
    # file                                                       says
    ("[mauve]\n1 = 117\n",                                       "line 2: the cards stand under green"),
    ("[green]\n1 = 100\nskipp = 17\n",                           "line 3: .* Did you mean skip"),
    ("[rainbow]\nskip = 117\n",                                  "line 2: under .rainbow. there is no"),
    ("[green]\n1 = 116\n",                                       "a deck has 117 cards"),
]
# fmt: on


@pytest.mark.parametrize(("text", "says"), BAD_DECKS)
def test_bad_decks(text: str, says: str) -> None:
    """A fault in a deck file is named with its line."""
    with pytest.raises(BadDeck, match=says) as caught:
        trufflewood.open("truffle-shuffle", options={"deck": text})
    assert caught.value.say("es") != caught.value.say("en")


def test_bad_options() -> None:
    for given, says in (
        ({"four_player_bonus": 7}, "5"),
        ({"discards": "maybe"}, "hidden"),
        ({"deck": "imagined"}, "graded"),
    ):
        with pytest.raises((BadOption, BadDeck), match=says):
            trufflewood.open("truffle-shuffle", options=given)
    with pytest.raises(BadOption, match="2 to 4"):
        trufflewood.open("truffle-shuffle", seats=5)
    assert GAME.choose(4, {"four_player_bonus": "6"}).four_player_bonus == 6  # type: ignore[attr-defined]  # an option of this game


# ---- notation


def test_cards_of_an_order_may_be_named_in_any_order() -> None:
    assert read("fill two-2s-flush, use pink colour-change, lay purple 2, lay green 2") == read(
        "fill two-2s-flush, lay green 2, lay purple 2, use pink color-change"
    )


# fmt: off
BAD_MOVES = [
    # text                  says
    ("take g1",             "a1 to a4"),
    ("fill straight",       "small-straight"),
    ("fill mauve",          "five-5s"),
    ("lay green 6",         "green"),
    ("lay rainbow skip",    "is no card"),
    ("play green 3",        "take-2 or a skip"),
    ("use green 3",         "number-change"),
    ("dance",               "take f3"),
    ("",                    "take f3"),
]
# fmt: on


@pytest.mark.parametrize(("text", "says"), BAD_MOVES)
def test_bad_moves(text: str, says: str) -> None:
    with pytest.raises(BadMove, match=says) as caught:
        read(text)
    assert caught.value.say("es") != caught.value.say("en")


def test_moves_can_be_typed_in_spanish() -> None:
    board = trufflewood.open("truffle-shuffle", seed=1, options={"start": 0}, language="es")
    assert board.play(0, "coger f3")[0].text.startswith("jugador 1 coge ")
    board.play(0, "terminar")
    assert board.read("coger e3, terminar") == board.read("take e3, end")


def test_damaged_position() -> None:
    text = write_position(table())
    assert write_position(read_position(text)) == text
    for damaged in ("", text.replace("phase: act", "phase: sleep"), text.replace("green 1", "mauve 1")):
        with pytest.raises(BadMove, match="cannot be read"):
            read_position(damaged)


def test_colours_have_one_letter_each() -> None:
    for language in ("en", "es"):
        letters = [GAME.words(language).name("letters", colour) for colour in (*COLOURS, "rainbow")]
        assert len(set(letters)) == 5
