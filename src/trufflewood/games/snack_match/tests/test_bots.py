"""What the players of Snack Match see at a glance is what really comes of it; and they learn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from trufflewood.bots.practice import contest
from trufflewood.games.snack_match import GAME
from trufflewood.games.snack_match.bots.native_eye import Eye, different_windows
from trufflewood.games.snack_match.bots.native_guide import SnackGuide
from trufflewood.games.snack_match.bots.native_window import PAIRS, POINTS, image
from trufflewood.games.snack_match.moves import GO_OVER, LAY, asked, decide, listed
from trufflewood.games.snack_match.scoring import corner, groups_of, points, window
from trufflewood.games.snack_match.state import NOTHING, PLACES, State, in_hand
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.game import seats_in

RULES = GAME.rules
TABLES: list[dict[str, Any]] = [{}, {"diet": "easy"}, {"diet": "hard"}]


def _deal(seed: object, seats: int = 2, **options: Any) -> State:
    state = RULES.deal(GAME.choose(seats, options), Chance(seed_from(seed)))
    assert isinstance(state, State)
    return state


def _best_answers(eye: Eye, state: State, seat: int) -> float:
    """By trying every way to slide the card being placed between others."""
    if (question := asked(state, seat)) == NOTHING:
        return eye.prospect(state, seat)
    found = []
    for move in listed(state, seat):
        after = state.copy()
        decide(after, seat, move)
        found.append(_best_answers(eye, after, seat))
    assert question >= 0
    return max(found)


@pytest.mark.parametrize("options", TABLES)
def test_a_place_at_a_glance_is_worth_the_best_that_can_be_made_of_it(options: dict[str, Any]) -> None:
    rng, eye, compared = Random(2), Eye([]), 0
    state = _deal("glance", **options)
    while waiting := seats_in(state.waiting):
        seat = waiting[0]
        moves = listed(state, seat)
        if LAY <= moves[0] < GO_OVER:
            move = rng.choice(moves)
            slot, place = divmod(move - LAY, PLACES)
            best = eye.scan(state, seat, in_hand(state, seat, slot))
            after = state.copy()
            decide(after, seat, move)
            assert eye.worth[place] == pytest.approx(_best_answers(eye, after, seat))
            assert eye.best == eye.worth[best] == max(eye.worth)
            compared += 1
        elif moves[0] >= GO_OVER:
            eye.layers(state, seat)
            assert eye.best == pytest.approx(_best_answers(eye, state, seat))
        RULES.apply(state, seat, rng.choice(moves))
    assert compared == 16


def test_when_all_cards_lie_a_zone_is_worth_its_points() -> None:
    for options in TABLES:
        state, rng, eye = _deal("end", **options), Random(5), Eye([])
        while waiting := seats_in(state.waiting):
            RULES.apply(state, waiting[0], rng.choice(listed(state, waiting[0])))
        assert [eye.prospect(state, seat) for seat in range(2)] == [points(state, seat) for seat in range(2)]


def test_windows_count_groups_as_the_score_does() -> None:
    rng = Random(3)
    for _ in range(300):
        row, column = rng.randrange(4), rng.randrange(4)
        inside = [8 * (row + r) + column + c for r in range(4) for c in range(4)]
        cells = sum(2**cell for cell in inside if rng.random() < 0.4) | 2 ** inside[0]
        mask = window(cells >> corner(cells))
        assert POINTS[mask] == sum(
            (size - 2) * groups_of(cells, size, size) for size in range(3, 17)
        ) and PAIRS[mask] == groups_of(cells, 2, 2)
        assert {int(POINTS[image(mask, n)]) for n in range(8)} == {int(POINTS[mask])}
        assert image(mask, 0) == mask


def test_windows_that_look_alike_are_kept_once() -> None:
    kept = different_windows()
    assert len({image(mask, n) for mask in kept for n in range(8)}) == 65536
    assert len(kept) == 8548  # (2**16 + 2 * 2**4 + 3 * 2**8 + 2 * 2**10) / 8: what stays the same when turned


@pytest.mark.parametrize(
    ("seats", "options"), [(1, {}), (2, {}), (3, {"diet": "medium"}), (2, {"open": True})]
)
def test_playouts_take_moves_that_are_allowed(seats: int, options: dict[str, Any]) -> None:
    guide = SnackGuide(RULES, [])
    state = _deal("playout", seats, **options)
    end = contest(RULES, [guide] * seats, state.copy(), seats, Dice(4), by_step=False)
    assert len(end) == seats and min(end) > 5


def test_study_is_the_same_for_the_same_dice_and_foretells_better() -> None:
    start = _deal("study")
    one, other = SnackGuide(RULES, []), SnackGuide(RULES, [])
    errors = [one.study(start, 2, dice, 0.1) for dice in [Dice(1)] for _ in range(400)]
    again = [other.study(start, 2, dice, 0.1) for dice in [Dice(1)] for _ in range(400)]
    assert errors == again and one.learnt() == other.learnt()
    assert sum(errors[-100:]) < sum(errors[:100])


def test_what_was_learnt_can_be_read_again() -> None:
    guide = SnackGuide(RULES, [])
    dice, start = Dice(2), _deal("study")
    for _ in range(20):
        guide.study(start, 2, dice, 0.2)
    assert SnackGuide(RULES, guide.learnt()).learnt() == pytest.approx(guide.learnt())
