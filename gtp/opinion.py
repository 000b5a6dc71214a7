"""An engine's opinion of a position in which play has stopped."""

from __future__ import annotations

from collections.abc import Sequence

from rules import GameState, Point
from rules.outcome import format_points

from .engine import Engine


def second_opinion(state: GameState, command: Sequence[str], seconds: float) -> tuple[str, frozenset[Point]]:
    """Start an engine with `command`, which may take this many seconds in total. Return the engine's name, and the
    stones of this finished position that the engine considers dead. Raises EngineError."""
    with Engine(command, seconds) as engine:
        name = engine.send("name")[:40]
        engine.set_up_position(state.board)
        engine.send(f"komi {format_points(state.setup.komi)}")
        return name, engine.dead_stones(state.board)
