"""The command that solves stored problems again, to check them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from learn.problems.collection import read_problems, server_problems
from learn.problems.problem import Problem, differing_fields
from learn.problems.proof import prove
from learn.problems.solver import SolverLimitReached


class Command(BaseCommand):
    """Solve every first move of the server's problems again, or of the problems in the named files or with the given
    keys. Exit with an error if a result differs from the stored result. Nothing is stored."""

    help = "Read every first move of the problems again, and compare it with what is stored."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the argument `which`: files of problems, or keys of problems."""
        parser.add_argument(
            "which", nargs="*", help="files of problems, or keys such as live-3; by default all problems"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Solve the problems and print the differences. Raises CommandError if there are any."""
        found = [problem for name in options["which"] for problem in _problems_named(name)] or list(
            server_problems().values()
        )
        started, failed = time.monotonic(), 0
        for problem in found:
            wrong = _differences_from_new_proof(problem)
            failed += bool(wrong)
            if wrong:
                self.stderr.write(f"{problem.key}: {', '.join(wrong)}")
        if failed:
            raise CommandError(f"{failed} of {len(found)} problems are not as stored.")
        self.stdout.write(f"{len(found)} problems proved in {time.monotonic() - started:.1f} s")


def _problems_named(name: str) -> list[Problem]:
    if name in server_problems():
        return [server_problems()[name]]
    try:
        return read_problems(Path(name))
    except (OSError, ValueError) as error:
        raise CommandError(f"{name} is neither a problem nor a file of problems: {error}") from error


def _differences_from_new_proof(problem: Problem) -> list[str]:
    try:
        return differing_fields(problem, prove(problem.question, problem.first))
    except SolverLimitReached:
        return ["too much to read"]
