"""The server's own events, so that a small server has life: ladders of a month and a McMahon tournament every quarter.

They are switched on by IGO_OWN_EVENTS. The key of each (models.own) can be in the database once only: however many
processes look at the same time, each is made once.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import translation

from competitions.announcing import Acting, tell_of
from competitions.models import Ladder, LadderGame, Rung, Stage, Starting, State, Tournament
from competitions.models.own import ABOUT, Series, key_of, own_name
from competitions.systems.types import Kind
from foundation.questions import Question
from games.terms import Terms
from rules.clock import TimeControl

from .closing import close_now
from .drafting import Plan
from .event_plans import USUAL_OFF_TIME, terms_columns
from .ladders import locked_ladder

_DAY = timedelta(days=1)
QUICK = TimeControl.fischer(3 * _DAY, timedelta(hours=12), 5 * _DAY)
"""The clock of the small ladder, whose games should end within its month."""
SLOW = TimeControl.fischer(5 * _DAY, timedelta(hours=12), 7 * _DAY)
SIZES = {Series.LADDER_9: (9, QUICK), Series.LADDER_19: (19, SLOW), Series.MCMAHON: (19, SLOW)}
ROUNDS, MOST = 4, 200


@dataclass(frozen=True, slots=True)
class Wanted:
    """One that should be there now. `starts_at`: when a tournament starts."""

    series: Series
    key: str
    starts_at: datetime | None = None


def _of_now(now: datetime) -> list[Wanted]:
    """The ladders of this month, and the tournament of the next quarter, which can be entered until it starts."""
    here = now.astimezone(UTC)
    quarter = (here.month - 1) // 3 + 1
    year, following = (here.year, quarter + 1) if quarter < 4 else (here.year + 1, 1)
    starts_at = datetime(year, 3 * following - 2, 1, 12, tzinfo=UTC)
    ladders = [Wanted(one, key_of(one, here.year, here.month)) for one in (Series.LADDER_9, Series.LADDER_19)]
    return [*ladders, Wanted(Series.MCMAHON, key_of(Series.MCMAHON, year, following), starts_at)]


def wanted(now: datetime) -> list[Wanted]:
    """Those that are to be made; none where the server holds no events of its own."""
    if not settings.IGO_OWN_EVENTS:
        return []
    found = _of_now(now)
    keys = [one.key for one in found]
    there = {*Ladder.objects.filter(own__in=keys).values_list("own", flat=True)}
    there |= {*Tournament.objects.filter(own__in=keys).values_list("own", flat=True)}
    return [one for one in found if one.key not in there]


def make(one: Wanted, now: datetime) -> bool:
    """Make it, unless another process was quicker."""
    try:
        with transaction.atomic(), translation.override(settings.LANGUAGE_CODE):
            if one.series is Series.MCMAHON:
                _tournament(one, now)
            else:
                _ladder(one, now)
    except IntegrityError:
        return False
    return True


def _terms(series: Series) -> Terms:
    """Vacations and weekends stop the clocks, pauses by agreement are not allowed (E23)."""
    size, time = SIZES[series]
    return Terms(width=size, height=size, time=time, off_time=USUAL_OFF_TIME)


def _tournament(one: Wanted, now: datetime) -> None:
    plan = Plan(
        name=own_name(one.key), about=str(ABOUT[one.series]), terms=_terms(one.series),
        kind=Kind.MCMAHON, rounds=ROUNDS, late_entry=True, most=MOST, established=False, starting=Starting.DATE,
        starts_at=one.starts_at,
    )  # fmt: skip
    plan.check(now)
    last = Tournament.objects.filter(own__startswith=f"{one.series}:").order_by("-pk").first()
    made = Tournament.objects.create(
        own=one.key, previous=last, created_at=now, opened_at=now, **plan.columns, state=State.OPEN
    )
    Stage.objects.create(tournament=made, **plan.stage)
    acting = Acting.server(now)
    acting.log(made, "created")
    acting.log(made, "opened")


def _ladder(one: Wanted, now: datetime) -> None:
    """The ladder of this month. Who has played on that of the last one goes on in the same order, and it is closed."""
    columns: dict[str, Any] = terms_columns(_terms(one.series))
    made = Ladder.objects.create(
        own=one.key, name=own_name(one.key), about=str(ABOUT[one.series]), by_rank=True, created_at=now, checked_at=now,
        **columns,
    )  # fmt: skip
    last = Ladder.objects.filter(own__startswith=f"{one.series}:").exclude(pk=made.pk).order_by("-pk").first()
    if last is None:
        return
    last = locked_ladder(last.pk)
    rungs = _who_go_on(last)
    Rung.objects.bulk_create(
        [
            Rung(ladder=made, player=rung.player, place=place, best=place, rank=rung.rank, joined_at=now)
            for place, rung in enumerate(rungs, start=1)
        ],
        batch_size=200,
    )
    if last.closed_at is None:
        close_now(last, Acting.server(now), "")
    tell_of(made, [rung.player_id for rung in rungs], "ladder_month", now)


def around(ladder: Ladder) -> tuple[Ladder | None, Ladder | None]:
    """The ladders of the month before and of the month after, of one of the server's own; two queries for these."""
    if not ladder.own:
        return None, None
    series = Ladder.objects.filter(own__startswith=f"{ladder.own.partition(':')[0]}:")
    before = series.filter(pk__lt=ladder.pk).order_by("-pk").first()
    return before, series.filter(pk__gt=ladder.pk).order_by("pk").first()


def _who_go_on(last: Ladder) -> list[Rung]:
    """Who is on the ladder, not on hold, and has had a game on it or joined it in its time."""
    games = LadderGame.objects.filter(ladder=last).values_list("challenger", "defender")
    played = {pk for pair in games for pk in pair}
    rungs = last.rungs.standing().filter(Q(hold="")).select_related("player")
    return [rung for rung in rungs if rung.pk in played or rung.joined_at > last.created_at]


def outlived(now: datetime) -> list[int]:
    """The server's own ladders whose month is over, also where it holds no events any more."""
    here = now.astimezone(UTC)
    keys = [key_of(one, here.year, here.month) for one in (Series.LADDER_9, Series.LADDER_19)]
    return [pk for (pk,) in _OWN_BUT.rows(*keys)]


def _own_but(one: Any, other: Any) -> QuerySet[Ladder, tuple[int]]:
    rows = Ladder.objects.filter(closed_at=None).exclude(own="")
    return rows.exclude(own=one).exclude(own=other).order_by("pk").values_list("pk")


_OWN_BUT = Question(_own_but)


def close_outlived(ladder_id: int, now: datetime) -> bool:
    """Close a ladder whose month is over."""
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        if ladder.closed_at is not None:
            return False
        close_now(ladder, Acting.server(now), "")
        return True
