"""Points, the Special Diet, the opponent and the end, row by row."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import trufflewood
from trufflewood.games.snack_match import GAME
from trufflewood.games.snack_match.components import MODIFICATIONS, NAMES
from trufflewood.games.snack_match.scoring import rival_score
from trufflewood.games.snack_match.sheet import score
from trufflewood.games.snack_match.state import State
from trufflewood.games.snack_match.tests import naive
from trufflewood.games.snack_match.tests.test_placing import deal, seen
from trufflewood.kit.chance import Dice
from trufflewood.kit.game import utilities
from trufflewood.kit.outcome import Line
from trufflewood.kit.walk import playout

SNACK = {"w": "sandwich", "d": "donut", "s": "soda", "u": "sausage"}
CLOTH = {"o": "orange", "g": "green", "r": "red", "b": "blue"}


def rows(short: str) -> str:
    """A zone in few letters: "do sg -- / wr ub do" is two rows; snack first, tablecloth second."""
    return "\n".join(" ".join(_square(word) for word in row.split()) for row in short.split("/"))


def _square(word: str) -> str:
    return "-" if word == "--" else f"{SNACK[word[0]]}/{CLOTH[word[1]]}"


def lines(short: str, diet: str = "") -> list[Line]:
    """The lines of the first of these zones, which are parted by |."""
    zones = "\n\n".join(rows(zone) for zone in short.split("|"))
    return score(f"diet: {diet}\n{zones}" if diet else zones).seats[0]


BENJAMIN = "do so wo sg / sg sg so wo / dg dg db dg / sb wg wb wr"
SOFIA = "sg sb sg uo / wg wg uo uo / wg wg ug sr / sb dg wg sg"

# fmt: off
EXAMPLES = [
    # zone      total  lines
    (BENJAMIN,  11,    "orange 3, green 3, soda 2, donut 2, sandwich 1"),
    (SOFIA,     13,    "green 7, orange 1, sandwich 2, sausage 2, soda 1"),
]
GROUPS = [
    # rule    zone                                       points  because
    ("§4.3", "dr sb wg",                                 0,      "one of each"),
    ("§4.3", "dr dr dr",                                 2,      "3 donuts and 3 red: 1 point each"),
    ("§4.3", "dr db dg / so so wb",                      1,      "3 squares 1 point, 2 squares none"),
    ("§4.3", "wr wb wg / -- wo -- / -- wr --",           3,      "the rulebook's 5 sandwiches"),
    ("§4.3", "dr dg db dr",                              2,      "4 squares"),
    ("§4.3", "dr dg db dr / sb wr sr dg",                3,      "5 squares"),
    ("§4.3", "dr dg db dr / sb wr dr dg",                4,      "6 squares"),
    ("§4.3", "dr dg db dr / db wr dr dg",                5,      "7 squares"),
    ("§4.3", "dr dg db dr / db dr dg db",                6,      "8 squares"),
    ("§4.2", "dr db dg / wo uo sr / db dr db",           2,      "two groups of a kind count separately"),
    ("§4.2", "dr sb dg / sb dr ub / dr wg db",           0,      "corners do not touch"),
    ("§4.2", "dr sb wg / db uo so / dg wr ub",           1,      "down as well as across"),
    ("§4.2", "dr dr sb / wo dr wr",                      3,      "snacks and tablecloths count separately"),
    ("§4.1", "dr -- dg / db sb wr / do -- dr",           1,      "holes count for nothing and join nothing"),
]
# fmt: on


@pytest.mark.parametrize(("zone", "total", "wanted"), EXAMPLES)
def test_examples_of_the_rulebook(zone: str, total: int, wanted: str) -> None:
    found = lines(zone)
    assert sum(line.points for line in found) == total
    assert {f"{line.args['kind']} {line.points}" for line in found} == set(wanted.split(", "))


@pytest.mark.parametrize(("rule", "zone", "points", "because"), GROUPS)
def test_groups(rule: str, zone: str, points: int, because: str) -> None:
    assert sum(line.points for line in lines(zone)) == points, f"{rule}: {because}"


# A zone with no soda, with one, with many … ; the other zones after |. Diet: soda.
# fmt: off
DIET = [
    # rule     card        zone                                                       points  because
    ("§5.3",  "fewest",   "dr db dg | sr db dg",                                       3,     "zero is the fewest"),
    ("§5.3",  "fewest",   "sr db dg | sb sg dg",                                       3,     "one against two"),
    ("§5.3",  "fewest",   "sr sb sg / so sr sb | so db dg",                            0,     "many against one"),
    ("§5.3",  "fewest",   "sr db dg | dr sb dg | sr sb sg",                            3,     "a tie: all of them gain"),
    ("§5.3",  "fewest",   "dr db dg | dr wb ug",                                       3,     "a tie at zero"),
    ("§5.3",  "fewest",   "sr db dg | sb do wr ub / so wg ub dr / dg so wb uo / dr sb wo ug", 3, "small zones have fewer"),
    ("§5.4",  "corners",  "dr sb wg uo / sr db wr ug / wb uo dg sr / dg sb so wr",     0,     "none in a corner"),
    ("§5.4",  "corners",  "sr db wg uo / dr sb wr ug / wb uo dg dr / dg wb uo wr",     1,     "one corner; inside does not count"),
    ("§5.4",  "corners",  "sr db wg so / dr ub wr ug / wb uo dg dr / sg wb uo sr",     4,     "all four"),
    ("§5.4",  "corners",  "sr db sg / wo ub dr | sr db sg / wo ub dr",                 2,     "each zone by itself; 2×3 has four corners"),
    ("§5.4",  "corners",  "sr sb sg",                                                  2,     "a single strip has two corners"),
    ("§5.4",  "corners",  "-- -- sb / so ur wb / -- -- sr",                            2,     "a corner that is a hole counts for nothing"),
    ("§5.5",  "groups",   "dr db dg",                                                  0,     "none"),
    ("§5.5",  "groups",   "sr db dg",                                                  1,     "a single one is a group"),
    ("§5.5",  "groups",   "sr db so / sb db so / dr ub wg / sr ub so",                 4,     "two of two, two of one"),
    ("§5.5",  "groups",   "sr sb sg / so sr sb",                                       1,     "many in one group"),
    ("§5.5",  "groups",   "sr db sg | sr sb sg",                                       2,     "a small zone; others do not matter"),
    ("§5.6",  "lines",    "sr sb sg do / sb wr ug so",                                 0,     "three in a row are no full line"),
    ("§5.6",  "lines",    "sr sb sg so / db wr ug wo",                                 2,     "one row"),
    ("§5.6",  "lines",    "sr db / sb wr / sg ug / so wo",                             2,     "one column"),
    ("§5.6",  "lines",    "sr sb sg so / sb wr ug wo / sg ub dr wb / so db wg ur",     4,     "a row and a column"),
    ("§5.6",  "lines",    "sr sb sg / so sr sb / sb sg sr",                            0,     "a small zone has no line of four"),
    ("§5.7",  "most",     "dr db dg | sr db dg",                                       0,     "zero against one"),
    ("§5.7",  "most",     "sr db dg | wb ug dg",                                      -3,     "one against none"),
    ("§5.7",  "most",     "sr sb sg / so sr sb | so db dg",                           -3,     "many against one"),
    ("§5.7",  "most",     "sr sb dg | dr sb sg | sr wb ug",                           -3,     "a tie: all of them lose"),
    ("§5.7",  "most",     "dr db dg | dr wb ug",                                      -3,     "a tie at zero (§8.8)"),
    ("§5.7",  "most",     "sr sb dg | sb do wr ub / so wg ub dr / dg so wb uo / dr sb wo ug", 0, "small zones have fewer"),
    ("§5.8",  "isolated", "dr db dg",                                                  0,     "none"),
    ("§5.8",  "isolated", "sr db dg",                                                 -2,     "one"),
    ("§5.8",  "isolated", "sr db so / ub dr wg / sg ub so",                           -8,     "many"),
    ("§5.8",  "isolated", "sr sb dg / dr ub so",                                      -2,     "a pair is not isolated, touching corners does not help"),
    ("§5.8",  "isolated", "sr db sg | sr db sg",                                      -4,     "a small zone; others do not matter"),
    ("§5.9",  "centre",   "sr sb sg so / sb wr ug so / sg ub dr sb / so sb sg sr",     0,     "none: all on the edge"),
    ("§5.9",  "centre",   "dr db dg do / db sr ug wo / dg ub dr wb / wo db wg ur",    -2,     "one"),
    ("§5.9",  "centre",   "dr db dg do / db sr sg wo / dg sb so wb / wo db wg ur",    -8,     "all four"),
    ("§5.9",  "centre",   "sr sb sg / so sr sb / sb sg sr",                           -2,     "3×3 has one inside"),
    ("§5.9",  "centre",   "sr sb sg so / so sr sb sg / sb sg sr so",                  -4,     "3×4 has two inside"),
    ("§5.9",  "centre",   "sr sb sg / so sr sb",                                       0,     "two rows have no inside"),
    ("§5.10", "pairs",    "sr db dg",                                                  0,     "none: a single one"),
    ("§5.10", "pairs",    "sr sb dg",                                                 -2,     "one pair"),
    ("§5.10", "pairs",    "sr sb dg / dr ub wr / so sg wb",                           -4,     "two pairs"),
    ("§5.10", "pairs",    "sr sb sg / dr ub wr / so sg sb",                            0,     "three are no pair"),
    ("§5.10", "pairs",    "sr sb dg | sr sb dg",                                      -2,     "a small zone; others do not matter"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "card", "zone", "points", "because"), DIET)
def test_diet(rule: str, card: str, zone: str, points: int, because: str) -> None:
    line = lines(zone, f"soda {card}")[-1]
    assert (line.rule, line.points) == (rule, points), because
    for language in ("en", "es"):
        assert GAME.words(language).say("lines", line.key, line.args)


def test_every_modification_has_rows() -> None:
    assert {(row[1], row[0]) for row in DIET} == {(name, rule) for name, _, rule in MODIFICATIONS}
    assert min(sum(row[1] == name for row in DIET) for name in NAMES) >= 5


def test_diet_adds_to_the_ordinary_points() -> None:
    """§5.11: first as always, then the two diet cards; below zero if it must be."""
    plain = lines(BENJAMIN)
    dieting = lines(BENJAMIN, "soda corners, green pairs")
    assert dieting[: len(plain)] == plain
    assert [line.points for line in dieting[len(plain) :]] == [2, 0]
    assert sum(line.points for line in lines("sr db sg", "soda isolated")) == -4


def test_diet_for_a_tablecloth() -> None:
    assert lines("sr wr ub", "red pairs")[-1].points == -2


# ---- against the slow scorer


def test_points_agree_with_the_slow_scorer() -> None:
    rules = set()
    for seed in range(300):
        seats = 1 + seed % 5
        state = deal(seed, seats, diet=("easy", "medium", "hard")[seed % 3])
        playout(GAME.rules, state, Dice(seed))
        zones = [seen(state, seat) for seat in range(seats)]
        for seat in range(seats):
            wanted = naive.ordinary_points(zones[seat])
            for diet in GAME.rules.view(state, None).diet:  # type: ignore[attr-defined]  # the view of this game has it
                others = [naive.number(zone, diet.component) for n, zone in enumerate(zones) if n != seat]
                if seats == 1:
                    others = [rival_squares(state).count(diet.component)]
                wanted += naive.diet_points(zones[seat], others, diet.component, diet.modification)
                rules.add(diet.modification)
            assert GAME.rules.points(state, seat) == wanted
    assert rules == set(NAMES)


def rival_squares(state: State) -> list[str]:
    """All components of the opponent's zone."""
    view = GAME.rules.view(state, None)
    return [kind for card in view.rival for square in card.split() for kind in square.split("/")]  # type: ignore[attr-defined]  # the view of this game has it


