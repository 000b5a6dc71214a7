"""Create the ladders run by the server itself: a new one every month, with the active players of the previous one."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from foundation.compiled_queries import CompiledQuery
from ladders.models import Ladder, LadderGame, LadderPlace
from tournaments.announcing import ActAuthor, notify_about
from tournaments.models.own import ABOUT, ServerSeries, server_event_key, server_event_name
from tournaments.services.event_plans import columns_of_terms
from tournaments.services.own_events import (
    ServerEventToCreate,
    create_server_event_once,
    missing_server_events,
    terms_of_series,
)

from .closing import close_locked_ladder
from .ladders import lock_ladder

LADDERS = (ServerSeries.LADDER_9, ServerSeries.LADDER_19)


def _keys_of_month(now: datetime) -> list[str]:
    here = now.astimezone(UTC)
    return [server_event_key(one, here.year, here.month) for one in LADDERS]


def missing_ladders(now: datetime) -> list[ServerEventToCreate]:
    """Return this month's ladders that are still to be created, or [] if the server runs no events of its own."""
    return missing_server_events(
        [ServerEventToCreate(one, key) for one, key in zip(LADDERS, _keys_of_month(now), strict=True)], Ladder
    )


def create_ladder_once(wanted: ServerEventToCreate, now: datetime) -> bool:
    """Create the ladder. Return False if another process has created it."""
    return create_server_event_once(_create_ladder, wanted, now)


def _create_ladder(wanted: ServerEventToCreate, now: datetime) -> None:
    """Create this month's ladder and close the previous one, whose active players continue in the same order."""
    columns: dict[str, Any] = columns_of_terms(terms_of_series(wanted.series))
    made = Ladder.objects.create(
        own=wanted.key, name=server_event_name(wanted.key), about=str(ABOUT[wanted.series]), by_rank=True,
        created_at=now, checked_at=now,
        **columns,
    )  # fmt: skip
    last = Ladder.objects.filter(own__startswith=f"{wanted.series}:").exclude(pk=made.pk).order_by("-pk").first()
    if last is None:
        return
    last = lock_ladder(last.pk)
    place_rows = _continuing_places(last)
    LadderPlace.objects.bulk_create(
        [
            LadderPlace(
                ladder=made, player=place_row.player, place=place, best=place, rank=place_row.rank, joined_at=now
            )
            for place, place_row in enumerate(place_rows, start=1)
        ],
        batch_size=200,
    )
    if last.closed_at is None:
        close_locked_ladder(last, ActAuthor.server(now), "")
    notify_about(made, [place_row.player_id for place_row in place_rows], "ladder_month", now)


def adjacent_ladders(ladder: Ladder) -> tuple[Ladder | None, Ladder | None]:
    """Return the previous and the next month's ladder of a series run by the server. Return (None, None) for other
    ladders. Two queries."""
    if not ladder.own:
        return None, None
    series = Ladder.objects.filter(own__startswith=f"{ladder.own.partition(':')[0]}:")
    before = series.filter(pk__lt=ladder.pk).order_by("-pk").first()
    return before, series.filter(pk__gt=ladder.pk).order_by("pk").first()


def _continuing_places(last: Ladder) -> list[LadderPlace]:
    """Return the places of players who are not on hold, and have played or joined during the ladder's month."""
    games = LadderGame.objects.filter(ladder=last).values_list("challenger", "defender")
    played = {pk for pair in games for pk in pair}
    place_rows = last.ladder_places.current().filter(Q(hold="")).select_related("player")
    return [place_row for place_row in place_rows if place_row.pk in played or place_row.joined_at > last.created_at]


def expired_ladders(now: datetime) -> list[int]:
    """Return the ids of the server's own ladders whose month is over, even if the server no longer runs events of its
    own."""
    return [pk for (pk,) in _SERVER_LADDERS_EXCEPT.rows(*_keys_of_month(now))]


def _open_server_ladders_except(one: Any, other: Any) -> QuerySet[Ladder, tuple[int]]:
    rows = Ladder.objects.filter(closed_at=None).exclude(own="")
    return rows.exclude(own=one).exclude(own=other).order_by("pk").values_list("pk")


_SERVER_LADDERS_EXCEPT = CompiledQuery(_open_server_ladders_except)


def close_expired(ladder_id: int, now: datetime) -> bool:
    """Close a ladder whose month is over. Return False if it was closed already."""
    with transaction.atomic():
        ladder = lock_ladder(ladder_id)
        if ladder.closed_at is not None:
            return False
        close_locked_ladder(ladder, ActAuthor.server(now), "")
        return True
