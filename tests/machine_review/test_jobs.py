"""Requesting and making an analysis: claimed, one at a time, resumed, limited (C52, C53)."""

from __future__ import annotations

import json
from datetime import timedelta
from itertools import product

import pytest
from django.utils import timezone

from games.errors import NotFinished
from machine_review import worker
from machine_review.errors import NoEngine, ReviewLimitReached, ReviewQueueFull
from machine_review.models import AnalysisStatus, ReviewJob
from machine_review.services import reviews, work
from machine_review.services.losses import largest_losses
from tests.factories import make_game, make_player
from tests.machine_review.engines import asked, katago
from tests.machine_review.factories import LONGER, over

pytestmark = pytest.mark.django_db


@pytest.fixture
def log(settings, tmp_path):
    """Return the log of the engine's queries. The engine is configured and works."""
    settings.IGO_REVIEW_ENGINE = katago(tmp_path / "log")
    return tmp_path / "log"


def ask(game, player=None):
    return reviews.request_review(game, player or make_player(), now=timezone.now())[0]


def stored(job):
    return ReviewJob.objects.get(pk=job.pk)


def test_a_finished_game_is_reviewed_move_by_move_C53(log):
    job = ask(over())

    assert reviews.queue_position(job) == 1
    assert worker.run_next_review()
    assert not worker.run_next_review()

    made = stored(job)
    assert (made.status, made.engine, made.slot, made.done, made.total) == ("done", "KataGo 1.16.0", None, 17, 17)
    assert made.judgements[2] == [520, 20, "A1", 100]
    losses = largest_losses(made)
    assert [loss.move for loss in losses] == [2, 4, 6, 8, 10, 12, 14, 16]  # each of White's
    assert [loss.points for loss in losses] == [5] * 8
    assert set(made.lines) == {str(loss.move - 1) for loss in losses}
    assert len(json.dumps([made.judgements, made.lines])) < 30_000


def test_an_estimate_that_jumps_blames_no_move_C53():
    course = [30, -30, 25, -25, 20, -20, 15]

    for place, jump in product(range(2, len(course) - 1), (-405, 405)):
        scores = [score + jump * (number == place) for number, score in enumerate(course)]
        assert max((loss.points for loss in largest_losses(judged(scores))), default=0) < 100, scores


@pytest.mark.parametrize("remains", [0, 49, 50, 100])
def test_a_loss_counts_only_if_half_of_it_remains_two_positions_later_C53(remains):
    scores = [0, 0, 0, -100, -100, -remains, -remains]

    counted = [loss.move for loss in largest_losses(judged(scores, winrate=500)) if loss.points == 100]

    assert counted == ([3] if remains >= 50 else [])


def test_a_loss_is_not_named_before_it_is_known_to_remain_C53():
    job = judged([0, -100, -100, -100], winrate=500)
    assert [loss.move for loss in largest_losses(job)] == [1]

    job.judgements[3] = None
    assert largest_losses(job) == []


def test_chances_that_jump_blame_no_move_C53():
    job = judged([None] * 6, winrate=500)
    job.judgements[2][0] = 900

    assert largest_losses(job) == []


def judged(scores, winrate=None):
    """A review with these leads of Black; without chances to win it is a rough one."""
    made = [[winrate, score, "C3", 1] for score in scores]
    return ReviewJob(colors="BW" * (len(scores) // 2), judgements=made)


def test_a_game_that_goes_on_is_never_asked_about_C50(log):
    with pytest.raises(NotFinished):
        ask(make_game(moves=LONGER, now=timezone.now()))

    assert not worker.run_next_review()
    assert asked(log) == []


def test_without_an_engine_there_is_no_review_C54(settings):
    settings.IGO_REVIEW_ENGINE = ""

    with pytest.raises(NoEngine):
        ask(over())
    assert worker.start() is None
    assert not worker.run_next_review()


def test_a_game_is_reviewed_once_whoever_asks(log):
    game = over()

    assert ask(game).pk == ask(game).pk
    assert ReviewJob.objects.count() == 1


def test_three_a_day_and_fifty_waiting_C52(log, settings, monkeypatch):
    player = make_player()
    for _ in range(3):
        ask(over("E5 C3"), player)
    with pytest.raises(ReviewLimitReached) as refused:
        ask(over("E5 C3"), player)
    assert refused.value.data["most"] == 3
    ReviewJob.objects.update(asked_at=timezone.now() - timedelta(hours=25))
    ask(over("E5 C3"), player)

    monkeypatch.setattr(reviews, "MOST_WAITING", 4)
    with pytest.raises(ReviewQueueFull):
        ask(over("E5 C3"))
    assert ReviewJob.objects.count() == 4


def test_after_a_kill_it_goes_on_after_the_last_stored_move_C52(log, settings):
    settings.IGO_REVIEW_ENGINE = katago(log, "well")
    job = ask(over())
    claim = work.claim_next_review(timezone.now())
    left = work.begin_review(claim, "KataGo 1.16.0", "BW" * 8)
    for turn in left[:5]:
        work.store_judgement(claim, turn, worker_judgement())

    assert not worker.run_next_review()  # someone makes it
    ReviewJob.objects.update(claimed_at=timezone.now() - timedelta(minutes=2))
    assert worker.run_next_review()

    (query,) = asked(log)
    assert query["analyzeTurns"] == list(range(5, 17))
    assert stored(job).status == AnalysisStatus.DONE
    with pytest.raises(work.ClaimLost):  # the one that was killed comes back, and writes nothing
        work.store_judgement(claim, 6, worker_judgement())


def worker_judgement():
    from machine_review.engines import Judgement

    return Judgement(0.5, 3.0, "E5", 100, ("E5",))


def test_one_review_is_made_at_a_time_and_the_others_have_places_C52(log):
    first, second, third = ask(over("E5 C3")), ask(over("E5 C3")), ask(over("E5 C3"))

    assert work.claim_next_review(timezone.now()).pk == first.pk
    assert work.claim_next_review(timezone.now()) is None
    assert [reviews.queue_position(job) for job in (second, third)] == [1, 2]


@pytest.mark.parametrize(("how", "reason"), [("refuses", "bad_record"), ("dies:3", "engine"), ("nonsense", "engine")])
def test_a_review_that_fails_says_why_and_can_be_asked_for_again_C52(log, settings, how, reason):
    settings.IGO_REVIEW_ENGINE = katago(log, how)
    game = over()
    job = ask(game)
    worker.run_next_review()

    assert (stored(job).status, stored(job).reason, stored(job).slot) == ("failed", reason, None)

    settings.IGO_REVIEW_ENGINE = katago(log)
    ask(game)
    worker.run_next_review()
    assert (stored(job).status, stored(job).reason) == ("done", "")


def test_a_game_that_was_played_on_after_its_review_is_reviewed_again(log):
    game = over()
    ask(game)
    worker.run_next_review()
    ReviewJob.objects.update(asked_at=timezone.now() - timedelta(days=1))

    assert reviews.find_review(game) is None
    ask(game)
    worker.run_next_review()
    assert [query["analyzeTurns"] for query in asked(log)] == [list(range(17))] * 2


def test_a_game_that_is_played_on_is_left_alone(log):
    job = ask(over())
    job.game.__class__.objects.filter(pk=job.game_id).update(
        phase="play", result="", turn=0, finished_at=None, winner=None, end_reason=""
    )
    worker.run_next_review()

    assert (stored(job).status, stored(job).reason) == ("failed", "not_finished")
    assert asked(log) == []
