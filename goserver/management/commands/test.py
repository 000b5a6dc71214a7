"""Everything that must hold: `python3 manage.py test`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from argparse import REMAINDER, ArgumentParser
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

PYTHON = sys.executable
BIN = Path(PYTHON).parent
PROCESSES = 2
IN_PARALLEL = ["-n", str(PROCESSES), "--dist", "loadgroup", "--durations=15"]


class Command(BaseCommand):
    """Lint, types, contracts, migrations, translations, tests on SQLite, PostgreSQL and Redis, the browser."""

    help = "Run all tests; or, with arguments, pytest with these arguments on SQLite."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to run."""
        parser.add_argument("--only", choices=("lint", "sqlite", "postgres", "browser"))
        parser.add_argument("pytest", nargs=REMAINDER, help="arguments for pytest")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run every part, also after one has failed; end with the counts."""
        self.counts: Counter[str] = Counter()
        self.skipped: Counter[str] = Counter()
        self.failures: list[str] = []
        self.folder = Path(tempfile.mkdtemp(prefix="igo-test-"))
        os.environ.setdefault("IGO_DATA_DIR", str(self.folder / "data"))
        if options["pytest"]:
            self._pytest("pytest", *options["pytest"])
        else:
            self._all(options["only"])
        self._summary()

    def _all(self, only: str | None) -> None:
        parts = {
            "lint": self._lint,
            "sqlite": self._sqlite,
            "postgres": self._postgres,
            "browser": self._browser,
        }
        for name, part in parts.items():
            if only in (None, name):
                part()

    def _lint(self) -> None:
        self._run("ruff", str(BIN / "ruff"), "check", ".")
        self._run("ruff format", str(BIN / "ruff"), "format", "--check", ".")
        self._run("djade", str(BIN / "djade"), "--check", *map(str, settings.BASE_DIR.glob("templates/**/*.*")))
        self._run("secrets", PYTHON, "-m", "tests.support.secret_scan")
        self._run("mypy", str(BIN / "mypy"), ".")
        self._run("import contracts", str(BIN / "lint-imports"))
        self._manage("missing migrations", "makemigrations", "--check", "--dry-run")
        self._manage("compile translations", "compile_translations")
        self._run("translations", PYTHON, "-m", "tests.support.translations")
        production = {
            "IGO_PRODUCTION": "1",
            "SECRET_KEY": "x" * 20 + "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJ",
            "ALLOWED_HOSTS": "igo.example.org",
            "EMAIL_URL": "smtp+tls://igo:password@mail.example.org:587",
        }
        self._manage("check --deploy", "check", "--deploy", "--fail-level", "WARNING", env=production)

    def _sqlite(self) -> None:
        self._manage("compile translations", "compile_translations")
        self._pytest("SQLite", *IN_PARALLEL, "-m", "not browser and not postgres", "tests")
        if any((settings.BASE_DIR / "tests" / "js").glob("*.test.mjs")):
            self._node()

    def _postgres(self) -> None:
        from tests.support import servers
        from tests.support.programs import MissingProgram
        from tests.support.workers import SERVERS

        try:
            with ExitStack() as stack:
                pairs = [
                    stack.enter_context(server())
                    for _ in range(PROCESSES)
                    for server in (servers.postgres, servers.redis)
                ]
                env = {SERVERS: " ".join(pairs)}
                rooms = ("games", "challenges", "programs", "notifications", "accounts", "goserver", "ops")
                folders = [f"tests/{room}" for room in rooms]
                self._pytest("PostgreSQL and Redis", *IN_PARALLEL, "-m", "not browser", *folders, env=env)
        except MissingProgram as missing:
            self._failed("PostgreSQL and Redis", str(missing))

    def _browser(self) -> None:
        from tests.support.programs import MissingProgram, need

        try:
            env = {"IGO_CHROMIUM": need("chromium"), "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
        except MissingProgram as missing:
            self._failed("browser", str(missing))
            return
        self._pytest("browser", *IN_PARALLEL, "-m", "browser", "tests/browser", env=env)

    def _node(self) -> None:
        from tests.support.programs import MissingProgram, need

        try:
            node = need("node")
        except MissingProgram as missing:
            self._failed("node", str(missing))
            return
        files = sorted(map(str, (settings.BASE_DIR / "tests" / "js").glob("*.test.mjs")))
        self._run("node", node, "--test", *files)

    def _manage(self, title: str, *arguments: str, env: dict[str, str] | None = None) -> None:
        self._run(title, PYTHON, str(settings.BASE_DIR / "manage.py"), *arguments, env=env)

    def _run(self, title: str, *command: str, env: dict[str, str] | None = None) -> None:
        """One check: passed when its exit code is 0."""
        print(f"\n== {title}", flush=True)
        begun = time.monotonic()
        environment = {**os.environ, "IGO_BOOTSTRAPPED": "1", **(env or {})}
        code = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=False).returncode
        print(f"-- {title}: {time.monotonic() - begun:.0f} s", flush=True)
        if code:
            self._failed(title, f"exit code {code}")
        else:
            self.counts["passed"] += 1

    def _pytest(self, title: str, *arguments: str, env: dict[str, str] | None = None) -> None:
        """A run of pytest: its tests are counted, and its skips with their reasons."""
        print(f"\n== {title}", flush=True)
        report = self.folder / f"{title.replace(' ', '-')}.xml"
        environment = {**os.environ, "IGO_BOOTSTRAPPED": "1", **(env or {})}
        command = [PYTHON, "-m", "pytest", "-q", f"--junitxml={report}", *arguments]
        begun = time.monotonic()
        code = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=False).returncode
        print(f"-- {title}: {time.monotonic() - begun:.0f} s", flush=True)
        self._count(report)
        if code:
            self.failures.append(f"{title}: pytest's exit code is {code}")

    def _count(self, report: Path) -> None:
        if not report.exists():
            return
        for suite in ElementTree.parse(report).getroot().iter("testsuite"):
            total, bad = int(suite.get("tests", 0)), int(suite.get("failures", 0))
            bad += int(suite.get("errors", 0))
            skipped = int(suite.get("skipped", 0))
            self.counts.update(passed=total - bad - skipped, failed=bad, skipped=skipped)
            for skip in suite.iter("skipped"):
                self.skipped[skip.get("message", "")] += 1

    def _failed(self, title: str, why: str) -> None:
        self.counts["failed"] += 1
        self.failures.append(f"{title}: {why}")

    def _summary(self) -> None:
        print()
        for reason, count in self.skipped.items():
            print(f"skipped {count}: {reason}")
        for failure in self.failures:
            print(f"FAILED {failure}")
        counts = self.counts
        print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
        if self.failures or not counts["passed"]:
            sys.exit(1)
