"""Run analyses one at a time, in the Celery worker or, without Redis, in a thread of the server, always outside of
requests."""

from __future__ import annotations

import logging
import shlex
import threading
import time

from django.conf import settings

from foundation import background, timesource
from foundation.dispatch import SECONDS_BETWEEN_LOOKS, is_worker_configured
from games.models import Game
from gtp import EngineError
from machine_review.engines import EngineSilent, GamePositions, Reviewer, UnsupportedGame, running_engine
from machine_review.errors import PositionInPlay
from machine_review.models import ReviewJob
from machine_review.services import work
from machine_review.services.positions import check_no_position_in_play, store_positions_in_play
from machine_review.services.replaying import replay_positions
from machine_review.services.reviews import TASK, has_engine
from rules.errors import RulesError

logger = logging.getLogger(__name__)

SECONDS_BETWEEN = 10.0


class _GameResumed(Exception):
    """Raised if the game is in progress again, because a moderator has resumed it."""


def start() -> threading.Thread | None:
    """Start a thread that runs analyses until the process ends, and return it. Return None if no engine is
    configured."""
    if not has_engine():
        return None
    seconds = SECONDS_BETWEEN_LOOKS if is_worker_configured() else SECONDS_BETWEEN
    return background.start("computer analysis", run_next_review, seconds, woken_by=TASK.wanted)


def run_next_review() -> bool:
    """Run one analysis, or continue an analysis whose process has died. Return False if there is nothing to do."""
    if not has_engine():
        return False
    job = work.claim_next_review(timesource.now())
    if job is None:
        _store_positions_if_due()
        return False
    try:
        _run_analysis(job)
    except work.ClaimLost:
        logger.warning("the review of game %s is made by another process", job.game_id)
    return True


_kept_up_at = -SECONDS_BETWEEN_LOOKS


def _store_positions_if_due() -> None:
    """Store the positions of games in progress, if this was last done a while ago (SECONDS_BETWEEN_LOOKS). The next
    request then has little to store."""
    global _kept_up_at
    if time.monotonic() >= _kept_up_at + SECONDS_BETWEEN_LOOKS:
        _kept_up_at = time.monotonic()
        store_positions_in_play()


def _run_analysis(job: ReviewJob) -> None:
    """Run the analysis until it is finished or has failed. Raises ClaimLost."""
    try:
        _judge_remaining(job, _EngineCallbacks(job))
    except _GameResumed:
        work.fail_review(job, "not_finished")
    except PositionInPlay:
        work.fail_review(job, "position_in_play")
    except (EngineError, RulesError) as error:
        logger.warning("no review of game %s: %s", job.game_id, error)
        work.fail_review(job, _failure_reason(error))
    except work.ClaimLost:
        raise
    except Exception:
        logger.exception("no review of game %s", job.game_id)
        work.fail_review(job, "fault")
    else:
        work.finish_review(job)


def _failure_reason(error: Exception) -> str:
    if isinstance(error, EngineSilent):
        return "silence"
    return "bad_record" if isinstance(error, (UnsupportedGame, RulesError)) else "engine"


def _judge_remaining(job: ReviewJob, watch: _EngineCallbacks) -> None:
    """Evaluate the remaining positions and store each evaluation. Raises ClaimLost, EngineError, RulesError,
    PositionInPlay, _GameResumed."""
    course = watch.replay_if_allowed()
    with running_engine(shlex.split(settings.IGO_REVIEW_ENGINE), watch.while_waiting) as engine:
        left = work.begin_review(job, engine.name, "".join(move.color.letter for move in course.moves))
        _judge_and_store(job, (engine, course), left, watch)


def _judge_and_store(
    job: ReviewJob, asked: tuple[Reviewer, GamePositions], left: list[int], watch: _EngineCallbacks
) -> None:
    engine, course = asked
    for turn, judgement in engine.judgements(course, left, settings.IGO_REVIEW_VISITS):
        watch.recheck_game_if_due()
        work.store_judgement(job, turn, judgement)


class _EngineCallbacks:
    """Callbacks that run while the engine computes. They store heartbeats, and check that the game may still be
    analysed."""

    SECONDS_BETWEEN = 5.0

    def __init__(self, job: ReviewJob) -> None:
        self.job, self._looked_at = job, 0.0

    def replay_if_allowed(self) -> GamePositions:
        """Return the game's positions, if it may be analysed now. Raises _GameResumed, PositionInPlay."""
        self._looked_at = time.monotonic()
        game = Game.objects.get(pk=self.job.game_id)
        if not game.is_finished:
            raise _GameResumed
        course = replay_positions(game)
        check_no_position_in_play(game, course)
        return course

    def recheck_game_if_due(self) -> None:
        """Check again whether the game may be analysed, if the last check is a few seconds old. Raises the errors of
        `replay_if_allowed`."""
        if time.monotonic() > self._looked_at + self.SECONDS_BETWEEN:
            self.replay_if_allowed()

    def while_waiting(self) -> None:
        """Store a heartbeat and check the game while the engine computes. Raises ClaimLost and the errors of
        `replay_if_allowed`."""
        work.store_heartbeat(self.job)
        self.recheck_game_if_due()
