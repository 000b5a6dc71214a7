"""The JSON representation of analyses and estimates."""

from __future__ import annotations

from typing import Any, cast

import api_types as shapes
from foundation.iso_times import iso_time
from machine_review.models import AnalysisStatus, ReviewJob
from machine_review.services.estimates import Estimate
from machine_review.services.losses import MoveLoss, largest_losses
from machine_review.services.reviews import queue_position
from rules import vertex
from rules.outcome import format_points
from wording.letters import letter


def review_json(job: ReviewJob) -> shapes.MachineReview:
    """Return the JSON of an analysis, which may be unfinished."""
    shown: dict[str, Any] = {
        "game": job.game_id,
        "status": str(job.status),
        "reason": job.reason or None,
        "place": queue_position(job) if job.status == AnalysisStatus.WAITING else None,
        "done": job.done,
        "total": job.total,
        "engine": job.engine or None,
        "positions": [_judgement_json(judgement) for judgement in job.judgements],
        "losses": [_loss_json(loss) for loss in largest_losses(job)],
        "asked_at": iso_time(job.asked_at),
        "finished_at": iso_time(job.finished_at),
    }
    return cast("shapes.MachineReview", shown)


def _judgement_json(judgement: list[Any] | None) -> shapes.Judged | None:
    if judgement is None:
        return None
    winrate, score, best, visits = judgement
    return {
        "winrate": None if winrate is None else winrate / 1000,
        "score": None if score is None else score / 10,
        "best": best or None,
        "visits": visits,
    }


def _loss_json(loss: MoveLoss) -> shapes.MoveLoss:
    return {
        "move": loss.move,
        "color": letter(loss.color),
        "points": None if loss.points is None else loss.points / 10,
        "winrate": None if loss.chances is None else loss.chances / 1000,
        "line": list(loss.line),
    }


def estimate_json(found: Estimate, move: int, height: int) -> shapes.Estimate:
    """Return the JSON of an estimate of the position after this many moves."""
    black, white = (sorted(vertex(point, height) for point in points) for points in found.points.values)
    return {
        "move": move,
        "lead": format_points(found.lead),
        "engine": found.engine or None,
        "engine_failed": found.engine_failed,
        "points": {"black": black, "white": white},
    }
