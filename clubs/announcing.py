"""Write a club's log, and announce its events with notices to members and to webhooks (E98, E99)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from django.db.models import Q

from accounts.models import Block, Player
from clubs.models import Club, ClubAct, ClubActKind, Membership
from games import events
from notifications.models import Notice

A_BATCH = 500


class ClubEvent(StrEnum):
    """Events about a club. The names are part of the API."""

    REQUEST = "club_request"


def log_act(club: Club, act: ClubActKind, now: datetime, *, by: Player | None = None, **about: object) -> None:
    """Add a line to the club's log. `about` holds the line's other fields, such as the affected `player`, a `role` or a
    `reason`."""
    ClubAct.objects.create(club=club, act=act, at=now, by=by, **about)


class ClubOrClass(Protocol):
    """The interface of an object to which notices can link: a club or a class."""

    name: str

    def get_absolute_url(self) -> str:
        """Return the path of the object's page."""


def send_notice(club: ClubOrClass, players: Iterable[int], notice: Notice) -> None:
    """Send the notice about the club or class to the players with these ids. Deleted accounts are left out, and so are
    players with a block between them and the notice's author."""
    found = set(players) - ids_blocked_with(notice.by)
    people = Player.objects.filter(pk__in=found, deleted_at=None).order_by("pk").values_list("pk", flat=True)
    about = {"path": club.get_absolute_url(), "title": club.name, "by": notice.by, "created_at": notice.created_at}
    rows = [Notice(player_id=pk, kind=notice.kind, **about) for pk in people]
    Notice.objects.bulk_create(rows, batch_size=A_BATCH)
    events.signal_player_lists_changed(*(row.player_id for row in rows))


def ids_blocked_with(player: Player | None) -> set[int]:
    """Return the ids of players who have blocked this player or whom this player has blocked."""
    if player is None:
        return set()
    pairs = Block.objects.filter(Q(player=player) | Q(blocked=player)).values_list("player", "blocked")
    return {pk for pair in pairs for pk in pair} - {player.pk}


def notify_managers_of_request(club: Club, by: Player, now: datetime) -> None:
    """Notify the club's managers that this player asks to join. Managers who already have an unread notice about this
    player's request do not get another."""
    managers = list(Membership.objects.filter(club=club).managing().values_list("player", flat=True))
    known = Notice.objects.unread().filter(kind="club_request", path=club.get_absolute_url(), by=by)
    waiting = set(managers) - set(known.filter(player__in=managers).values_list("player", flat=True))
    send_notice(club, waiting, Notice(kind="club_request", by=by, created_at=now))
    recipients = sorted(set(managers) - ids_blocked_with(by))
    if recipients:
        events.send_game_event(ClubEvent.REQUEST, recipients, by=by, about={"club": club.pk})
