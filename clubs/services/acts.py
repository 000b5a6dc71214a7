"""What those who manage a club do, by names: the page and the API call the same (E78)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from accounts.core.lookup import player_named
from accounts.models import Player
from clubs.errors import BadClub
from clubs.models import Role
from games.services.idempotency import PlayerRequest

from . import ending, managing, notices


class Doing(StrEnum):
    """What managers do. The names are part of the API."""

    INVITE = "invite"
    ADMIT = "admit"
    DECLINE = "decline"
    REMOVE = "remove"
    BAN = "ban"
    UNBAN = "unban"
    ROLE = "role"
    LINK = "link"
    END_LINK = "end_link"
    NOTICE = "notice"
    DELETE_NOTICE = "delete_notice"
    CLOSE = "close"


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What an act may be told; each takes what it needs. The player by their name."""

    player: str = ""
    role: str = ""
    reason: str = ""
    text: str = ""
    notice: int | None = None

    def person(self) -> Player:
        """The player. Raises BadClub, NoSuchPlayer."""
        if not self.player.strip():
            raise BadClub(field="player")
        return player_named(self.player.strip())

    def given(self) -> Role:
        """The role. Raises BadClub."""
        if self.role not in Role.values:
            raise BadClub(field="role")
        return Role(self.role)


Do = Callable[[PlayerRequest, int, Told], object]

_DO: dict[Doing, Do] = {
    Doing.INVITE: lambda who, pk, told: managing.invite(who, pk, told.person()),
    Doing.ADMIT: lambda who, pk, told: managing.answer(who, pk, told.person(), accept=True),
    Doing.DECLINE: lambda who, pk, told: managing.answer(who, pk, told.person(), accept=False),
    Doing.REMOVE: lambda who, pk, told: managing.remove(who, pk, told.person(), told.reason),
    Doing.BAN: lambda who, pk, told: managing.ban(who, pk, told.person(), told.reason),
    Doing.UNBAN: lambda who, pk, told: managing.unban(who, pk, told.person()),
    Doing.ROLE: lambda who, pk, told: managing.set_role(who, pk, told.person(), told.given()),
    Doing.LINK: lambda who, pk, told: managing.make_link(who, pk),
    Doing.END_LINK: lambda who, pk, told: managing.end_link(who, pk),
    Doing.NOTICE: lambda who, pk, told: notices.write(who, pk, told.text),
    Doing.DELETE_NOTICE: lambda who, pk, told: notices.delete(who, pk, told.notice or 0),
    Doing.CLOSE: lambda who, pk, told: ending.close_for_good(who, pk, told.reason),
}


def perform(request: PlayerRequest, club_id: int, doing: Doing, told: Told) -> None:
    """Do it. Raises BadClub when something is missing, NoSuchPlayer, and what the act raises."""
    _DO[doing](request, club_id, told)
