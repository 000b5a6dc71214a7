"""Recognized positions of games in progress, the words of analyses, estimates, and their limits (C36, C50 to C53)."""

from __future__ import annotations

import sys
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.privacy.account_deletion import delete
from foundation import hints, timesource
from games import verbs
from games.errors import AnalysisNotAllowed
from games.models import Game
from machine_review.engines import Judgement
from machine_review.errors import PositionInPlay, ReviewQueueFull
from machine_review.models import AnalysisStatus, HiddenReviews, PlayedPosition, ReviewJob, WatchedGame
from machine_review.services import analysis_in_record, estimates, losses, positions, reviews, texts, work
from machine_review.services.positions import (
    check_no_position_in_play,
    keys_after_opening,
    refresh_stored_positions,
    store_positions_in_play,
)
from machine_review.services.replaying import replay_positions
from rules import sgf
from tests.factories import act, make_game, make_player, play
from tests.machine_review.factories import LONGER, over
from tests.machine_review.test_rules_of_reviews import again, job, judged

pytestmark = pytest.mark.django_db
MINUTE, SECOND = timedelta(minutes=1), timedelta(seconds=1)


def running(moves=LONGER, **terms):
    return make_game(moves=moves, now=timezone.now(), **terms)


def test_the_limits_of_analyses():
    assert (losses.MOST, losses.LEAST, losses.LEAST_CHANCES, losses.LASTING) == (10, 5, 5, 2)
    assert (50, timedelta(days=1), MINUTE) == (reviews.MOST_WAITING, reviews.A_DAY, work.CLAIM)
    assert (positions.COMMITTED_WITHIN, positions.AT_ONCE) == (5 * MINUTE, 200)


@pytest.mark.parametrize(
    ("width", "height", "start", "skipped"),
    [
        (9, 9, (), 12), (10, 9, (), 20), (7, 5, (), 12), (13, 13, (), 20),
        (9, 9, ("XO.......", *["........."] * 8), 10),
        (9, 9, ("XOXOXOXOX", "OXO......", *["........."] * 7), 0),
        (9, 9, ("XOXOXOXOX", "OXOX.....", *["........."] * 7), 0),
    ],
)  # fmt: skip
def test_C50_the_opening_is_twenty_moves_or_twelve_on_small_boards_less_the_stones_at_the_start(
    width, height, start, skipped
):
    game = Game(setup=make_game(size=9).setup | {"width": width, "height": height, "start": list(start)})
    game.position_keys, game.state_number = b"".join(number.to_bytes(8) for number in range(40)), 39
    every = [positions.position_key(number) for number in range(40)]

    assert keys_after_opening(game) == set(every[skipped:])
    assert keys_after_opening(game, 38) == set(every[39:])
    assert keys_after_opening(game, 9) == set(every[max(skipped, 10) :])
    assert keys_after_opening(game, 39) == set()


def test_C50_games_are_read_again_when_they_have_changed_and_late_ones_by_the_regular_check(monkeypatch):
    monkeypatch.setattr(positions, "AT_ONCE", 1)
    games = [running() for _ in range(3)]
    latest = timezone.now()
    for game, ago in zip(games, (0 * MINUTE, 5 * MINUTE, 5 * MINUTE + SECOND), strict=True):
        Game.objects.filter(pk=game.pk).update(last_action_at=latest - ago)
    watched = lambda: set(WatchedGame.objects.values_list("pk", flat=True))  # noqa: E731
    store_positions_in_play()
    assert watched() == {game.pk for game in games}, "all at the first time"
    WatchedGame.objects.exclude(pk=games[0].pk).delete()

    store_positions_in_play()
    assert watched() == {games[0].pk, games[1].pk}
    assert refresh_stored_positions(now=timesource.now()) == 0
    assert watched() == {games[0].pk, games[1].pk}, "without any analysis there is nothing to hide"
    job(over())
    refresh_stored_positions(now=timesource.now())
    assert watched() == {game.pk for game in games}
    PlayedPosition.objects.all().delete()
    store_positions_in_play(fully=True)
    assert not PlayedPosition.objects.exists(), "they have not changed"
    play(games[0], "J9", now=latest)
    store_positions_in_play()
    assert PlayedPosition.objects.count() == 1, "only the new position is read"


def test_C50_a_game_is_compared_with_other_games_in_progress():
    game = running()
    check_no_position_in_play(game)
    board = game.state().board
    assert positions.occurred_in_running_game(board)
    assert not positions.occurred_in_running_game(make_game(moves="E5 D4").state().board), "an opening is of many games"
    other = running()
    with pytest.raises(PositionInPlay):
        check_no_position_in_play(game)
    for one in (game, other):
        act(one, verbs.Resign, now=timezone.now())
    assert WatchedGame.objects.count() == 2
    assert not positions.occurred_in_running_game(board)
    assert PlayedPosition.objects.exists()
    assert refresh_stored_positions(now=timesource.now()) > 0


