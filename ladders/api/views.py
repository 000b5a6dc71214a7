"""The operations about ladders."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api.base import COUNT, MAYBE_KEY, choice_from_query, number_from_query
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.api.base import PlayerServiceApi
from ladders import access
from ladders.api import inputs, outputs
from ladders.api.examples import LADDERS
from ladders.models import Ladder, LadderGame, LadderMove
from ladders.services import climbing, closing, ladders

A_PAGE = 100
STATES = {"open": True, "closed": False}
"""The values of the query parameter `state`, and whether they select open ladders."""


class LadderApi(PlayerServiceApi):
    """Base of the views that read or change one ladder."""

    public: ClassVar[tuple[str, ...]] = ("GET",)


class LaddersView(LadderApi):
    """Lists ladders; creates one."""

    scopes = {"GET": None, "POST": "events:direct"}
    query = (*QUERY, "state")
    body = inputs.LadderSerializer

    @extend_schema(
        operation_id="ladders",
        parameters=[
            *PARAMETERS,
            OpenApiParameter("state", {"type": "string", "enum": list(STATES)}, description="`open` by default."),
        ],
        responses=answers(shapes.Ladders),
    )
    def get(self, request: Request) -> Response:
        """List ladders, the newest first: those open to join, or the closed ones."""
        state = choice_from_query(request, "state", STATES, "open")
        return page_of(request, Ladder.objects.filter(closed_at__isnull=STATES[state]), outputs.ladder_row_json)

    @extend_schema(
        operation_id="ladder_create",
        request=inputs.LadderSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Ladder, 201, refuses=(404, 409)),
        examples=LADDERS,
    )
    def post(self, request: Request) -> Response:
        """Create a ladder that anyone can join. Its terms cannot be changed. You can have two open ladders; for a
        third, or if a field is not valid, the answer is `bad_ladder`."""
        plan = self.read_body(request).plan()
        return run_once(self, lambda: self._create(plan))

    def _create(self, plan: ladders.LadderPlan) -> Response:
        return Response(
            outputs.ladder_json(ladders.create_ladder(self.player_request, plan), self.viewer), status.HTTP_201_CREATED
        )


class LadderView(LadderApi):
    """Reads one ladder and your place on it."""

    scopes = {"GET": None}

    @extend_schema(operation_id="ladder", responses=answers(shapes.Ladder))
    def get(self, request: Request, ladder_id: int) -> Response:
        """Return a ladder with its terms and your own place."""
        return Response(outputs.ladder_json(access.get_ladder(ladder_id), self.viewer))


class CloseLadderView(LadderApi):
    """Closes a ladder."""

    scopes = {"POST": "events:direct"}
    public = ()
    body = inputs.CloseSerializer

    @extend_schema(
        operation_id="ladder_close",
        request=inputs.CloseSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Ladder, refuses=(409,)),
    )
    def post(self, request: Request, ladder_id: int) -> Response:
        """Close a ladder that you run, or as a moderator any ladder. No one can join or challenge any more; games in
        progress continue and still change places. Refusals: `not_owner`, `ladder_closed`, `reason_needed`.
        """
        reason = self.read_body(request).validated_data["reason"]
        return run_once(self, lambda: self._close(ladder_id, reason))

    def _close(self, ladder_id: int, reason: str) -> Response:
        closing.close_ladder(self.player_request, ladder_id, reason)
        return Response(outputs.ladder_json(access.get_ladder(ladder_id), self.viewer))


class LadderPlacesView(LadderApi):
    """Lists the places of a ladder with their players."""

    scopes = {"GET": None}
    query = ("page",)

    @extend_schema(
        operation_id="ladder_places",
        parameters=[OpenApiParameter("page", COUNT, description="The page, of a hundred places each, from 1.")],
        responses=answers(shapes.LadderPlaces),
    )
    def get(self, request: Request, ladder_id: int) -> Response:
        """List the places of a ladder from the top, a hundred a page. `why_not` says why you cannot challenge the
        player there; it is null if you can."""
        rows = access.get_ladder(ladder_id).ladder_places.current().select_related("player")
        pages = max(1, -(-rows.count() // A_PAGE))
        page = min(number_from_query(request, "page", 1) or 1, pages)
        mine = None if self.viewer is None else rows.filter(player=self.viewer).first()
        standing = None if mine is None else climbing.challenge_options_of(mine, self.now)
        shown = rows[(page - 1) * A_PAGE : page * A_PAGE]
        found: shapes.LadderPlaces = {
            "page": page,
            "pages": pages,
            "results": [outputs.place_json(ladder_place, standing) for ladder_place in shown],
        }
        return Response(found)


class LadderPlaceView(LadderApi):
    """Joins or leaves a ladder; pauses your place or resumes it."""

    scopes = {"POST": "events:play"}
    public = ()
    body = inputs.LadderPlaceSerializer
    what_field = "do"

    @extend_schema(
        operation_id="ladder_rung",
        request=inputs.LadderPlaceSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Ladder, refuses=(409,)),
    )
    def post(self, request: Request, ladder_id: int) -> Response:
        """Join or leave a ladder, or pause your place or resume it. Refusals: `already_on_ladder`, `not_on_ladder`,
        `bot_not_allowed`."""
        do = self.read_body(request).validated_data["do"]
        return run_once(self, lambda: self._change_place(ladder_id, do))

    def _change_place(self, ladder_id: int, do: str) -> Response:
        does = {
            "join": ladders.join_ladder,
            "leave": ladders.leave_ladder,
            "pause": ladders.pause_place,
            "back": ladders.end_pause,
        }
        does[do](self.player_request, ladder_id)
        return Response(outputs.ladder_json(access.get_ladder(ladder_id), self.viewer))


class LadderChallengesView(LadderApi):
    """Lists the challenges on a ladder; challenges a player."""

    scopes = {"GET": None, "POST": "events:play"}
    query = QUERY
    body = inputs.PlaceChallengeSerializer

    @extend_schema(operation_id="ladder_challenges", parameters=PARAMETERS, responses=answers(shapes.LadderGames))
    def get(self, request: Request, ladder_id: int) -> Response:
        """List a ladder's challenges with their games, the latest first."""
        rows = LadderGame.objects.filter(ladder=access.get_ladder(ladder_id))
        people = ("challenger__player", "defender__player", "winner__player")
        return page_of(request, rows.select_related(*people), outputs.ladder_game_json)

    @extend_schema(
        operation_id="ladder_challenge",
        request=inputs.PlaceChallengeSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.LadderGame, 201, refuses=(409,)),
    )
    def post(self, request: Request, ladder_id: int) -> Response:
        """Challenge a player on a ladder: the game starts immediately. Refusals: `ladder_refuses` with the reason in
        `why`; `stale`, if the player is no longer at `place`. To decline, the challenged player cancels the game
        before it has begun, and loses it.
        """
        data = self.read_body(request).validated_data
        return run_once(self, lambda: self._challenge(ladder_id, data))

    def _challenge(self, ladder_id: int, data: dict[str, Any]) -> Response:
        made = climbing.challenge_player(
            self.player_request, ladder_id, get_player_by_name(data["player"].strip()), data["place"]
        )
        return Response(outputs.ladder_game_json(made), status.HTTP_201_CREATED)


class LadderPlaceChangesView(LadderApi):
    """Lists how the places of a ladder changed."""

    scopes = {"GET": None}
    query = QUERY

    @extend_schema(operation_id="ladder_moves", parameters=PARAMETERS, responses=answers(shapes.LadderMoves))
    def get(self, request: Request, ladder_id: int) -> Response:
        """List the changes of places, the latest first. Players who only moved because of another player's change are
        not listed.
        """
        rows = LadderMove.objects.filter(ladder=access.get_ladder(ladder_id)).select_related("ladder_place__player")
        return page_of(request, rows, outputs.place_change_json)
