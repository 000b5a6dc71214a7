"""Mutation testing of the services: change the code in small ways, one at a time, and see whether a test notices.

    python -m tests.mutation.services [app ...] [--most 60] [--seed igo] [--like TEXT] [--tests FILE]

One process imports the app and its tests and runs them once, noting which mutants' statements each test executes. Then
it forks for each mutant: the child changes one function in memory and runs the tests that execute the statement, those
that have noticed another mutant of the function first, then the quickest, until one fails. The database is SQLite,
copied once for each child.
"""

from __future__ import annotations

import builtins
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FunctionType

import pytest
from django.urls import get_resolver

from tests.mutation.changing import NOTE, functions_of, note_statements, put_in
from tests.mutation.mutants import ROOT, Mutant, mutant_at, mutants_of, numbers_of
from tests.support import databases

EQUIVALENT = Path(__file__).with_name("equivalent.tsv")
_FIRMLY = (
    "automatch",
    "challenges",
    "classes",
    "clubs",
    "discussion",
    "library",
    "machine_review",
    "mail_play",
    "moderation",
    "notifications",
    "programs",
    "social",
    "tournaments",
    "ladders",
    "leagues",
    "team_matches",
)
_WELL = (
    *("accounts", "games", "learn"),
    *("ratings", "sharing", "study"),
)
LEAST = dict.fromkeys(_FIRMLY, 90) | dict.fromkeys(_WELL, 85)
"""Per cent of mutants that tests of these apps have to notice, or the command fails."""
ELSEWHERE = {
    "accounts": (
        *(f"core/{name}.py" for name in ("addresses", "guests", "lookup", "outbox", "renaming", "restrictions")),
        "privacy",
        *(f"security/{name}.py" for name in (
            "first_admin", "guests", "live_sessions", "login_throttle", "oauth_tokens", "passwords",
            "second_factor", "secret_urls", "sessions", "staff_permissions", "tokens",
        )),
    ),
    "discussion": ("services.py",),
    "learn": ("claims.py", "outcomes.py", "services"),
    "ratings": ("checking.py", "glicko2.py", "history.py", "pairs.py", "ranks.py", "rating_update.py", "services.py",
                "standing.py", "suggestions.py"),
    "sharing": ("dump.py", "openings", "positions.py", "previews.py", "symmetry.py"),
}  # fmt: skip
"""Where apps without a folder `services` have theirs."""
EVERY_ADDRESS = ("access", "api")
EVERY_APP = ("accounts/test_data_export.py", "accounts/test_deleted_newcomer.py")
"""Tests of what each app adds to one whole: they are run for every app."""
HOOK = re.compile(r"when_\w+|use_\w+|\w+_if")
"""Functions that take what another app does, when the server starts: their mutants are left out of a sample."""
SECONDS = 15.0
"""Of a processor for the tests of each mutant; what is slower than that is left out."""
PUT_MIGRATED = databases.put_migrated
PATIENCE = 5
"""How many times as long as without a mutant tests may take."""


@dataclass(slots=True)
class Baseline:
    """A run of the tests without a mutant: the processor seconds of each test that passes, and the mutants whose
    statements it executes."""

    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    reached: dict[str, list[str]] = field(default_factory=dict)

    def chosen(self, mutant: Mutant, killers: Counter[tuple[str, str]]) -> list[str]:
        """Return the tests that execute the mutant's statement, in the order in which they are run."""
        found = [name for name, keys in self.reached.items() if mutant.key in keys]
        found.sort(key=lambda name: (-killers[mutant.function, name], self.seconds[name]))
        left, chosen = SECONDS, []
        for name in found:
            left -= self.seconds[name]
            if left >= 0 or not chosen:
                chosen.append(name)
        return chosen


