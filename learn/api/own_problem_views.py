"""The operations about problems made by players."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.models import Player
from api.base import MAYBE_KEY, Api
from api.fields import ColorChoice, Number, StrictSerializer, Text
from api.once import run_once
from api.parsing import LARGEST_FILE
from api.schemas import answers
from challenges.sgf_import import LARGEST, BadSgf
from games.errors import NoSuchGame
from learn import problem_files
from learn.forms import ProblemFromGameForm
from learn.models import OwnProblem
from learn.services import own_problems
from learn.services.own_problems import WHY
from learn.views.own_problems import TOO_MANY, position_of_finished_game
from rules.sgf import SgfError


@extend_schema_field({"type": "string", "enum": sorted(problem_files.GOALS_ASKED)})
class GoalField(Text):
    """A problem's goal as text. ProblemFromGameForm checks that it is one of the known goals."""


@extend_schema_field({"type": "string", "enum": ["B", "W"]})
class SideField(ColorChoice):
    """Black or White."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=["B", "W"], **kwargs)


class PositionAsProblemSerializer(StrictSerializer):
    """A position and the goal of the problem."""

    game = Number(min_value=1, help_text="A finished public game of yours.")
    move = Number(
        min_value=0,
        required=False,
        help_text=("The number of moves before the position; by default, the last position."),
    )
    goal = GoalField(max_length=12, help_text="The goal of the problem.")
    first = SideField(help_text="Who plays first.")
    stones = Text(max_length=12, help_text=("A point of the chain in question, such as `C3`; for two chains, `C3 E5`."))
    area = Text(max_length=12, help_text="Two opposite corners of the area to read, such as `A1 D4`.")


class ProblemFileSerializer(StrictSerializer):
    """An SGF collection of problems."""

    sgf = Text(max_length=LARGEST, help_text="SGF with AB, AW, PL, GE, CR and VW, as the files of this server.")


class PlayersProblemsView(Api):
    """Lists the problems from players' games; submits a position as a problem."""

    scopes = {"GET": "game:read", "POST": "study:write"}
    public = ("GET",)
    body = PositionAsProblemSerializer

    @extend_schema(operation_id="problems_of_players", responses=answers(shapes.OwnGoProblems))
    def get(self, request: Request) -> Response:
        """List the latest problems from players' games, and the status of yours."""
        rows = {row.pk: row for row in own_problems.latest_proved_standalone_problems()}
        if isinstance(request.user, Player):
            rows |= {row.pk: row for row in own_problems.latest_standalone_problems_of(request.user)}
        return Response(
            shapes.OwnGoProblems(results=[_player_made_problem_json(rows[key]) for key in sorted(rows, reverse=True)])
        )

    @extend_schema(
        operation_id="problem_make",
        request=PositionAsProblemSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.OwnGoProblem, 201, refuses=(404,)),
    )
    def post(self, request: Request) -> Response:
        """Submit a position of your own game as a problem, at most ten a day. A problem with a clear answer is
        published with your name, free to use (CC0 1.0)."""
        return run_once(self, lambda: self._submit_position(request))

    def _submit_position(self, request: Request) -> Response:
        data = self.read_body(request).validated_data
        try:
            source, position = position_of_finished_game(self.player, data["game"], data.get("move"))
        except NoSuchGame:
            raise Http404 from None
        form = ProblemFromGameForm(position.board, {**data, "marks": data["stones"]})
        if not form.is_valid():
            names = {"marks": "stones"}
            wrong = {names.get(name, name): [str(one) for one in messages] for name, messages in form.errors.items()}
            raise serializers.ValidationError(wrong)
        if not own_problems.problem_submissions_left(self.player):
            raise serializers.ValidationError({"game": [str(TOO_MANY)]})
        return Response(_player_made_problem_json(own_problems.submit_question(source, form.problem_question())), 201)


class SubmitProblemFileView(Api):
    """Submits the positions of an SGF collection as problems."""

    scopes = {"POST": "study:write"}
    body = ProblemFileSerializer
    largest_body = LARGEST_FILE

    @extend_schema(
        operation_id="problems_read",
        request=ProblemFileSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.GoProblemsRead),
    )
    def post(self, request: Request) -> Response:
        """Submit the positions of an SGF collection as problems, at most ten a day. Send only your own work."""
        return run_once(self, lambda: self._submit_file(request))

    def _submit_file(self, request: Request) -> Response:
        text = self.read_body(request).validated_data["sgf"]
        try:
            rows, left_out = problem_files.submit_problems_in_file(self.player, text)
        except SgfError as error:
            raise BadSgf(sgf=error.code, line=error.line) from error
        return Response(
            shapes.GoProblemsRead(results=[_player_made_problem_json(row) for row in rows], left_out=dict(left_out))
        )


def _player_made_problem_json(row: OwnProblem) -> shapes.OwnGoProblem:
    state: Any = row.state
    return {
        "problem": str(row),
        "goal": row.question["goal"],
        "author": row.author.username,
        "game": row.game or None,
        "move": row.move if row.game else None,
        "state": state,
        "why": str(WHY.get(row.why, "")),
    }
