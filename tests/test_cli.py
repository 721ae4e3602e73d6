"""The command line as a person meets it: in a process of its own, with a keyboard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def run(*arguments: str, keys: str = "", lang: str = "C") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "trufflewood.cli.main", *arguments],
        input=keys, capture_output=True, text=True, timeout=120,
        env={**os.environ, "LC_ALL": lang, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip


WHOLE_GAME = ["play", "truffle-scuffle", "--seed", "5", "--option", "stall=4"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_whole_game_is_played_saved_and_replayed(tmp_path: Path, language: str) -> None:
    """A person types the first listed move until the game is over."""
    from trufflewood import replay

    saved = tmp_path / "game.txt"
    keys = "quit\n"
    for _ in range(60):
        done = run(*WHOLE_GAME, "--lang", language, "--save", str(saved), keys=keys)
        assert done.returncode == 0, done.stderr
        table = replay(saved.read_text())
        if not table.waiting:
            break
        move = table.game.words(language).translate(table.moves(0)[0])
        keys = keys.removesuffix("quit\n") + f"{move}\nquit\n"
    assert table.outcome is not None
    assert ("jugador" if language == "es" else "player") in done.stdout
    told = run("replay", str(saved), "--lang", language)
    assert told.returncode == 0 and f"({table.outcome.rule})" in told.stdout
    data = json.loads(run("replay", str(saved), "--json").stdout)
    assert data["outcome"]["ranks"] == list(table.outcome.ranks)
    assert len(json.loads(run("replay", str(saved), "--json", "--at", "2").stdout)["commands"]) == 2


def test_mistypes_are_answered_with_the_rule() -> None:
    keys = "fly\nbuy white\nrules 4.3\nrules 99\nmoves\nscore\nlog\nhelp\nboard\nundo\nsave\nquit\n"
    done = run(*WHOLE_GAME, "--option", "start=0", keys=keys)
    for said in (
        "is no move",
        "(§4.1)",
        "**§4.3**",
        "no rule 99",
        "0 points",
        "sets",
        "buy red",
        "save game.txt",
    ):
        assert said in done.stdout, said
    spanish = run(
        *WHOLE_GAME, "--lang", "es", "--option", "start=0", keys="volar\ncomprar roja\nsalir\n"
    ).stdout
    assert "no es una jugada" in spanish and "(§4.1)" in spanish


def test_undo_takes_the_bots_answer_back_too() -> None:
    done = run(*WHOLE_GAME, "--option", "start=1", keys="place c3\nplace c4\nundo\nquit\n")
    assert "Taken back." in done.stdout


def test_two_people_hand_over() -> None:
    done = run(*WHOLE_GAME, "--people", "2", "--option", "start=1", keys="place c3\nplace c4\n\nquit\n")
    assert "Hand over to player 2" in done.stdout


def test_going_on_with_a_saved_game(tmp_path: Path) -> None:
    saved = tmp_path / "game.txt"
    run(*WHOLE_GAME, "--option", "start=1", "--save", str(saved), keys="place c3\nquit\n")
    again = run("play", "--resume", str(saved), keys="place c4\nquit\n")
    assert again.returncode == 0 and "0 place c3\n0 place c4\n" in saved.read_text()


BAD = [
    # arguments                                                          says
    (["plya"],                                                           "Try play"),
    (["play", "truffle-scufle"],                                         "Did you mean truffle-scuffle"),
    (["play", "truffle-scuffle", "--seats", "3"],                        "this game has 2 seats, not 3."),
    (["play", "truffle-scuffle", "--seats", "two"],                      "whole number"),
    (["play", "truffle-scuffle", "--people", "3"],                       "3 people cannot sit"),
    (["play", "truffle-scuffle", "--option", "hogs"],                    "NAME=VALUE"),
    (["play", "truffle-scuffle", "--option", "hogs=two"],                "one of all and one"),
    (["play", "truffle-scuffle", "--deck", "no-such-file"],              "cannot read no-such-file"),
    (["play", "truffle-scuffle", "--bot", "deep-blue"],                  "no bot called"),
    (["play", "truffle-scuffle", "--save", "/no/such/folder/game.txt"],  "cannot write"),
    (["play", "--resume", "no-such-file"],                               "cannot read"),
    (["play", "--frobnicate"],                                           "--frobnicate means nothing"),
    (["replay"],                                                         "FILE is missing"),
    (["replay", "no-such-file"],                                         "cannot read"),
    (["score", "truffle-scuffle", "white 5"],                            "two players"),
    (["score", "truffle-scuffle", "{"],                                  "not JSON"),
    (["score", "truffle-scuffle", "white 1 / red 1", "--best", "x"],     "--best"),
    (["rules", "truffle-scuffle", "9.9"],                                "no rule 9.9"),
    (["--lang", "fr", "rules", "truffle-scuffle"],                       "en or es"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "says"), BAD)
def test_bad_input_gets_one_sentence(arguments: list[str], says: str) -> None:
    for language in ([], ["--lang", "es"]):
        done = run(*arguments, *([] if arguments[0] == "--lang" else language), keys="quit\n")
        assert done.returncode == 2, done
        assert done.stderr.startswith("trufflewood: ") and done.stderr.count("\n") == 1
        if not language:
            assert says in done.stderr


def test_a_deck_file_is_faulted_with_its_line(tmp_path: Path) -> None:
    deck = tmp_path / "my.toml"
    deck.write_text('[tiles]\n"white" = 30\n"mauve" = 6\n')
    done = run("play", "truffle-scuffle", "--deck", str(deck))
    assert (
        done.returncode == 2
        and "mauve" in done.stderr
        and str(deck) in done.stderr
        and "line 3" in done.stderr
    )
    deck.write_text('[tiles]\n"white" = lots\n')
    assert "line 2" in run("play", "truffle-scuffle", "--deck", str(deck)).stderr
    deck.write_text('[tiles]\n"white" = 30\n"red" = 6\n')
    done = run("play", "truffle-scuffle", "--deck", str(deck), keys="quit\n")
    assert done.returncode == 0


def test_score_and_rules() -> None:
    done = run("score", "truffle-scuffle", "white 5, red 2 / white 4, red 7", "--json")
    assert [seat["points"] for seat in json.loads(done.stdout)["seats"]] == [1, 1]
    assert "blanca" in run("score", "truffle-scuffle", "white 5 / red 2", lang="es_ES.UTF-8").stdout
    assert "aldea" in run("rules", "truffle-scuffle", "1.1", "--lang", "es").stdout


def test_version_says_how_the_engine_runs() -> None:
    from trufflewood.kit import game

    how = "interpreted" if game.__file__.endswith(".py") else "compiled"
    assert how in run("--version").stdout