class Runner:
    """A plugin of pytest that runs the tests it is given with each mutant, in place of running them once."""

    def __init__(self, app: str, mutants: list[Mutant], folder: Path) -> None:
        self.app, self.mutants, self.folder = app, mutants, folder
        self.killed: list[Mutant] = []
        self.survived: list[Mutant] = []
        self.functions: list[FunctionType] = []
        self.killers: Counter[tuple[str, str]] = Counter()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run them."""
        items = {item.nodeid: item for item in session.items}
        self._warm_up()
        self.functions = functions_of({mutant.path for mutant in self.mutants})
        baseline = self._baseline(session, list(items.values()))
        _say(f"{self.app}: {len(baseline.seconds)} tests in {sum(baseline.seconds.values()):.0f} s")
        for name in baseline.failed:
            _say(f"  left out, as it fails without a mutant: {name}")
        for number, mutant in enumerate(self.mutants, 1):
            chosen = baseline.chosen(mutant, self.killers)
            limit = 10 + PATIENCE * sum(baseline.seconds[name] for name in chosen)
            killer = chosen and _fork(lambda: self._try(session, mutant, [items[one] for one in chosen]), limit)
            if killer:
                self.killed.append(mutant)
                self.killers[mutant.function, chosen[min(killer, len(chosen)) - 1]] += 1
            else:
                self.survived.append(mutant)
                _say(f"{number:4} survived {len(chosen)} tests: {mutant.key}".replace("\t", " | "))
        return True

    def _warm_up(self) -> None:
        """Do once what each child would do: migrate a database and import the pages."""
        database = PUT_MIGRATED(self.folder, is_served=False)
        databases.put_migrated = lambda folder, *, is_served: Path(shutil.copy(database, folder))
        assert get_resolver().reverse_dict

    def _baseline(self, session: pytest.Session, items: list[pytest.Item]) -> Baseline:
        path = self.folder / "baseline.json"
        _fork(lambda: self._measure(session, items, path), 3600)
        return Baseline(**json.loads(path.read_text()))

    def _measure(self, session: pytest.Session, items: list[pytest.Item], path: Path) -> int:
        found, reached = Baseline(), set[str]()
        setattr(builtins, NOTE, reached.add)
        for file in {mutant.path for mutant in self.mutants}:
            note_statements(file, [one for one in self.mutants if one.path == file], self.functions)
        for item, after in zip(items, [*items[1:], None], strict=True):
            reached.clear()
            reached.update(names_values_of(item, self.mutants))
            failed, begun = session.testsfailed, time.process_time()
            _run(item, after)
            if session.testsfailed > failed:
                found.failed.append(item.nodeid)
            elif reached:
                found.reached[item.nodeid], found.seconds[item.nodeid] = [*reached], time.process_time() - begun
        path.write_text(json.dumps(asdict(found)))
        return 0

    def _try(self, session: pytest.Session, mutant: Mutant, items: list[pytest.Item]) -> int:
        """Return the place of the test that notices, from 1; 0 if none does."""
        put_in(mutant, self.functions)
        for place, (item, after) in enumerate(zip(items, [*items[1:], None], strict=True), 1):
            _run(item, after)
            if session.testsfailed:
                return min(place, 100)
        return 0


def _fork(work: Callable[[], int], seconds: float) -> int:
    """Return what this returns in a process of its own; a number above 100 if it breaks or needs more seconds of a
    processor (or twenty times as many by the clock)."""
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        code = 101
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(int(20 * seconds))
            signal.setitimer(signal.ITIMER_PROF, seconds)
            code = work()
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code if code >= 0 else 101


def _run(item: pytest.Item, after: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


def names_values_of(item: object, mutants: list[Mutant]) -> set[str]:
    """Return the keys of the mutants of a module's values that the code of this test names, such as limits that it
    compares with numbers."""
    code = getattr(getattr(item, "function", None), "__code__", None)
    names = frozenset[str]() if code is None else frozenset(code.co_names)
    values = (one for one in mutants if not one.function)
    return {one.key for one in values if names & set(re.findall(r"\w+", one.before.partition("=")[0]))}


def _say(line: str) -> None:
    print(line, flush=True)


def equivalents() -> set[str]:
    """Return the keys of mutants that no test can notice; the last column of the file has the reason."""
    rows = EQUIVALENT.read_text().splitlines()[1:] if EQUIVALENT.exists() else []
    return {row.rpartition("\t")[0] for row in rows}


def tests_of(app: str) -> list[str]:
    """Return the test files in the folder of this name, and all that import the app's services (more than the class of
    a request), without those that ask every address (`EVERY_ADDRESS`): they are slow, and about no one app's rules."""
    own_folder = [rf"\b{app}\.services(?!\.idempotency)", rf"\b{app} import .*\bservices\b"]
    uses = re.compile("|".join([*own_folder, *_elsewhere(app)]))
    own, tests = ROOT / "tests" / app, ROOT / "tests"
    others = (one for one in sorted(tests.rglob("test_*.py")) if one.relative_to(tests).parts[0] not in EVERY_ADDRESS)
    everywhere = [tests / one for one in EVERY_APP]
    return [str(one) for one in others if one.is_relative_to(own) or one in everywhere or uses.search(one.read_text())]