def test_C50_an_estimate_is_computed_once_and_again_only_after_a_failure(settings):
    settings.IGO_GTP_ENGINE = ""
    game = over("E5 C3")
    course = replay_positions(game)
    first = estimates.estimate_of(game, course, 2)
    assert estimates.estimate_of(game, course, 2) is first
    assert estimates.estimate_of(game, course, 1) is not first
    settings.IGO_GTP_ENGINE = f"{sys.executable} -c pass"
    game = over("E5 C4")
    failed = estimates.estimate_of(game, replay_positions(game), 2)
    assert (failed.engine, failed.engine_failed) == ("", True)
    assert estimates.estimate_of(game, replay_positions(game), 2) is not failed
    allowed = make_game(moves="E5 C5", analysis=True)
    assert not estimates.estimate_of(allowed, replay_positions(allowed), 2).engine_failed, "no engine during the game"


def test_C50_no_estimate_of_a_game_in_progress_or_of_a_position_in_play():
    game = running(analysis=False)
    with pytest.raises(AnalysisNotAllowed):
        estimates.estimate_of(game, replay_positions(game), 0)
    finished = over()
    with pytest.raises(PositionInPlay):
        estimates.estimate_of(finished, replay_positions(finished), 0)


def test_C52_who_asks_when_too_many_wait_reads_when_to_try_again(settings, monkeypatch):
    settings.IGO_REVIEW_ENGINE = "katago"
    monkeypatch.setattr(reviews, "MOST_WAITING", 1)
    job()
    with pytest.raises(ReviewQueueFull) as refusal:
        reviews.request_review(over(), make_player(), now=timezone.now())
    assert refusal.value.data == {"most": 1, "retry_after": 600}


def test_C53_everyone_hides_reviews_for_themselves_until_their_account_is_deleted(django_assert_num_queries):
    aino, bea = make_player(), make_player()
    for one in (aino, bea):
        reviews.set_reviews_hidden(one, hidden=True)
    row = job(asked_by=aino)
    other = job(asked_by=bea)

    reviews.set_reviews_hidden(aino, hidden=False)

    assert [reviews.are_reviews_hidden_for(one) for one in (aino, bea)] == [False, True]
    with django_assert_num_queries(0):
        assert not reviews.are_reviews_hidden_for(AnonymousUser())
    reviews.set_reviews_hidden(aino, hidden=True)
    delete(player=aino, now=timezone.now())
    assert list(HiddenReviews.objects.values_list("player", flat=True)) == [bea.pk]
    assert (again(row).asked_by, again(other).asked_by) == (None, bea)


def test_C53_evaluations_in_words():
    assert [texts.lead_text(tenths) for tenths in (1, -1, 10)] == ["Black +0.1", "White +0.1", "Black +1"]
    assert [texts.chances_text(one) for one in (None, 0, 1, 504, 506, 1000)] == [
        "",
        "0%",
        "0%",
        "50%",
        "51%",
        "100%",
    ]
    assert [texts.points_text(one) for one in (5, 120)] == ["0.5", "12"]


def test_C53_losses_are_found_where_earlier_positions_have_no_evaluation():
    lost = [[500, score, "C3", 1] for score in (0, 0, 0, -100, -100, -100)]
    made = ReviewJob(colors="WBBBBBB", judgements=[None, *lost])
    assert [(loss.move, loss.points, loss.chances) for loss in losses.largest_losses(made)] == [(4, 100, 0)]
    gap = ReviewJob(colors="BBBBBB", judgements=[*lost[:3], None, *lost[3:]])
    assert losses.largest_losses(gap) == [], "not before it is known to remain"
    white = judged(*[[500, score, "C3", 1] for score in (0, 0, 100, 100, 100)])
    assert [(loss.move, loss.points) for loss in losses.largest_losses(white)] == [(2, 100)]
    even = judged(*[[500, score, "C3", 1] for score in (0, -100, -200, -200, -200)], colors="BBBB")
    assert [loss.move for loss in losses.largest_losses(even)] == [1, 2], "of the same size in order"


