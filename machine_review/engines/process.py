"""A review engine as a child process; the caller is called back regularly while it waits."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from gtp import Engine, EngineError

from .course import Course, Judgement

SECONDS_OF_SILENCE = 600.0
"""The silence after which an engine has failed. A first start of KataGo, which tunes itself, takes minutes."""
SECONDS_BETWEEN_SIGNS = 10.0


class Silence(EngineError):
    """The engine has been silent for too long."""


class UnfitRecord(EngineError):
    """The engine cannot read this game: its board or one of its moves."""


class Process(Engine):
    """The engine; `still_waiting` is called every few seconds while nothing comes, and may raise to end it."""

    def __init__(self, command: Sequence[str], still_waiting: Callable[[], None]) -> None:
        super().__init__(command, None)
        self.still_waiting = still_waiting
        self.deadline = math.inf

    def _read(self, command: str, until: float) -> bytes:
        """Return the next output. Raises Silence, EngineError, and what `still_waiting` raises."""
        until = min(until, time.monotonic() + SECONDS_OF_SILENCE)
        while True:
            slice_ends = min(until, time.monotonic() + SECONDS_BETWEEN_SIGNS)
            try:
                return super()._read(command, slice_ends)
            except EngineError as error:
                if time.monotonic() < slice_ends:
                    raise
                if time.monotonic() >= until:
                    raise Silence(f"no answer to {command[:40]!r}") from error
            self.still_waiting()


class Reviewer(ABC):
    """A way to talk to an engine about positions. `name` is the engine's own."""

    def __init__(self, process: Process, name: str) -> None:
        self.process, self.name = process, name[:80]

    @abstractmethod
    def judgements(self, course: Course, turns: Sequence[int], visits: int) -> Iterator[tuple[int, Judgement]]:
        """Judge the positions after this many moves each, in any order; yield each with its number. `visits`: how long
        to search, for engines that count visits. Raises EngineError."""

    def close(self) -> None:
        """End the engine."""
        self.process.close()
