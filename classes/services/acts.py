"""Teachers' actions by name, shared by the page and the API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from accounts.core.lookup import get_player_by_name
from accounts.models import Player
from classes.errors import BadClass
from games.services.idempotency import PlayerRequest

from . import homework, joining, messages

NO_NAME = _("Enter a player's username.")


class TeacherAct(StrEnum):
    """Teachers' actions. The names are part of the API."""

    INVITE = "invite"
    REMOVE = "remove"
    LINK = "link"
    END_LINK = "end_link"
    MESSAGE = "message"
    HOMEWORK = "homework"
    END_HOMEWORK = "end_homework"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeacherActInput:
    """The input of a teacher's action, with the player by name. Each action uses only the fields that it needs."""

    player: str = ""
    text: str = ""
    item: str = ""
    due: date | None = None

    def named_player(self, viewer: Player) -> Player:
        """Return the named player, as far as the viewer may know them. Raises BadClass, NoSuchPlayer."""
        if not self.player.strip():
            raise BadClass(field="player", why=NO_NAME)
        return get_player_by_name(self.player.strip(), viewer)


Do = Callable[[PlayerRequest, int, TeacherActInput], object]

_DO: dict[TeacherAct, Do] = {
    TeacherAct.INVITE: lambda who, pk, data: joining.invite_pupil(who, pk, data.named_player(who.player)),
    TeacherAct.REMOVE: lambda who, pk, data: joining.remove_pupil(who, pk, data.named_player(who.player)),
    TeacherAct.LINK: lambda who, pk, data: joining.create_invite_link(who, pk),
    TeacherAct.END_LINK: lambda who, pk, data: joining.remove_invite_link(who, pk),
    TeacherAct.MESSAGE: lambda who, pk, data: messages.write_message(who, pk, data.text),
    TeacherAct.HOMEWORK: lambda who, pk, data: homework.assign_homework(who, pk, data.item, data.due),
    TeacherAct.END_HOMEWORK: lambda who, pk, data: homework.delete_homework(who, pk, data.item),
}


def perform_teacher_act(request: PlayerRequest, class_id: int, act: TeacherAct, data: TeacherActInput) -> None:
    """Perform a teacher's action. Raises BadClass if input is missing, NoSuchPlayer, and the errors of the action."""
    _DO[act](request, class_id, data)
