"""What a seat learns while others are still choosing: who is ready, and nothing else."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import trufflewood
from trufflewood.games.snack_match import GAME
from trufflewood.games.snack_match.guess import NOTHING_NEW, READY
from trufflewood.games.snack_match.notation import read
from trufflewood.games.snack_match.state import PLACE, State
from trufflewood.games.snack_match.tests.test_placing import deal, zone_of
from trufflewood.games.snack_match.view import View
from trufflewood.kit.chance import Dice
from trufflewood.kit.errors import NoUndo
from trufflewood.kit.game import legal_moves, seats_in
from trufflewood.kit.outcome import may_hear
from trufflewood.kit.table import Table


def blind(view: View) -> bytes:
    """A view without who is still deciding."""
    return msgspec.json.encode(msgspec.structs.replace(view, waiting=()))


def see(state: State, seat: int | None) -> View:
    view = GAME.rules.view(state, seat)
    assert isinstance(view, View)
    return view


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 9])
def test_others_show_nothing_until_all_have_decided(seats: int) -> None:
    """§2.3, §2.5: however a seat decides, the others see the same, byte for byte, until a phase is closed."""
    for seed in range(6 // seats + 1):
        state, random = deal(seed, seats, diet="medium"), Random(seed)
        while waiting := seats_in(state.waiting):
            seat = random.choice(waiting)
            move = random.choice(legal_moves(GAME.rules, state, seat))
            closes = GAME.rules.reveals(state, seat, move)
            after = state.copy()
            GAME.rules.apply(after, seat, move)
            for other in (None, *range(seats)):
                if other != seat and not closes:
                    assert blind(see(after, other)) == blind(see(state, other))
                    told = [e for e in GAME.rules.events(state, seat, move, after) if may_hear(e, other)]
                    assert all(event.args == {"seat": seat} for event in told)
            assert closes == ((after.round, after.phase) != (state.round, state.phase))
            state = after


def test_open_play_shows_what_is_placed() -> None:
    """§2.6: once a card lies; while its layers are being decided it is nobody else's business."""
    table = trufflewood.open("snack-match", seed=3, options={"open": True})
    table.play(0, "keep 1")
    table.play(1, "keep 1")
    table.play(0, "lay 1 c4 right")
    assert len(zone(table, 1, 0)) == len(zone(table, None, 0)) == 1
    table.play(0, "lay 2 c4 down")
    assert len(zone(table, 1, 0)) == 1
    table.play(0, "over 1")
    assert len(zone(table, 1, 0)) == 2
    assert [event.key for event in table.log(1)][-3:] == ["laid", "laid", "placed"]


def zone(table: Table, seat: int | None, owner: int) -> tuple[object, ...]:
    view = table.view(seat)
    assert isinstance(view, View)
    return view.zones[owner].cards


def test_zones_are_shown_when_all_have_finished() -> None:
    """§2.5, §3.6: then with all their layers, covered cards included."""
    table = trufflewood.open("snack-match", seed=3)
    for seat in range(2):
        table.play(seat, "keep 1")
    table.play(0, "lay 1 c4 right, lay 2 c4 right, under 1")
    assert zone(table, 1, 0) == zone(table, None, 0) == ()
    assert len(zone(table, 0, 0)) == 2
    table.play(1, "lay 1 c4 right, lay 2 c5 right")
    assert zone(table, 1, 0) == zone(table, 0, 0) == zone(table, None, 0)
    assert len(zone(table, 1, 0)) == 2


def test_scores_do_not_tell_what_lies_unseen() -> None:
    """§8.12: to others a seat's points are those of its zone as it was last shown."""
    for seed in range(20):
        table = trufflewood.open("snack-match", seed=seed, options={"diet": "hard"})
        random = Random(seed)
        while table.waiting:
            seat = random.choice(table.waiting)
            for asking in (None, 1):
                view = table.view(asking)
                assert isinstance(view, View)
                assert table.points(0, asking) == view.zones[0].points
                assert sum(line.points for line in table.score(0, asking)) == view.zones[0].points
            own = table.view(0)
            assert isinstance(own, View) and table.points(0, 0) == own.zones[0].points
            table.play(seat, random.choice(table.legal(seat)))