def test_C53_a_rough_estimate_is_compared_with_the_position_before_the_opponents_move():
    rough = judged(*[[None, score, "C3", 1] for score in (0, 0, 0, -100, -100, -100)])
    assert losses.has_rough_scores(rough)
    assert [(loss.move, loss.points, loss.chances, loss.line) for loss in losses.largest_losses(rough)] == [
        (3, 100, None, ())
    ]
    assert not losses.has_rough_scores(ReviewJob(judgements=[None, [500, None, "C3", 1]]))


def test_C52_viewers_hear_of_evaluations_and_not_of_heartbeats(django_capture_on_commit_callbacks, monkeypatch):
    sent = []
    monkeypatch.setattr(hints.ChangeSignalSender, "publish", lambda self, hint: sent.append((hint.kind, hint.game)))
    job()
    taken = work.claim_next_review(timezone.now())
    with django_capture_on_commit_callbacks(execute=True):
        work.store_heartbeat(taken)
    assert sent == []
    with django_capture_on_commit_callbacks(execute=True):
        work.begin_review(taken, "KataGo", "B")
    assert len(sent) == 1
    before = timezone.now()
    work.store_judgement(taken, 0, Judgement(winrate=0.25, score=0.04, best="C3", visits=9, line=()))
    assert again(taken).claimed_at >= before
    assert (again(taken).judgements, again(taken).lines) == ([[250, 0, "C3", 9], None], {})
    work.fail_review(taken, "silence")
    failed = again(taken)
    assert (failed.status, failed.reason, failed.slot, failed.claim) == (AnalysisStatus.FAILED, "silence", None, "")
    assert failed.finished_at >= before
    assert failed.judgements == [[250, 0, "C3", 9], None]


def test_C52_a_dead_process_is_continued_before_those_that_wait():
    now = timezone.now()
    dead = job(status=AnalysisStatus.RUNNING, slot=1, claim="x", claimed_at=now - MINUTE - SECOND, finished_at=now)
    waiting = job(asked_at=now - timedelta(days=1))
    taken = work.claim_next_review(now)
    assert (taken, again(taken).finished_at) == (dead, None)
    assert again(waiting).status == AnalysisStatus.WAITING
    work.fail_review(taken, "engine")
    first, second = (job(asked_at=now - timedelta(days=2)) for _ in range(2))
    assert work.claim_next_review(now) == first
    assert again(second).slot is None


def nodes(*properties):
    root = node = sgf.SgfNode()
    for one in properties:
        child = sgf.SgfNode()
        for name, value in one.items():
            child.set(name, value)
        node.children.append(child)
        node = child
    return root


def test_C36_the_record_has_the_evaluations_of_its_moves_and_legal_parts_of_lines():
    game = over("E5 D4")
    found = [[500, 0, "C3", 9], [487, -135, "D4", 9], [None, 20, "D4", 9], [300, None, "D4", 9], [1, 1, "D4", 9]]
    empty = job(game, asked_at=game.finished_at, status=AnalysisStatus.DONE, engine="Trial", colors="BWBB")
    root = nodes({"B": "ee"}, {"C": "talk"}, {"W": "df"}, {"B": "aa"})
    analysis_in_record.analysis_addition(game, None)(root)
    assert root.properties == {}, "without any evaluation nothing is added"
    lines = {"0": ["C3", "pass", "Z99", "D5"], "1": []}
    ReviewJob.objects.filter(pk=empty.pk).update(judgements=found, lines=lines)

    analysis_in_record.analysis_addition(game, None)(root)

    first = root.children[0]
    talk = first.children[0]
    second = talk.children[0]
    third = second.children[0]
    assert root.properties["C"] == [
        "Computer analysis by Trial: estimated lead in points after each move.\neven, Black wins 50%"
    ]
    assert [one.properties.get("C") for one in (first, talk, second, third)] == [
        ["W+13.5, Black wins 48.7%"], ["talk"], ["B+2"], ["Black wins 30%"]
    ]  # fmt: skip
    assert analysis_in_record.additions_by_name() == {"machine": analysis_in_record.analysis_addition}


def test_C36_a_line_ends_at_the_first_move_that_is_none():
    game = over("E5 D4")
    lost = [[500, 0, "C3", 9], *[[300, -90, "D4", 9]] * 3]
    lines = {"0": ["C3", "pass", "Z99", "D5"]}
    job(
        game,
        asked_at=game.finished_at,
        status=AnalysisStatus.DONE,
        engine="T",
        colors="BWB",
        judgements=lost,
        lines=lines,
    )
    root = nodes({"B": "ee"}, {"W": "df"})
    analysis_in_record.analysis_addition(game, None)(root)
    _, line = root.children
    assert line.properties["B"] == ["cg"]
    assert line.children[0].properties["W"] == [""]
    assert line.children[0].children == []
