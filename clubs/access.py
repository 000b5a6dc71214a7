"""Access to clubs: the only functions that return a club for a viewer, and the viewer's role in it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from clubs.errors import NoSuchClub, NoSuchClubNotice, NoSuchImportedGame, NotMember
from clubs.models import Club, ClubAct, ClubActKind, ClubNotice, ClubRole, ImportedGame, ImportedName, Membership

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser

MOST_CLUBS = 3
"""The largest number of clubs that a profile shows."""


def club_for(viewer: Viewer, club_id: int) -> Club:
    """Return the club with this id. Raises NoSuchClub if it does not exist or is closed. Moderators also get closed
    clubs."""
    rows = Club.objects.all() if may(viewer, StaffPermission.MODERATE) else Club.objects.open()
    found = rows.filter(pk=club_id).first()
    if found is None:
        raise NoSuchClub
    return found


def closing_log_line_for_member(viewer: Viewer, club_id: int) -> ClubAct | None:
    """Return the log line of the club's closing, if the viewer was a member then, otherwise None (E77, E79). The line's
    club is loaded, and the owner if the owner closed the club. The line does not name moderators."""
    mine = Membership.objects.members().filter(player=viewer.pk)
    rows = ClubAct.objects.filter(club=club_id, act=ClubActKind.CLOSED, club__in=mine.values("club"))
    return rows.select_related("club", "by").order_by("-pk").first()


def lock_open_club(club_id: int) -> Club:
    """Return an open club, locked. Raises NoSuchClub."""
    found = Club.objects.open().select_for_update(no_key=True).filter(pk=club_id).first()
    if found is None:
        raise NoSuchClub
    return found


def find_membership(viewer: Viewer, club: Club) -> Membership | None:
    """Return the viewer's membership row. Return None for visitors and for players who never had one."""
    if not isinstance(viewer, Player):
        return None
    return Membership.objects.filter(club=club, player=viewer).first()


def role_in_club(viewer: Viewer, club: Club) -> ClubRole | None:
    """Return the viewer's role in the club, None if they are not a member."""
    mine = find_membership(viewer, club)
    return ClubRole(mine.role) if mine is not None and mine.is_member else None


def sees_members(viewer: Viewer, club: Club, role: ClubRole | None) -> bool:
    """Return whether the viewer may see the club's list of members (E76)."""
    return not club.hidden_members or role is not None or may(viewer, StaffPermission.MODERATE)


def shown_clubs_of(person: Player, viewer: Viewer) -> list[Club]:
    """Return this player's open clubs whose lists of members the viewer may see, at most MOST_CLUBS, the oldest
    membership first. One query."""
    rows = Membership.objects.members().filter(player=person, club__closed_at=None).select_related("club")
    if not may(viewer, StaffPermission.MODERATE):
        mine = Membership.objects.members().filter(player=viewer.pk)
        rows = rows.filter(Q(club__hidden_members=False) | Q(club__in=mine.values("club")))
    return [row.club for row in rows.order_by("joined_at", "pk")[:MOST_CLUBS]]


def visible_club_notice(viewer: Viewer, notice_id: int) -> ClubNotice:
    """Return a club notice that the viewer may read; only moderators may read hidden notices. Raises
    NoSuchClubNotice."""
    rows = ClubNotice.objects.select_related("club", "author").filter(deleted_at=None, club__closed_at=None)
    if not may(viewer, StaffPermission.MODERATE):
        rows = rows.filter(hidden_at=None)
    found = rows.filter(pk=notice_id).first()
    if found is None:
        raise NoSuchClubNotice
    return found


def visible_imported_games(viewer: Viewer, club: Club, name: str = "") -> QuerySet[ImportedGame]:
    """Return the club's imported games. With a player's `name`, return only the games in which this player has
    confirmed a name as theirs. Raises NotMember if the viewer may not see the club's members (E151)."""
    if not sees_members(viewer, club, role_in_club(viewer, club)):
        raise NotMember
    rows = ImportedGame.objects.filter(club=club)
    if not name:
        return rows
    player = Player.objects.find_by_name(name)
    mine = ImportedName.objects.confirmed().filter(club=club, player=None if player is None else player.pk)
    return rows.filter(Q(black__in=mine) | Q(white__in=mine))


def visible_imported_game(viewer: Viewer, club_id: int, game_id: int) -> ImportedGame:
    """Return an imported game that the viewer may see. Raises NoSuchClub, NotMember, NoSuchImportedGame."""
    rows = visible_imported_games(viewer, club_for(viewer, club_id)).filter(pk=game_id)
    found = rows.select_related("club", "black__player", "white__player", "upload").first()
    if found is None:
        raise NoSuchImportedGame
    return found


def clubs_with_games_of(person: Player, viewer: Viewer) -> list[tuple[Club, int]]:
    """Return the clubs that have imported games of this player and whose members the viewer may see, each with the
    number of games. Returns at most MOST_CLUBS clubs, and takes two queries."""
    clubs = {club.pk: club for club in shown_clubs_of(person, viewer)}
    mine = ImportedName.objects.confirmed().filter(player=person, club__in=clubs)
    counted = ImportedGame.objects.filter(Q(black__in=mine) | Q(white__in=mine)).values("club").annotate(n=Count("pk"))
    return [(clubs[row["club"]], row["n"]) for row in counted.order_by("club")]


def is_invite_key_valid(invite_key: str, key: str) -> bool:
    """Return whether `key` is the secret of the club's invitation link, which is in `invite_key`. An empty `invite_key`
    means that there is no link."""
    return bool(key and invite_key) and secrets.compare_digest(key.encode(), invite_key.encode())
