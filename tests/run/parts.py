"""The parts of the test command, and what each needs (the table in docs/testing.md)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.run.lanes import Impossible, Step

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
BIN = Path(PYTHON).parent
NIGHTLY = bool(os.environ.get("IGO_NIGHTLY"))
NAMES = ("lint", "tests", "sqlite", "browser")
LANES = (("tests",), ("lint", "sqlite", "browser"))
"""What runs one after the other; the lanes run beside each other."""
PROCESSES = int(os.environ.get("IGO_TEST_PROCESSES", "2"))
PYTEST = [PYTHON, "-m", "pytest", "-q", "--durations=15"]
PRODUCTION = {
    "IGO_PRODUCTION": "1",
    "SECRET_KEY": "x" * 20 + "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
    "ALLOWED_HOSTS": "igo.example.org",
    "EMAIL_URL": "smtp+tls://igo:password@mail.example.org:587",
}

Environments = dict[str, dict[str, str] | str]
"""For each part the variables that it runs with, or why it cannot run."""


@contextmanager
def resources(only: str | None) -> Iterator[Environments]:
    """Start what the parts need, for as long as they run."""
    from tests.support import databases, servers
    from tests.support.programs import MissingProgram, need
    from tests.support.workers import SERVERS

    found: Environments = {}
    with ExitStack() as stack:
        if only in (None, "tests"):
            try:
                postgres = stack.enter_context(servers.postgres())
                databases.make_template(postgres)
                pairs = []
                for number in range(PROCESSES):
                    databases.create(postgres, f"igo_gw{number}")
                    pairs += [f"{postgres.rpartition('/')[0]}/igo_gw{number}", stack.enter_context(servers.redis())]
                found["tests"] = {SERVERS: " ".join(pairs)}
            except MissingProgram as missing:
                found["tests"] = str(missing)
        for part, program in (("sqlite", "node"), ("browser", "chromium")):
            try:
                found[part] = {} if only not in (None, part) else {f"IGO_{program.upper()}": need(program)}
            except MissingProgram as missing:
                found[part] = str(missing)
        yield found


def steps(name: str, environments: Environments) -> list[Step | Impossible]:
    """The programs of this part."""
    environment = environments.get(name, {})
    if isinstance(environment, str):
        return [Impossible(name, name, environment)]
    if name == "lint":
        return list(_lint())
    if name == "tests":
        return [_tests(environment)]
    if name == "browser":
        together = ["-n", "2", "--dist", "loadgroup"]
        more = {**environment, "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
        return [Step(name, "browser", [*PYTEST, *together, "-m", "browser", "tests/browser"], more, is_pytest=True)]
    files = sorted(map(str, (ROOT / "tests" / "js").glob("*.test.mjs")))
    which = "not browser and not postgres" if NIGHTLY else "sqlite and not browser and not postgres"
    return [
        Step(name, "SQLite", [*PYTEST, "-m", which, "tests"], environment, is_pytest=True),
        Step(name, "node", [environment["IGO_NODE"], "--test", *files]),
    ]


def left_out() -> list[str]:
    """What only a nightly run does."""
    if NIGHTLY:
        return []
    return [
        "more random games and inputs (IGO_EXAMPLES), and a longer fuzzing of the API",
        "every test on SQLite, too",
        "all mutants of rules/ (tests/mutation.py), tests marked `slow`, and the long loads of benchmarks/",
    ]


def _tests(environment: dict[str, str]) -> Step:
    """All tests on PostgreSQL and Redis; the long ones begin first."""
    command = [*PYTEST, "-n", str(PROCESSES), "--dist", "loadgroup", "-m", "not browser", "tests"]
    return Step("tests", "PostgreSQL and Redis", command, environment, is_pytest=True, aloud=True)


def _lint() -> Iterator[Step]:
    ruff = str(BIN / "ruff")
    yield Step("lint", "ruff", [ruff, "check", "."])
    yield Step("lint", "ruff format", [ruff, "format", "--check", "."])
    yield Step("lint", "secrets", [PYTHON, "-m", "tests.support.secret_scan"])
    yield Step("lint", "mypy", [str(BIN / "mypy"), "."])
    yield Step("lint", "import contracts", [str(BIN / "lint-imports")])
    yield _manage("missing migrations", "makemigrations", "--check", "--dry-run")
    yield Step("lint", "translations", [PYTHON, "-m", "tests.support.translations"])
    check = _manage("check --deploy", "check", "--deploy", "--fail-level", "WARNING")
    yield Step(check.part, check.title, check.command, PRODUCTION)


def _manage(title: str, *arguments: str) -> Step:
    return Step("lint", title, [PYTHON, str(ROOT / "manage.py"), *arguments])


COMPILE = _manage("compile translations", "compile_translations")
"""Before all else: pages in Finnish and Persian need it."""
