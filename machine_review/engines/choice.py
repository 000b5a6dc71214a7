"""Detect which protocol an engine uses, by sending it a query."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from gtp import EngineError

from .by_gtp import KataAnalyzeReviewer, ScoreEstimateReviewer
from .katago import KataGoReviewer
from .process import SECONDS_OF_SILENCE, Reviewer, WatchedEngine

QUESTION = '{"id":"version","action":"query_version"}'


@contextmanager
def running_engine(command: Sequence[str], while_waiting: Callable[[], None] = lambda: None) -> Iterator[Reviewer]:
    """Start an engine with this command, and yield its Reviewer as a context manager. End the process when the context
    ends. Raises EngineError."""
    with WatchedEngine(command, while_waiting) as process:
        yield _choose_reviewer(process)


def _choose_reviewer(process: WatchedEngine) -> Reviewer:
    """Return the reviewer for the engine's protocol. Only KataGo's analysis engine answers a query in JSON; GTP engines
    answer with an error."""
    process.send_line(QUESTION)
    while True:
        answer = process.read_line(QUESTION, SECONDS_OF_SILENCE).strip()
        if answer.startswith("{"):
            return KataGoReviewer(process, f"KataGo {_parse_version(answer)}".strip())
        if answer.startswith("?"):
            return _gtp_reviewer(process)


def _parse_version(answer: str) -> str:
    try:
        return str(json.loads(answer).get("version", ""))
    except (ValueError, AttributeError) as error:
        raise EngineError(f"the engine answered {answer[:80]!r}") from error


def _gtp_reviewer(process: WatchedEngine) -> Reviewer:
    """Return the reviewer for a GTP engine. Raises EngineError if the engine has neither kata-analyze nor
    estimate_score."""
    name = f"{process.send('name')} {process.send('version')}".strip()
    known = process.send("list_commands").split()
    if "kata-analyze" in known:
        return KataAnalyzeReviewer(process, name)
    if "estimate_score" in known:
        return ScoreEstimateReviewer(process, name)
    raise EngineError(f"{name} knows neither kata-analyze nor estimate_score")
