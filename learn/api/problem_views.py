"""The operations about problems."""

from __future__ import annotations

from datetime import UTC

from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.base import Api
from api.fields import Strict, Text, Truth
from api.schemas import answers
from foundation import timesource
from learn import progress, tries
from learn.api.views import moves_of
from learn.outcomes import outcome_of
from learn.problems.collection import problems
from learn.problems.daily import problem_of
from learn.problems.problem import Problem
from rules import RulesError
from wording.letters import letter
from wording.refusals import sentence_for


class FirstMoveSerializer(Strict):
    """The first move of a problem."""

    point = Text(max_length=6, help_text="A point such as `C3`.")


class RepeatingSerializer(Strict):
    """Whether problems shall come back."""

    repeating = Truth(help_text="Whether what you try comes back to you as `due`.")


class ProblemsView(Api):
    """All problems."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="problems", responses=answers(shapes.GoProblems))
    def get(self, request: Request) -> Response:
        """All Go problems, the easiest first."""
        done, grades = _done_by(request), tries.grades()
        found = sorted(problems().values(), key=lambda problem: grades[problem.key])
        return Response(shapes.GoProblems(results=[_row(problem, done) for problem in found]))


class TodayView(Api):
    """The problem of the day."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="problem_today", responses=answers(shapes.GoProblem))
    def get(self, request: Request) -> Response:
        """The problem of the day (UTC), the same for everybody. None comes back for 60 days."""
        day = timesource.now().astimezone(UTC).date()
        return Response(_told(problem_of(day), _done_by(request)))


class ProblemView(Api):
    """A problem."""

    scopes = {"GET": "game:read", "POST": "study:write"}
    public = ("GET", "POST")
    body = FirstMoveSerializer

    @extend_schema(operation_id="problem", responses=answers(shapes.GoProblem))
    def get(self, request: Request, problem: str) -> Response:
        """A Go problem with its position."""
        return Response(_told(_found(problem), _done_by(request)))

    @extend_schema(operation_id="problem_try", request=FirstMoveSerializer, responses=answers(shapes.GoProblemOutcome))
    def post(self, request: Request, problem: str) -> Response:
        """What comes of a first move. For those who are signed in the first try counts, and a right one solves it."""
        found = _found(problem)
        step, choice = found.step, self.read(request).validated_data["point"]
        try:
            outcome = outcome_of(step, choice)
        except RulesError as error:
            raise serializers.ValidationError({"point": [sentence_for(error)]}) from error
        if outcome.moves and isinstance(request.user, Player):
            tries.note(request.user, found, right=outcome.is_right)
            if outcome.is_right:
                item, number = progress.item_of(found)
                progress.add(request.user, {item: 1 << (number - 1)})
        told: shapes.GoProblemOutcome = {
            "right": outcome.is_right,
            "text": outcome.text,
            "rows": outcome.board.rows(),
            "moves": moves_of(step, outcome),
            "answers": found.right.split() if outcome.is_right else [],
        }
        return Response(told)


class DueView(Api):
    """The problems that come back."""

    scopes = {"GET": "study:write", "PUT": "study:write"}
    body = RepeatingSerializer

    @extend_schema(operation_id="problems_due", responses=answers(shapes.GoProblemsDue))
    def get(self, request: Request) -> Response:
        """The problems that are due to be solved again, if you want that."""
        return Response(_due(self.player))

    @extend_schema(operation_id="problems_repeat", request=RepeatingSerializer, responses=answers(shapes.GoProblemsDue))
    def put(self, request: Request) -> Response:
        """Begin or end that what you try comes back. Ending forgets what was due."""
        tries.repeat(self.player, wanted=self.read(request).validated_data["repeating"])
        return Response(_due(self.player))


def _due(player: Player) -> shapes.GoProblemsDue:
    is_repeating = tries.is_repeating(player)
    found = tries.due(player) if is_repeating else []
    done = progress.of_player(player)
    return {"repeating": is_repeating, "due": [_row(problem, done) for problem in found]}


def _found(key: str) -> Problem:
    """Raises Http404."""
    if key not in problems():
        raise Http404
    return problems()[key]


def _done_by(request: Request) -> progress.Done:
    return progress.of_player(request.user) if isinstance(request.user, Player) else {}


def _row(problem: Problem, done: progress.Done) -> shapes.GoProblemRow:
    return {
        "problem": problem.key,
        "goal": problem.goal,
        "grade": tries.grades()[problem.key],
        "done": progress.has_done(done, *progress.item_of(problem)),
    }


def _told(problem: Problem, done: progress.Done) -> shapes.GoProblem:
    step = problem.step
    return {
        **_row(problem, done),
        "task": str(step.task),
        "rows": step.start.board.rows(),
        "to_play": letter(problem.first),
        "ringed": sorted(step.rings.split()),
        "ko": problem.is_ko,
        "page": reverse("learn:problem", args=[problem.key]),
    }
