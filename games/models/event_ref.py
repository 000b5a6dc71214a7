"""The event that a game belongs to."""

from __future__ import annotations

from dataclasses import dataclass

SIMUL = "simul"
"""The kind of event that simultaneous games are; tournaments.game_events names those and all others."""


@dataclass(frozen=True, slots=True)
class EventRef:
    """A reference to the event of a game: its kind, the primary key in that kind's table, and the round (None for an
    event without rounds)."""

    kind: str
    number: int
    round: int | None = None


def event_ref_from_columns(kind: str, number: int | None, round_: int | None) -> EventRef | None:
    """Return the event reference in a game's columns `event_kind`, `event_number` and `event_round`, or None if the
    game has no event."""
    return EventRef(kind, number, round_) if kind and number is not None else None
