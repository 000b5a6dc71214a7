"""Say what happened in a club: in its log, to people by notices, and to their programs (E98, E99)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from django.db.models import Q

from accounts.models import Block, Player
from clubs.models import Act, Club, ClubAct, Membership
from games import events
from notifications.models import Notice

A_BATCH = 500


class ClubEvent(StrEnum):
    """Events of a club. The names are part of the API."""

    REQUEST = "club_request"


def log(club: Club, act: Act, now: datetime, *, by: Player | None = None, **about: object) -> None:
    """Write a line; `about`: the player it is about, a `role`, a `reason`."""
    ClubAct.objects.create(club=club, act=act, at=now, by=by, **about)


def tell(club: Club, players: Iterable[int], notice: Notice) -> None:
    """Leave this notice about the club for each of these, but for those who are gone, who have blocked the one it is by
    or are blocked by them."""
    found = set(players) - apart_from(notice.by)
    people = Player.objects.filter(pk__in=found, deleted_at=None).order_by("pk").values_list("pk", flat=True)
    about = {"path": club.get_absolute_url(), "title": club.name, "by": notice.by, "created_at": notice.created_at}
    rows = [Notice(player_id=pk, kind=notice.kind, **about) for pk in people]
    Notice.objects.bulk_create(rows, batch_size=A_BATCH)
    events.player_changed(*(row.player_id for row in rows))


def apart_from(player: Player | None) -> set[int]:
    """Return the numbers of players who have blocked this player, or are blocked by them."""
    if player is None:
        return set()
    pairs = Block.objects.filter(Q(player=player) | Q(blocked=player)).values_list("player", "blocked")
    return {pk for pair in pairs for pk in pair} - {player.pk}


def asked_to_join(club: Club, by: Player, now: datetime) -> None:
    """Notify the club's managers of a request to join, once until they have read it."""
    managers = list(Membership.objects.filter(club=club).managing().values_list("player", flat=True))
    known = Notice.objects.unread().filter(kind="club_request", path=club.get_absolute_url(), by=by)
    waiting = set(managers) - set(known.filter(player__in=managers).values_list("player", flat=True))
    tell(club, waiting, Notice(kind="club_request", by=by, created_at=now))
    hearing = sorted(set(managers) - apart_from(by))
    if hearing:
        events.send(ClubEvent.REQUEST, hearing, by=by, about={"club": club.pk})
