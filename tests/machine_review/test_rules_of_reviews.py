"""Permissions to request an analysis, the order of the queue, and the analyses that one maker stores (C50, C52,
C53)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.errors import NotFinished
from machine_review.engines import Judgement
from machine_review.errors import NoEngine, NoReview, ReviewLimitReached, ReviewQueueFull, VariantNotSupported
from machine_review.models import AnalysisStatus, ReviewJob
from machine_review.services import analysis_in_record, losses, replaying, reviews, texts, work
from machine_review.services.losses import largest_losses
from machine_review.services.work import CLAIM
from rules import Board, Color, sgf
from rules.variants import Variant, VariantGoal
from sharing.symmetry import board_symmetries
from tests.factories import days, make_game, make_player
from tests.machine_review.factories import over

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


@pytest.fixture(autouse=True)
def _engine(settings):
    settings.IGO_REVIEW_ENGINE = "katago"


@pytest.fixture
def now():
    return timezone.now()


def refused(refusal, do, *arguments, **named):
    with pytest.raises(refusal) as caught:
        do(*arguments, **named)
    return caught.value.data


def job(game=None, **columns):
    columns = {"asked_at": timezone.now(), "status": AnalysisStatus.WAITING, **columns}
    return ReviewJob.objects.create(game=game or over(), **columns)


def again(row):
    return ReviewJob.objects.get(pk=row.pk)


def test_C50_C54_a_review_is_of_a_finished_game_of_ordinary_go_where_there_is_an_engine(settings, now):
    player = make_player()
    refused(NotFinished, reviews.request_review, make_game(), player, now=now)
    refused(NotFinished, reviews.find_review, make_game())
    capture = over("E5", variant=Variant(goal=VariantGoal((1, 1))), rated=False)
    refused(VariantNotSupported, reviews.request_review, capture, player, now=now)
    game = over()
    assert reviews.request_review(game, player, now=game.finished_at)[1]
    settings.IGO_REVIEW_ENGINE = ""
    assert not reviews.has_engine()
    refused(NoEngine, reviews.request_review, over(), player, now=now)
    assert reviews.find_review(game).asked_by == player


def test_C52_what_there_is_is_given_back_and_what_failed_is_tried_again(django_capture_on_commit_callbacks):
    game, player, other = over(), make_player(), make_player()
    now = game.finished_at
    with django_capture_on_commit_callbacks() as expected:
        asked, is_new = reviews.request_review(game, player, now=now)
    assert (is_new, len(expected)) == (True, 1), "the maker is woken"
    for status in (AnalysisStatus.WAITING, AnalysisStatus.RUNNING, AnalysisStatus.DONE):
        ReviewJob.objects.update(status=status)
        assert reviews.request_review(game, other, now=now) == (asked, False)
    ReviewJob.objects.update(status=AnalysisStatus.FAILED, reason="it broke", judgements=[[1, 2, "C3", 1]])
    asked, is_new = reviews.request_review(game, other, now=now + SECOND)
    assert (is_new, asked.asked_by, asked.status, asked.reason) == (True, other, AnalysisStatus.WAITING, "")
    assert again(asked).judgements == [[1, 2, "C3", 1]], "what is judged is kept"


def test_C52_a_review_of_a_game_that_was_played_on_is_none_and_begins_again(now):
    game, player = over(), make_player()
    row = job(
        game, asked_at=game.finished_at - SECOND, status=AnalysisStatus.DONE, judgements=[[1, 2, "C3", 1]], slot=None
    )
    assert reviews.find_review(game) is None
    refused(NoReview, reviews.review_or_raise, game)
    asked, is_new = reviews.request_review(game, player, now=game.finished_at)
    assert (is_new, asked.pk, again(asked).judgements) == (True, row.pk, [])
    assert reviews.review_or_raise(game) == asked, "asked for when the game ended is asked for after it"
    assert reviews.request_review(game, player, now=now) == (asked, False)


def test_C52_a_player_asks_for_three_a_day_and_reads_when_again(settings, now):
    settings.IGO_REVIEWS_A_DAY = 2
    player = make_player()
    for ago in (days(1), timedelta(hours=20), timedelta(hours=2)):
        job(asked_by=player, asked_at=now - ago, status=AnalysisStatus.DONE)
    game = over()
    assert refused(ReviewLimitReached, reviews.request_review, game, player, now=now)["retry_after"] == 4 * 3600 + 1
    job(asked_by=make_player(), asked_at=now)
    assert reviews.request_review(game, player, now=now + timedelta(hours=4))[1]


def test_C52_no_more_than_fifty_wait(monkeypatch, now):
    monkeypatch.setattr(reviews, "MOST_WAITING", 2)
    game = over()
    job(status=AnalysisStatus.DONE)
    job()
    assert reviews.request_review(over(), make_player(), now=now)[1]
    refused(ReviewQueueFull, reviews.request_review, game, make_player(), now=now)


def test_C52_places_are_in_the_order_in_which_reviews_were_asked_for(now):
    done = job(asked_at=now - days(1), status=AnalysisStatus.DONE)
    rows = [job(asked_at=at) for at in (now, now + SECOND, now + SECOND, now - SECOND)]
    assert [reviews.queue_position(row) for row in rows] == [2, 3, 4, 1]
    assert reviews.queue_position(done) == 1


def test_C53_who_would_rather_see_no_reviews_sees_none():
    player, other = make_player(), make_player()
    for _ in range(2):
        reviews.set_reviews_hidden(player, hidden=True)
    assert [reviews.are_reviews_hidden_for(one) for one in (player, other, AnonymousUser())] == [True, False, False]
    reviews.set_reviews_hidden(player, hidden=False)
    assert not reviews.are_reviews_hidden_for(player)


def test_C50_a_game_is_in_play_while_another_shares_its_position():
    game = over()
    assert not reviews.shares_position_in_play(game)
    make_game(moves="E5 C3 G7 C7 G3 D5 F4 D6 F6 D4 E3 E7 H5", now=timezone.now())
    assert reviews.shares_position_in_play(game)


def test_C52_the_longest_waiting_is_made_first_and_one_at_a_time(now):
    later, first = job(asked_at=now), job(asked_at=now - SECOND)
    failed = job(asked_at=now - days(1), status=AnalysisStatus.FAILED)
    taken = work.claim_next_review(now)
    assert (taken, taken.status, taken.slot, again(taken).claimed_at) == (first, AnalysisStatus.RUNNING, 1, now)
    assert len(taken.claim) == 32
    assert work.claim_next_review(now + CLAIM) is None, "it is being made"
    work.finish_review(taken)
    assert work.claim_next_review(now) == later
    assert again(failed).status == AnalysisStatus.FAILED


@pytest.mark.parametrize("away", [CLAIM + SECOND, -CLAIM - SECOND])
def test_C52_a_maker_without_a_sign_of_life_loses_the_review_and_writes_nothing_more(now, away):
    job()
    taken = work.claim_next_review(now)
    assert work.claim_next_review(now + (CLAIM if away > timedelta(0) else -CLAIM)) is None
    other = work.claim_next_review(now + away)
    assert (other, other.claim != taken.claim) == (taken, True)
    for do in (
        work.store_heartbeat,
        work.finish_review,
        lambda row: work.fail_review(row, "no"),
        lambda row: work.begin_review(row, "x", "B"),
    ):
        with pytest.raises(work.ClaimLost):
            do(taken)
    assert (again(other).status, again(other).engine) == (AnalysisStatus.RUNNING, "")
    work.store_heartbeat(other)


def test_C52_what_is_judged_is_stored_and_gone_on_after_unless_the_engine_is_another(now):
    job()
    taken = work.claim_next_review(now)
    assert work.begin_review(taken, "KataGo", "BW") == [0, 1, 2]
    work.store_judgement(taken, 1, Judgement(winrate=0.5004, score=-1.26, best="C3", visits=9, line=("C3", "D3")))
    assert again(taken).judgements == [None, [500, -13, "C3", 9], None]
    assert (again(taken).lines, again(taken).engine, again(taken).colors) == ({"1": ["C3", "D3"]}, "KataGo", "BW")
    assert work.begin_review(again(taken), "KataGo", "BW") == [0, 2]
    assert work.begin_review(again(taken), "KataGo", "BWB") == [0, 1, 2, 3]
    work.store_judgement(taken, 1, Judgement(winrate=None, score=None, best="C3", visits=9, line=()))
    assert work.begin_review(again(taken), "GNU Go", "BWB") == [0, 1, 2, 3]
    assert again(taken).lines == {}


def test_C53_of_the_lines_those_of_the_largest_losses_are_kept(now):
    job()
    taken = work.claim_next_review(now)
    work.begin_review(taken, "KataGo", "BWBW")
    for turn, score in enumerate((0.0, -10.0, -10.0, -10.0, -10.0)):
        result = Judgement(winrate=0.5, score=score, best="C3", visits=9, line=("C3", f"D{turn + 1}"))
        work.store_judgement(taken, turn, result)
    work.finish_review(taken)
    made = again(taken)
    assert (made.status, made.slot, made.claim, made.lines) == (AnalysisStatus.DONE, None, "", {"0": ["C3", "D1"]})
    (loss,) = largest_losses(made)
    assert (loss.move, loss.color, loss.points, loss.line) == (1, Color.BLACK, 100, ("C3", "D1"))


def judged(*judgements, colors="BWBWBW"):
    return ReviewJob(colors=colors, judgements=[list(one) for one in judgements])


@pytest.mark.parametrize(("points", "counts"), [(4, False), (5, True)])
def test_C53_half_a_point_is_the_least_that_counts(points, counts):
    made = judged(*[[500, score, "C3", 1] for score in (0, -points, -points, -points, -points)])
    assert bool(largest_losses(made)) is counts


@pytest.mark.parametrize(("chances", "counts"), [(4, False), (5, True)])
def test_C53_without_a_score_half_a_per_cent_of_the_chances_is_the_least(chances, counts):
    made = judged(*[[500 - lost, None, "C3", 1] for lost in (0, chances, chances, chances, chances)])
    assert [(loss.points, loss.chances) for loss in largest_losses(made)] == ([(None, 5)] if counts else [])


@pytest.mark.parametrize(("earlier", "counts"), [(-49, True), (-50, True), (-51, False)])
def test_C53_half_of_a_loss_was_there_to_lose_two_positions_before(earlier, counts):
    made = judged(*[[500, score, "C3", 1] for score in (earlier, 0, 0, -100, -100, -100)])
    assert (3 in [loss.move for loss in largest_losses(made)]) is counts


def test_C53_the_largest_losses_come_first_and_ten_at_most():
    scores = [0]
    for number in range(12):
        scores += [scores[-1] - 10 - number, scores[-1] - 10 - number]
    made = judged(*[[500, score, "C3", 1] for score in scores], colors="BW" * 12)
    found = largest_losses(made)
    assert len(found) == losses.MOST == 10
    assert [loss.points for loss in found] == sorted((loss.points for loss in found), reverse=True)
    assert [loss.move for loss in largest_losses(made, most=1)] == [found[0].move]


def test_C53_a_lead_is_shown_in_points_of_whom_it_is():
    assert [texts.lead_text(tenths) for tenths in (None, 0, 15, -30)] == ["", "even", "Black +1.5", "White +3"]


@pytest.mark.parametrize(("width", "height"), [(6, 6), (6, 5)])
def test_C50_a_position_is_recognised_turned_in_the_mirror_and_with_the_colours_exchanged(width, height):
    def board(black, white):
        empty = Board.empty(width, height)
        return empty.with_stones([(Color.BLACK, empty.point(black)), (Color.WHITE, empty.point(white))])

    known = replaying.symmetric_keys_of_board(board(2, 13))
    for image in board_symmetries(width, height):
        black, white = image.index(2), image.index(13)
        assert (
            replaying.symmetric_keys_of_board(board(black, white))
            == replaying.symmetric_keys_of_board(board(white, black))
            == known
        )
    assert not known & replaying.symmetric_keys_of_board(board(2, 14))


def test_C53_a_record_has_the_machines_line_next_to_the_move_that_lost():
    game = over("E5 D4")
    lost = {"colors": "B", "judgements": [[500, 0, "C3", 9], [300, -90, "D4", 9]], "lines": {"0": ["C3", "pass"]}}
    job(game, asked_at=game.finished_at, status=AnalysisStatus.DONE, slot=None, engine="Trial", **lost)
    root, empty = sgf.SgfNode(), sgf.SgfNode()
    root.children.append(sgf.SgfNode())
    root.children[0].set("B", "ee")
    analysis_in_record.analysis_addition(game, None)(root)
    line = root.children[1]
    assert [line.properties["B"], line.children[0].properties["W"]] == [["cg"], [""]]
    analysis_in_record.analysis_addition(game, None)(empty)
    assert empty.children == [], "what is not in the record has no place there"
