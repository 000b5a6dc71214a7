"""`python3 manage.py test`: run all checks, or some of them. Django is not set up here, because pytest does that."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path

from tests.support import bytecode

from . import changed

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("lint", "tests", "sqlite", "browser")
OWN = ("-h", "--help", "--only", "--changed")


def main(arguments: list[str]) -> int:
    """Run the parts that the arguments select; return the exit code. Unknown arguments are passed to pytest, on
    SQLite."""
    folder = Path(tempfile.mkdtemp(prefix="igo-test-"))
    os.environ.setdefault("IGO_DATA_DIR", str(folder / "data"))
    os.environ["IGO_BOOTSTRAPPED"] = "1"
    bytecode.keep()
    if arguments and not arguments[0].startswith(OWN):
        return run_pytest(arguments)
    asked = _parser().parse_args(arguments)
    if asked.changed is not None:
        return _changed(asked.changed)
    return _everything(folder, asked.only)


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="manage.py test", description="Run all tests; with other arguments, pytest on SQLite.")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", choices=PARTS, help="one part of it")
    which.add_argument(
        "--changed", nargs="?", const="", metavar="COMMIT",
        help="the tests that can break by what has changed since this commit (otherwise: since main)",
    )  # fmt: skip
    return parser


def run_pytest(arguments: list[str]) -> int:
    """Run pytest in this process: another process would take a second to start."""
    import pytest

    return int(pytest.main(["-q", "-rs", *arguments]))


def _changed(since: str) -> int:
    """Run the tests that the change can break; return the exit code."""
    files = changed.files(since)
    picked = changed.pick(files)
    print("\n".join([f"{len(files)} files have changed, which can break:", *picked]), flush=True)
    code = subprocess.run(
        [str(Path(sys.executable).with_name("ruff")), "check", "--quiet", "."], cwd=ROOT, check=False
    ).returncode
    if picked:
        several = ["-n", "2", "--dist", "loadgroup"] if len(picked) > 3 else []
        code = run_pytest([*several, "-m", "not browser", *picked]) or code
    if changed.is_for_all(files):
        print("A change of the environment of all tests: only the whole command says whether they pass.")
    return code


def _everything(folder: Path, only: str | None) -> int:
    """Run all parts in parallel lanes: one part waits while another computes."""
    from . import parts
    from .lanes import Lane, Run

    run = Run(folder)
    run.all([Lane([parts.COMPILE])])
    with parts.steps_of(only) as lanes:
        run.all([Lane(steps) for steps in lanes if steps])
        run.again()
    return run.summary(parts.left_out() if only is None else [])
