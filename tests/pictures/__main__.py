"""`python -m tests.pictures`: take pictures of every page in every language, theme and width.

The pictures of the last release are taken as well, and the differences are marked. Fonts differ between machines, so
the repository has no pictures: both sets are taken on this machine, each from a server of its own tree.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .comparing import compare, write_index
from .taking import Wanted, take

ROOT = Path(__file__).resolve().parents[2]


def main() -> int:
    """Make the pictures and say where they are."""
    options = _options().parse_args()
    wanted = Wanted(options.pages, options.languages, options.themes, options.widths)
    if not wanted.visits():
        sys.exit(f"No page is called {options.pages!r}: see PAGES in tests/browser/test_pages.py.")
    for name in ("now", "before"):
        (options.out / name).mkdir(parents=True, exist_ok=True)
    names = take(ROOT, options.out / "now", wanted)
    beside = options.beside or newest_tag()
    if beside:
        with checkout(beside) as tree:
            take(tree, options.out / "before", wanted)
    changed = compare(options.out, names)
    differ = (
        f"{sum(share > 0 for share in changed.values())} differ from {beside}" if beside else "no release to compare"
    )
    print(f"{len(names)} pictures, {differ}: ", end="")
    print(write_index(options.out, names, changed))
    return 0


def _options() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m tests.pictures", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "pictures", help="folder (build/pictures)")
    parser.add_argument("--beside", metavar="REVISION", help="this tag or commit (the newest tag)")
    parser.add_argument("--pages", default="", help="only pages with this in their name")
    parser.add_argument("--languages", nargs="+", default=Wanted.languages)
    parser.add_argument("--themes", nargs="+", default=Wanted.themes)
    parser.add_argument("--widths", nargs="+", type=int, default=Wanted.widths)
    return parser


def newest_tag() -> str | None:
    """The last release before this commit; None where there is none, or no git."""
    command = ["git", "describe", "--tags", "--abbrev=0"]
    with suppress(FileNotFoundError):
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        return found.stdout.strip() or None
    return None


@contextmanager
def checkout(revision: str) -> Iterator[Path]:
    """The files of a revision in a folder of their own, as long as the block lasts."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        tree = Path(folder) / "tree"
        subprocess.run(["git", "worktree", "add", "--detach", tree, revision], cwd=ROOT, check=True)
        try:
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


if __name__ == "__main__":
    sys.exit(main())
