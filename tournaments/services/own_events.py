"""Create events run by the server itself, so that a small server has some activity: a McMahon tournament every quarter,
and monthly ladders in an app above.

IGO_OWN_EVENTS enables them. An event's key (models.own) is unique in the database, so several processes create each
event only once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import translation

from foundation.apps_off import is_on
from games.terms import Terms
from rules.clock import TimeControl
from tournaments.announcing import ActAuthor
from tournaments.models import Stage, StartCondition, Tournament, TournamentState
from tournaments.models.own import ABOUT, ServerSeries, server_event_key, server_event_name
from tournaments.systems.types import SystemKind

from .drafting import TournamentPlan
from .event_plans import USUAL_OFF_TIME

_DAY = timedelta(days=1)
QUICK = TimeControl.fischer(3 * _DAY, timedelta(hours=12), 5 * _DAY)
"""The time control of the small ladder, with which games should end within the ladder's month."""
SLOW = TimeControl.fischer(5 * _DAY, timedelta(hours=12), 7 * _DAY)
SIZES = {ServerSeries.LADDER_9: (9, QUICK), ServerSeries.LADDER_19: (19, SLOW), ServerSeries.MCMAHON: (19, SLOW)}
ROUNDS, MOST = 4, 200


@dataclass(frozen=True, slots=True)
class ServerEventToCreate:
    """An event that the server should run now. `starts_at` is when it starts, if it is a tournament."""

    series: ServerSeries
    key: str
    starts_at: datetime | None = None


def _next_quarter_tournament(now: datetime) -> ServerEventToCreate:
    """Return the tournament of the next quarter, which players can enter until it starts."""
    here = now.astimezone(UTC)
    quarter = (here.month - 1) // 3 + 1
    year, following = (here.year, quarter + 1) if quarter < 4 else (here.year + 1, 1)
    starts_at = datetime(year, 3 * following - 2, 1, 12, tzinfo=UTC)
    return ServerEventToCreate(ServerSeries.MCMAHON, server_event_key(ServerSeries.MCMAHON, year, following), starts_at)


def missing_server_tournaments(now: datetime) -> list[ServerEventToCreate]:
    """Return the server's tournaments that are still to be created, [] if the server runs no events of its own."""
    return missing_server_events([_next_quarter_tournament(now)], Tournament) if is_on("tournaments") else []


def missing_server_events(found: list[ServerEventToCreate], model: Any) -> list[ServerEventToCreate]:
    """Return the events in `found` that are not in the table of `model` yet. Return [] if the server runs no events of
    its own."""
    if not settings.IGO_OWN_EVENTS:
        return []
    there = {*model.objects.filter(own__in=[one.key for one in found]).values_list("own", flat=True)}
    return [one for one in found if one.key not in there]


def create_server_tournament_once(wanted: ServerEventToCreate, now: datetime) -> bool:
    """Create the tournament. Return False if another process has created it."""
    return create_server_event_once(_create_tournament, wanted, now)


def create_server_event_once(
    create: Callable[[ServerEventToCreate, datetime], None], wanted: ServerEventToCreate, now: datetime
) -> bool:
    """Create the event by calling `create`. Return False if another process has created the event."""
    try:
        with transaction.atomic(), translation.override(settings.LANGUAGE_CODE):
            create(wanted, now)
    except IntegrityError:
        return False
    return True


def terms_of_series(series: ServerSeries) -> Terms:
    """Return the terms of the series' games. Vacations and weekends stop the clocks, and pauses by agreement are not
    allowed (E23)."""
    size, time = SIZES[series]
    return Terms(width=size, height=size, time=time, off_time=USUAL_OFF_TIME)


def _create_tournament(wanted: ServerEventToCreate, now: datetime) -> None:
    plan = TournamentPlan(
        name=server_event_name(wanted.key), about=str(ABOUT[wanted.series]), terms=terms_of_series(wanted.series),
        kind=SystemKind.MCMAHON, rounds=ROUNDS, late_entry=True, most=MOST, established=False,
        starting=StartCondition.DATE, starts_at=wanted.starts_at,
    )  # fmt: skip
    plan.check(now)
    last = Tournament.objects.filter(own__startswith=f"{wanted.series}:").order_by("-pk").first()
    made = Tournament.objects.create(
        own=wanted.key, previous=last, created_at=now, opened_at=now, **plan.columns, state=TournamentState.OPEN
    )
    Stage.objects.create(tournament=made, **plan.stage)
    acting = ActAuthor.server(now)
    acting.log(made, "created")
    acting.log(made, "opened")