def test_own_points_do_not_tell_what_others_placed() -> None:
    """§8.12: fewest and most compare with what was shown."""
    state = zone_of("", 2)
    state.box.diet[0], state.box.diet[1] = 4, 0  # orange, fewest
    before = GAME.rules.points(state, 0)
    for move in read("lay 1 c4 right, lay 2 c5 right"):
        GAME.rules.apply(state, 1, move)
        assert GAME.rules.points(state, 0) == before


# ---- taking back


def test_undo_until_the_last_has_decided() -> None:
    """§8.13: also after others have decided; not once cards have changed hands or zones are shown."""
    table = trufflewood.open("snack-match", seed=3, seats=3)
    table.play(0, "keep 1")
    table.play(1, "keep 2")
    table.undo(0)
    assert table.waiting == (0, 2)
    table.play(0, "keep 2")
    table.play(2, "keep 1")
    for seat in range(3):
        with pytest.raises(NoUndo):
            table.undo(seat)
    for seat in range(2):
        table.play(seat, "lay 1 c4 right, lay 2 c5 right")
    assert table.can_undo(0) and table.can_undo(1)
    table.play(2, "lay 1 c4 right")
    table.undo(2)
    table.play(2, "lay 2 c4 right, lay 1 c5 right")
    assert not any(table.can_undo(seat) for seat in range(3))


def test_a_sketch_stops_before_it_reveals() -> None:
    table = trufflewood.open("snack-match", seed=3)
    assert not table.sketch(0, "keep 1").stopped
    table.play(1, "keep 1")
    assert table.sketch(0, "keep 1").stopped


# ---- hearing and guessing


def test_heard() -> None:
    """While others decide, all moves of a seat sound alike; the last one's card is heard by who receives it."""
    state = deal(5, 3)
    assert {GAME.rules.heard(state, 0, move, 1) for move in (0, 1)} == {READY}
    for seat in (0, 1):
        GAME.rules.apply(state, seat, 0)
    assert len({GAME.rules.heard(state, 2, move, 0) for move in (0, 1)}) == 2
    assert {GAME.rules.heard(state, 2, move, 1) for move in (0, 1)} == {READY}
    GAME.rules.apply(state, 2, 0)
    assert state.phase == PLACE
    lays = legal_moves(GAME.rules, state, 0)
    assert {GAME.rules.heard(state, 0, move, 1) for move in lays} == {NOTHING_NEW}
    assert [GAME.rules.heard(state, 0, move, 0) for move in lays] == lays


def test_guesses_know_what_was_passed_and_vary_the_rest() -> None:
    """A redeal keeps the card that one passed on and the one received; all else is met in time."""
    state = deal(5, 3)
    for seat in range(3):
        GAME.rules.apply(state, seat, 0)
    passed, received = int(state.pairs[1]), int(state.pairs[5])
    met: set[int] = set()
    for seed in range(400):
        guess = state.copy()
        GAME.rules.redeal(guess, 0, Dice(seed))
        assert (int(guess.pairs[0]), int(guess.pairs[1]), int(guess.pairs[5])) == (
            int(state.pairs[0]), passed, received,
        )  # fmt: skip
        met.add(int(guess.pairs[2]))
    unseen = set(range(72)) - {int(state.pairs[0]), passed, received}
    assert met == unseen


def test_guesses_are_fair() -> None:
    """Each unseen card is as often as any other in a hidden hand: within five standard deviations."""
    state = deal(6, 2)
    counts = [0] * 72
    tries = 7000
    for seed in range(tries):
        guess = state.copy()
        GAME.rules.redeal(guess, 0, Dice(seed))
        counts[int(guess.pairs[2])] += 1
    own = {int(state.pairs[0]), int(state.pairs[1])}
    rest = [n for card, n in enumerate(counts) if card not in own]
    assert all(abs(n - tries / 70) < 50 for n in rest) and sum(rest) == tries
