"""Say what happened in a tournament: in its log, and to people by notices (E56, E98)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from accounts.models import Player
from competitions.models import Ladder, LogLine, Role, Tournament
from games import events
from notifications.models import Notice


class Acting:
    """Who does something in a tournament: as what, and when. `by` None: the server."""

    __slots__ = ("by", "now", "role")

    def __init__(self, by: Player | None, role: Role, now: datetime) -> None:
        self.by, self.role, self.now = by, role, now

    @classmethod
    def server(cls, now: datetime) -> Acting:
        """What the server does by itself."""
        return cls(None, Role.SYSTEM, now)

    def log(self, tournament: Tournament, act: str, **about: Any) -> None:
        """Write a line; `about` are its columns, cut to what they hold."""
        for name, longest in (("before", 60), ("after", 60)):
            if name in about:
                about[name] = str(about[name])[:longest]
        LogLine.objects.create(
            tournament=tournament, at=self.now, by=self.by, role=self.role, act=act,
            corrects=tournament.finished_at is not None and act != "closed", **about,
        )  # fmt: skip


def tell(tournament: Tournament, players: Iterable[int], kind: str, now: datetime) -> None:
    """Leave a notice about the tournament for each of these."""
    tell_of(tournament, players, kind, now)


def tell_of(what: Tournament | Ladder, players: Iterable[int], kind: str, now: datetime) -> None:
    """Leave a notice that leads to the page of this for each of these."""
    found = sorted(set(players))
    path = what.get_absolute_url()
    people = Player.objects.filter(pk__in=found, deleted_at=None).values_list("pk", flat=True)
    Notice.objects.bulk_create(Notice(player_id=pk, kind=kind, path=path, created_at=now) for pk in people)
    events.player_changed(*found)
