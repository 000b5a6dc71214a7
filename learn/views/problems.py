"""The pages of problems. For visitors without an account they may be cached, and need only one query an hour, for the
grades."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from foundation import timesource
from learn.problems import sgf
from learn.problems.collection import problems_of_goal, server_problems
from learn.problems.daily import problem_of_day, utc_day_of
from learn.problems.goal_words import GOALS
from learn.problems.problem import LEVELS, Problem
from learn.services import own_problems, progress, tries
from learn.views.lessons import FRESH, allow_caching_if_public
from learn.views.problem_page import GIVEN_UP, ProblemPage, problem_keys_by_grade
from rules import RulesError
from wording import words
from wording.board_svg import small_board_svg
from wording.refusals import sentence_for


@dataclass(frozen=True, slots=True)
class ListedProblem:
    """A problem in the list of problems."""

    key: str
    number: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class GoalGroup:
    """The problems of one grade that have the same goal."""

    title: Promise
    entries: list[ListedProblem]

    @property
    def first_undone(self) -> ListedProblem:
        """Return the first problem that is not done, or the first problem if all are done."""
        return next((entry for entry in self.entries if not entry.is_done), self.entries[0])

    @property
    def done(self) -> str:
        """Return how many of the problems are done, as text."""
        return _done_text(self.entries)

    @property
    def picture(self) -> SafeString:
        """Return the position of the problem returned by `first_undone`, as a small board."""
        return picture_of_problem(self.first_undone.key)


@dataclass(frozen=True, slots=True)
class GradeGroup:
    """All problems of a grade, grouped by goal, and the rank for which they are suitable."""

    number: str
    level: str
    groups: list[GoalGroup]
    is_open: bool

    @property
    def done(self) -> str:
        """Return how many of the problems are done, as text."""
        return _done_text([entry for group in self.groups for entry in group.entries])


def _done_text(entries: list[ListedProblem]) -> str:
    values = {
        "n": words.localized_number(sum(entry.is_done for entry in entries)),
        "all": words.localized_number(len(entries)),
    }
    return _("%(n)s of %(all)s") % values


@cache
def picture_of_problem(key: str) -> SafeString:
    """Return the position of a problem as a small board."""
    return small_board_svg(server_problems()[key].board, None)


@require_safe
def all_problems(request: HttpRequest) -> HttpResponse:
    """Return the page with all problems by grade, with the learner's progress. `?goal=` shows only problems with this
    goal."""
    done, goal = progress.progress_of_viewer(request), request.GET.get("goal", "")
    shown = {key for key, problem in server_problems().items() if goal not in GOALS or problem.goal == goal}
    grades = [(grade, [key for key in keys if key in shown]) for grade, keys in problem_keys_by_grade()]
    todo = next((key for _grade, keys in grades for key in keys if not _is_done(key, done)), "")
    context = {
        "grades": [
            GradeGroup(words.localized_number(grade), LEVELS[grade], _goal_groups(keys, done), todo in keys)
            for grade, keys in grades
            if keys
        ],
        "goal": GOALS.get(goal),
        "next": ProblemPage(server_problems()[todo], "") if todo else None,
        "solved": sum(_is_done(key, done) for key in shown),
        "problems": len(shown),
        "goals": {goal: title for goal, title in GOALS.items() if problems_of_goal(goal)},
    }
    response = render(request, "learn/problems.html", context)
    progress.move_progress_to_account(request, response)
    return response


@require_safe
def go_problem_page(request: HttpRequest, problem: str) -> HttpResponse:
    """Return the page of a problem. With `?point=`, show the outcome of that move, and store the problem as solved if
    it is correct. With `?answer=`, show the solution, which counts as a wrong try."""
    found = _problem_or_404(problem)
    choice = GIVEN_UP if "answer" in request.GET else request.GET.get("point", "").strip()[:6]
    try:
        page, refusal, status = ProblemPage(found, choice), "", 200
    except RulesError as error:
        page, refusal, status = ProblemPage(found, ""), sentence_for(error), 400
    if page.moves_played and request.method == "GET":
        _record_try(request, page)
    context = {"page": page, "refusal": refusal, "is_today": found.key == _todays_problem().key}
    response = render(request, "learn/problem.html", context, status=status)
    if page.moves_played and request.method == "GET":
        _store_solved(request, response, page)
    allow_caching_if_public(request, response)
    return response


@require_safe
def redirect_to_daily_problem(request: HttpRequest) -> HttpResponse:
    """Redirect to the problem of the day (UTC), which is the same for everyone."""
    response = redirect("learn:problem", _todays_problem().key)
    response["Cache-Control"] = f"public, max-age={FRESH}"
    return response


@require_safe
def problem_sgf(request: HttpRequest, problem: str) -> HttpResponse:
    """Return a problem as SGF: the position, the correct first moves with their lines, and wrong first moves."""
    return _sgf_response(request, sgf.problems_to_sgf([_problem_or_404(problem)]), problem)


@require_safe
def goal_sgf(request: HttpRequest, goal: str) -> HttpResponse:
    """Return all problems of a goal as one SGF collection."""
    if goal not in GOALS or not problems_of_goal(goal):
        raise Http404
    return _sgf_response(request, sgf.problems_to_sgf(problems_of_goal(goal)), goal)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def due_page(request: HttpRequest) -> HttpResponse:
    """Return the page with due problems, for players who use spaced repetition. POST turns repetition on or off."""
    player = request.user
    assert isinstance(player, Player)
    if request.method == "POST":
        tries.set_repetition(player, wanted=request.POST.get("repeat") == "on")
        return redirect("learn:problems_due")
    is_repeating = tries.is_repeating(player)
    found = tries.due_problems(player) if is_repeating else []
    pages = [
        (ProblemPage(each, ""), small_board_svg(each.board, None, each.step.points(each.step.rings))) for each in found
    ]
    return render(request, "learn/problems_due.html", {"pages": pages, "is_repeating": is_repeating})


def _todays_problem() -> Problem:
    return problem_of_day(utc_day_of(timesource.now()))


def _problem_or_404(key: str) -> Problem:
    """Return the problem with this key. Raises Http404."""
    found = server_problems().get(key) or own_problems.find_proved_player_problem(key)
    if found is None:
        raise Http404
    return found


def _sgf_response(request: HttpRequest, text: str, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type="application/x-go-sgf; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}.sgf"'
    allow_caching_if_public(request, response)
    return response


def _record_try(request: HttpRequest, page: ProblemPage) -> None:
    """Store the try of a signed-in player, before the page shows the streak."""
    if isinstance(request.user, Player) and page.problem.key in server_problems():
        tries.record_try(request.user, page.problem, right=page.is_done)


def _store_solved(request: HttpRequest, response: HttpResponse, page: ProblemPage) -> None:
    """Store a solved problem in the account or in the cookie."""
    if page.is_done and page.problem.key in server_problems():
        progress.mark_done(request, response, *progress.progress_item_of_problem(page.problem))


def _is_done(key: str, done: progress.Done) -> bool:
    return progress.has_done(done, *progress.progress_item_of_problem(server_problems()[key]))


def _goal_groups(keys: list[str], done: progress.Done) -> list[GoalGroup]:
    order = list(GOALS)
    numbered = sorted(
        (order.index(server_problems()[key].goal), progress.progress_item_of_problem(server_problems()[key])[1], key)
        for key in keys
    )
    return [
        GoalGroup(
            GOALS[order[at]],
            [ListedProblem(key, words.localized_number(number), _is_done(key, done)) for _at, number, key in entries],
        )
        for at, entries in groupby(numbered, key=lambda one: one[0])
    ]