# ---- the opponent


def test_solo_end_of_the_rulebook() -> None:
    """§6.5, the example: seven donuts and eight green tablecloths, so more than 15 points are needed."""
    table = trufflewood.replay((Path(__file__).parent / "solo.txt").read_text(encoding="utf-8"))
    found = rival_score(table._state)  # type: ignore[arg-type]  # a state of this game
    assert [(line.args["kind"], line.points) for line in found] == [("donut", 7), ("green", 8)]
    assert table.outcome is not None and table.outcome.args["other"] == 15


RIVAL = (
    "donut/green donut/green donut/green, donut/green donut/green donut/green, donut/green sandwich/green soda/red,"
    "sandwich/red soda/orange sausage/blue, sandwich/orange soda/red sausage/blue,"
    "sandwich/blue soda/red sausage/orange, sandwich/red soda/blue sausage/orange, sandwich/orange soda/blue sausage/red"
)  # 7 donuts, 6 sandwiches, 6 sodas, 5 sausages; 8 green

# fmt: off
SOLO = [
    # rule    own zone                          points  rival  kinds           because
    ("§6.5", "dr do dg",                        "own",  15,    "donut green",  "the opponent's own 7 and 8, whatever you have"),
    ("§6.8", "dr do dg",                        "both", 19,    "donut green",  "both zones: 10 donuts and 9 green"),
    ("§6.5", "wr wo wb",                        "own",  14,    "sandwich green", "your sandwiches make them the commonest: 6 of the opponent's"),
    ("§8.11", "wb db wo / uo sb ur",            "own",  15,    "donut green",  "8 donuts, 8 sandwiches: the opponent has more donuts"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "zone", "counted", "total", "kinds", "because"), SOLO)
