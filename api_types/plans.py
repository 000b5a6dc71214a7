"""Conditional moves."""

from __future__ import annotations

from typing import Any, TypedDict

from .common import Moment

Branch = list[Any]
"""`[theirs, mine]`, `[theirs, mine, branches]` or `[theirs, mine, branches, true]`."""


class Plan(TypedDict):
    """My conditional moves in a game. Nobody else sees them, or whether there are any."""

    version: int
    """How often I have changed them; 0 before the first time."""
    branches: list[Branch]
    """What I answer to the opponent's next move, each `[theirs, mine]` or `[theirs, mine, branches]` with what follows;
    points are vertices, or `pass`. A fourth value `true` lets my pass end play."""
    armed: bool
    """Whether they are played when the opponent's move comes; otherwise `branches` is what was left when they ended."""
    held: str | None
    """My answer that waits for me, because the opponent asked or wrote something first; `branches` follow it."""
    holds: bool
    """Whether they wait for what the opponent asks or writes."""
    saved_at: Moment | None
    """When I saved them (UTC); null before the first time."""
