"""The operations about problems."""

from __future__ import annotations

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.base import Api
from api.fields import NothingSerializer, StrictBooleanField, StrictSerializer, Text
from api.once import retryable
from api.schemas import answers
from foundation import timesource
from learn.api.views import outcome_moves_json
from learn.outcomes import outcome_of
from learn.problems.collection import server_problems
from learn.problems.daily import problem_of_day, utc_day_of
from learn.problems.problem import ELSEWHERE, Problem
from learn.services import daily_readers, own_problems, progress, tries
from learn.views.problem_page import lines_of_first_moves
from rules import RulesError
from wording.letters import letter
from wording.refusals import sentence_for


class FirstMoveSerializer(StrictSerializer):
    """The first move of a problem."""

    point = Text(max_length=6, help_text="A point such as `C3`.")


class SpacedRepetitionSerializer(StrictSerializer):
    """Whether the player uses spaced repetition of problems."""

    repeating = StrictBooleanField(help_text="Whether problems that you tried come back as `due`.")


class DailySubscriptionSerializer(StrictSerializer):
    """Whether the player subscribes to the problem of the day."""

    daily = StrictBooleanField(help_text="Whether to notify you every day.")


class ProblemsView(Api):
    """Lists all Go problems."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="problems", responses=answers(shapes.GoProblems))
    def get(self, request: Request) -> Response:
        """List all Go problems, the easiest first."""
        done, grades = _progress_of_requester(request), tries.adjusted_grades()
        found = sorted(server_problems().values(), key=lambda problem: grades[problem.key])
        return Response(shapes.GoProblems(results=[_problem_row_json(problem, done) for problem in found]))


class DailyProblemView(Api):
    """Reads the problem of the day."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="problem_today", responses=answers(shapes.GoProblem))
    def get(self, request: Request) -> Response:
        """Return the problem of the day (UTC), the same for everyone. No problem is repeated within 60 days."""
        return Response(_problem_json(problem_of_day(utc_day_of(timesource.now())), _progress_of_requester(request)))


class ProblemView(Api):
    """Reads one Go problem; tries a first move."""

    scopes = {"GET": "game:read", "POST": "study:write"}
    public = ("GET", "POST")
    body = FirstMoveSerializer

    @extend_schema(operation_id="problem", responses=answers(shapes.GoProblem))
    def get(self, request: Request, problem: str) -> Response:
        """Return a Go problem with its position."""
        return Response(_problem_json(_problem_or_404(problem), _progress_of_requester(request)))

    @retryable()
    @extend_schema(operation_id="problem_try", request=FirstMoveSerializer, responses=answers(shapes.GoProblemOutcome))
    def post(self, request: Request, problem: str) -> Response:
        """Try a first move, and get the result. If you are signed in, only the first try counts for the problem's
        grade, and any right try marks the problem as solved."""
        found = _problem_or_404(problem)
        step, choice = found.step, self.read_body(request).validated_data["point"]
        try:
            outcome = outcome_of(step, choice)
        except RulesError as error:
            raise serializers.ValidationError({"point": [sentence_for(error)]}) from error
        if outcome.moves and isinstance(request.user, Player) and found.key in server_problems():
            tries.record_try(request.user, found, right=outcome.is_right)
            if outcome.is_right:
                item, number = progress.progress_item_of_problem(found)
                progress.add_progress(request.user, {item: 1 << (number - 1)})
        shown: shapes.GoProblemOutcome = {
            "right": outcome.is_right,
            "text": outcome.text,
            "rows": outcome.board.rows(),
            "moves": outcome_moves_json(step, outcome),
            "answers": found.right.split() if outcome.is_right else [],
        }
        return Response(shown)


