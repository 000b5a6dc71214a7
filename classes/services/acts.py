"""Acts of teachers by name, shared by the page and the API."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from accounts.core.lookup import player_named
from accounts.models import Player
from classes.errors import BadClass
from games.services.idempotency import PlayerRequest

from . import homework, joining, messages


class Doing(StrEnum):
    """Acts of teachers. The names are part of the API."""

    INVITE = "invite"
    REMOVE = "remove"
    LINK = "link"
    END_LINK = "end_link"
    MESSAGE = "message"
    HOMEWORK = "homework"
    END_HOMEWORK = "end_homework"


@dataclass(frozen=True, slots=True, kw_only=True)
class ActInput:
    """The input of an act, with the player by name; each act uses the fields that it needs."""

    player: str = ""
    text: str = ""
    item: str = ""
    due: date | None = None

    def person(self, viewer: Player) -> Player:
        """Return the player whom this viewer means. Raises BadClass, NoSuchPlayer."""
        if not self.player.strip():
            raise BadClass(field="player")
        return player_named(self.player.strip(), viewer)


Do = Callable[[PlayerRequest, int, ActInput], object]

_DO: dict[Doing, Do] = {
    Doing.INVITE: lambda who, pk, data: joining.invite(who, pk, data.person(who.player)),
    Doing.REMOVE: lambda who, pk, data: joining.remove(who, pk, data.person(who.player)),
    Doing.LINK: lambda who, pk, data: joining.make_link(who, pk),
    Doing.END_LINK: lambda who, pk, data: joining.end_link(who, pk),
    Doing.MESSAGE: lambda who, pk, data: messages.write(who, pk, data.text),
    Doing.HOMEWORK: lambda who, pk, data: homework.give(who, pk, data.item, data.due),
    Doing.END_HOMEWORK: lambda who, pk, data: homework.take_back(who, pk, data.item),
}


def perform(request: PlayerRequest, class_id: int, doing: Doing, data: ActInput) -> None:
    """Perform the act. Raises BadClass if input is missing, NoSuchPlayer, and what the act raises."""
    _DO[doing](request, class_id, data)
