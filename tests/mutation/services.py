"""Mutation testing of the services: change the code in small ways, one at a time, and see whether a test notices.

    python -m tests.mutation.services [app ...] [--most 60] [--seed igo] [--like TEXT] [--tests FILE]

One process imports the app and its tests and runs them once, noting which lines each test executes. Then it forks for
each mutant: the child changes one function in memory and runs the tests that execute the line, the quickest first,
until one fails. The database is SQLite, copied once for each child.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import random
import re
import shutil
import signal
import sys
import tempfile
import threading
import time
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from django.urls import get_resolver

from tests.mutation.operators import sites, text
from tests.support import databases

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.tsv")
LEAST = {"automatch": 90}
"""Per cent of mutants that tests of these apps have to notice, or the command fails."""
SECONDS = 40.0
"""Of tests for each mutant, the quickest first; what is slower is left out."""
PATIENCE = 5
"""How many times as long as without a mutant tests may take."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the number of its site in the file, and what it says."""

    path: Path
    number: int
    function: str
    lines: range
    before: str
    after: str

    @property
    def key(self) -> str:
        """What names it in the list of equivalent mutants; line numbers would change."""
        return "\t".join((str(self.path.relative_to(ROOT)), self.function, self.before, self.after))


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Return all mutants of this file."""
    source = path.read_text()
    for number in range(len(sites(ast.parse(source)))):
        tree = ast.parse(source)
        site = sites(tree)[number]
        before, lines = text(site.statement), _lines(site.statement)
        statement = site.statement
        site.change()
        removed = statement not in set(ast.walk(tree))
        yield Mutant(path, number, site.function, lines, before, "pass" if removed else text(statement))


def _lines(statement: ast.stmt) -> range:
    """Those of the statement, or of the head of a block."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if isinstance(body, list) and body else statement.end_lineno or statement.lineno
    return range(statement.lineno, max(last, statement.lineno) + 1)


def functions_of(folder: Path) -> list[FunctionType]:
    """Return all functions of this folder that have been imported."""
    gc.unfreeze()
    return [
        one
        for one in gc.get_objects()
        if type(one) is FunctionType and one.__code__.co_filename.startswith(f"{folder}{os.sep}")
    ]


def put_in(mutant: Mutant, functions: list[FunctionType]) -> None:
    """Change the code that is running: those of the functions that the mutant changes, or a value of its module."""
    tree = ast.parse(mutant.path.read_text())
    site = sites(tree)[mutant.number]
    site.change()
    ast.fix_missing_locations(tree)
    if not mutant.function:
        _set_values(mutant, site.statement)
        return
    new = {(code.co_qualname, code.co_firstlineno): code for code in _codes(compile(tree, str(mutant.path), "exec"))}
    for found in functions:
        code = new.get((found.__code__.co_qualname, found.__code__.co_firstlineno))
        is_there = found.__code__.co_filename == str(mutant.path)
        if is_there and code is not None and code.co_freevars == found.__code__.co_freevars:
            found.__code__ = code


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _set_values(mutant: Mutant, statement: ast.stmt) -> None:
    """Run the changed statement in its module, and give the values to all modules that have imported them."""
    for module in [one for one in sys.modules.values() if getattr(one, "__file__", None) == str(mutant.path)]:
        before = dict(vars(module))
        exec(compile(ast.Module([statement], []), str(mutant.path), "exec"), vars(module))
        changed = {name: value for name, value in vars(module).items() if before.get(name) is not value}
        for other in list(sys.modules.values()):
            for name, value in changed.items():
                if name in before and getattr(other, "__dict__", {}).get(name) is before[name]:
                    setattr(other, name, value)


@dataclass(slots=True)
class Baseline:
    """What the tests do without a mutant: seconds of each that passes, and which tests execute each line."""

    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict)

    def chosen(self, mutant: Mutant) -> list[str]:
        """Return the tests that execute the mutant's line (of a value of a module: any line of it), quickest first."""
        found = []
        for name in sorted(self.seconds, key=self.seconds.__getitem__):
            run = self.lines[name].get(str(mutant.path), ())
            if any(line in mutant.lines for line in run) if mutant.function else run:
                found.append(name)
        left, chosen = SECONDS, []
        for name in found:
            left -= self.seconds[name]
            if left >= 0:
                chosen.append(name)
        return chosen


class Tracer:
    """Notes the lines of services that are executed."""

    def __init__(self, folder: Path) -> None:
        self.prefix = f"{folder}{os.sep}"
        self.found: dict[str, set[int]] = defaultdict(set)

    def __call__(self, frame: FrameType, event: str, argument: object) -> Any:
        """Trace functions of the folder, and no others."""
        return self._line if frame.f_code.co_filename.startswith(self.prefix) else None

    def _line(self, frame: FrameType, event: str, argument: object) -> Any:
        self.found[frame.f_code.co_filename].add(frame.f_lineno)
        return self._line

    def run(self, work: Callable[[], None]) -> dict[str, list[int]]:
        """Return what lines this executes."""
        self.found.clear()
        threading.settrace(self)
        sys.settrace(self)
        try:
            work()
        finally:
            sys.settrace(None)
            threading.settrace(None)
        return {path: sorted(lines) for path, lines in self.found.items()}


