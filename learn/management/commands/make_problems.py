"""The command that makes new problems."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from learn.problems.collection import problems_of_goal, problems_to_json_lines
from learn.problems.goal_words import GOALS
from learn.problems.making import DRAWN, generate_problems
from learn.problems.problem import Problem, to_stored_problem


class Command(BaseCommand):
    """Print new problems of a kind as lines for a file in `learn/problems/set`. A person reviews them before they are
    added."""

    help = "Draw positions by chance, keep those with a clear answer, and print them with their proofs."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the options: kind, number and seed."""
        parser.add_argument("kind", choices=sorted(DRAWN))
        parser.add_argument("--count", type=int, default=1)
        parser.add_argument("--seed", type=int, default=1, help="another number draws other positions")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the problems as JSON lines."""
        numbers = Counter({goal: len(problems_of_goal(goal)) for goal in GOALS})
        for one in islice(generate_problems(options["kind"], options["seed"]), options["count"]):
            goal = one.candidate.kind
            numbers[goal] += 1
            stored = to_stored_problem(f"{goal}-{numbers[goal]}", goal, one.candidate.question, one.proof)
            self.stdout.write(problems_to_json_lines([Problem(stored)]), ending="")
