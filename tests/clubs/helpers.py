"""Clubs for tests, in one line."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import Player
from clubs.models import Club, Membership, Role, Standing
from clubs.services import founding, joining
from clubs.services.founding import ClubPlan
from clubs.services.rows import recount
from games.services.idempotency import PlayerRequest
from tests.factories import NOON, make_player


def asked(player: Player, now: datetime = NOON) -> PlayerRequest:
    """A request of this player."""
    return PlayerRequest(player, now)


def make_club(owner: Player | None = None, *people: Player, name: str = "Tampere Go", **plan: Any) -> Club:
    """A club of this owner, who needs no games for it, with these members."""
    player = owner or make_player()
    club = Club(founder=player, created_at=NOON, checked_at=NOON)
    ClubPlan(name=name, **plan).write(club)
    club.save()
    for one, role in ((player, Role.OWNER), *((one, Role.MEMBER) for one in people)):
        add(club, one, role)
    return club


def add(club: Club, player: Player, role: Role = Role.MEMBER, at: datetime = NOON) -> Membership:
    """Make the player a member of this role."""
    row = Membership.objects.create(
        club=club, player=player, standing=Standing.MEMBER, role=role, at=at, joined_at=at, role_at=at
    )
    recount(club)
    return row


def standing(club: Club, player: Player) -> str:
    """How the player stands to the club."""
    return Membership.objects.get(club=club, player=player).standing


def roles(club: Club) -> dict[str, str]:
    """The roles of the members by their names."""
    rows = Membership.objects.filter(club=club).members()
    return dict(rows.values_list("player__username", "role"))


__all__ = ["ClubPlan", "add", "asked", "founding", "joining", "make_club", "roles", "standing"]
