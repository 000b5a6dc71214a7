"""The server's own ladders: a new one every month, on which the players of the last one go on."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from foundation.compiled_queries import CompiledQuery
from ladders.models import Ladder, LadderGame, Rung
from tournaments.announcing import Acting, tell_of
from tournaments.models.own import ABOUT, Series, key_of, own_name
from tournaments.services.event_plans import terms_columns
from tournaments.services.own_events import Wanted, make_once, missing, terms_of

from .closing import close_now
from .ladders import locked_ladder

LADDERS = (Series.LADDER_9, Series.LADDER_19)


def _keys(now: datetime) -> list[str]:
    here = now.astimezone(UTC)
    return [key_of(one, here.year, here.month) for one in LADDERS]


def wanted(now: datetime) -> list[Wanted]:
    """Return this month's ladders to be created; none if the server holds no events of its own."""
    return missing([Wanted(one, key) for one, key in zip(LADDERS, _keys(now), strict=True)], Ladder)


def make(one: Wanted, now: datetime) -> bool:
    """Make the ladder, unless another process was quicker."""
    return make_once(_ladder, one, now)


def _ladder(one: Wanted, now: datetime) -> None:
    """Create the ladder of this month. Players of the last month's ladder continue in the same order, and that one is
    closed."""
    columns: dict[str, Any] = terms_columns(terms_of(one.series))
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
    """Return the previous and the next month's ladder of one of the server's own; two queries for these."""
    if not ladder.own:
        return None, None
    series = Ladder.objects.filter(own__startswith=f"{ladder.own.partition(':')[0]}:")
    before = series.filter(pk__lt=ladder.pk).order_by("-pk").first()
    return before, series.filter(pk__gt=ladder.pk).order_by("pk").first()


def _who_go_on(last: Ladder) -> list[Rung]:
    """Return the places of players who are not on hold, and have played or joined during the ladder's month."""
    games = LadderGame.objects.filter(ladder=last).values_list("challenger", "defender")
    played = {pk for pair in games for pk in pair}
    rungs = last.rungs.standing().filter(Q(hold="")).select_related("player")
    return [rung for rung in rungs if rung.pk in played or rung.joined_at > last.created_at]


def outlived(now: datetime) -> list[int]:
    """Return the server's own ladders whose month is over, even if it no longer holds events."""
    return [pk for (pk,) in _OWN_BUT.rows(*_keys(now))]


def _own_but(one: Any, other: Any) -> QuerySet[Ladder, tuple[int]]:
    rows = Ladder.objects.filter(closed_at=None).exclude(own="")
    return rows.exclude(own=one).exclude(own=other).order_by("pk").values_list("pk")


_OWN_BUT = CompiledQuery(_own_but)


def close_outlived(ladder_id: int, now: datetime) -> bool:
    """Close a ladder whose month is over."""
    with transaction.atomic():
        ladder = locked_ladder(ladder_id)
        if ladder.closed_at is not None:
            return False
        close_now(ladder, Acting.server(now), "")
        return True
