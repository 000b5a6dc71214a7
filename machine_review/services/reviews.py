"""Request and read the analysis of a game. Only finished games are analysed, and only while they share no position with
a game in progress."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction

from accounts.models import Player
from foundation.dispatch import BackgroundTask
from games.errors import NotFinished
from games.models import Game
from machine_review.errors import (
    NoEngine,
    NoReview,
    PositionInPlay,
    ReviewLimitReached,
    ReviewQueueFull,
    VariantNotSupported,
)
from machine_review.models import AnalysisStatus, HiddenReviews, ReviewJob

from .positions import check_no_position_in_play

if TYPE_CHECKING:
    from games.access import Viewer

TASK = BackgroundTask("machine_review.tasks.review_games")
MOST_WAITING = 50
A_DAY = timedelta(days=1)


def has_engine() -> bool:
    """Return whether this server has an engine for computer analysis (IGO_REVIEW_ENGINE)."""
    return bool(settings.IGO_REVIEW_ENGINE)


def find_review(game: Game) -> ReviewJob | None:
    """Return the analysis of a game, None if there is none.

    Raises NotFinished, and PositionInPlay if there is an analysis but the game shares a position with a game in
    progress.
    """
    if not game.is_finished:
        raise NotFinished
    job = ReviewJob.objects.filter(game=game).first()
    if job is None or _is_outdated(job, game):
        return None
    check_no_position_in_play(game)
    return job


def _is_outdated(job: ReviewJob, game: Game) -> bool:
    """Return whether a moderator's ruling resumed the game after the analysis was requested."""
    return game.finished_at is not None and job.asked_at < game.finished_at


def review_or_raise(game: Game) -> ReviewJob:
    """Return the analysis of a game. Raises NoReview, NotFinished, PositionInPlay."""
    job = find_review(game)
    if job is None:
        raise NoReview
    return job


def request_review(game: Game, player: Player, *, now: datetime) -> tuple[ReviewJob, bool]:
    """Request the analysis of this game. Return the analysis, and whether this call created it or tries it again. A
    waiting or finished analysis is returned unchanged. Does not check that the player may see the game.

    Raises NotFinished, NoEngine, VariantNotSupported, PositionInPlay, ReviewLimitReached, ReviewQueueFull.
    """
    if not game.is_finished:
        raise NotFinished
    if not has_engine():
        raise NoEngine
    if not game.agreed_variant.plain:
        raise VariantNotSupported
    check_no_position_in_play(game)
    with transaction.atomic():
        Player.objects.select_for_update(no_key=True).get(pk=player.pk)  # who asks twice at the same time waits here
        job = ReviewJob.objects.select_for_update().filter(game=game).first()
        is_outdated = job is not None and _is_outdated(job, game)
        if job is not None and job.status != AnalysisStatus.FAILED and not is_outdated:
            return job, False
        _check_review_limits(player, now)
        job, _ = ReviewJob.objects.update_or_create(
            game=game, defaults=_new_request_fields(player, now, begins_anew=is_outdated)
        )
        transaction.on_commit(TASK.wake, robust=True)
    return job, True


def _new_request_fields(player: Player, now: datetime, *, begins_anew: bool) -> dict[str, Any]:
    """Return the field values of a new request for an analysis. With `begins_anew`, they also delete the existing
    evaluations."""
    asked = {"asked_by": player, "asked_at": now, "status": AnalysisStatus.WAITING, "reason": "", "finished_at": None}
    nothing: dict[str, Any] = {"judgements": [], "lines": {}, "colors": "", "slot": None, "claim": ""}
    return asked | nothing if begins_anew else asked


def _check_review_limits(player: Player, now: datetime) -> None:
    mine = ReviewJob.objects.filter(asked_by=player, asked_at__gt=now - A_DAY).order_by("asked_at")
    times = list(mine.values_list("asked_at", flat=True)[: settings.IGO_REVIEWS_A_DAY])
    if len(times) >= settings.IGO_REVIEWS_A_DAY:
        left = times[0] + A_DAY - now
        raise ReviewLimitReached(most=settings.IGO_REVIEWS_A_DAY, retry_after=int(left.total_seconds()) + 1)
    if ReviewJob.objects.filter(status=AnalysisStatus.WAITING).count() >= MOST_WAITING:
        raise ReviewQueueFull(most=MOST_WAITING, retry_after=600)


def queue_position(job: ReviewJob) -> int:
    """Return the position of the analysis in the queue, from 1 for the next one."""
    before = ReviewJob.objects.filter(status=AnalysisStatus.WAITING, asked_at__lte=job.asked_at)
    return max(1, before.exclude(asked_at=job.asked_at, pk__gt=job.pk).count())  # it may have begun in the meantime


def are_reviews_hidden_for(viewer: Viewer) -> bool:
    """Return whether the viewer hides computer analyses."""
    return viewer.is_authenticated and HiddenReviews.objects.filter(player_id=viewer.pk).exists()


def set_reviews_hidden(player: Player, *, hidden: bool) -> None:
    """Hide computer analyses from this player, or show them again."""
    if hidden:
        HiddenReviews.objects.get_or_create(player=player)
    else:
        HiddenReviews.objects.filter(player=player).delete()


def shares_position_in_play(game: Game) -> bool:
    """Return whether a game in progress shares a position with this one."""
    try:
        check_no_position_in_play(game)
    except PositionInPlay:
        return True
    return False
