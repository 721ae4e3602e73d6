"""What is shipped: the contents of sdist and wheel, their metadata, and builds that cannot be whole fail."""

from __future__ import annotations

import datetime
import email.message
import email.parser
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path, PurePosixPath

import dist
import native
import pytest

import trufflewood
from tests.test_pythons import VERSIONS
from trufflewood.kit import game

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "trufflewood"
ABOUT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LICENCES = "src/trufflewood/server/static/third-party-licences.txt"
OFFLINE = {  # nothing answers at these addresses, and nothing was kept from earlier
    "npm_config_registry": dist.NOWHERE,
    "npm_config_fetch_retries": "0",
    "PIP_INDEX_URL": dist.NOWHERE,
    "PIP_FIND_LINKS": "",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_RETRIES": "0",
    "PIP_CONFIG_FILE": os.devnull,
}


def hatch(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Hatchling with our hooks, without the isolation that a package index would be needed for."""
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", *words],
        cwd=folder, env=dist.clean(TRUFFLEWOOD_PURE="1", LC_ALL="C.UTF-8", **env), capture_output=True, text=True,
    )  # fmt: skip


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The sdist and the pure wheel."""
    out = tmp_path_factory.mktemp("dist")
    done = hatch(ROOT, "-d", str(out))
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.tar.gz")), next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def in_sdist(built: tuple[Path, Path]) -> set[str]:
    with tarfile.open(built[0]) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


@pytest.fixture(scope="module")
def in_wheel(built: tuple[Path, Path]) -> set[str]:
    return set(zipfile.ZipFile(built[1]).namelist())


@pytest.fixture
def source(built: tuple[Path, Path], tmp_path: Path) -> Path:
    return dist.unpack(built[0], tmp_path / "source")


def metadata(wheel: Path) -> email.message.Message:
    with zipfile.ZipFile(wheel) as archive:
        name = next(one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        return email.parser.Parser().parsestr(archive.read(name).decode())


# ---- contents


def needed() -> set[str]:
    """All that runs, of what lies in src/: modules, texts, rules, decks, weights."""
    found = set()
    for path in PACKAGE.rglob("*"):
        parts = path.relative_to(PACKAGE.parent).parts
        if path.is_file() and not {"tests", "client", "__pycache__"} & {*parts} and path.suffix != ".so":
            found.add("/".join(parts))
    return found - {"trufflewood/_built.json"}


def test_the_wheel_holds_what_runs_and_nothing_else(in_wheel: set[str]) -> None:
    ours = {
        name for name in in_wheel if not name.startswith(f"trufflewood-{trufflewood.__version__}.dist-info/")
    }
    assert ours == needed()
    suffixes = {PurePosixPath(name).suffix for name in ours if "/static/" not in name}
    assert suffixes == {".py", ".toml", ".md", ".json", ".txt", ".typed"}
    static = {PurePosixPath(name).suffix for name in ours if "/static/" in name}
    assert static == {".html", ".js", ".css", ".svg", ".webmanifest", ".txt"}


@pytest.mark.parametrize("name", sorted(path.parent.name for path in PACKAGE.glob("games/*/RULES.md")))
def test_the_wheel_holds_every_room_of_a_game(in_wheel: set[str], name: str) -> None:
    room = f"trufflewood/games/{name}"
    for file in ("RULES.md", "RULES.es.md", "text/en.toml", "text/es.toml", "bots/weights.json", "rules.py"):
        assert f"{room}/{file}" in in_wheel
    for deck in (PACKAGE / "games" / name).glob("decks/*.toml"):
        assert f"{room}/decks/{deck.name}" in in_wheel


def test_the_sdist_holds_the_sources_and_the_built_pages(in_sdist: set[str]) -> None:
    folders = ABOUT["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {path.strip("/") for path in folders} <= {name.partition("/")[0] for name in in_sdist}
    for file in (LICENCES, "src/trufflewood/server/static/index.html", "build/client.json", "PKG-INFO",
                 "src/trufflewood/games/snack_match/client/Board.svelte", "tests/test_package.py"):  # fmt: skip
        assert file in in_sdist
    strays = [
        name
        for name in in_sdist
        if re.search(r"node_modules|__pycache__|\.so$|generated/|_built\.json", name)
    ]
    assert not strays


def test_third_parties_licences_travel_along(built: tuple[Path, Path], in_wheel: set[str]) -> None:
    about = f"trufflewood-{trufflewood.__version__}.dist-info/licenses"
    assert {f"{about}/LICENSE", f"{about}/{LICENCES}"} <= in_wheel
    text = (ROOT / LICENCES).read_text(encoding="utf-8")
    assert re.search(r"^svelte [\d.]+ \(MIT\)$", text, re.M) and "Copyright" in text
    assert not [name for name in in_wheel if re.search(r"\.(woff2?|ttf|otf)$", name)], (
        "a font has a licence too"
    )


# ---- metadata


def test_metadata_for_a_package_index(built: tuple[Path, Path]) -> None:
    about = metadata(built[1])
    assert (about["Name"], about["Version"]) == ("trufflewood", trufflewood.__version__)
    assert about.get_all("License-File") == ["LICENSE", LICENCES]
    pythons = {
        one.rpartition(" ")[2] for one in about.get_all("Classifier", []) if re.search(r":: 3\.\d+$", one)
    }
    assert pythons == set(VERSIONS), "named, but not tested; or tested, but not named"
    assert about["Requires-Python"] == f">={VERSIONS[0]}"
    assert {one.partition(",")[0] for one in about.get_all("Project-URL", [])} >= {
        "Source",
        "Changelog",
        "Issues",
    }


def test_links_of_the_readme_work_on_a_package_index(built: tuple[Path, Path]) -> None:
    source = ABOUT["project"]["urls"]["Source"]
    shown = str(metadata(built[1]).get_payload())
    links = re.findall(r"\]\(([^)\s]+)\)", shown)
    assert len(links) > 8 and all(link.startswith("https://") for link in links)
    pictures = re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", shown)
    for link in pictures:
        place = link.removeprefix(f"{source}/raw/v{trufflewood.__version__}/")
        assert (ROOT / place).is_file(), link
    assert pictures and "](docs/" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_version_stands_in_one_place() -> None:
    """In `__init__.py`; the changelog's newest release is that one, with its day."""
    assert "version" not in ABOUT["project"] and "version" in ABOUT["project"]["dynamic"]
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert headings[0] == "Unreleased"
    newest = re.fullmatch(r"([\d.]+) \((\S+)\)", headings[1])
    assert newest and newest[1] == trufflewood.__version__ and datetime.date.fromisoformat(newest[2])


# ---- builds


def test_the_sdist_builds_without_node(source: Path, tmp_path: Path, in_wheel: set[str]) -> None:
    path = dist.path_without(dist.NODE, tmp_path / "bin")
    done = hatch(source, "-t", "wheel", "-d", str(tmp_path / "out"), PATH=path, **OFFLINE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert set(zipfile.ZipFile(next((tmp_path / "out").glob("*-py3-none-any.whl"))).namelist()) == in_wheel


@pytest.mark.parametrize("target", ["wheel", "sdist"])
@pytest.mark.parametrize("node", [True, False], ids=["no registry", "no Node, no registry"])
def test_a_build_without_pages_fails_with_a_sentence(
    source: Path, tmp_path: Path, target: str, node: bool
) -> None:
    shutil.rmtree(source / "src/trufflewood/server/static")
    path = os.environ["PATH"] if node else dist.path_without(dist.NODE, tmp_path / "bin")
    env = {**OFFLINE, "PATH": path, "npm_config_cache": str(tmp_path / "npm")}
    done = hatch(source, "-t", target, "-d", str(tmp_path / "out"), **env)
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("trufflewood: nothing was built") and "Node 20.19" in last and "sdist" in last
    assert not list((tmp_path / "out").glob("*"))


def test_an_editable_install_builds_nothing(source: Path, tmp_path: Path) -> None:
    shutil.rmtree(source / "src/trufflewood/server/static")
    (tmp_path / "out").mkdir()
    script = f"from hatchling.build import build_editable; print(build_editable({str(tmp_path / 'out')!r}))"
    env = dist.clean(PATH=dist.path_without(dist.NODE, tmp_path / "bin"), **OFFLINE)
    done = subprocess.run([sys.executable, "-c", script], cwd=source, env=env, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip().endswith("-py3-none-any.whl"), done.stderr
    assert not (source / "src/trufflewood/server/static").exists() and not list(source.rglob("*.so"))


@pytest.mark.skipif(game.__file__.endswith(".py"), reason="interpreted: librt is not used")
def test_a_librt_that_does_not_fit_is_named_with_the_remedy(tmp_path: Path) -> None:
    """Such as 0.10, whose librt.vecs has nothing for compiled modules."""
    (tmp_path / "librt").mkdir()
    (tmp_path / "librt/__init__.py").touch()
    (tmp_path / "librt/vecs.py").touch()
    for pure in (False, True):
        env = dist.clean(PYTHONPATH=f"{tmp_path}{os.pathsep}{ROOT / 'src'}")
        if pure:
            env["TRUFFLEWOOD_PURE"] = "1"
        done = subprocess.run(
            [sys.executable, "-c", "import trufflewood"], env=env, capture_output=True, text=True
        )
        if pure:
            assert done.returncode == 0, done.stderr
        else:
            last = done.stderr.strip().splitlines()[-1]
            assert "pip install --upgrade trufflewood librt" in last and "TRUFFLEWOOD_PURE=1" in last


@pytest.mark.long
def test_what_make_dist_builds_can_be_installed_and_played(capsys: pytest.CaptureFixture[str]) -> None:
    """The compiled wheel is compiled once, and once more when the sdist is installed: minutes."""
    dist.main()
    said = capsys.readouterr().out
    assert "py3-none-any.whl" in said and said.count("(interpreted)") == 2
    if sys.platform == "linux" and not native.missing_tools():
        assert "manylinux" in said and said.count("(compiled)") == 3
        [wheel] = dist.DIST.glob("*-manylinux*.whl")
        assert "mypyc-licence.txt" in {Path(name).name for name in zipfile.ZipFile(wheel).namelist()}
