"""Compiled and interpreted are the same game, and the compiler's known fault is not in the C."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import native
import pytest

from trufflewood.games import all_games
from trufflewood.kit import game
from trufflewood.kit.chance import Chance, Dice, seed_from

ROOT = Path(__file__).parents[1]
COMPILED = not game.__file__.endswith(".py")
PLAY = """
import hashlib, importlib, json
from tests.witnesses import variants
from trufflewood.kit import walk
from trufflewood.kit.chance import Chance, Dice, seed_from
found = {"pure": walk.__file__.endswith(".py")}
for game, variant in variants():
    given = {name: value for name, value in variant.items() if name != "seats"}
    for seed in range(3):
        state = game.rules.deal(game.choose(variant["seats"], given), Chance(seed_from(seed)))
        sums = walk.checksum(game.rules, state, Dice(seed))
        found[f"{game.name} {variant} {seed}"] = [len(sums), sums[:5], sums[-1], hashlib.sha256(str(sums).encode()).hexdigest()]
        found[f"{game.name} {variant} {seed} end"] = hashlib.sha256(str(state.dump()).encode()).hexdigest()
print(json.dumps(found))
"""

MATCH = """
import json
from trufflewood.arena.match import Pairing, play
from trufflewood.kit import walk
found = {"pure": walk.__file__.endswith(".py")}
for name in ("truffle-scuffle", "truffle-shuffle", "snack-match", "forest-shuffle"):
    heard = []
    strong = "alphabeta:300" if name == "truffle-scuffle" else "greedy"
    one = play(Pairing(name, {}, ("search:6", strong), "same"), lambda seat, event: heard.append(str(event)))
    found[name] = [one.points, one.decisions, heard]
print(json.dumps(found))
"""


def played(pure: bool, script: str = PLAY) -> dict[str, object]:
    environment = {name: value for name, value in os.environ.items() if name != "TRUFFLEWOOD_PURE"}
    if pure:
        environment["TRUFFLEWOOD_PURE"] = "1"
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    found: dict[str, object] = json.loads(done.stdout)
    assert found.pop("pure") == pure
    return found


@pytest.mark.skipif(not COMPILED, reason="interpreted: nothing to compare")
def test_compiled_and_interpreted_play_the_same_games() -> None:
    """Every list of legal moves and every action of whole seeded games goes into the sums."""
    assert played(pure=False) == played(pure=True)


@pytest.mark.skipif(not COMPILED, reason="interpreted: nothing to compare")
def test_bots_choose_the_same_compiled_and_interpreted() -> None:
    """A whole game of each, between search and another bot, told event by event."""
    assert played(pure=False, script=MATCH) == played(pure=True, script=MATCH)


@pytest.mark.skipif(not COMPILED, reason="interpreted: no C")
def test_generated_c_is_free_of_the_shift_fault() -> None:
    """mypyc 2.4.1 compiles `constant << variable` as a 32-bit shift."""
    sources = list(native.BUILD.rglob("*.c"))
    assert len(sources) >= 4
    fault = re.compile(r"= -?[0-9]+ (<<|>>) cpy_r")
    for source in sources:
        for number, line in enumerate(source.read_text().splitlines(), 1):
            assert not fault.search(line), f"{source.name}:{number}: {line.strip()}"


def test_interpreted_code_hands_no_vec_to_compiled_code() -> None:
    """mypyc 2.4.1 would never free it."""
    compiled = set(native.compiled_files())
    for path in native.PACKAGE.rglob("*.py"):
        if path not in compiled and "tests" not in path.parts:
            assert "buffer(" not in path.read_text(encoding="utf-8"), path


@pytest.mark.skipif(not COMPILED or not Path("/proc/self/statm").exists(), reason="nothing to measure")
@pytest.mark.parametrize("name", sorted(all_games()))
def test_looking_and_imagining_free_what_they_use(name: str) -> None:
    """A thousand views with their guesses leave no more behind than the allocator's slack."""
    found = all_games()[name]
    state = found.rules.deal(found.choose(max(2, found.seats.start)), Chance(seed_from(1)))

    def look(times: int) -> int:
        for n in range(times):
            found.rules.imagine(found.rules.view(state, 0), Dice(n))
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    before = look(300)
    assert look(1000) - before < 8 * 2**20


def test_every_game_is_compiled() -> None:
    rooms = {path.relative_to(native.PACKAGE).as_posix() for path in native.compiled_files()}
    for found in all_games().values():
        for room in ("state", "scoring", "moves", "guess", "rules"):
            prefix = f"games/{found.room.name}/{room}"
            assert any(name.startswith((f"{prefix}.py", f"{prefix}/")) for name in rooms), prefix


def test_stale_sources_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stamp = tmp_path / "built.json"
    stamp.write_text(native.STAMP.read_text().replace(native.source_hash(), "of yesterday"))
    monkeypatch.setattr(native, "STAMP", stamp)
    assert not native.is_current(native.source_hash())


def test_no_compiler_means_interpreted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("CC", "no-such-compiler")
    assert "gcc" in native.missing_tools()
