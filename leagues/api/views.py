"""The operations about leagues."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api.base import COUNT, MAYBE_KEY, number_from_query
from api.once import run_once
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.api.base import PlayerServiceApi
from leagues import access
from leagues import tables as league_tables
from leagues.api import inputs, outputs
from leagues.api.examples import LEAGUES
from leagues.errors import NoSuchLeague
from leagues.models import League
from leagues.services import acts as league_acts
from leagues.services import free_games, leagues

GROUPS_A_PAGE = 10


class LeagueApi(PlayerServiceApi):
    """Base of the views that read or change one league."""

    public: ClassVar[tuple[str, ...]] = ("GET",)

    def league_response(self, league_id: int) -> Response:
        """Return a response with the current state of the league."""
        return Response(outputs.league_json(access.league_for(league_id), self.viewer))


class LeaguesView(LeagueApi):
    """Lists leagues; creates one."""

    scopes = {"GET": None, "POST": "events:direct"}
    query = QUERY
    body = inputs.LeagueSerializer

    @extend_schema(operation_id="leagues", parameters=PARAMETERS, responses=answers(shapes.Leagues))
    def get(self, request: Request) -> Response:
        """List the leagues that are not closed, the newest first."""
        return page_of(request, League.objects.filter(closed_at=None), outputs.league_row_json)

    @extend_schema(
        operation_id="league_create",
        request=inputs.LeagueSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.League, 201, refuses=(404,)),
        examples=LEAGUES,
    )
    def post(self, request: Request) -> Response:
        """Create a league that anyone can join, or only the members of its `club`. Its terms cannot be changed. You can
        have two open leagues; for a third, or if a field is not valid, the answer is `bad_league`.
        """
        plan = self.read_body(request).plan()
        return run_once(self, lambda: self._create(plan))

    def _create(self, plan: leagues.LeaguePlan) -> Response:
        return Response(
            outputs.league_json(leagues.create_league(self.player_request, plan), self.viewer), status.HTTP_201_CREATED
        )


class LeagueView(LeagueApi):
    """Reads one league and your role in it."""

    scopes = {"GET": None}

    @extend_schema(operation_id="league", responses=answers(shapes.League))
    def get(self, request: Request, league_id: int) -> Response:
        """Return a league with its terms and your own role in it."""
        return self.league_response(league_id)


class SeasonView(LeagueApi):
    """Reads one season of a league with the standings of its groups."""

    scopes = {"GET": None}
    query = ("page",)

    @extend_schema(
        operation_id="league_season",
        parameters=[OpenApiParameter("page", COUNT, description="The page, of ten groups each, from 1.")],
        responses=answers(shapes.LeagueSeason),
    )
    def get(self, request: Request, league_id: int, season_number: int) -> Response:
        """Return a season with the standings of its groups, ten groups a page, from the top division down."""
        shown = access.league_for(league_id)
        season = access.find_season(shown, season_number)
        if season is None:
            raise NoSuchLeague
        groups = season.groups.order_by("division", "number")
        pages = max(1, -(-groups.count() // GROUPS_A_PAGE))
        page = min(number_from_query(request, "page", 1) or 1, pages)
        tables = league_tables.group_tables(groups[(page - 1) * GROUPS_A_PAGE : page * GROUPS_A_PAGE])
        return Response(
            outputs.season_json(season, (page, pages), league_tables.with_promotion_marks(tables, season, shown))
        )


class MembershipView(LeagueApi):
    """Joins or leaves a league; answers whether you will play the next season."""

    scopes = {"POST": "events:play"}
    public = ()
    body = inputs.LeaguePlaceSerializer
    what_field = "do"

    @extend_schema(
        operation_id="league_membership",
        request=inputs.LeaguePlaceSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.League, refuses=(409,)),
    )
    def post(self, request: Request, league_id: int) -> Response:
        """Join or leave a league, or say whether you will play the next season. Refusals: `already_in_league`,
        `not_in_league`, `bot_not_allowed`; in a club's league also `not_member`.
        """
        do = self.read_body(request).validated_data["do"]
        return run_once(self, lambda: self._change_membership(league_id, do))

    def _change_membership(self, league_id: int, do: str) -> Response:
        does: dict[str, Callable[[], object]] = {
            "join": lambda: leagues.join_league(self.player_request, league_id),
            "leave": lambda: leagues.leave_league(self.player_request, league_id),
            "resign": lambda: leagues.leave_league(self.player_request, league_id, now=True),
            "stay": lambda: leagues.set_next_season_answer(self.player_request, league_id, stays=True),
            "go": lambda: leagues.set_next_season_answer(self.player_request, league_id, stays=False),
        }
        does[do]()
        return self.league_response(league_id)


class ChallengeGroupPlayerView(LeagueApi):
    """Challenges a player of your group, in a league with free pairing."""

    scopes = {"POST": "events:play"}
    public = ()
    body = inputs.LeagueChallengeSerializer

    @extend_schema(
        operation_id="league_challenge",
        request=inputs.LeagueChallengeSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.LeagueGame, 201, refuses=(409,)),
    )
    def post(self, request: Request, league_id: int) -> Response:
        """Challenge a player of your group, in a league with free pairing: the game starts immediately. Refusal:
        `league_refuses` with the reason in `why`. To decline, the challenged player cancels the game before it has
        begun, and loses it.
        """
        name = self.read_body(request).validated_data["player"].strip()
        return run_once(self, lambda: self._challenge(league_id, name))

    def _challenge(self, league_id: int, name: str) -> Response:
        access.league_for(league_id)
        made = free_games.start_free_game(self.player_request, league_id, get_player_by_name(name))
        assert made.game_id is not None
        assert made.white is not None
        found: shapes.LeagueGame = {
            "game": made.game_id,
            "black": made.black.player.username,
            "white": made.white.player.username,
        }
        return Response(found, status.HTTP_201_CREATED)


class DirectLeagueView(LeagueApi):
    """Starts the first season of a league, closes seasons, and performs the other actions of its directors."""

    scopes = {"POST": "events:direct"}
    public = ()
    body = inputs.LeagueActSerializer
    what_field = "act"

    @extend_schema(
        operation_id="league_act",
        request=inputs.LeagueActSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.League, refuses=(409,)),
    )
    def post(self, request: Request, league_id: int) -> Response:
        """Direct a league, and return it. `act` names the action. The other fields that each action takes are listed
        here. If one of them is missing, the answer is `bad_act` with the name of the `field`.

        - `start`: begin the first season now.
        - `close`: confirm the results of the season under review.
        - `remove` with a `player` and a `reason`: remove the player from the league. Unfinished games in the group are
          lost by forfeit.
        - `director` or `no_director` with a `player`: make the player a director, or end this.
        - `notice` with a `text`: send a notice to all players. Ten a day are possible, then the answer is
          `too_many_notices`.
        - `end` with a `reason`: end the league after the current season.

        Results are set in the groups, which are tournaments.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._act(league_id, form))

    def _act(self, league_id: int, form: Any) -> Response:
        league_acts.perform_director_act(self.player_request, league_id, form.act_named(), form.act_input())
        return self.league_response(league_id)


class LeagueLogView(LeagueApi):
    """Lists everything that was done in a league."""

    scopes = {"GET": None}
    query = QUERY

    @extend_schema(operation_id="league_log", parameters=PARAMETERS, responses=answers(shapes.LeagueLog))
    def get(self, request: Request, league_id: int) -> Response:
        """List everything that was done in a league, the latest first. Actions in a group are in the log of the group's
        tournament."""
        lines = access.league_for(league_id).log.select_related("by", "about")
        return page_of(request, lines, outputs.league_log_line_json)
