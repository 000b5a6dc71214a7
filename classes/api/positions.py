"""The operations about positions as homework."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api import fields
from api.base import MAYBE_KEY
from api.once import run_once
from api.parsing import LARGEST_FILE
from api.schemas import answers
from classes.api import inputs, outputs
from classes.api.examples import POSITIONS
from classes.api.views import SCOPE, ClassApi
from classes.services import positions


class AssignHomeworkPositionView(ClassApi):
    """Gives a position as homework."""

    scopes = {"POST": SCOPE}
    body = inputs.ClassPositionSerializer
    largest_body = LARGEST_FILE

    @extend_schema(
        operation_id="class_position_give",
        request=inputs.ClassPositionSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ClassPositionGames, 201, refuses=(409,)),
        examples=POSITIONS,
    )
    def post(self, request: Request, class_id: int) -> Response:
        """Give a class that you teach a position as homework, for unrated games against the computer or a classmate.
        Refusals: `bad_class` with its `field`, `bad_sgf`, `too_much_homework`. To delete the position, use the action
        `end_homework` of `class_act`.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._assign_position(class_id, form))

    def _assign_position(self, class_id: int, form: inputs.ClassPositionSerializer) -> Response:
        made = positions.assign_position(
            self.player_request, class_id, form.position_to_assign(), form.validated_data["due"]
        )
        shown = outputs.position_games_json(self.find_class(class_id), made, self.viewer)
        return Response(shown, status.HTTP_201_CREATED)


class HomeworkPositionView(ClassApi):
    """Reads a position of homework with the games from it; plays it out; stops waiting for a classmate."""

    scopes = {"GET": SCOPE, "POST": SCOPE, "DELETE": SCOPE}
    body = fields.NothingSerializer

    @extend_schema(operation_id="class_position", responses=answers(shapes.ClassPositionGames))
    def get(self, request: Request, class_id: int, number: int) -> Response:
        """Return a position with the games that were played from it. The teacher gets the games of all pupils, a pupil
        only their own."""
        seen = self.find_class_for_insider(class_id)
        return Response(
            outputs.position_games_json(seen, positions.get_homework_position(seen.classroom, number), self.viewer)
        )

    @extend_schema(
        operation_id="class_position_play",
        request=fields.NothingSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.ClassPositionPlay, refuses=(409,)),
    )
    def post(self, request: Request, class_id: int, number: int) -> Response:
        """Start your game from a position. If you have one in progress, return that game instead. With a classmate as
        the opponent, the game starts when a second pupil does the same; until then you have an open offer. A game that
        was scored, or had at least ten moves, finishes the homework.
        """
        self.read_body(request)
        return run_once(
            self, lambda: Response(outputs.play_json(positions.play_position(self.player_request, class_id, number)))
        )

    @extend_schema(operation_id="class_position_stop", responses=answers(None, 204, refuses=(409,)))
    def delete(self, request: Request, class_id: int, number: int) -> Response:
        """Stop waiting for a classmate; your open offer is withdrawn. A game that has started stays."""
        positions.stop_waiting(self.player_request, class_id, number)
        return Response(status=status.HTTP_204_NO_CONTENT)