def test_opponent(rule: str, zone: str, counted: str, total: int, kinds: str, because: str) -> None:
    sheet = score(f"opponent: {RIVAL}\nsolo_points: {counted}\n{rows(zone)}")
    assert sum(line.points for line in sheet.seats[1]) == total, f"{rule}: {because}"
    assert [line.args["kind"] for line in sheet.seats[1]] == kinds.split(), because


def test_solo_diet_compares_with_the_opponent() -> None:
    """§6.7: the diet changes your points alone."""
    sheet = score(f"opponent: {RIVAL}\ndiet: donut fewest, sandwich most\n{rows('dr do dg')}")
    assert [line.points for line in sheet.seats[0][-2:]] == [3, 0]
    assert len(sheet.seats[1]) == 2


def test_solo_needs_more_points() -> None:
    """§6.6: equal is lost."""
    rival = "opponent: soda/red donut/blue sausage/green\n"
    for zone, own, other, key in (
        ("wr wb wo uo", 1, 1, "solo-lost"),
        ("ur ub uo ub / dr db dg wo", 3, 2, "solo-won"),
    ):
        sheet = score(rival + rows(zone))
        assert [sum(line.points for line in lines) for lines in sheet.seats] == [own, other]
        assert sheet.notes[0].key == key
    for seed in range(60):
        state = deal(seed, 1)
        playout(GAME.rules, state, Dice(seed))
        outcome = GAME.rules.outcome(state)
        assert outcome is not None
        won = outcome.args["own"] > outcome.args["other"]  # type: ignore[operator]  # both are numbers
        assert outcome.ranks == ((1,) if won else (2,))
        assert utilities(GAME.rules, state, 1) == [2520 if won else 0]


