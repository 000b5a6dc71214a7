"""An analysis engine as a child process, with a callback at intervals while the engine computes."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from gtp import Engine, EngineError

from .game_positions import GamePositions, Judgement

SECONDS_OF_SILENCE = 600.0
"""Seconds without output after which an engine has failed. A first start of KataGo, which tunes itself, takes
minutes."""
SECONDS_BETWEEN_SIGNS = 10.0


class EngineSilent(EngineError):
    """Raised if the engine has sent no output for too long."""


class UnsupportedGame(EngineError):
    """Raised if the engine does not support this game's board or one of its moves."""


class WatchedEngine(Engine):
    """The engine's process. `while_waiting` is called every few seconds without output, and may raise an exception to
    stop the engine."""

    def __init__(self, command: Sequence[str], while_waiting: Callable[[], None]) -> None:
        super().__init__(command, None)
        self.while_waiting = while_waiting
        self.deadline = math.inf

    def _read_output(self, command: str, until: float) -> bytes:
        """Return the engine's next output. Raises EngineSilent, EngineError, and the errors of `while_waiting`."""
        until = min(until, time.monotonic() + SECONDS_OF_SILENCE)
        while True:
            slice_ends = min(until, time.monotonic() + SECONDS_BETWEEN_SIGNS)
            try:
                return super()._read_output(command, slice_ends)
            except EngineError as error:
                if time.monotonic() < slice_ends:
                    raise
                if time.monotonic() >= until:
                    raise EngineSilent(f"no answer to {command[:40]!r}") from error
            self.while_waiting()


class Reviewer(ABC):
    """Base of the classes that evaluate positions with an engine, one for each protocol. `name` is the name that the
    engine reports."""

    def __init__(self, process: WatchedEngine, name: str) -> None:
        self.process, self.name = process, name[:80]

    @abstractmethod
    def judgements(self, course: GamePositions, turns: Sequence[int], visits: int) -> Iterator[tuple[int, Judgement]]:
        """Yield the evaluations of the positions after `turns` moves, in any order, each as the number of moves and the
        evaluation. `visits` is the search effort, for engines that count visits. Raises EngineError."""

    def close(self) -> None:
        """Stop the engine."""
        self.process.close()
