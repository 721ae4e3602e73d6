"""Practice and the tuner; what guides look at; trees that are kept within a turn."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from trufflewood.arena import tune
from trufflewood.bots import mind, weights
from trufflewood.bots.guide import Guide, floats
from trufflewood.bots.practice import practise
from trufflewood.bots.search import Search
from trufflewood.face import find
from trufflewood.games.forest_shuffle.bots.native_gains import Gains
from trufflewood.games.forest_shuffle.components import ALL_CARDS
from trufflewood.games.forest_shuffle.moves.may import has_slot, slot_refused
from trufflewood.games.forest_shuffle.scoring import points
from trufflewood.games.forest_shuffle.state import (
    CARD_FACE,
    CARD_FACES,
    FACE_SIDE,
    IN_HAND,
    NO_SIDE,
    OWNER,
    TREE_WIDTH,
    State,
    attach,
    plant,
)
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.errors import BadOption
from trufflewood.kit.game import MOST_MOVES, buffer, legal_moves, seats_in


def test_the_tuner_keeps_weights_and_the_command_that_found_them(tmp_path: Path) -> None:
    words = ["snack-match", "--games", "20", "--room", str(tmp_path)]
    assert tune.main(words) == 0
    text = (tmp_path / weights.NAME).read_text()
    assert "trufflewood.arena.tune snack-match --games 20" in text
    game = find("snack-match")
    guide = mind.pupil_of(game)(game.rules, weights.read(tmp_path))
    state = game.rules.deal(game.choose(2), Chance(seed_from(1)))
    assert 0.0 < guide.value(state, 0, 2) < 1.0


def test_many_weights_are_packed_to_thousandths(tmp_path: Path) -> None:
    many = [n / 700 for n in range(2000)]
    weights.write(tmp_path, weights.Weights("command", "finding", many))
    assert weights.read(tmp_path) == pytest.approx(many, abs=0.0005)
    assert (tmp_path / weights.NAME).stat().st_size < 4 * len(many)


@pytest.mark.parametrize(
    "words", [["truffle-scuffle"], ["forest-shuffle", "--games", "1"], ["snack-match", "--nudges", "1"]]
)
def test_a_game_without_such_weights_says_so(words: list[str], tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="no weights to learn"):
        tune.main([*words, "--workers", "1", "--room", str(tmp_path)])


def test_practice_counts_what_came_on_top_of_the_lead() -> None:
    """The first number of a row and the lead of that moment make the lead at the end."""
    game = find("forest-shuffle")
    state = game.rules.deal(game.choose(2), Chance(seed_from("practice")))
    rows = practise(game.rules, mind.pupil_of(game)(game.rules, []), state, 2, Dice(3), 0.1, 1.0)
    lead = float(game.rules.points(state, 0) - game.rules.points(state, 1))
    assert not game.rules.waiting(state) and len({len(row) for row in rows}) == 1 and len(rows) > 20
    assert abs(rows[0][0]) == pytest.approx(abs(lead)), "nobody has points after the first move"


def test_the_fit_finds_a_rule_that_is_there() -> None:
    seen = np.random.default_rng(1).normal(size=(500, 3))
    target = seen @ np.array([2.0, -1.0, 0.5])
    found, error = tune.fit(np.column_stack([target, seen]), 1e-9)
    assert found == pytest.approx([2.0, -1.0, 0.5], abs=1e-3) and error < 1e-3


def test_equal_weights_fight_to_a_draw() -> None:
    """Each deal is played from both seats, so that luck falls on both alike."""
    weights_of = tuple(mind.thumb_of(find("forest-shuffle")).thumb())
    assert tune.fight(tune.Duel("forest-shuffle", 0, weights_of, weights_of)) == [0] * tune.BATCH


def _forest(seed: int, decisions: int) -> State:
    game, rng = find("forest-shuffle"), Random(seed)
    state = game.rules.deal(game.choose(2), Chance(seed_from(seed)))
    for _ in range(decisions):
        after = state.copy()
        seat = seats_in(game.rules.waiting(state))[0]
        game.rules.apply(after, seat, rng.choice(legal_moves(game.rules, state, seat)))
        if not game.rules.waiting(after):
            break
        state = after
    assert isinstance(state, State)
    return state


@pytest.mark.parametrize("seed", range(6))
def test_gains_are_what_the_score_says_at_the_best_tree(seed: int) -> None:
    """Every card in hand, added to the forest at each tree that has room: its gain is the best of them,
    but for full trees (martens) and bees, which gains leave out or guess."""
    state = _forest(seed, 150)
    compared = 0
    for seat in range(2):
        gains, now = Gains(state, seat), points(state, seat)
        for card in range(ALL_CARDS):
            if state.place[card] != IN_HAND * 256 + seat:
                continue
            for face in range(CARD_FACE[card], CARD_FACE[card] + CARD_FACES[card]):
                if FACE_SIDE[face] != NO_SIDE and not has_slot(state, seat, face):
                    assert gains.of(face) == -1
                    continue
                best = _best_place(state, seat, face) - now
                compared += 1
                assert abs(int(gains.of(face) - best)) <= 5, (seed, seat, face)
    assert compared > 3


@pytest.mark.parametrize("seed", range(6))
def test_a_forest_counted_for_gains_has_the_points_of_the_score(seed: int) -> None:
    for decisions in (40, 90, 150, 400):
        state = _forest(seed, decisions)
        assert [Gains(state, seat).points() for seat in range(2)] == [
            points(state, seat) for seat in range(2)
        ]


@pytest.mark.parametrize("seed", range(4))
def test_a_glance_sees_nothing_hidden(seed: int) -> None:
    """What a seat cannot know, dealt again, changes none of its ratings."""
    state, guide = _forest(seed, 120), mind.guide_of(find("forest-shuffle"))
    seat = seats_in(guide.rules.waiting(state))[0]
    rated = []
    for number in range(3):
        guess = state.copy()
        guide.rules.redeal(guess, seat, Dice(number))
        moves, out = buffer(), floats(MOST_MOVES)
        count = guide.rules.legal(guess, seat, moves)
        assert guide.glance(guess, seat, 2, moves, count, out)
        rated.append([(moves[n], out[n]) for n in range(count)])
    assert rated[0] == rated[1] == rated[2]


def test_nudges_change_what_playouts_go_by_and_nothing_else() -> None:
    guide = mind.thumb_of(find("forest-shuffle"))
    start, pushes = list(guide.thumb()), list(guide.pushes())
    found = tune.nudges("forest-shuffle", start, pushes, 2, 1, 1)
    assert [new != old for new, old in zip(found, start, strict=True)] == [push != 0 for push in pushes]
    assert 0 in pushes


@pytest.mark.parametrize("name", ["truffle-scuffle", "truffle-shuffle"])
def test_a_few_weights_are_nudged_one_step_ahead_and_proved(name: str, tmp_path: Path) -> None:
    words = [name, "--nudges", "2", "--games", "40", "--workers", "1", "--room", str(tmp_path)]
    assert tune.main(words) == 0
    assert "points a game against the rule of thumb (40 games)" in (tmp_path / weights.NAME).read_text()
    game, found = find(name), weights.read(tmp_path)
    guide = mind.pupil_of(game)(game.rules, found)
    assert len(found) == len(guide.pushes()) and all(guide.pushes())
    assert all(new != old for new, old in zip(found, guide.thumb(), strict=True))


@pytest.mark.parametrize("name", ["truffle-scuffle", "truffle-shuffle"])
def test_what_the_tuner_found_beats_the_rule_of_thumb(name: str) -> None:
    """On deals that its nudges did not see."""
    game = find(name)
    found = weights.read(game.room / "bots")
    thumb = mind.thumb_of(game).thumb()
    duels = [
        tune.Duel(name, 10**6 + n * tune.BATCH, tuple(found), tuple(thumb), by_step=True) for n in range(3)
    ]
    assert sum(sum(tune.fight(duel)) for duel in duels) > 0


def _best_place(state: State, seat: int, face: int) -> int:
    if FACE_SIDE[face] == NO_SIDE:
        after = state.copy()
        plant(after, seat, face)
        return int(points(after, seat))
    found = []
    for tree in range(state.planted):
        row = tree * TREE_WIDTH
        if state.trees[row + OWNER] == seat and slot_refused(state, tree, face) == 0:
            after = state.copy()
            attach(after, tree, face)
            found.append(int(points(after, seat)))
    return max(found, default=int(points(state, seat)))


def test_the_same_try_of_two_moves_meets_the_same_fortune() -> None:
    dice = Dice(5)
    dice.go_to(77)
    first = [dice.below(1000) for _ in range(5)]
    dice.go_to(78)
    assert [dice.below(1000) for _ in range(5)] != first
    dice.go_to(77)
    assert [dice.below(1000) for _ in range(5)] == first


def test_trees_go_on_within_a_turn() -> None:
    """What grew behind a move is there when the same seat decides again."""
    game = find("snack-match")
    state = game.rules.deal(game.choose(2), Chance(seed_from("kept")))
    for seat in (0, 1):
        game.rules.apply(state, seat, 0)
    trees = Search(game.rules, Guide(game.rules), 2)
    trees.begin(state, 0, Dice(1))
    trees.more(2000)
    move, tries, _ = max(trees.found(), key=lambda one: one[1])
    after = state.copy()
    game.rules.apply(after, 0, move)
    trees.follow(move, after, Dice(2))
    kept = sum(tries for _, tries, _ in trees.found())
    assert 0 < kept < tries
    trees.more(50)
    assert sum(tries for _, tries, _ in trees.found()) >= kept + 49


def test_seconds_use_the_trees_of_the_decision_before(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("snack-match")
    state = game.rules.deal(game.choose(2), Chance(seed_from("kept")))
    for seat in (0, 1):
        game.rules.apply(state, seat, 0)
    mind.think(game.rules.view(state, 0), 0.05, Random(1))
    first = mind._KEPT.trees
    game.rules.apply(state, 0, mind._KEPT.move)
    mind.think(game.rules.view(state, 0), 0.05, Random(1))
    assert mind._KEPT.trees is first


def test_the_last_cards_of_snack_match_need_no_search() -> None:
    game = find("snack-match")
    rng = Random(4)
    state = game.rules.deal(game.choose(2), Chance(seed_from("last")))
    guide = mind.guide_of(game)
    while not guide.certain(state, seats_in(game.rules.waiting(state))[0]):
        seat = seats_in(game.rules.waiting(state))[0]
        game.rules.apply(state, seat, rng.choice(legal_moves(game.rules, state, seat)))
    seat = seats_in(game.rules.waiting(state))[0]
    trees = Search(game.rules, guide, 2)
    trees.begin(state, seat, Dice(1))
    trees.more(500)
    assert trees.settled and trees.iterations == 0
    assert sum(tries == 2 for _, tries, _ in trees.found()) >= 1
