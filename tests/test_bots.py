"""Bots: a view and nothing else, the same move for the same view, one sentence for what is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.witnesses import witness
from trufflewood import bots
from trufflewood.bots.guide import Guide
from trufflewood.bots.mind import game_of
from trufflewood.bots.search import Search
from trufflewood.games import all_games
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.errors import BadMove, BadOption
from trufflewood.kit.game import Rules, State, legal_moves, seats_in
from trufflewood.kit.package import Game
from trufflewood.kit.table import Table

ROOT = Path(__file__).parents[1]
GAMES = list(all_games().values())
FAST = ["random", "greedy", "search:30", "level1", "level2", "level3", "level4:20", "level5:200"]


def midgame(game: Game, seats: int, decisions: int, seed: int) -> State:
    """A state after so many random decisions, before the end."""
    rng = Random(seed)
    state = game.rules.deal(game.choose(seats), Chance(seed_from(seed)))
    for _ in range(decisions):
        seat = rng.choice(seats_in(game.rules.waiting(state)))
        after = state.copy()
        game.rules.apply(after, seat, rng.choice(legal_moves(game.rules, state, seat)))
        if not game.rules.waiting(after):
            break
        state = after
    return state


def some_seats(game: Game) -> int:
    return min(3, game.seats.stop - 1)


@pytest.mark.parametrize("name", FAST)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_a_bot_cannot_see_changes_nothing(game: Game, name: str) -> None:
    """Two true states with the same view and the same rng: the same move."""
    choose = bots.find(name, game)
    for decisions in (3, 12):
        state = midgame(game, some_seats(game), decisions, decisions)
        seat = seats_in(game.rules.waiting(state))[-1]
        other = state.copy()
        witness(game).shuffle_hidden(other, seat, Random(99))
        first, second = game.rules.view(state, seat), game.rules.view(other, seat)
        assert first == second
        move = choose(first, None, Random(5))
        assert move == choose(second, None, Random(5))
        assert move in first.moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_view_knows_its_game(game: Game) -> None:
    state = midgame(game, max(2, game.seats.start), 2, 1)
    assert game_of(game.rules.view(state, 0)) is game


FAULTS = [
    # bot            budget         the sentence
    ("search",       0,             'a budget is a number of iterations above zero, such as 500, or of seconds, such as 0.5s, not "0".'),
    ("search",       -5,            'a budget is a number of iterations above zero, such as 500, or of seconds, such as 0.5s, not "-5".'),
    ("greedy",       True,          'a budget is a number of iterations above zero, such as 500, or of seconds, such as 0.5s, not "True".'),
    ("search",       float("nan"),  'a budget is a number of iterations above zero, such as 500, or of seconds, such as 0.5s, not "nan".'),
    ("search",       float("inf"),  'a budget is a number of iterations above zero, such as 500, or of seconds, such as 0.5s, not "inf".'),
    ("level5",       0,             'a budget is a number of iterations above zero, such as 500, or of seconds, such as 0.5s, not "0".'),
    ("search:many",  None,          'a budget is a number of iterations above zero, such as 500, or of seconds, such as 0.5s, not "many".'),
    ("search:0s",    None,          'a budget is a number of iterations above zero, such as 500, or of seconds, such as 0.5s, not "0s".'),
    ("greddy",       None,          'no bot called "greddy". Did you mean greedy?'),
]  # fmt: skip


@pytest.mark.parametrize(("name", "budget", "sentence"), FAULTS)
def test_what_is_wrong_is_said_in_one_sentence(name: str, budget: Any, sentence: str) -> None:
    game = all_games()["truffle-scuffle"]
    table = Table(game, 2, 7)
    with pytest.raises(BadOption) as error:
        bots.find(name, game)(table.view(table.waiting[0]), budget, Random(1))
    assert error.value.say("en") == sentence
    assert error.value.say("es") != sentence


def test_there_is_nothing_to_choose_in_a_finished_game() -> None:
    game = all_games()["truffle-scuffle"]
    table = Table(game, 2, 7)
    watcher, idle = table.view(None), table.view(1 - table.waiting[0])
    rng = Random(1)
    while table.waiting:
        table.play(table.waiting[0], rng.choice(table.legal(table.waiting[0])))
    for name in ("random", "greedy", "search", "level1", "level5"):
        choose = bots.find(name, game)
        for seen, sentence in [
            (table.view(0), "the game is over: there is nothing left to choose."),
            (watcher, "a bot needs the view of a seat, not of whoever watches."),
            (idle, f"it is not the turn of player {idle.seat + 1 if idle.seat is not None else 0}:"),
        ]:
            with pytest.raises(BadMove) as error:
                choose(seen, None, rng)
            assert str(error.value).startswith(sentence)


# ---- the trees, on games small enough to know the answer


class Guessing(State):
    """Seat 0 hides a coin under one of three cups, seat 1 says where; seat 0 may then flip it."""

    def __init__(self) -> None:
        self.hidden = -1
        self.said = -1

    def copy(self) -> State:
        twin = Guessing()
        twin.hidden, twin.said = self.hidden, self.said
        return twin


class GuessingRules(Rules):
    def waiting(self, state: State) -> int:
        assert isinstance(state, Guessing)
        return 1 if state.hidden < 0 else 2 if state.said < 0 else 0

    def legal(self, state: State, seat: int, out: Any) -> int:
        out[0], out[1], out[2] = 0, 1, 2
        return 3

    def apply(self, state: State, seat: int, move: int) -> None:
        assert isinstance(state, Guessing)
        if seat == 0:
            state.hidden = move
        else:
            state.said = move

    def points(self, state: State, seat: int) -> int:
        assert isinstance(state, Guessing)
        found = state.said >= 0 and state.said == state.hidden
        return int(found == (seat == 1)) if state.said >= 0 else 0

    def result(self, state: State, out: Any) -> None:
        out[0], out[1] = 2520 * self.points(state, 0), 2520 * self.points(state, 1)

    def redeal(self, state: State, seat: int, dice: Dice) -> None:
        assert isinstance(state, Guessing)
        if seat == 1 and state.hidden >= 0:
            state.hidden = int(dice.below(3))

    def heard(self, state: State, seat: int, move: int, listener: int) -> int:
        return move if seat == listener else -1


def test_no_tree_depends_on_what_its_seat_cannot_see() -> None:
    """Whoever looked under the cups would always be right: the seeker here, or in the hider's mind."""
    rules = GuessingRules()
    means = []
    for seat, hidden in ((1, 0), (0, -1)):
        state = Guessing()
        state.hidden = hidden
        trees = Search(rules, Guide(rules), 2)
        trees.begin(state, seat, Dice(3))
        trees.more(3000)
        means.append(sum(tries * value for _, tries, value in trees.found()) / 3000)
    seeker, hider = means
    assert abs(seeker - 1 / 3) < 0.05
    assert hider > 0.6


