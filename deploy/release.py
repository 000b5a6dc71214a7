"""Release a version: `python3 deploy/release.py 0.2.0` prints the steps, and with `--go` it runs them.

First the script checks the release: a clean tree, a greater number, changes in CHANGELOG.md, and an upgrade test from
every minor version. Then it writes the number into pyproject.toml, from which the lock file and the documents take it,
and the date into CHANGELOG.md. It builds the packages into dist/, commits, tags, and builds the image if Docker is
available.

The script publishes nothing: pushing the tag does that, by the workflows `release` and `image`. Needs git and uv, and
no library.
"""

from __future__ import annotations

import argparse
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

NUMBER = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
IMAGE = "igo"
UNRELEASED = "## [Unreleased]"


class CannotRelease(Exception):
    """Raised if the version cannot be released. The message says why, and what to do."""


@dataclass(frozen=True)
class Release:
    """The release of a version from a git clone of the project."""

    root: Path
    version: str
    day: date

    def check(self) -> None:
        """Raise CannotRelease if the version cannot be released, for example because a file is not committed."""
        if not NUMBER.fullmatch(self.version):
            raise CannotRelease(f"{self.version} is not a version: three numbers, such as 0.2.0.")
        if self._git("status", "--porcelain"):
            raise CannotRelease("There are changes that are not committed: commit them, or put them away.")
        tags = self._git("tag", "--list", "v*").split()
        done = sorted((parse_version(tag[1:]) for tag in tags if NUMBER.fullmatch(tag[1:])), reverse=True)
        if done and parse_version(self.version) <= done[0]:
            raise CannotRelease(f"{self.version} is not greater than {version_text(done[0])}, which is tagged.")
        changes_of_version(self._read("CHANGELOG.md"))
        for version in done:
            dump = self.root / "tests" / "upgrades" / f"{version_text(version).replace('.', '_')}.sql"
            if version[2] == 0 and not dump.exists():
                raise CannotRelease(
                    f"There is no upgrade test from {version_text(version)}: make {dump.relative_to(self.root)}."
                )

    def write(self) -> list[str]:
        """Write the version number and the date into the project's files, and return the names of the changed files."""
        for name, change in (("pyproject.toml", pyproject_with_version), ("CHANGELOG.md", self._changelog_with_date)):
            (self.root / name).write_text(change(self._read(name), self.version))
        return ["pyproject.toml", "CHANGELOG.md", "uv.lock"]

    def commands_after_write(self) -> list[list[str]]:
        """Return the commands to run after `write`, in order."""
        tag, dist = f"v{self.version}", str(self.root / "dist")
        short = self.version.rpartition(".")[0]
        image = ["docker", "build", *(f"--tag={IMAGE}:{name}" for name in (self.version, short, "latest")), "."]
        return [
            ["uv", "lock", "--quiet"],
            ["uv", "build", "--quiet", f"--out-dir={dist}"],
            ["uv", "build", "--quiet", "--wheel", f"--out-dir={dist}", "igo_client"],
            ["git", "add", "pyproject.toml", "CHANGELOG.md", "uv.lock"],
            ["git", "commit", "--quiet", f"--message=release: Igo {self.version}."],
            ["git", "tag", "--annotate", tag, f"--message=Igo {self.version}"],
            image,
        ]

    def _changelog_with_date(self, changelog: str, version: str) -> str:
        return changelog.replace(UNRELEASED, f"{UNRELEASED}\n\n## [{version}] - {self.day.isoformat()}", 1)

    def _read(self, name: str) -> str:
        return (self.root / name).read_text()

    def _git(self, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=self.root, capture_output=True, text=True, check=True)
        return done.stdout.strip()


def parse_version(version: str) -> tuple[int, int, int]:
    """Return the three numbers of a version as a tuple, for comparison."""
    one, two, three = map(int, version.split("."))
    return one, two, three


def version_text(version: tuple[int, int, int]) -> str:
    """Return the version as text, such as "0.2.0"."""
    return ".".join(map(str, version))


def pyproject_with_version(pyproject: str, version: str) -> str:
    """Return the text of pyproject.toml with this version. Raises CannotRelease if it has no version, or is not valid
    TOML afterwards."""
    changed, count = re.subn(r'(?m)^version = ".*"$', f'version = "{version}"', pyproject, count=1)
    if not count or tomllib.loads(changed)["project"]["version"] != version:
        raise CannotRelease("pyproject.toml has no version where it should be.")
    return changed


def changes_of_version(changelog: str, version: str = "Unreleased") -> str:
    """Return the changes of a version in CHANGELOG.md, used as the text of its tag. Raises CannotRelease if there are
    none."""
    found = re.search(rf"(?ms)^## \[{re.escape(version)}\][^\n]*\n(.*?)(?=^## \[|\Z)", changelog)
    if found is None or "- " not in found[1]:
        raise CannotRelease(f"CHANGELOG.md says nothing of [{version}]: write down what has changed.")
    return found[1].strip()


def is_available(program: str) -> bool:
    """Return whether the program can be used on this machine. For Docker, the server must be running."""
    if shutil.which(program) is None:
        return False
    return program != "docker" or subprocess.run(["docker", "info"], capture_output=True, check=False).returncode == 0


def main(arguments: list[str]) -> None:
    """Check and print the steps of a release; with `--go`, also run them."""
    parser = argparse.ArgumentParser(description="Release a version of Igo.")
    parser.add_argument("version", help="such as 0.2.0")
    parser.add_argument("--go", action="store_true", help="do it; otherwise only print what would be done")
    parser.add_argument("--notes", action="store_true", help="print what has changed in a released version, and end")
    options = parser.parse_args(arguments)
    root = Path(__file__).resolve().parents[1]
    release = Release(root, options.version, datetime.now(UTC).date())  # noqa: TID251 - the day of a release
    try:
        if options.notes:
            print(changes_of_version((root / "CHANGELOG.md").read_text(), options.version))
            return
        release.check()
        if options.go and not is_available("uv"):
            raise CannotRelease("uv is missing: https://docs.astral.sh/uv/ says how it is installed.")
        if options.go:
            release.write()
    except CannotRelease as refused:
        sys.exit(str(refused))
    print(
        f"Igo {options.version}: "
        + ("" if options.go else "nothing is done without --go. It would write the number, then run")
    )
    for command in release.commands_after_write():
        there = is_available(command[0])
        print(f"  {shlex.join(command)}" + ("" if there else f"   (there is no {command[0]} here)"), flush=True)
        if options.go and (there or command[0] != "docker"):
            subprocess.run(command, cwd=root, check=True)
    print(f"Before it: python3 manage.py test. After it: git push origin main v{options.version}")


if __name__ == "__main__":
    main(sys.argv[1:])