class Runner:
    """A plugin of pytest that runs the tests it is given with each mutant, in place of running them once."""

    def __init__(self, app: str, mutants: list[Mutant], folder: Path) -> None:
        self.app, self.mutants, self.folder = app, mutants, folder
        self.killed: list[Mutant] = []
        self.survived: list[Mutant] = []
        self.functions: list[FunctionType] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run them."""
        items = {item.nodeid: item for item in session.items}
        self.functions = functions_of(ROOT / self.app / "services")
        self._warm_up()
        baseline = self._baseline(session, list(items.values()))
        _say(f"{self.app}: {len(baseline.seconds)} tests in {sum(baseline.seconds.values()):.0f} s")
        for name in baseline.failed:
            _say(f"  left out, as it fails without a mutant: {name}")
        for number, mutant in enumerate(self.mutants, 1):
            chosen = baseline.chosen(mutant)
            limit = 20 + PATIENCE * sum(baseline.seconds[name] for name in chosen)
            is_killed = bool(chosen) and self._fork(
                lambda: self._try(session, mutant, [items[one] for one in chosen]), limit
            )
            (self.killed if is_killed else self.survived).append(mutant)
            if not is_killed:
                _say(f"{number:4} survived {len(chosen)} tests: {mutant.key}".replace("\t", " | "))
        return True

    def _warm_up(self) -> None:
        """Do once what each child would do: migrate a database and import the pages."""
        database = databases.put_migrated(self.folder, is_served=False)
        databases.put_migrated = lambda folder, *, is_served: Path(shutil.copy(database, folder))
        assert get_resolver().reverse_dict

    def _baseline(self, session: pytest.Session, items: list[pytest.Item]) -> Baseline:
        path, baseline = self.folder / "baseline.json", Baseline()
        self._fork(lambda: self._measure(session, items, path), 3600)
        found = json.loads(path.read_text())
        baseline.seconds, baseline.failed, baseline.lines = found["seconds"], found["failed"], found["lines"]
        return baseline

    def _measure(self, session: pytest.Session, items: list[pytest.Item], path: Path) -> int:
        found: dict[str, Any] = {"seconds": {}, "failed": [], "lines": {}}
        tracer = Tracer(ROOT / self.app / "services")
        for item, after in zip(items, [*items[1:], None], strict=True):
            failed, begun = session.testsfailed, time.monotonic()
            lines = tracer.run(lambda: _run(item, after))
            if session.testsfailed > failed:
                found["failed"].append(item.nodeid)
            elif lines:
                found["lines"][item.nodeid], found["seconds"][item.nodeid] = lines, time.monotonic() - begun
        path.write_text(json.dumps(found))
        return 0

    def _try(self, session: pytest.Session, mutant: Mutant, items: list[pytest.Item]) -> int:
        put_in(mutant, self.functions)
        for item, after in zip(items, [*items[1:], None], strict=True):
            _run(item, after)
            if session.testsfailed:
                return 1
        return 0

    def _fork(self, work: Callable[[], int], seconds: float) -> bool:
        """Whether this ends badly in a process of its own: with another code than 0, or too late."""
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                quiet = os.open(os.devnull, os.O_WRONLY)
                os.dup2(quiet, 1)
                os.dup2(quiet, 2)
                signal.signal(signal.SIGALRM, signal.SIG_DFL)
                signal.alarm(int(seconds))
                code = work()
            finally:
                os._exit(code)
        return os.waitpid(child, 0)[1] != 0


def _run(item: pytest.Item, after: pytest.Item | None) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


def _say(line: str) -> None:
    print(line, flush=True)


def equivalents() -> set[str]:
    """Return the keys of mutants that no test can notice; the last column of the file has the reason."""
    rows = EQUIVALENT.read_text().splitlines()[1:] if EQUIVALENT.exists() else []
    return {row.rpartition("\t")[0] for row in rows}


def tests_of(app: str) -> list[str]:
    """Return the test files in the folder of this name, and all that import the app's services."""
    uses = re.compile(rf"\b{app}(\.services|\.?\s+import .*\bservices\b)")
    own = sorted((ROOT / "tests" / app).rglob("test_*.py"))
    folders = sorted((ROOT / "tests").rglob("test_*.py"))
    return [str(one) for one in (*own, *(one for one in folders if one not in own and uses.search(one.read_text())))]


def apps() -> list[str]:
    """Return all apps that have services."""
    return sorted(folder.parent.name for folder in ROOT.glob("*/services") if folder.is_dir())


def picked_of(app: str, asked: Namespace) -> list[Mutant]:
    """Return the mutants of this app that are tried: a sample, or all that have a text in their line."""
    files = sorted((ROOT / app / "services").rglob("*.py"))
    there = [mutant for path in files for mutant in mutants_of(path)]
    if asked.like:
        return [one for one in there if any(part in one.key for part in asked.like)]
    return random.Random(f"{asked.seed}:{app}").sample(there, min(asked.most, len(there)))


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
