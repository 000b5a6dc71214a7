"""The API operations about conditional moves."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import IF_MATCH, Api
from api.etags import check_if_match
from api.fields import Number, StrictBooleanField, StrictSerializer
from api.schemas import answers
from games import verbs
from games.api.outputs import plan_json
from games.api.points import BranchesField
from games.models import Seat
from games.services import plans
from games.verbs.planning import PlanToSave, save_plan


class PlanSerializer(StrictSerializer):
    """All conditional moves in a game."""

    branches = BranchesField(
        help_text=(
            "Each `[theirs, mine]` or `[theirs, mine, branches]`, as vertices or `pass`. An empty list ends the plan."
        )
    )
    expected = Number(min_value=0, help_text="The number of the last action that you saw.")
    version = Number(min_value=0, required=False, help_text="The version that you saw; without it, any.")
    holds = StrictBooleanField(
        required=False, help_text=("Whether they are put on hold when the opponent requests or writes something.")
    )


class OwnConditionalMovesView(Api):
    """Reads your conditional moves in a game; replaces or deletes them."""

    scopes = {"GET": "game:play", "PUT": "game:play", "DELETE": "game:play"}
    body = PlanSerializer

    @extend_schema(operation_id="plan", responses=answers(shapes.Plan))
    def get(self, request: Request, game_id: int) -> Response:
        """Return your conditional moves in one of your games. No one else can see them, or whether there are any."""
        return Response(plan_json(plans.find_plan(plans.seat_in_game(game_id, self.player))))

    @extend_schema(
        operation_id="plan_write",
        request=PlanSerializer,
        parameters=[IF_MATCH],
        responses=answers(shapes.Plan, refuses=(409, 422)),
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Replace your conditional moves while the opponent has to play. If the opponent plays one of the planned
        moves, your answer is played immediately as an action of its own, and takes no time. Any other move ends the
        plan. A plan has at most 200 answers, 30 in one line, each legal where it is played.
        """
        data = self.read_body(request).validated_data
        self._check_if_match_header(request, plans.seat_in_game(game_id, self.player))
        who = verbs.ActionRequest(game_id, self.player, data["expected"], None, self.now)
        return Response(plan_json(save_plan(who, PlanToSave(data["branches"], data.get("version"), data.get("holds")))))

    @extend_schema(operation_id="plan_end", request=None, parameters=[IF_MATCH], responses=answers(shapes.Plan))
    def delete(self, request: Request, game_id: int) -> Response:
        """Delete your conditional moves."""
        seat = plans.seat_in_game(game_id, self.player)
        self._check_if_match_header(request, seat)
        return Response(plan_json(plans.disarm_plan(seat, self.now)))

    @staticmethod
    def _check_if_match_header(request: Request, seat: Seat) -> None:
        check_if_match(request, plan_json(plans.find_plan(seat)))