def _elsewhere(app: str) -> list[str]:
    """Return patterns of imports of the app's modules in `ELSEWHERE`."""
    modules = (f"{app}/{name}".removesuffix(".py").rpartition("/") for name in ELSEWHERE.get(app, ()))
    return [rf"\b{folder.replace('/', '.')}(\.| import .*\b){name}\b" for folder, _, name in modules]


def apps() -> list[str]:
    """Return all apps that have services."""
    return sorted({file.parent.parent.name for file in ROOT.glob("*/services/__init__.py")} | set(ELSEWHERE))


def files_of(app: str) -> list[Path]:
    """Return the files of the app's services."""
    places = [ROOT / app / name for name in ELSEWHERE.get(app, ("services",))]
    return sorted(path for place in places for path in (place.rglob("*.py") if place.is_dir() else [place]))


def picked_of(app: str, asked: Namespace) -> list[Mutant]:
    """Return the mutants of this app that are tried: a sample, or all that have a text in their line."""
    files = files_of(app)
    if asked.like:
        there = [mutant for path in files for mutant in mutants_of(path)]
        return [one for one in there if any(part in one.key.replace("\t", " | ") for part in asked.like)]
    places = [(path, number) for path in files for number in numbers_of(path)]
    picked = random.Random(f"{asked.seed}:{app}").sample(places, min(asked.most, len(places)))
    found = (mutant_at(path, number) for path, number in picked)
    return [mutant for mutant in found if not HOOK.fullmatch(mutant.function)]


def run(app: str, asked: Namespace) -> tuple[int, int, int]:
    """Try mutants of this app; return how many there were, were killed, and are equivalent."""
    picked = picked_of(app, asked)
    same = equivalents()
    tried = [one for one in picked if one.key not in same]
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(app, tried, Path(folder))
        arguments = ["-q", "-s", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist",
                     "-m", "not browser and not postgres and not nightly"]  # fmt: skip
        arguments.append(f"--basetemp={folder}/pytest")  # each child empties it
        pytest.main([*arguments, *(asked.tests or tests_of(app))], plugins=[runner])
    if len(runner.killed) + len(runner.survived) < len(tried):
        sys.exit(f"{app}: pytest has ended before all mutants were tried")
    return len(picked), len(runner.killed), len(picked) - len(tried)


def main() -> int:
    """Run what the arguments ask for, print a line for each app; return 1 if one is below what is asked of it."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("apps", nargs="*", default=[])
    parser.add_argument("--most", type=int, default=60, help="mutants of each app")
    parser.add_argument("--seed", default="igo")
    parser.add_argument("--like", action="append", help="in place of a sample all whose line in the report has this")
    parser.add_argument("--tests", action="append", help="in place of all tests of the app only those of this file")
    asked = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "goserver.settings")
    rows, code = [], 0
    for app in asked.apps or apps():
        picked, killed, same = run(app, asked)
        share = 100 * killed / max(picked - same, 1)
        rows.append(f"| {app} | {picked} | {same} | {killed} | {share:.0f} % |")
        code = code or int(share < LEAST.get(app, 0))
    _say("\n".join(["| App | mutants | equivalent | killed | |", "|---|---|---|---|---|", *rows]))
    return code


if __name__ == "__main__":
    sys.exit(main())