class Nim(State):
    def __init__(self, sticks: int) -> None:
        self.sticks = sticks
        self.turn = 0

    def copy(self) -> State:
        twin = Nim(self.sticks)
        twin.turn = self.turn
        return twin


class NimRules(Rules):
    """Take one to three sticks; whoever takes the last wins. Multiples of four are lost."""

    def waiting(self, state: State) -> int:
        assert isinstance(state, Nim)
        return 1 << state.turn if state.sticks else 0

    def legal(self, state: State, seat: int, out: Any) -> int:
        assert isinstance(state, Nim)
        most = min(3, state.sticks)
        for n in range(most):
            out[n] = n
        return most

    def apply(self, state: State, seat: int, move: int) -> None:
        assert isinstance(state, Nim)
        state.sticks -= move + 1
        state.turn = 1 - state.turn

    def points(self, state: State, seat: int) -> int:
        return 0

    def result(self, state: State, out: Any) -> None:
        assert isinstance(state, Nim)
        out[state.turn], out[1 - state.turn] = 0, 2520

    def redeal(self, state: State, seat: int, dice: Dice) -> None:
        pass

    def heard(self, state: State, seat: int, move: int, listener: int) -> int:
        return move


@pytest.mark.parametrize("guesses", [8, 0], ids=["rated", "unrated"])
@pytest.mark.parametrize("sticks", [5, 6, 7, 9, 10, 11, 13])
def test_search_finds_the_winning_move(sticks: int, guesses: int) -> None:
    rules = NimRules()
    trees = Search(rules, Guide(rules, guesses=guesses), 2, 8)  # and its arrays grow on the way
    trees.begin(Nim(sticks), 0, Dice(1))
    trees.more(3000)
    best = max(trees.found(), key=lambda one: one[1])
    assert (sticks - best[0] - 1) % 4 == 0
    assert sum(tries for _, tries, _ in trees.found()) == trees.iterations == 3000


