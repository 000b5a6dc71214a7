"""The steps of an analysis: a process claims it, evaluates position by position, storing each evaluation at once, and
then marks the analysis as finished or failed.

A claim names the process. If another process takes over the claim, the first process stores nothing more, and the other
continues after the stored positions.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Q

from foundation import timesource
from games import events
from machine_review.engines import Judgement
from machine_review.models import AnalysisStatus, ReviewJob

from .losses import largest_losses

CLAIM = timedelta(minutes=1)
"""The time without a heartbeat after which another process continues. Processes store a heartbeat every ten
seconds."""


class ClaimLost(Exception):
    """Raised if another process has claimed the analysis, or it was deleted."""


def claim_next_review(now: datetime) -> ReviewJob | None:
    """Claim the next analysis and return it, or return None if there is nothing to do. An analysis whose process has
    died comes first. Otherwise, if no analysis is in progress, it is the analysis that has waited longest."""
    stale = Q(claimed_at__lt=now - CLAIM) | Q(claimed_at__gt=now + CLAIM)
    for job in ReviewJob.objects.filter(stale, slot=1):
        if _try_to_claim(job, now, stale):
            return job
    if ReviewJob.objects.filter(slot=1).exists():
        return None
    is_waiting = Q(status=AnalysisStatus.WAITING)
    first = ReviewJob.objects.filter(is_waiting).order_by("asked_at", "id").first()
    return first if first is not None and _try_to_claim(first, now, is_waiting) else None


def _try_to_claim(job: ReviewJob, now: datetime, free: Q) -> bool:
    taken: dict[str, Any] = {
        "slot": 1,
        "status": AnalysisStatus.RUNNING,
        "claim": secrets.token_hex(16),
        "claimed_at": now,
        "finished_at": None,
    }
    try:
        with transaction.atomic():
            if not ReviewJob.objects.filter(free, pk=job.pk).update(**taken):
                return False
    except IntegrityError:  # someone else has the slot
        return False
    for name, value in taken.items():
        setattr(job, name, value)
    return True


def store_heartbeat(job: ReviewJob) -> None:
    """Record that this process still works on the analysis. Raises ClaimLost."""
    _store_and_notify_watchers(job, claimed_at=timesource.now())


def begin_review(job: ReviewJob, engine: str, colors: str) -> list[int]:
    """Store the engine's name and the colours of the moves. Return the numbers of the positions that are still to be
    evaluated. Evaluations by another engine are discarded. Raises ClaimLost."""
    if job.engine != engine or job.colors != colors:
        job.judgements, job.lines = [None] * (len(colors) + 1), {}
    job.engine, job.colors = engine, colors
    _store_and_notify_watchers(job, engine=engine, colors=colors, judgements=job.judgements, lines=job.lines)
    return [turn for turn, judgement in enumerate(job.judgements) if judgement is None]


def store_judgement(job: ReviewJob, turn: int, judgement: Judgement) -> None:
    """Store the evaluation of one position. Raises ClaimLost if this process no longer has the claim."""
    winrate = None if judgement.winrate is None else round(1000 * judgement.winrate)
    score = None if judgement.score is None else round(10 * judgement.score)
    job.judgements[turn] = [winrate, score, judgement.best, judgement.visits]
    if judgement.line:
        job.lines[str(turn)] = list(judgement.line)
    _store_and_notify_watchers(job, judgements=job.judgements, lines=job.lines, claimed_at=timesource.now())


def finish_review(job: ReviewJob) -> None:
    """Finish the analysis, and delete all lines except those before the moves with the largest losses. Raises
    ClaimLost."""
    wanted = {str(loss.move - 1) for loss in largest_losses(job)}
    lines = {turn: line for turn, line in job.lines.items() if turn in wanted}
    _release_claim(job, status=AnalysisStatus.DONE, lines=lines)


def fail_review(job: ReviewJob, reason: str) -> None:
    """Mark the analysis as failed for this reason. Its evaluations are kept for the next attempt."""
    _release_claim(job, status=AnalysisStatus.FAILED, reason=reason)


def _release_claim(job: ReviewJob, **changed: Any) -> None:
    _store_and_notify_watchers(job, slot=None, claim="", finished_at=timesource.now(), **changed)


def _store_and_notify_watchers(job: ReviewJob, **changed: Any) -> None:
    """Store these field values, and notify those who watch the game. Raises ClaimLost if this process no longer has the
    claim."""
    with transaction.atomic():
        if not ReviewJob.objects.filter(pk=job.pk, claim=job.claim).update(**changed):
            raise ClaimLost
        if changed.keys() - {"claimed_at"}:
            events.signal_review_changed(job.game_id)
