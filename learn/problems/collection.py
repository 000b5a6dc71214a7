"""The problems that come with this server: made by its own program, proved by its own solver, and in no other
collection.

Each file of `set/` holds the problems of one goal, one per line. New ones are appended, because progress is stored by
number.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from .goal_words import GOALS
from .problem import Problem

FOLDER = Path(__file__).parent / "set"
MOST = 63
"""The most problems of a goal: the number of bits in a row of progress."""


@cache
def server_problems() -> dict[str, Problem]:
    """Return the server's problems by key, easiest first."""
    found = [problem for goal in GOALS for problem in problems_of_goal(goal)]
    return {problem.key: problem for problem in sorted(found, key=lambda one: (one.effort, one.key))}


@cache
def problems_of_goal(goal: str) -> tuple[Problem, ...]:
    """Return the problems of a goal, by number."""
    return tuple(read_problems(FOLDER / f"{goal}.jsonl"))


def read_problems(path: Path) -> list[Problem]:
    """Return the problems of a file. Raises OSError and ValueError."""
    return [Problem(json.loads(line)) for line in path.read_text().splitlines()]


def problems_to_text(found: list[Problem]) -> str:
    """Return the content of a file with these problems."""
    return "".join(json.dumps(problem.stored, separators=(",", ":")) + "\n" for problem in found)
