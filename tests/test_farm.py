"""Where games are played: the same results everywhere, also when a worker is lost on the way."""

from __future__ import annotations

import gc
import io
import os
import pickle
import signal
import sys
import time
from collections.abc import Iterator
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from secrets import token_hex
from threading import Thread

import pytest

import trufflewood
from trufflewood.arena import farm, match
from trufflewood.arena.match import Pairing, Played
from trufflewood.cli.main import main
from trufflewood.cli.measure import Progress
from trufflewood.kit.errors import BadOption, LostWorker, TrufflewoodError

GAME = "truffle-scuffle"
SHIFT = match.schedule(GAME, ["greedy", "random"], 40, 2, {}, "farm")
PATIENCE = 60.0  # seconds, for what takes a few
TOKEN = token_hex(32)  # Ray reads it once a process
RAY = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # Ray leaves files and sockets to the collector
]
FARMS = ["pool", pytest.param("ray", marks=RAY)]


@pytest.fixture(autouse=True)
def own_cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A cluster of this test alone: no address and no token that lies about on the machine is used."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", TOKEN)
    yield
    gc.collect()  # what Ray leaves behind warns here, where that is expected, and not in another test


def without_ray(where: str) -> None:
    if where == "ray":
        pytest.importorskip("ray", reason="Ray is not installed: pip install 'trufflewood[farm]' adds it.")


def held_once(folder: Path, pairing: Pairing) -> Played:
    """Play; but the first worker that meets one game in the middle says who it is and waits for its end."""
    told = folder / "worker"
    if pairing == SHIFT[20] and not told.exists():
        (folder / "new").write_text(str(os.getpid()))
        (folder / "new").rename(told)
        time.sleep(PATIENCE)
    return match.play(pairing)


def end_worker(folder: Path, ended: list[int]) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if (folder / "worker").exists():
            ended.append(int((folder / "worker").read_text()))
            os.kill(ended[0], signal.SIGKILL)
            return
        time.sleep(0.05)


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no kill -9")
@pytest.mark.parametrize("where", FARMS)
def test_a_lost_worker_changes_no_result(where: str, tmp_path: Path) -> None:
    without_ray(where)
    ended: list[int] = []
    heard: list[int] = []
    hunter = Thread(target=end_worker, args=(tmp_path, ended))
    hunter.start()
    played = farm.each(partial(held_once, tmp_path), SHIFT, 2, where, heard.append)
    hunter.join()
    assert ended and ended != [os.getpid()]
    assert played == farm.run(SHIFT, workers=1)
    assert heard == sorted(set(heard)) and heard[-1] == len(SHIFT) and len(heard) > 4


def lost(pairing: Pairing) -> Played:
    os._exit(1)


@pytest.mark.parametrize("where", FARMS)
def test_a_worker_that_is_always_lost_is_one_sentence(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    without_ray(where)
    monkeypatch.setattr(farm, "TRIES", 1)
    with pytest.raises(LostWorker, match="lost"):
        farm.each(lost, SHIFT[:2], 2, where)


def linger(folder: Path, pairing: Pairing) -> Played:
    """Play the first game at once, and every other one too late."""
    if pairing != SHIFT[0]:
        time.sleep(PATIENCE)
        (folder / "played on").touch()
    return match.play(pairing)


def test_whoever_stops_a_match_does_not_wait_for_games_nobody_wants(tmp_path: Path) -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    before = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        farm.each(partial(linger, tmp_path), SHIFT[:4], 2, progress=stop)
    assert not any(tmp_path.iterdir()) and set(active_children()) <= before


def refuse(pairing: Pairing) -> Played:
    raise BadOption("bad-games", value="0")


@pytest.mark.parametrize("where", FARMS)
def test_an_error_of_a_worker_arrives_as_it_is(where: str) -> None:
    without_ray(where)
    with pytest.raises(BadOption, match="above zero") as error:
        farm.each(refuse, SHIFT[:4], 2, where)
    assert "mayor que cero" in error.value.say("es")


def test_errors_cross_between_processes() -> None:
    table = trufflewood.open(GAME, seed=7, options={"start": 0})
    found: list[TrufflewoodError] = []
    for seat, move in ((1, "buy white"), (0, "place c3"), (1, "fly")):
        with pytest.raises(TrufflewoodError) as error:
            table.play(seat, move)
        found.append(error.value)
    for one in found:
        again = pickle.loads(pickle.dumps(one))
        assert type(again) is type(one) and vars(again) == vars(one)
        assert str(again) == str(one) and again.say("es") == one.say("es")


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_match_on_ray_and_a_cluster_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without_ray("ray")
    command = ["match", GAME, "greedy", "random", "--games", "8", "--workers", "2"]
    tables: list[list[str]] = []
    for where in ("pool", "ray"):
        assert main([*command, "--farm", where]) == 0
        lines = capsys.readouterr().out.splitlines()
        tables.append([line.rsplit("  ", 1)[0].rstrip() for line in lines])  # all but the time of a move
    assert tables[0] == tables[1]
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    assert main([*command, "--farm", "ray"]) == 2
    assert "no Ray cluster lets us in at 127.0.0.1:1" in capsys.readouterr().err


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_bar_on_a_terminal_and_silence_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    for screen, shown in ((Screen(), True), (io.StringIO(), False)):
        monkeypatch.setattr(sys, "stderr", screen)
        assert farm.run([], progress=Progress(0)) == []
        farm.run(SHIFT[:4], 1, progress=Progress(4))
        said = screen.getvalue()
        assert ("░ 1/4" in said) is shown and bool(said) is shown
        assert said.endswith("\r\033[K") is shown  # the bar is gone when all are played
