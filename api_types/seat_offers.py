"""Vacant seats, and the players who are invited to take them."""

from __future__ import annotations

from typing import TypedDict

from .common import Moment


class SeatOffer(TypedDict):
    """Who is invited to an empty seat of a team game."""

    seat: int
    """Its index in the order of play."""
    player: str
    """Who is invited."""
    invited_by: str
    """Who of the team has invited them."""
    former: str
    """Who has left."""
    until: Moment
    """All of it has to happen before."""
    agreed: bool
    """Whether the invited player has agreed, so that an opponent may accept them (`admit_successor`)."""


class SeatOffers(TypedDict):
    """The invitations of a game that still hold."""

    results: list[SeatOffer]
    """The oldest first."""
