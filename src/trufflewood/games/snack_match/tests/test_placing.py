"""Where cards may lie, how they cover one another; and that paper on a table would do the same."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from trufflewood.games.snack_match import GAME
from trufflewood.games.snack_match.components import KINDS, SQUARES
from trufflewood.games.snack_match.moves import LAY, apply, listed, refusal
from trufflewood.games.snack_match.notation import read, write
from trufflewood.games.snack_match.sheet import placements
from trufflewood.games.snack_match.state import (
    CARD,
    LAID,
    MAKING,
    NOTHING,
    OVER_THESE,
    PLACE,
    PLACE_CELLS,
    SEEN,
    WHERE,
    ZONE,
    State,
    in_hand,
)  # fmt: skip
from trufflewood.games.snack_match.tests.naive import Paper, Pile, Zone, ordinary_points
from trufflewood.games.snack_match.view import Laid, View, card_keys, lay_card
from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.game import legal_moves

BOARDS = 1000


def deal(seed: int, seats: int = 2, **options: object) -> State:
    state = GAME.rules.deal(GAME.choose(seats, options), Chance(seed_from(seed)))
    assert isinstance(state, State)
    return state


# ---- the engine against paper


def cells_of(place: int) -> tuple[tuple[int, int], ...]:
    first, second, third = (divmod(int(PLACE_CELLS[3 * place + n]), 8) for n in range(3))
    return first, second, third


def paper(state: State, card: int, place: int) -> Paper:
    squares = [SQUARES[state.box.faces[3 * card + n]].split("/") for n in range(3)]
    return Paper(tuple((snack, cloth) for snack, cloth in squares), cells_of(place))


def pile_of(state: State, seat: int) -> Pile:
    """The zone of a seat, laid again with paper."""
    pile, base = Pile(), ZONE * seat
    for n in range(int(state.zones[base + LAID])):
        over = int(state.zones[base + OVER_THESE + n])
        laid = paper(state, int(state.zones[base + CARD + n]), int(state.zones[base + WHERE + n]))
        pile = pile.with_paper(laid, frozenset(m for m in range(n) if over >> m & 1))
    return pile


def seen(state: State, seat: int) -> Zone:
    sets = [int(state.zones[ZONE * seat + SEEN + kind]) for kind in range(8)]
    shown = {}
    for cell in range(56):
        found = [KINDS[kind] for kind in range(8) if sets[kind] >> cell & 1]
        if found:
            snack, cloth = found
            shown[divmod(cell, 8)] = (snack, cloth)
    return shown


def endings(state: State, seat: int) -> Iterator[State]:
    """Every state in which the card being laid has come to lie."""
    for move in legal_moves(GAME.rules, state, seat):
        child = state.copy()
        laid = int(child.zones[ZONE * seat + LAID])
        apply(child, seat, move)
        if int(child.zones[ZONE * seat + LAID]) > laid:
            yield child
        else:
            assert child.zones[ZONE * seat + MAKING] != NOTHING
            yield from endings(child, seat)


def boards(count: int, first_seed: int) -> Iterator[State]:
    """Boards of random games at which seat 0 is about to lay a card, in the middle of a phase."""
    found = 0
    seed = first_seed
    while True:
        state, dice = deal(seed), Dice(seed)
        seed += 1
        while state.waiting:
            seat = 1 if state.waiting & 2 else 0  # seat 1 first, so that seat 0 never closes a phase before
            if seat == 0 and state.phase == PLACE and state.zones[MAKING] == NOTHING and state.zones[LAID]:
                yield state
                found += 1
                if found == count:
                    return
            moves = listed(state, seat)
            apply(state, seat, moves[dice.below(len(moves))])


def held_slots(state: State) -> list[int]:
    return [slot for slot in range(2) if int(state.held) >> slot & 1]


def test_placements_are_those_of_paper() -> None:
    compare_with_paper(BOARDS, 100)


@pytest.mark.slow
def test_placements_are_those_of_paper_on_many_boards() -> None:
    compare_with_paper(6 * BOARDS, 10_000)


def compare_with_paper(count: int, first_seed: int) -> None:
    random, placed = Random(1), 0
    for state in boards(count, first_seed):
        one = state.copy()
        slots = held_slots(one)
        if len(slots) == 2:  # one card is enough to try, and leaves the round open
            one.held &= ~(1 << random.choice(slots))
        one.waiting |= 2
        (slot,) = held_slots(one)
        card, number = int(in_hand(one, 0, slot)), int(one.zones[LAID])
        pile = pile_of(one, 0)
        assert seen(one, 0) == pile.visible()
        found = set()
        for after in endings(one, 0):
            place, mask = int(after.zones[WHERE + number]), int(after.zones[OVER_THESE + number])
            over = frozenset(n for n in range(number) if mask >> n & 1)
            assert (cells_of(place), over) not in found, "one placement was offered twice"
            found.add((cells_of(place), over))
            if random.random() < 0.1:
                shown = pile.with_paper(paper(one, card, place), over).visible()
                assert seen(after, 0) == shown
                assert GAME.rules.points(after, 0) == ordinary_points(shown)
        assert found == pile.placements()
        listed = {
            (cells_of(step.place), frozenset(n for n in range(number) if step.over >> n & 1))
            for step in placements(one, 0, card)
        }
        assert listed == found, "the sheet tries other placements than the game offers"
        placed += len(found)
    assert placed > 50 * count


# ---- rules of placing, row by row


def zone_of(cards: str, seats: int = 2) -> State:
    """Seat 0 has laid these cards, ("c4 right; d4 down under 1"), and holds two; the others wait for it."""
    state = deal(7, seats)
    for seat in range(seats):
        GAME.rules.apply(state, seat, 0)
    keys = card_keys("reconstructed")
    for n, text in enumerate(filter(None, (part.strip() for part in cards.split(";")))):
        cell, turn, *under = text.split()
        lay_card(state, 0, n, Laid(keys[n], f"{cell} {turn}", tuple(map(int, under[1:]))))
    return state


# fmt: off
PLACES = [
    # rule    zone                                       move               refused                 because
    ("§3.1", "",                                         "lay 1 c4 right",  "",                     "across"),
    ("§3.1", "",                                         "lay 1 e4 left",   "",                     "across, turned round"),
    ("§3.1", "",                                         "lay 1 d3 down",   "",                     "down"),
    ("§3.1", "",                                         "lay 2 d5 up",     "",                     "down, turned round; either card first"),
    ("§3.2", "",                                         "lay 1 a1 right",  "first-in-the-middle",  "its place makes no difference"),
    ("§3.2", "",                                         "lay 1 d4 right",  "first-in-the-middle",  "its place makes no difference"),
    ("§3.3", "c4 right",                                 "lay 1 c5 right",  "",                     "beside, edge to edge"),
    ("§3.3", "c4 right",                                 "lay 1 b5 right",  "",                     "one shared edge is enough"),
    ("§3.3", "c4 right",                                 "lay 1 f5 down",   "apart",                "f5 only meets the corner of e4"),
    ("§3.3", "c4 right",                                 "lay 1 f3 up",     "apart",                "f3 only meets the corner of e4"),
    ("§3.3", "c4 right",                                 "lay 1 c6 right",  "apart",                "a row lies between"),
    ("§3.3", "c4 right",                                 "lay 1 f4 down",   "",                     "beside the end"),
    ("§3.3", "c4 right",                                 "lay 1 c4 right",  "",                     "wholly over or under the other"),
    ("§3.4", "c4 right",                                 "lay 1 e4 right",  "too-large",            "five columns"),
    ("§3.4", "c4 right",                                 "lay 1 d4 right",  "",                     "four columns"),
    ("§3.4", "c4 right",                                 "lay 1 b4 right",  "",                     "four columns, to the other side"),
    ("§3.4", "c4 right; d4 right",                       "lay 1 b4 right",  "too-large",            "columns c to f are settled"),
    ("§3.4", "c4 right; d4 right",                       "lay 1 d1 down",   "",                     "rows are not settled yet"),
    ("§3.4", "c4 right; d4 right; d1 down",              "lay 1 d4 down",   "too-large",            "rows 1 to 4 are settled now"),
    ("§3.4", "d3 down",                                  "lay 1 a4 right",  "",                     "a to d: as far as a zone can reach"),
    ("§3.4", "d3 down",                                  "lay 1 e4 right",  "",                     "d to g"),
    ("§3.8", "c4 right; c5 down; e5 down",               "lay 1 c7 right",  "",                     "a hole stays in the middle"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "zone", "move", "refused", "because"), PLACES)
def test_places(rule: str, zone: str, move: str, refused: str, because: str) -> None:
    state = zone_of(zone)
    (number,) = read(move)
    if not refused:
        assert refusal(state, 0, number) == 0, because
        return
    why = GAME.rules.why(state, 0, number)
    assert (why.rule, why.key) == (rule, refused), because


# fmt: off
LAYERS = [
    # rule    zone                                     laid                             cell  card seen there, because
    ("§3.5", "c4 right",                               "lay 1 d4 down, over 1",         "d4", 2, "over"),
    ("§3.5", "c4 right",                               "lay 1 d4 down, under 1",        "d4", 1, "under"),
    ("§3.5", "c4 right",                               "lay 1 d4 down, under 1",        "d5", 2, "the rest of it can be seen"),
    ("§3.5", "c4 right; c5 right",                     "lay 1 d4 down, over 1, under 2", "d4", 3, "slid between: over one"),
    ("§3.5", "c4 right; c5 right",                     "lay 1 d4 down, over 1, under 2", "d5", 2, "and under the other"),
    ("§3.5", "c4 right; d4 down",                      "lay 1 c4 right, over 2",        "d4", 3, "over the upper is over the lower too"),
    ("§3.5", "c4 right; d4 down",                      "lay 1 c4 right, under 2, over 1", "c4", 3, "between them: over the first"),
    ("§3.5", "c4 right; d4 down",                      "lay 1 c4 right, under 2, over 1", "d4", 2, "and under the second"),
    ("§3.5", "c4 right; c4 right",                     "lay 1 d4 down, under 2, over 1", "d4", 2, "also for a card that is covered"),
    ("§3.6", "c4 right",                               "lay 1 c4 right, over 1",        "c4", 2, "covers it wholly"),
    ("§3.6", "c4 right",                               "lay 1 c4 right, under 1",       "c4", 1, "vanishes wholly"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "zone", "laid", "cell", "card", "because"), LAYERS)
def test_layers(rule: str, zone: str, laid: str, cell: str, card: int, because: str) -> None:
    state = zone_of(zone)
    for move in read(laid):
        assert refusal(state, 0, move) == 0, write(move)
        apply(state, 0, move)
    view = GAME.rules.view(state, 0)
    assert isinstance(view, View)
    spots = {spot.cell: spot.card for spot in view.zones[0].spots}
    assert spots[cell] == card, because


def test_over_the_upper_settles_the_lower() -> None:
    """§3.5: 1 lies under 2, and 2 under 3. Over 3 leaves no question; under 3, then 2, then 1 is asked."""
    state = zone_of("c4 right; d4 right; c4 right")
    apply(state, 0, read("lay 1 d2 down")[0])
    assert [write(move) for move in legal_moves(GAME.rules, state, 0)] == ["over 3", "under 3"]
    above = state.copy()
    apply(above, 0, read("over 3")[0])
    assert above.zones[LAID] == 4
    for asked in ("under 3", "under 2"):
        apply(state, 0, read(asked)[0])
        assert state.zones[LAID] == 3
    assert [write(move) for move in legal_moves(GAME.rules, state, 0)] == ["over 1", "under 1"]


def test_no_card_lies_on_top_of_itself() -> None:
    """§3.5: a card cannot go over 2 and under 1 when 2 lies on 1, even where the two do not meet on it."""
    state = zone_of("c4 right; d4 down")  # 2 lies on 1, at d4
    apply(state, 0, read("lay 1 c6 right")[0])  # meets 2 alone
    apply(state, 0, read("over 2")[0])  # so 3 lies, through 2, on 1
    apply(state, 0, read("lay 2 c4 down")[0])  # meets 1 and 3, which do not meet each other
    offered = {
        frozenset(n + 1 for n in range(3) if int(after.zones[OVER_THESE + 3]) >> n & 1)
        for after in endings(state, 0)
    }
    assert offered == {frozenset(), frozenset({1}), frozenset({1, 3})}, "not over 3 and under 1"


def test_what_lies_is_never_moved() -> None:
    """§3.7: no move changes a card that was laid."""
    for state in boards(50, 9):
        laid = int(state.zones[LAID])
        before = [int(state.zones[first + n]) for first in (CARD, WHERE, OVER_THESE) for n in range(laid)]
        for after in list(endings(state, 0))[::9]:
            if after.round == state.round:
                now = [
                    int(after.zones[first + n]) for first in (CARD, WHERE, OVER_THESE) for n in range(laid)
                ]
                assert now == before


def test_order_of_moves() -> None:
    """Bots and records rely on it: slot by slot, across before down, from the top left."""
    state = zone_of("c4 right")
    moves = [write(move) for move in legal_moves(GAME.rules, state, 0)]
    assert moves[:4] == ["lay 1 b3 right", "lay 1 d3 left", "lay 1 c3 right", "lay 1 e3 left"]
    assert moves[-2:] == ["lay 2 e5 down", "lay 2 e7 up"]
    assert moves == sorted(moves, key=lambda text: read(text)[0]) and read(moves[0])[0] >= LAY