def test_a_guide_of_points_counts_the_best_opponent() -> None:
    class Three(NimRules):
        def points(self, state: State, seat: int) -> int:
            return (10, 4, 20)[seat]

    guide = Guide(Three())
    values = [guide.value(Nim(3), seat, 3) for seat in range(3)]
    assert values == [0.25, 0.5 - 0.5 * 1.6 / 2.6, 0.75]


# ---- levels and hints


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_hints_are_moves_with_reasons(game: Game) -> None:
    state = midgame(game, some_seats(game), 6, 2)
    seat = seats_in(game.rules.waiting(state))[0]
    seen = game.rules.view(state, seat)
    english, spanish = (bots.hint(seen, 60, language) for language in ("en", "es"))
    assert english == bots.hint(seen, 60)
    assert [one.move for one in english] == [one.move for one in spanish]
    assert 1 <= len(english) <= 3 and {one.move for one in english} <= set(seen.moves)
    for one, other in zip(english, spanish, strict=True):
        assert 0 <= one.expected <= 1 and one.reason.endswith(".") and one.reason != other.reason


def test_no_hint_claims_to_be_best_beside_a_higher_one() -> None:
    """The move that search tried most comes first, and need not have the highest chance."""
    game, ends = all_games()["truffle-shuffle"], set()
    for seed in range(12):
        state = midgame(game, 2, 3, seed)
        seen = game.rules.view(state, seats_in(game.rules.waiting(state))[0])
        found = bots.hint(seen, 120)
        for one in found:
            ends.add(one.reason.split("in 100")[-1])
            if "nothing else tried came out better" in one.reason:
                assert round(100 * one.expected) == max(round(100 * other.expected) for other in found)
    assert ends >= {
        ": it was tried most, so this is the surest.",
        ", but it was tried less, so that is less sure.",
    }


def test_levels_have_names() -> None:
    assert [bots.level_name(n) for n in (1, 5)] == ["Piglet", "Elder of the forest"]
    assert bots.level_name(1, "es") == "Jabato"
    with pytest.raises(BadOption, match='no level called "6"'):
        bots.level_name(6)


def test_a_beginner_overlooks_and_does_not_throw_away() -> None:
    """Over many tries level 1 plays several moves of one view, and a strong level always the same."""
    game = all_games()["truffle-scuffle"]
    state = midgame(game, 2, 9, 4)
    seen = game.rules.view(state, seats_in(game.rules.waiting(state))[0])
    moves = {
        level: [bots.find(f"level{level}")(seen, None, Random(seed)) for seed in range(30)]
        for level in (1, 3)
    }
    assert len(set(moves[1])) > 1
    assert len(set(moves[3])) == 1


# ---- compiled and interpreted

CHOICES = """
from random import Random
from trufflewood import bots
from trufflewood.games import all_games
from tests.test_bots import midgame, some_seats
from trufflewood.kit.game import seats_in
for game in all_games().values():
    state = midgame(game, some_seats(game), 9, 3)
    view = game.rules.view(state, seats_in(game.rules.waiting(state))[0])
    own = ["alphabeta:300"] if game.name == "truffle-scuffle" else []
    print(game.name, [bots.find(name, game)(view, None, Random(2)) for name in ["greedy", "search:15", *own]])
"""


def test_compiled_and_interpreted_choose_the_same() -> None:
    said = []
    for pure in ("", "1"):
        environment = {**os.environ, "TRUFFLEWOOD_PURE": pure}
        done = subprocess.run(
            [sys.executable, "-c", CHOICES],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(done.stdout)
    assert said[0] == said[1] and len(said[0].splitlines()) == len(GAMES)
