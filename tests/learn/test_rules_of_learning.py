"""Limits of problems requested, their readers, and the stored tries and pages (C101, C104 to C107)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from learn.lesson import PASS, LessonStep
from learn.lessons import LESSONS
from learn.models import OwnProblem, Progress, Repeating, Tally, Tried
from learn.outcomes import move_text, outcome_of
from learn.problems.collection import problems_of_goal, server_problems
from learn.problems.problem import GRADES
from learn.problems.proof import Proof, ProvedLine, TryOutcome
from learn.services import own_problems, progress, tries
from learn.services.own_problems import (
    MOST_A_DAY,
    TIME_TO_READ,
    PositionSource,
    ProblemQuestion,
    can_solver_read_area,
)
from rules import Board, Color, Move
from tests.classes.helpers import make_child, make_class
from tests.factories import days, make_player
from tests.learn.test_own_problems import asked_for

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
FIRST, SECOND_ONE = problems_of_goal("live")[:2]


@pytest.fixture
def at(time_machine):
    """Move the clock to so long after now."""
    begin = timezone.now().replace(minute=10, second=0, microsecond=0)
    move = lambda after=timedelta(0): time_machine.move_to(begin + after, tick=False)  # noqa: E731
    move()
    return move


def test_C104_a_player_asks_for_ten_problems_a_day(at):
    player = make_player()
    assert own_problems.problem_submissions_left(player) == MOST_A_DAY == 10
    for _ in range(11):
        asked_for(player)
    other = make_player()
    asked_for(other)
    assert [own_problems.problem_submissions_left(who) for who in (player, other)] == [0, 9]
    at(days(1) - SECOND)
    assert own_problems.problem_submissions_left(player) == 0
    at(days(1))
    assert own_problems.problem_submissions_left(player) == MOST_A_DAY


def test_C104_an_area_has_one_to_ten_empty_points_and_up_to_twenty_four_in_all():
    empty, board = Board.empty(9, 9), Board.empty(9, 9)
    board = board.with_stones([(Color.BLACK, board.point(at)) for at in range(20)])
    assert [can_solver_read_area(empty, range(count)) for count in (0, 1, 10, 11)] == [False, True, True, False]
    assert not can_solver_read_area(board, range(20)), "nothing to play"
    assert can_solver_read_area(board, range(24))
    assert not can_solver_read_area(board, range(25))


def test_C105_a_problem_that_somebody_reads_is_theirs_for_five_minutes(at):
    one, other = asked_for(make_player()), asked_for(make_player())
    assert [own_problems._claim_next_question() for _ in range(3)] == [one, other, None]
    assert timedelta(minutes=5) == TIME_TO_READ
    at(TIME_TO_READ)
    assert own_problems._claim_next_question() is None
    at(TIME_TO_READ + SECOND)
    assert own_problems._claim_next_question() == one
    OwnProblem.objects.filter(pk=other.pk).update(state=OwnProblem.State.REFUSED)
    assert own_problems._claim_next_question() is None, "what is answered is read by no one"
    third = asked_for(make_player())
    assert own_problems._claim_next_question() == third


def test_C104_a_question_wakes_the_worker_once_it_is_stored(django_capture_on_commit_callbacks):
    own_problems.TASK.wanted.clear()
    asked = ProblemQuestion(Board.empty(9, 9), "kill", Color.BLACK, [40], [40, 41])
    with django_capture_on_commit_callbacks(execute=True):
        row = own_problems.submit_question(PositionSource(make_player()), asked)
    assert own_problems.TASK.wanted.is_set()
    assert (row.question["marks"], row.question["area"]) == ("E5", "E5 F5")


def test_C105_only_proved_problems_of_people_who_are_there_are_found_and_shown():
    author, gone = make_player(), make_player()
    proved, waiting, left = asked_for(author), asked_for(author), asked_for(gone)
    states = OwnProblem.State
    for row, state in ((proved, states.PROVED), (waiting, states.WAITING), (left, states.PROVED)):
        row.state, row.stored = state, {**FIRST.stored, "key": f"own-{row.pk}"}
        row.save()
    gone.is_active = False
    gone.save()
    assert own_problems.latest_proved_standalone_problems() == [proved]
    keys = [f"own-{row.pk}" for row in (proved, waiting, left)]
    assert [own_problems.find_proved_player_problem(key) is not None for key in (*keys, f"live-{proved.pk}")] == [
        True,
        False,
        False,
        False,
    ]
    assert own_problems.find_proved_player_problem(keys[0]).key == keys[0]
    assert own_problems.latest_standalone_problems_of(author) == [waiting, proved]
    own_problems.delete_problems_of(author)
    assert list(OwnProblem.objects.all()) == [left]


def test_T5_problems_that_guests_and_children_published_earlier_are_not_shown():
    for author in (make_player(is_guest=True), make_child(make_class(make_player()))):
        row = asked_for(make_player())
        row.author, row.state, row.stored = author, OwnProblem.State.PROVED, {**FIRST.stored, "key": f"own-{row.pk}"}
        row.save()
        assert own_problems.latest_proved_standalone_problems() == []
        assert own_problems.find_proved_player_problem(f"own-{row.pk}") is None


def test_C105_what_is_no_key_of_a_problem_needs_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        for key in ("own-", "own", "own-x", "own--1", "live-1", "own-" + 19 * "1"):
            assert own_problems.find_proved_player_problem(key) is None
    with django_assert_num_queries(1):
        assert own_problems.find_proved_player_problem("own-" + 18 * "1") is None


@pytest.mark.parametrize(("right", "why"), [(0, "no_answer"), (1, ""), (3, ""), (4, "many")])
def test_C104_up_to_three_first_moves_may_achieve_the_goal(right, why):
    lines = {at: ProvedLine(at, TryOutcome.YES if at < right else TryOutcome.NO, (), 1) for at in range(6)}
    elsewhere = ProvedLine(None, TryOutcome.NO, (), 1)
    assert own_problems._rejection_code(Proof(lines, elsewhere, 1)) == why
    if why != "no_answer":
        decided = replace(elsewhere, reached=TryOutcome.YES)
        assert own_problems._rejection_code(Proof(lines, decided, 1)) == "decided"


def browser(user=None, **cookies):
    request = RequestFactory().get("/learn/")
    request.user, request.COOKIES = user, cookies
    return request


def test_C101_a_page_that_is_done_is_noted_once_and_in_addition_to_the_others():
    key, steps = next((key, len(lesson.steps)) for key, lesson in LESSONS.items() if len(lesson.steps) > 2)
    player, other = make_player(), make_player()
    for who, numbers in ((player, (1, 3, 3)), (other, (2,))):
        for number in numbers:
            progress.mark_done(browser(who), HttpResponse(), key, number)
    assert [progress.progress_of_player(who) for who in (player, other)] == [{key: 0b101}, {key: 0b10}]
    done = progress.progress_of_player(player)
    assert [progress.has_done(done, key, number) for number in (1, 2, 3)] == [True, False, True]
    assert not progress.has_done(done, "no lesson", 1)
    progress.add_progress(player, {key: 0b10, "other": 1})
    assert progress.progress_of_player(player) == {key: 0b111, "other": 1}
    assert progress.progress_of_player(other) == {key: 0b10}
    assert progress.all_page_bits(key) == 2**steps - 1
    assert progress.all_page_bits("live-problems") == 2 ** len(problems_of_goal("live")) - 1
    assert progress.LONGEST_COOKIE == 2000
    assert progress.all_page_bits("live") == progress.all_page_bits("no-problems") == 0
    progress.delete_progress(player)
    assert [row.player for row in Progress.objects.all()] == [other]


def test_C101_what_the_browser_knows_is_the_accounts_after_signing_in_and_then_forgotten():
    key = next(iter(LESSONS))
    answer = HttpResponse()
    progress.mark_done(browser(), answer, key, 1)
    kept = answer.cookies[progress.COOKIE].value
    assert progress.progress_in_browser(browser(learn=kept)) == {key: 1}
    again = HttpResponse()
    progress.mark_done(browser(learn=kept), again, key, 1)
    assert progress.COOKIE not in again.cookies, "it is known already"
    player, other = make_player(), make_player()
    progress.add_browser_progress(player, browser(player, learn=kept))
    progress.add_browser_progress(other, browser(other))
    assert [progress.progress_of_player(who) for who in (player, other)] == [{key: 1}, {}]
    progress.add_browser_progress(None, browser(learn=kept))
    progress.add_browser_progress(other, None)
    assert [row.player for row in Progress.objects.all()] == [player]
    answer = HttpResponse()
    progress.move_progress_to_account(browser(other, learn=kept), answer)
    assert (progress.progress_of_player(other), answer.cookies[progress.COOKIE]["max-age"]) == ({key: 1}, 0)
    untouched = HttpResponse()
    progress.move_progress_to_account(browser(learn=kept), untouched)
    assert progress.COOKIE not in untouched.cookies


def test_C107_only_the_first_try_of_a_player_counts():
    player = make_player()
    tries.set_repetition(make_player(), wanted=True)
    for right in (False, True):
        tries.record_try(player, FIRST, right=right)
    tries.record_try(make_player(), FIRST, right=True)
    tries.record_try(player, SECOND_ONE, right=True)
    tallies = Tally.objects.filter(problem__in=(FIRST.key, SECOND_ONE.key)).values_list("problem", "tried", "right")
    assert set(tallies) == {(FIRST.key, 2, 1), (SECOND_ONE.key, 1, 1)}
    assert Tried.objects.get(player=player, problem=FIRST.key).was_right is False
    assert not Tried.objects.filter(due__isnull=False).exists(), "neither asked for repetition"


def test_C107_problems_come_back_to_who_asked_for_it_and_what_is_not_due_is_practice(at):
    player, other = make_player(), make_player()
    for who in (player, other):
        tries.set_repetition(who, wanted=True)
        tries.record_try(who, FIRST, right=True)
    due = Tried.objects.get(player=player).due
    assert due - timezone.now() >= days(1)
    assert tries.due_problems(player) == []
    tries.record_try(player, FIRST, right=False)
    assert Tried.objects.get(player=player).due == due, "it was only practice"
    at(due - timezone.now() + timedelta(minutes=1))
    assert tries.due_problems(player) == [FIRST]
    tries.record_try(player, FIRST, right=True)
    assert Tried.objects.get(player=player).due > due
    tries.set_repetition(player, wanted=False)
    assert [tries.is_repeating(who) for who in (player, other)] == [False, True]
    assert [Tried.objects.get(player=who).card is None for who in (player, other)] == [True, False]
    tries.delete_tries(other)
    assert [row.player for row in Tried.objects.all()] == [player]
    assert not Repeating.objects.exists()


@pytest.mark.parametrize(
    ("tried", "right", "moved"),
    [(20, 16, 0), (20, 17, -1), (20, 7, 0), (20, 6, 1), (19, 0, 0), (19, 19, 0), (100, 35, 0), (100, 34, 1)],
)
def test_C106_a_grade_is_moved_by_the_tries_of_twenty_players(at, tried, right, moved):
    problem = next(one for one in server_problems().values() if GRADES[0] < one.grade < GRADES[-1])
    tries._grades.clear()
    Tally.objects.create(problem=problem.key, tried=tried, right=right)
    assert tries.adjusted_grades()[problem.key] == problem.grade + moved
    tries._grades.clear()


def test_C106_grades_stay_within_theirs_and_are_counted_every_hour(at):
    easiest = next(one for one in server_problems().values() if one.grade == GRADES[0])
    tries._grades.clear()
    tally = Tally.objects.create(problem=easiest.key, tried=100, right=100)
    assert tries.adjusted_grades()[easiest.key] == GRADES[0]
    tally.right = 0
    tally.save()
    at(timedelta(minutes=49))
    assert tries.adjusted_grades()[easiest.key] == GRADES[0], "the hour is not over"
    at(timedelta(minutes=50))
    assert tries.adjusted_grades()[easiest.key] == GRADES[0] + 1
    tries._grades.clear()


def test_C106_tries_of_a_problem_that_the_server_no_longer_has_move_no_grade():
    tries._grades.clear()
    Tally.objects.create(problem="gone", tried=100, right=0)
    assert tries.adjusted_grades() == {key: problem.grade for key, problem in server_problems().items()}
    tries._grades.clear()


def test_C100_a_wrong_pass_without_a_reply_leaves_the_board_as_it_is():
    step = LessonStep("Black to play.", (".....",) * 5, "C3", "Well done.", "Not so.", buttons=(PASS,))
    outcome = outcome_of(step, PASS)
    assert (outcome.is_right, outcome.text, outcome.moves, outcome.board) == (False, "Not so.", (), step.start.board)


def test_C100_after_a_wrong_pass_is_shown_what_the_opponent_plays_and_why_it_was_wrong():
    rows = (".....",) * 5
    step = LessonStep("Black to play.", rows, "C3", "Well done.", "Not so.", answers={PASS: "C3"}, buttons=(PASS,))
    outcome = outcome_of(step, PASS)
    assert (outcome.is_right, outcome.text, len(outcome.moves)) == (False, "Not so.", 2)
    words = [move_text(move, "" if move.point is None else step.point_name(move.point)) for move in outcome.moves]
    assert words == ["Black passes", "White plays C3"]
    assert move_text(Move(Color.WHITE, None), "") == "White passes"
    right = outcome_of(step, "C3")
    move = Move(Color.BLACK, step.point_named("C3"))
    assert (right.is_right, right.text, right.moves) == (True, "Well done.", (move,))
