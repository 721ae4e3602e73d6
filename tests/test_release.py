"""What `make release` refuses, each in one sentence, and what it leaves behind."""

from __future__ import annotations

import hashlib
import re
import subprocess
from pathlib import Path

import pytest
import release

VERSION = "1.2.3"
TOLD = f"# Changelog\n\n## Unreleased\n\n## {VERSION} (2026-11-18)\n\n- All of it.\n"


def git(root: Path, *words: str) -> None:
    who = ["-c", "user.name=test", "-c", "user.email=test@example.invalid"]
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small checkout that can be released."""
    for name, value in {"NAME": "test", "EMAIL": "test@example.invalid"}.items():
        monkeypatch.setenv(f"GIT_AUTHOR_{name}", value)
        monkeypatch.setenv(f"GIT_COMMITTER_{name}", value)
    monkeypatch.setenv("LC_ALL", "C")
    (tmp_path / "src/trufflewood").mkdir(parents=True)
    (tmp_path / "src/trufflewood/__init__.py").write_text(f'__version__ = "{VERSION}"\n')
    (tmp_path / "CHANGELOG.md").write_text(TOLD)
    (tmp_path / ".gitignore").write_text("dist/\n")
    git(tmp_path, "init", "--quiet")
    commit(tmp_path)
    return tmp_path


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--allow-empty", "--message", "a state")


def test_a_clean_tree_may_be_released(tree: Path) -> None:
    release.check(tree)
    assert release.changes(tree) == "- All of it."


@pytest.mark.parametrize(
    ("told", "says"),
    [
        (TOLD.replace("Unreleased\n", "Unreleased\n\n- One more.\n"), "under Unreleased"),
        (TOLD.replace(VERSION, "1.2.2"), f"no dated section for {VERSION}"),
        (TOLD.replace(" (2026-11-18)", ""), "no dated section"),
        (TOLD.replace("- All of it.", ""), "no dated section"),
    ],
    ids=["newer changes", "another version", "no day", "nothing told"],
)
def test_the_changelog_must_agree(tree: Path, told: str, says: str) -> None:
    (tree / "CHANGELOG.md").write_text(told)
    commit(tree)
    with pytest.raises(release.NotYet, match=re.escape(says)):
        release.check(tree)


def test_uncommitted_changes_stop_it(tree: Path) -> None:
    (tree / "stray").touch()
    with pytest.raises(release.NotYet, match="not committed"):
        release.check(tree)


def test_a_version_is_released_once(tree: Path) -> None:
    git(tree, "tag", f"v{VERSION}")
    release.check(tree)  # of this very commit: a release that is done again
    commit(tree)
    with pytest.raises(release.NotYet, match="raise __version__"):
        release.check(tree)


def test_every_artefact_must_be_there(tree: Path) -> None:
    with pytest.raises(release.NotYet, match="make dist"):
        release.finish(tree)


def test_checksums_tag_and_what_is_left(tree: Path) -> None:
    (tree / "dist").mkdir()
    for name in (".tar.gz", "-py3-none-any.whl", "-cp311-cp311-manylinux_2_17_x86_64.whl"):
        (tree / "dist" / f"trufflewood-{VERSION}{name}").write_text(name)
    said = release.finish(tree)
    sums = (tree / "dist/SHA256SUMS").read_text()
    assert len(sums.splitlines()) == 3 and hashlib.sha256(b".tar.gz").hexdigest() in sums
    assert f"v{VERSION}" in release.git(tree, "tag", "--list")
    assert f"git push origin v{VERSION}" in said and "twine upload" in said
    assert release.finish(tree) == said, "a second time changes nothing"
