"""The operations about team matches."""

from __future__ import annotations

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import MAYBE_KEY
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.api.base import PlayerServiceApi
from team_matches import access
from team_matches.api import inputs, outputs
from team_matches.api.examples import TEAM_MATCHES
from team_matches.models import TeamMatch
from team_matches.services import acts as match_acts
from team_matches.services import team_matches, teams


class TeamMatchApi(PlayerServiceApi):
    """Base of the views that read or change one team match."""

    public: ClassVar[tuple[str, ...]] = ("GET",)

    def match_response(self, match_id: int, status_: int = status.HTTP_200_OK) -> Response:
        """Return a response with the current state of the match."""
        return Response(outputs.team_match_json(access.team_match_with_clubs(match_id), self.viewer), status_)


class TeamMatchesView(TeamMatchApi):
    """Lists the team matches between clubs; challenges another club."""

    scopes = {"GET": None, "POST": "events:direct"}
    query = QUERY
    body = inputs.TeamMatchSerializer

    @extend_schema(operation_id="team_matches", parameters=PARAMETERS, responses=answers(shapes.TeamMatches))
    def get(self, request: Request) -> Response:
        """List the matches between clubs, the newest first."""
        return page_of(request, TeamMatch.objects.select_related("club", "guest"), outputs.team_match_row_json)

    @extend_schema(
        operation_id="team_match_create",
        request=inputs.TeamMatchSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.TeamMatch, 201),
        examples=TEAM_MATCHES,
    )
    def post(self, request: Request) -> Response:
        """Challenge another club to a match, if you may create events for your own club. The other club has seven days
        to answer. Refusal: `bad_match` with the `field`, also if a club already has five unfinished matches.
        """
        plan = self.read_body(request).plan()
        return run_once(
            self,
            lambda: self.match_response(
                team_matches.challenge_club(self.player_request, plan).pk, status.HTTP_201_CREATED
            ),
        )


class TeamMatchView(TeamMatchApi):
    """Reads one team match with its teams, boards and score."""

    scopes = {"GET": None}

    @extend_schema(operation_id="team_match", responses=answers(shapes.TeamMatch))
    def get(self, request: Request, match_id: int) -> Response:
        """Return a match with its terms, both teams, the boards and the score."""
        return self.match_response(match_id)


class TeamMatchAvailabilityView(TeamMatchApi):
    """Answers whether you will play for your club in a team match."""

    scopes = {"POST": "events:play"}
    public = ()
    body = inputs.TeamMatchPlaceSerializer
    what_field = "do"

    @extend_schema(
        operation_id="team_match_place",
        request=inputs.TeamMatchPlaceSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.TeamMatch, refuses=(409,)),
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Say whether you will play for your club. You can change your answer until the round starts. Refusal:
        `match_refuses` with the reason in `why`.
        """
        plays = self.read_body(request).validated_data["do"] == "play"
        return run_once(self, lambda: self._set_availability(match_id, plays=plays))

    def _set_availability(self, match_id: int, *, plays: bool) -> Response:
        teams.set_will_play(self.player_request, match_id, plays=plays)
        return self.match_response(match_id)


class TeamMatchActsView(TeamMatchApi):
    """Accepts or declines a team match, and performs the other actions of captains, managers and moderators."""

    scopes = {"POST": "events:direct"}
    public = ()
    body = inputs.TeamMatchActSerializer
    what_field = "act"

    @extend_schema(
        operation_id="team_match_act",
        request=inputs.TeamMatchActSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.TeamMatch, refuses=(409,)),
    )
    def post(self, request: Request, match_id: int) -> Response:
        """Perform an action in a team match, and return the match. `act` names the action. The other fields that each
        action takes are listed here. If one of them is missing, the answer is `bad_act` with the name of the `field`.
        If a player or a lineup is not allowed, the answer is `match_refuses` with the reason in `why`.

        - `accept` or `decline`, by the challenged club: answer the challenge.
        - `withdraw`, by the challenging club: withdraw the challenge before it is answered.
        - `ask` with a `player`, by a captain: ask the player to play.
        - `lineup` with `players`, by a captain: set the lineup from board 1 down, stronger ranks first. A board
          with the name `""` is forfeited.
        - `ready`, by a captain: confirm the lineup. When both lineups are confirmed, the round starts.
        - `result` with a `round`, a `board`, a `result` and a `reason`, by a moderator: set the result of the board.
        - `cancel` with a `reason`, by a moderator: end the match without a result.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._perform_team_match_act(match_id, form))

    def _perform_team_match_act(self, match_id: int, form: Any) -> Response:
        match_acts.perform_act(self.player_request, match_id, form.act_named(), form.act_input())
        return self.match_response(match_id)


class TeamMatchLogView(TeamMatchApi):
    """Lists everything that was done in a team match."""

    scopes = {"GET": None}
    query = QUERY

    @extend_schema(operation_id="team_match_log", parameters=PARAMETERS, responses=answers(shapes.TeamMatchLog))
    def get(self, request: Request, match_id: int) -> Response:
        """List everything that was done in a match, the latest first."""
        return page_of(
            request,
            access.team_match_with_clubs(match_id).log.select_related("by", "about"),
            outputs.match_log_line_json,
        )
