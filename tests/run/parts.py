"""The parts of the test command, and their requirements (the table in docs/testing.md)."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.support import databases, servers
from tests.support.programs import MissingProgram, need, wanted
from tests.support.skips import ON_SQLITE_TOO
from tests.support.workers import SERVERS

from .lanes import Impossible, Step

ROOT = Path(__file__).resolve().parents[2]
PYTHON = sys.executable
BIN = Path(PYTHON).parent
NIGHTLY = bool(os.environ.get("IGO_NIGHTLY"))
MORE_BY_NIGHT = {
    "IGO_FUZZ": "40", "IGO_SEASON": "10000", "IGO_ROUNDS": "20", "IGO_RACES": "1000", "IGO_BOT_GAMES": "6",
    "IGO_KILLS": "1000", "IGO_EXPLORE_HANG": "30",
}  # fmt: skip
"""Repetitions and sizes that tests read from the environment."""
LANES: tuple[tuple[str, ...], ...] = (("tests",), ("lint", "sqlite", "browser"))
"""Parts that run one after the other; the lanes run in parallel."""
PROCESSES = int(os.environ.get("IGO_TEST_PROCESSES", "3"))
"""The processes of the part `tests`: more than cores, because some tests wait for servers."""
SPARE = 2
"""The number of crashed processes that are replaced, each with its own servers."""
PYTEST = [PYTHON, "-m", "pytest", "-q", "--durations=15"]
PRODUCTION = {
    "IGO_PRODUCTION": "1",
    "SECRET_KEY": "x" * 20 + "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
    "ALLOWED_HOSTS": "igo.example.org",
    "EMAIL_URL": "smtp+tls://igo:password@mail.example.org:587",
}

Steps = list[Step | Impossible]


def parallel(processes: int) -> list[str]:
    """Return pytest's arguments. Tests that share something expensive stay together in their `xdist_group`, and keep
    the order of tests/support/workers.py."""
    return ["-n", str(processes), "--dist", "loadgroup", "--no-loadscope-reorder", f"--max-worker-restart={SPARE}"]


@contextmanager
def steps_of(only: str | None) -> Iterator[list[Steps]]:
    """Yield the steps of each lane, with servers that run until the lane ends; `only` selects a lane."""
    makers: dict[str, Callable[[ExitStack], Steps]] = {
        "lint": lambda stack: list(_lint()),
        "tests": _tests,
        "sqlite": _sqlite,
        "browser": _browser,
    }
    with ExitStack() as stack:
        yield [
            [step for name in names if only in (None, name) for step in makers[name](stack)]
            for names in LANES
        ]  # fmt: skip


def left_out() -> list[str]:
    """Return the checks that only a nightly run does."""
    if NIGHTLY:
        return []
    return [
        "new random games, and five hundred instead of forty where a test does not say how many",
        "what players, a moderator and a stranger may do, at every step of random games, not only where it can change",
        "axe on every page in each language (by day in English or Persian), and on all of the API's page",
        "contrast on every page (by day where text has colors that none had before)",
        "a newcomer's hour in each language, with JavaScript and without, through all lessons and a game",
        "each hostile text in a message of its own, and games with them as everybody (by day as a moderator)",
        "services that are killed, stopped and hang: proxy, web, worker, bots, databases (by day in one process)",
        "drills of backups beside a server, an upgrade from 0.1.0, clocks that jump, pairing killed at every place",
        "the tutorial block by block",
        "what is hidden in a game, on every way in all six kinds of hidden games (by day wholly in one)",
        "forty stored random games of each variant (by day four; ten thousand: python3 -m tests.many_games)",
        "a ladder of two hundred for a year (by day one of thirty for twenty weeks)",
        "two workers beside each other (by day one, and several threads that send)",
        "more rounds of races (by day one or two), of killed bots, of a database that hangs, more fuzzing of the API",
        "every method of every address as every visitor (by day as one of those who are answered alike)",
        "a whole game by page, push and e-mail while the server is killed again and again (tests/browser)",
        "Redocly and Spectral on the API's document (python -m tests.support.openapi_lint)",
        "every refusal that the API lists, at each operation (by day at every eighth)",
        "every test on SQLite, and not only those that the database matters to",
        "the benchmark of growth as a command (by day tests/games/test_plans.py makes its games and reads the plans)",
        "both wheels installed on a bare Python (by day they are unpacked, and the libraries are those that are here)",
        "every bad text in every field of a form (by day in two, and in turns in the others)",
        "the search for secrets line by line in every file (by day in those where there may be one)",
        "all mutants of rules/ (python -m tests.mutation), and a sample of those of each app's services",
        "pictures of every page, beside those of the last release (python -m tests.pictures)",
    ]


def _tests(stack: ExitStack) -> Steps:
    """Run all tests except the browser's on PostgreSQL and Redis: each process has a database copied from one template,
    and a Redis."""
    title = "PostgreSQL and Redis"
    try:
        postgres = stack.enter_context(servers.postgres())
        databases.make_template(postgres)
        pairs = []
        for number in range(PROCESSES + SPARE):
            databases.create(postgres, f"igo_gw{number}")
            pairs += [f"{postgres.rpartition('/')[0]}/igo_gw{number}", stack.enter_context(servers.redis())]
    except MissingProgram as missing:
        return [Impossible("tests", title, str(missing))]
    which = "not browser" if NIGHTLY else "not browser and not nightly"
    command = [*PYTEST, *parallel(PROCESSES), "-m", which, "tests"]
    environment = {SERVERS: " ".join(pairs), **(MORE_BY_NIGHT if NIGHTLY else {})}
    return [Step("tests", title, command, environment, is_pytest=True, aloud=True)]


def _sqlite(stack: ExitStack) -> Steps:
    which = (
        ["-m", "not browser and not postgres", "tests"]
        if NIGHTLY
        else ["-m", "not postgres and not once and not nightly", *ON_SQLITE_TOO]
    )
    steps: Steps = [Step("sqlite", "SQLite", [*PYTEST, *which], is_pytest=True)]
    files = sorted(map(str, (ROOT / "tests" / "js").glob("*.test.mjs")))
    try:
        steps.append(Step("sqlite", "node", [need("node"), "--test", *files]))
    except MissingProgram as missing:
        steps.append(Impossible("sqlite", "node", str(missing)))
    if NIGHTLY:
        steps.append(Step("pictures", "pictures", [PYTHON, "-m", "tests.pictures"]))
        steps.append(Step("mutants", "mutants of services", [PYTHON, "-m", "tests.mutation.services"]))
        steps.append(
            Step(
                "mutants",
                "mutants",
                [
                    shutil.which("uv") or str(ROOT / ".venv-uv" / "bin" / "uv"),
                    "run",
                    "--group",
                    "mutation",
                    "python",
                    "-m",
                    "tests.mutation",
                ],
            )
        )
    return steps


def _browser(stack: ExitStack) -> Steps:
    try:
        environment = {"IGO_CHROMIUM": need("chromium"), "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
        wanted("chromium-headless-shell")
    except MissingProgram as missing:
        return [Impossible("browser", "browser", str(missing))]
    which = "browser" if NIGHTLY else "browser and not nightly"
    command = [*PYTEST, *parallel(2), "-m", which, "tests/browser"]
    return [Step("browser", "browser", command, environment, is_pytest=True)]


def _lint() -> Iterator[Step]:
    ruff = str(BIN / "ruff")
    yield Step("lint", "ruff", [ruff, "check", "."])
    yield Step("lint", "ruff format", [ruff, "format", "--check", "."])
    templates = map(str, sorted(ROOT.glob("templates/**/*.*")))
    yield Step("lint", "djade", [str(BIN / "djade"), "--check", *templates])
    yield Step("lint", "secrets", [PYTHON, "-m", "tests.support.secret_scan"])
    yield Step("lint", "private names", [PYTHON, "-m", "tests.support.private_names"])
    yield Step("lint", "mypy", [str(BIN / "mypy"), "."])
    yield Step("lint", "import contracts", [str(BIN / "lint-imports")])
    site = ["-b", "dummy", "-E", "-q", "-W", "--keep-going", "docs", ".pytest_cache/site"]
    yield Step("lint", "documents", [PYTHON, "-m", "sphinx", *site])
    yield Step("lint", "translations", [PYTHON, "-m", "tests.support.translations"])
    yield Step("lint", "wording", [PYTHON, "-m", "tests.support.plain_words"])
    files = ["tests/goserver/test_templates.py", "tests/notifications/test_subjects.py"]
    yield Step("lint", "templates and subjects of e-mails", [PYTHON, "-m", "pytest", "-q", *files])
    if NIGHTLY:
        yield Step("lint", "the API's document", [PYTHON, "-m", "tests.support.openapi_lint"])
    yield Step("lint", "check --deploy, missing migrations", [PYTHON, "-m", "tests.run.django_checks"], PRODUCTION)


COMPILE = Step("lint", "compile translations", [PYTHON, str(ROOT / "manage.py"), "compile_translations"])
"""The first step: pages in Finnish and Persian need it."""
