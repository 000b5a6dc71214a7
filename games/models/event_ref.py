"""Which event a game belongs to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventRef:
    """Which event a game belongs to: a kind, the number of the row of that kind, and the round of the game, None for
    an event without rounds."""

    kind: str
    number: int
    round: int | None = None


def ref_of(kind: str, number: int | None, round_: int | None) -> EventRef | None:
    """The event that these columns of a game name; None for none."""
    return EventRef(kind, number, round_) if kind and number is not None else None