# ---- the end


def finished(*zones: str) -> State:
    """A finished game whose zones show this."""
    from trufflewood.games.snack_match.sheet import _from_text, _table
    from trufflewood.games.snack_match.state import OVER

    state = _table(_from_text("\n\n".join(map(rows, zones))), ())
    state.phase = OVER
    return state


# fmt: off
ENDS = [
    # rule    zones                                                  ranks      utilities     because
    ("§4.4", ("dr db dg", "dr db wg"),                               (1, 2),    [2520, 0],    "most points"),
    ("§4.6", ("dr db dg", "dr db dg / wb wo sg"),                    (1, 1),    [1260, 1260], "equal groups: shared"),
    ("§4.5", ("dr db dg do / sb wr ur wo", "dr db dg / sb wr wo / wr db wg"), (1, 2), [2520, 0], "2 points each, a group of four against threes"),
    ("§4.6", ("dr sb wg", "ur so wg", "wr sb dg"),                   (1, 1, 1), [840] * 3,    "nobody has a point: all share"),
    ("§4.5", ("dr dr wg", "ur so wg"),                               (1, 2),    [2520, 0],    "a group of two breaks a tie as well (§8.9)"),
]
# fmt: on


@pytest.mark.parametrize(("rule", "zones", "ranks", "shares", "because"), ENDS)
def test_ends(
    rule: str, zones: tuple[str, ...], ranks: tuple[int, ...], shares: list[int], because: str
) -> None:
    state = finished(*zones)
    outcome = GAME.rules.outcome(state)
    assert outcome is not None and (outcome.rule, outcome.ranks) == (rule, ranks), because
    assert utilities(GAME.rules, state, len(zones)) == shares
    for language in ("en", "es"):
        assert GAME.words(language).say("outcomes", outcome.key, outcome.args)


def test_result_agrees_with_the_outcome() -> None:
    random = Random(5)
    for seed in range(100):
        state = deal(seed, 2 + seed % 8)
        playout(GAME.rules, state, Dice(random.randrange(1000)))
        outcome = GAME.rules.outcome(state)
        assert outcome is not None
        shares = utilities(GAME.rules, state, len(outcome.ranks))
        assert tuple(seat for seat, share in enumerate(shares) if share) == outcome.winners
