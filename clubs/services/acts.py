"""Managers' actions by name, shared by the page and the API (E78)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from accounts.core.lookup import get_player_by_name
from accounts.models import Player
from clubs.errors import InvalidClubField
from clubs.models import ClubRole
from games.services.idempotency import PlayerRequest

from . import ending, managing, notices


class ManagerAct(StrEnum):
    """The actions of a club's managers. The names are part of the API."""

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
class ManagerActInput:
    """The input of a manager's action, with the player by name. Each action uses only the fields that it needs."""

    player: str = ""
    role: str = ""
    reason: str = ""
    text: str = ""
    notice: int | None = None

    def named_player(self) -> Player:
        """Return the player named in the input. Raises InvalidClubField if no name is given, NoSuchPlayer."""
        if not self.player.strip():
            raise InvalidClubField(field="player", why=_("Enter a player's username."))
        return get_player_by_name(self.player.strip())

    def chosen_role(self) -> ClubRole:
        """Return the role named in the input. Raises InvalidClubField if it is missing or unknown."""
        if self.role not in ClubRole.values:
            raise InvalidClubField(field="role")
        return ClubRole(self.role)


Do = Callable[[PlayerRequest, int, ManagerActInput], object]

_DO: dict[ManagerAct, Do] = {
    ManagerAct.INVITE: lambda who, pk, data: managing.invite_player(who, pk, data.named_player()),
    ManagerAct.ADMIT: lambda who, pk, data: managing.answer_request(who, pk, data.named_player(), accept=True),
    ManagerAct.DECLINE: lambda who, pk, data: managing.answer_request(who, pk, data.named_player(), accept=False),
    ManagerAct.REMOVE: lambda who, pk, data: managing.remove_member_or_invitation(
        who, pk, data.named_player(), data.reason
    ),
    ManagerAct.BAN: lambda who, pk, data: managing.ban_player(who, pk, data.named_player(), data.reason),
    ManagerAct.UNBAN: lambda who, pk, data: managing.lift_ban(who, pk, data.named_player()),
    ManagerAct.ROLE: lambda who, pk, data: managing.set_role(who, pk, data.named_player(), data.chosen_role()),
    ManagerAct.LINK: lambda who, pk, data: managing.create_invitation_link(who, pk),
    ManagerAct.END_LINK: lambda who, pk, data: managing.remove_invitation_link(who, pk),
    ManagerAct.NOTICE: lambda who, pk, data: notices.write_notice(who, pk, data.text),
    ManagerAct.DELETE_NOTICE: lambda who, pk, data: notices.delete_notice(who, pk, data.notice or 0),
    ManagerAct.CLOSE: lambda who, pk, data: ending.close_club_by_owner(who, pk, data.reason),
}


def perform_act(request: PlayerRequest, club_id: int, doing: ManagerAct, data: ManagerActInput) -> None:
    """Perform this action of a manager. Raises InvalidClubField if input is missing, NoSuchPlayer, and the errors of
    the service that performs the action."""
    _DO[doing](request, club_id, data)
