"""`make release`: what a release needs, short of uploading.

`before` looks whether this tree can be released: nothing uncommitted, one version, its changes told. `after`
(the tests and `make dist` lie between) writes the checksums, sets the tag, and says what is left to do.
"""

from __future__ import annotations

import datetime
import hashlib
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from steps import say

ROOT = Path(__file__).resolve().parents[1]
SUMS = "SHA256SUMS"
KINDS = ("*.tar.gz", "*-py3-none-any.whl", "*-manylinux*.whl")


class NotYet(Exception):
    """Why there can be no release, in a sentence that names the remedy."""


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True)
    if done.returncode:
        raise NotYet(say("release-git", command=" ".join(words), said=done.stderr.strip()))
    return done.stdout.strip()


def version(root: Path) -> str:
    text = (root / "src" / "trufflewood" / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.M)
    assert found, "pyproject.toml says that the version stands here"
    return found[1]


def changes(root: Path) -> str:
    """What CHANGELOG.md says about this version; raises unless it is dated and nothing newer is told."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    sections = [part.partition("\n") for part in re.split(r"^## ", text, flags=re.M)[1:]]
    told = {heading.strip(): body.strip() for heading, _, body in sections}
    if told.get("Unreleased"):
        raise NotYet(say("release-unreleased"))
    wanted = version(root)
    for heading, body in told.items():
        dated = re.fullmatch(rf"{re.escape(wanted)} \((\d{{4}}-\d\d-\d\d)\)", heading)
        if dated and datetime.date.fromisoformat(dated[1]) and body:
            return body
    raise NotYet(say("release-untold", version=wanted))


def check(root: Path) -> None:
    """Raise unless this tree can be released."""
    if git(root, "status", "--porcelain"):
        raise NotYet(say("release-uncommitted"))
    changes(root)
    tag = f"v{version(root)}"
    if tag in git(root, "tag", "--list").split() and git(root, "rev-list", "-1", tag) != git(
        root, "rev-parse", "HEAD"
    ):
        raise NotYet(say("release-tagged", tag=tag))


def artefacts(root: Path) -> list[Path]:
    """What `make dist` made: sdist, pure and compiled wheel of this version."""
    found = []
    for kind in KINDS:
        these = sorted((root / "dist").glob(f"trufflewood-{version(root)}{kind}"))
        if not these:
            raise NotYet(say("release-missing", file=f"trufflewood-{version(root)}{kind}"))
        found += these
    return found


def write_sums(files: list[Path]) -> Path:
    """Checksums, as `sha256sum --check` reads them."""
    sums = files[0].with_name(SUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    sums.write_text("".join(lines), encoding="utf-8")
    return sums


def finish(root: Path) -> str:
    """Write the checksums and set the tag; return what is left to do."""
    check(root)
    files = artefacts(root)
    sums = write_sums(files)
    tag = f"v{version(root)}"
    if tag not in git(root, "tag", "--list").split():
        git(root, "tag", "--annotate", tag, "--message", f"Trufflewood {version(root)}")
    names = " ".join(f"dist/{path.name}" for path in files)
    return f"{sums.read_text(encoding='utf-8')}\n{say('release-ready', tag=tag, files=names)}"


def main(when: str) -> None:
    try:
        if when == "before":
            check(ROOT)
        else:
            print(finish(ROOT))
    except NotYet as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main(sys.argv[1])
