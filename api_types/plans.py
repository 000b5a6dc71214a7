"""Conditional moves."""

from __future__ import annotations

from typing import Any, TypedDict

from .common import Moment

Branch = list[Any]
"""`[theirs, mine]`, `[theirs, mine, branches]` or `[theirs, mine, branches, true]`."""


class Plan(TypedDict):
    """Your conditional moves in a game. No one else can see them, or whether there are any."""

    version: int
    """How many times you have changed the plan; 0 before the first time."""
    branches: list[Branch]
    """Your answers to the opponent's next move, each `[theirs, mine]` or `[theirs, mine, branches]` with the
    continuation, as vertices or `pass`. A fourth value `true` lets your pass end play."""
    armed: bool
    """Whether the conditional moves are active; otherwise `branches` is what was left when they ended."""
    held: str | None
    """Your planned answer that was not played, because the opponent requested or wrote something first. `branches` are
    what follows this answer."""
    holds: bool
    """Whether the conditional moves are put on hold when the opponent requests or writes something."""
    saved_at: Moment | None
    """When you saved the conditional moves (UTC); null before the first time."""
