"""Builders for clubs in tests."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.models import Player
from clubs.models import Club, ClubNotice, ClubRole, GameImport, Membership, MemberStanding
from clubs.services import imports, joining
from clubs.services.founding import ClubDetails
from clubs.services.rows import update_member_count
from games.services.idempotency import PlayerRequest
from tests.factories import NOON, make_player


def asked(player: Player, now: datetime = NOON) -> PlayerRequest:
    """Return a request by this player."""
    return PlayerRequest(player, now)


def make_club(owner: Player | None = None, *people: Player, name: str = "Tampere Go", **plan: Any) -> Club:
    """Create a club of this owner, who needs no games for it, with these members."""
    player = owner or make_player()
    club = Club(founder=player, created_at=NOON, checked_at=NOON)
    ClubDetails(name=name, **plan).copy_to(club)
    club.save()
    for one, role in ((player, ClubRole.OWNER), *((one, ClubRole.MEMBER) for one in people)):
        add(club, one, role)
    return club


def add(club: Club, player: Player, role: ClubRole = ClubRole.MEMBER, at: datetime = NOON) -> Membership:
    """Make the player a member with this role."""
    row = Membership.objects.create(
        club=club, player=player, standing=MemberStanding.MEMBER, role=role, at=at, joined_at=at, role_at=at
    )
    update_member_count(club)
    return row


def standing(club: Club, player: Player) -> str:
    """Return the player's standing in the club."""
    return Membership.objects.get(club=club, player=player).standing


def roles(club: Club) -> dict[str, str]:
    """Return the members' roles by username."""
    rows = Membership.objects.filter(club=club).members()
    return dict(rows.values_list("player__username", "role"))


def bring(club: Club, record: str | bytes, name: str = "game.sgf", at: datetime = NOON) -> GameImport:
    """Upload this file as the club's owner, each on a different day."""
    owner = Membership.objects.get(club=club, role=ClubRole.OWNER).player
    data = record.encode() if isinstance(record, str) else record
    GameImport.objects.filter(club=club).update(at=at - timedelta(days=2))
    return imports.store_upload(asked(owner, at), club.pk, [(name, data)])


class ListsOfClubs:
    """The lists of clubs in the API, each with `rows` rows; each method creates one and returns its path."""

    rows: int
    aino: Player
    babak: Player
    now: datetime

    def _people(self) -> list[Player]:
        return [make_player() for _ in range(self.rows)]

    def clubs(self) -> str:
        for number in range(self.rows):
            make_club(self.babak, name=f"Club number {number}")
        return "clubs/"

    def club_members(self) -> str:
        people = self._people()
        return f"clubs/{make_club(self.babak, *people[1:], name='Oulu Go').pk}/members/"

    def club_notices(self) -> str:
        club = make_club(self.babak, name="Turku Go")
        ClubNotice.objects.bulk_create(
            ClubNotice(club=club, author=self.babak, text=f"notice {number}", at=self.now)
            for number in range(self.rows)
        )
        return f"clubs/{club.pk}/notices/"

    def club_requests(self) -> str:
        club = make_club(self.aino, name="Vaasa Go", joining="request")
        for player in self._people():
            joining.join_club(asked(player, self.now), club.pk)
        return f"clubs/{club.pk}/requests/"

    def club_log(self) -> str:
        club = make_club(self.aino, name="Kuopio Go")
        for player in self._people():
            joining.join_club(asked(player, self.now), club.pk)
        return f"clubs/{club.pk}/acts/"

    def _importing_club(self, name: str) -> Club:
        club = make_club(self.aino, name=name)
        for number in range(self.rows):
            bring(club, f"(;SZ[9]PB[one {number}]PW[two];B[ee])", at=self.now)
        return club

    def club_games(self) -> str:
        return f"clubs/{self._importing_club('Lahti Go').pk}/games/"

    def club_imports(self) -> str:
        return f"clubs/{self._importing_club('Pori Go').pk}/imports/"

    def club_names(self) -> str:
        return f"clubs/{self._importing_club('Rauma Go').pk}/names/"


__all__ = ["ClubDetails", "ListsOfClubs", "add", "asked", "bring", "make_club", "roles", "standing"]
