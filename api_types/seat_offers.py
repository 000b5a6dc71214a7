"""Vacant seats in team games, and the players who are invited to take them."""

from __future__ import annotations

from typing import TypedDict

from .common import Moment


class SeatOffer(TypedDict):
    """An invitation to an empty seat of a team game."""

    seat: int
    """The index of the seat in the order of play."""
    player: str
    """The invited player."""
    invited_by: str
    """The team member who invited the player."""
    former: str
    """The player who has left the seat."""
    until: Moment
    """The deadline for everyone's answers (UTC)."""
    agreed: bool
    """Whether the invited player has agreed, so that an opponent may admit the player (`admit_successor`)."""


class SeatOffers(TypedDict):
    """The open invitations of a game."""

    results: list[SeatOffer]
    """The invitations, the oldest first."""