class GiveUpProblemView(Api):
    """Gives up a problem, and reads its solution."""

    scopes = {"POST": "study:write"}
    public = ("POST",)
    body = NothingSerializer

    @retryable()
    @extend_schema(operation_id="problem_answer", request=NothingSerializer, responses=answers(shapes.GoProblemAnswer))
    def post(self, request: Request, problem: str) -> Response:
        """Give up, and get the correct first moves, and for each first move the moves that follow it. If you are signed
        in and have not tried yet, this counts as a wrong first try."""
        self.read_body(request)
        found = _problem_or_404(problem)
        if isinstance(request.user, Player) and found.key in server_problems():
            tries.record_try(request.user, found, right=False)
        lines = [
            shapes.GoProblemLine(
                move=line.point or ELSEWHERE,
                follows=found.stored["lines"][line.point or ELSEWHERE].split(),
                right=line.is_right,
                text=line.text,
            )
            for line in lines_of_first_moves(found)
        ]
        return Response(shapes.GoProblemAnswer(answers=found.right.split(), lines=lines))


class DailySubscriptionView(Api):
    """Reads whether you subscribed to the problem of the day; subscribes or unsubscribes."""

    scopes = {"GET": "study:write", "PUT": "study:write"}
    body = DailySubscriptionSerializer

    @extend_schema(operation_id="problem_daily", responses=answers(shapes.DailyProblem))
    def get(self, request: Request) -> Response:
        """Return whether you subscribed to the problem of the day. Subscribers get the event `problem.daily`, and a
        notification on their devices."""
        return Response(shapes.DailyProblem(daily=daily_readers.is_subscribed(self.player)))

    @extend_schema(
        operation_id="problem_daily_change", request=DailySubscriptionSerializer, responses=answers(shapes.DailyProblem)
    )
    def put(self, request: Request) -> Response:
        """Subscribe to the problem of the day, starting tomorrow, or unsubscribe."""
        wanted = self.read_body(request).validated_data["daily"]
        daily_readers.set_subscription(self.player, wanted=wanted)
        return Response(shapes.DailyProblem(daily=wanted))


class DueProblemsView(Api):
    """Lists the problems that are due for repetition; turns spaced repetition on or off."""

    scopes = {"GET": "study:write", "PUT": "study:write"}
    body = SpacedRepetitionSerializer

    @extend_schema(operation_id="problems_due", responses=answers(shapes.GoProblemsDue))
    def get(self, request: Request) -> Response:
        """List the problems that are due to be repeated, if you turned repetition on."""
        return Response(_due_problems_json(self.player))

    @extend_schema(
        operation_id="problems_repeat", request=SpacedRepetitionSerializer, responses=answers(shapes.GoProblemsDue)
    )
    def put(self, request: Request) -> Response:
        """Turn the repetition of problems on or off. Turning it off deletes all due dates."""
        tries.set_repetition(self.player, wanted=self.read_body(request).validated_data["repeating"])
        return Response(_due_problems_json(self.player))


def _due_problems_json(player: Player) -> shapes.GoProblemsDue:
    is_repeating = tries.is_repeating(player)
    found = tries.due_problems(player) if is_repeating else []
    done = progress.progress_of_player(player)
    return {"repeating": is_repeating, "due": [_problem_row_json(problem, done) for problem in found]}


def _problem_or_404(key: str) -> Problem:
    """Return the server's or a player's problem with this key. Raises Http404."""
    found = server_problems().get(key) or own_problems.find_proved_player_problem(key)
    if found is None:
        raise Http404
    return found


def _progress_of_requester(request: Request) -> progress.Done:
    return progress.progress_of_player(request.user) if isinstance(request.user, Player) else {}


def _problem_row_json(problem: Problem, done: progress.Done) -> shapes.GoProblemRow:
    return {
        "problem": problem.key,
        "goal": problem.goal,
        "grade": tries.adjusted_grades().get(problem.key, problem.grade),
        "done": progress.has_done(done, *progress.progress_item_of_problem(problem)),
    }


def _problem_json(problem: Problem, done: progress.Done) -> shapes.GoProblem:
    step = problem.step
    return {
        **_problem_row_json(problem, done),
        "task": str(step.task),
        "rows": step.start.board.rows(),
        "to_play": letter(problem.first),
        "ringed": sorted(step.rings.split()),
        "area": sorted(problem.stored["area"].split()),
        "ko": problem.is_ko,
        "author": problem.author,
        "licence": problem.licence,
        "page": reverse("learn:problem", args=[problem.key]),
    }
