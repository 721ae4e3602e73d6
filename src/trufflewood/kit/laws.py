"""What must hold in every state of every game, whoever plays.

`check_game` plays one random game and asks all of it. What the laws need to know of a game and
must not take from its `view.py` stands in the `witness.py` of its tests.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import Any, Final, Protocol

import msgspec

from trufflewood.kit.chance import Chance, Dice, seed_from
from trufflewood.kit.game import WIN, State, legal_moves, seats_in, utilities
from trufflewood.kit.outcome import may_hear
from trufflewood.kit.package import Game
from trufflewood.kit.table import Table
from trufflewood.kit.walk import disagreement, perft
from trufflewood.kit.words import LANGUAGES

CLOSE_LOOKS: Final = 10  # states of a game at which the slow laws are asked


class Witness(Protocol):
    """A game seen by its tests, without `view.py`."""

    VARIANTS: Sequence[Mapping[str, Any]]  # options that the laws are to try, seats included

    def census(self, state: State) -> Hashable:
        """Every component, wherever it lies: the same all through a game."""

    def shuffle_hidden(self, state: State, seat: int | None, random: Random) -> None:
        """Shuffle, in place, all that the rules hide from `seat`."""


def check_game(game: Game, witness: Witness, variant: Mapping[str, Any], seed: int) -> int:
    """Play one random game and hold every state against the laws; return its decisions."""
    random = Random(seed)
    options = game.choose(**_split(variant))
    state = game.rules.deal(options, Chance(seed_from(seed)))
    census = witness.census(state)
    look = Random(seed + 1)
    history: list[tuple[State, list[int]]] = []
    decisions = 0
    while True:
        waiting = seats_in(game.rules.waiting(state))
        assert witness.census(state) == census, "a component was made or lost"
        legal_is_what_is_not_refused(game, state, waiting, options.seats)
        a_copy_is_equal_and_independent(game, state, waiting)
        if not waiting or decisions < 2 or (look.random() < 0.05 and len(history) < CLOSE_LOOKS):
            history.append((state.copy(), state.dump()))
            look_closely(game, witness, state, options.seats, random)
        if not waiting:
            break
        seat = random.choice(waiting)
        move = random.choice(legal_moves(game.rules, state, seat))
        if history and history[-1][1] == state.dump():
            a_move_tells_what_it_may(game, witness, state, seat, move, options.seats, random)
        game.rules.apply(state, seat, move)
        decisions += 1
    for kept, dump in history:
        assert kept.dump() == dump, "an old copy changed"
    the_end_is_named(game, state, options.seats)
    return decisions


def check_table(game: Game, variant: Mapping[str, Any], seed: int) -> None:
    """Play one random game at a table and replay its record: the same to the byte."""
    from trufflewood.kit.record import replay

    random = Random(seed)
    given = _split(variant)
    table = Table(game, given["seats"], seed, given["given"])
    while table.waiting:
        seat = random.choice(table.waiting)
        move = random.choice(table.legal(seat))
        if random.random() < 0.05:
            undo_is_exact(table, seat, move)
        table.play(seat, move)
    again = replay(table.record(), {game.name: game})
    assert again.dump() == table.dump() and again.record() == table.record()
    for watcher in (None, *range(table.seats)):
        assert again.log(watcher) == table.log(watcher)


def _split(variant: Mapping[str, Any]) -> dict[str, Any]:
    return {"seats": variant["seats"], "given": {k: v for k, v in variant.items() if k != "seats"}}


# ---- once a game


def every_move_has_its_text(game: Game) -> None:
    for move in range(game.moves):
        text = game.notation.write(move)
        assert game.notation.read(text) == [move], text
        for language in LANGUAGES:
            words = game.words(language)
            assert words.untranslate(words.translate(text)) == text, text


# ---- at every state


def legal_is_what_is_not_refused(game: Game, state: State, waiting: list[int], seats: int) -> None:
    """Over the whole range of moves, and in ascending order; a seat that does not decide has none."""
    for seat in range(seats):
        assert seat not in waiting or legal_moves(game.rules, state, seat), "a seat must decide and cannot"
        wrong = int(disagreement(game.rules, state, seat, game.moves))
        assert wrong < 0, f"seat {seat}: legal and refusal differ on {game.notation.write(wrong)}"


def a_copy_is_equal_and_independent(game: Game, state: State, waiting: list[int]) -> None:
    before = state.dump()
    twin = state.copy()
    assert twin.dump() == before
    if waiting:
        move = legal_moves(game.rules, twin, waiting[0])[-1]
        game.rules.apply(twin, waiting[0], move)
        assert state.dump() == before, "a copy shares something with its original"


# ---- at some states


def look_closely(game: Game, witness: Witness, state: State, seats: int, random: Random) -> None:
    points_are_the_sum_of_their_lines(game, state, seats)
    text = game.notation.write_position(state)
    assert game.notation.read_position(text).dump() == state.dump(), "a position does not survive its text"
    for seat in (None, *range(seats)):
        a_view_can_be_imagined_from_itself(game, state, seat, random)
        what_is_hidden_changes_nothing(game, witness, state, seat, random)
        if seat is not None:
            a_redeal_fits_what_is_known(game, witness, state, seat, random)


def points_are_the_sum_of_their_lines(game: Game, state: State, seats: int) -> None:
    for seat in range(seats):
        lines = game.rules.score(state, seat)
        assert sum(line.points for line in lines) == game.rules.points(state, seat)
        for line in lines:
            assert line.rule.startswith("§") and game.rule(line.rule, "en"), line
            for language in LANGUAGES:
                assert game.words(language).say("lines", line.key, line.args)


def a_view_can_be_imagined_from_itself(game: Game, state: State, seat: int | None, random: Random) -> None:
    """No secret in a view: a world made up from the view alone gives the same view back."""
    seen = game.rules.view(state, seat)
    assert seen == msgspec.json.decode(msgspec.json.encode(seen), type=type(seen)), "a view is not plain data"
    imagined = game.rules.imagine(seen, Dice(random.getrandbits(32)))
    assert game.rules.view(imagined, seat) == seen


def what_is_hidden_changes_nothing(
    game: Game, witness: Witness, state: State, seat: int | None, random: Random
) -> None:
    """Shuffle all that the rules hide from `seat`: it must see no difference."""
    other = state.copy()
    witness.shuffle_hidden(other, seat, random)
    assert witness.census(other) == witness.census(state), "the witness lost a component"
    assert _bytes(game, other, seat) == _bytes(game, state, seat)


def a_redeal_fits_what_is_known(
    game: Game, witness: Witness, state: State, seat: int, random: Random
) -> None:
    other = state.copy()
    game.rules.redeal(other, seat, Dice(random.getrandbits(32)))
    assert witness.census(other) == witness.census(state), "a redeal made or lost a component"
    assert _bytes(game, other, seat) == _bytes(game, state, seat)


def a_move_tells_what_it_may(
    game: Game, witness: Witness, state: State, seat: int, move: int, seats: int, random: Random
) -> None:
    """Events and what they tell: no seat hears more than its view shows; a sketch reveals nothing."""
    rules = game.rules
    after = state.copy()
    rules.apply(after, seat, move)
    events = rules.events(state, seat, move, after)
    for event in events:
        assert event.to, f"nobody may hear of {event.key}"
        for language in LANGUAGES:
            assert game.words(language).say("events", event.key, event.args)
    for listener in (None, *range(seats)):
        if listener == seat and rules.reveals(state, seat, move):
            continue
        # In another world that looks the same to the listener, the same move made by the same seat ...
        other = state.copy()
        witness.shuffle_hidden(other, listener, random)
        if rules.refusal(other, seat, move):
            continue
        if listener != seat and (
            listener is None
            or rules.heard(state, seat, move, listener) != rules.heard(other, seat, move, listener)
        ):
            continue
        other_after = other.copy()
        rules.apply(other_after, seat, move)
        if listener == seat:
            assert _bytes(game, other_after, seat) == _bytes(game, after, seat), (
                "a move reveals and does not say so"
            )
        told = [event for event in events if may_hear(event, listener)]
        told_there = [
            event for event in rules.events(other, seat, move, other_after) if may_hear(event, listener)
        ]
        if _bytes(game, other_after, listener) == _bytes(game, after, listener):
            # ... must be told in the same words, unless the view itself shows the difference.
            assert _events(told) == _events(told_there), "an event tells more than the view"


def _events(events: list[Any]) -> list[tuple[str, Any]]:
    return [(event.key, event.args) for event in events]


def _bytes(game: Game, state: State, seat: int | None) -> bytes:
    return msgspec.json.encode(game.rules.view(state, seat))


# ---- at the end


def lines_of_play_are(game: Game, state: State, depth: int, lines: int) -> None:
    """There are so many lines of play to `depth`; if not, say how many under each first move."""
    if perft(game.rules, state, depth) == lines:
        return
    rows: list[str] = []
    for seat in seats_in(game.rules.waiting(state))[:1]:
        for move in legal_moves(game.rules, state, seat):
            child = state.copy()
            game.rules.apply(child, seat, move)
            rows.append(f"{game.notation.write(move):14} {perft(game.rules, child, depth - 1)}")
    raise AssertionError(f"not {lines} lines of play, but under each first move\n" + "\n".join(rows))


def the_end_is_named(game: Game, state: State, seats: int) -> None:
    outcome = game.rules.outcome(state)
    assert (outcome is not None and outcome.winners) or seats == 1
    assert outcome is not None
    shared = utilities(game.rules, state, seats)
    if seats > 1:
        assert sum(shared) == WIN // len(outcome.winners) * len(outcome.winners)
        assert tuple(seat for seat in range(seats) if shared[seat]) == outcome.winners
    assert outcome.points == tuple(game.rules.points(state, seat) for seat in range(seats))
    assert game.rule(outcome.rule, "en") and game.rule(outcome.rule, "es"), outcome.rule
    for language in LANGUAGES:
        assert game.words(language).say("outcomes", outcome.key, outcome.args)


def undo_is_exact(table: Table, seat: int, move: int) -> None:
    """A move that revealed nothing can be taken back, and leaves no trace."""
    table = table.until(table.version)  # to be thrown away
    reveals = table.game.rules.reveals(table._state, seat, move)
    before = table.dump(), table.record()
    sketch = table.sketch(seat, move)
    assert (table.dump(), table.record()) == before, "a sketch changed the table"
    assert sketch.stopped == reveals
    table.play(seat, move)
    assert table.can_undo(seat) == (not reveals)
    if not reveals:
        assert table.view(seat) == sketch.view
        table.undo(seat)
        assert (table.dump(), table.record()) == before, "an undo left a trace"
