"""A player's rights in a club's events (E10, E78), used by the apps that have events."""

from __future__ import annotations

from accounts.models import Player
from clubs import errors
from clubs.models import Club, ClubRole, Membership


def is_member(player: Player, club_id: int) -> bool:
    """Return whether the player is a member of this open club."""
    return Membership.objects.members().filter(player=player, club=club_id, club__closed_at=None).exists()


def check_may_make_events(player: Player, club_id: int) -> None:
    """Raise NoSuchClub if the club does not exist or is closed, NotMember for players who are not members, and
    MayNotMakeEvents if only higher roles may create its events."""
    club = Club.objects.open().filter(pk=club_id).first()
    if club is None:
        raise errors.NoSuchClub
    mine = Membership.objects.members().filter(player=player, club=club).first()
    if mine is None:
        raise errors.NotMember
    if ClubRole(mine.role).height < ClubRole(club.events_by).height:
        raise errors.MayNotMakeEvents


def clubs_allowing_events_by(player: Player) -> list[Club]:
    """Return the clubs for which this player may create events, sorted by name."""
    rows = Membership.objects.members().filter(player=player, club__closed_at=None).select_related("club")
    found = [one.club for one in rows if ClubRole(one.role).height >= ClubRole(one.club.events_by).height]
    return sorted(found, key=lambda club: club.name.casefold())
