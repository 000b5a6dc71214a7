"""The API operations about players: profiles, ratings, muting, and becoming a bot."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.hidden_ranks import is_rank_shown
from accounts.core.lookup import get_player_by_name
from api import fields
from api.base import Api
from api.once import retryable
from api.pages import PARAMETERS, QUERY, page_of
from api.people import outputs
from api.schemas import answers
from foundation.iso_times import iso_time
from foundation.replica import from_replica
from games import services
from games.access import game_for
from games.api import people_json
from games.errors import NotAPlayer
from games.services.people import WinTally, games_summary, with_opponent_and_visibility
from games.services.vacations import current_vacation
from notifications.preferences import mute_game, unmute_game
from ratings.models import RatingEvent
from ratings.standing import load_ratings, ratings_of


class BecomeBotView(Api):
    """Makes your account a bot."""

    scopes = {"POST": "account:write"}

    @retryable()
    @extend_schema(
        operation_id="become_bot", request=fields.NothingSerializer, responses=answers(shapes.Me, refuses=(409,))
    )
    def post(self, request: Request) -> Response:
        """Make this account a bot, permanently. This is only possible before the account's first game. Everyone can see
        that a program plays. Games of a bot are unrated, and at most 100 can be in progress at the same time. A bot
        cannot search for games. It is challenged, or challenges a player by name.
        """
        self.read_body(request)
        return Response(outputs.me_json(services.become_bot(player=self.player)))


class MuteGameNoticesView(Api):
    """Mutes notices about one game; unmutes them."""

    scopes = {"PUT": "notify:write", "DELETE": "notify:write"}

    @extend_schema(operation_id="game_mute", request=fields.NothingSerializer, responses=answers(None, 204))
    def put(self, request: Request, game_id: int) -> Response:
        """Mute one of your games: no e-mail, push or sound about it, except when time is running short."""
        self.read_body(request)
        mute_game(self.player, self._own_game_number(game_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="game_unmute", responses=answers(None, 204))
    def delete(self, request: Request, game_id: int) -> Response:
        """Unmute one of your games."""
        unmute_game(self.player, self._own_game_number(game_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _own_game_number(self, game_id: int) -> int:
        """Return the number of a game in which the player has a seat. Raises NoSuchGame, NotAPlayer."""
        game = game_for(self.player, game_id)
        if game.seat_of(self.player) is None:
            raise NotAPlayer
        return game.pk


class PlayerView(Api):
    """Reads the public profile of a player."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="player", responses=answers(shapes.Profile))
    @from_replica
    def get(self, request: Request, username: str) -> Response:
        """Return a player's public profile. Only games that you may see are counted."""
        found = get_player_by_name(username, request.user)
        load_ratings(found)
        standing, vacation = games_summary(found, request.user), current_vacation(found, self.now)
        profile: shapes.Profile = {
            **outputs.person_json(found),
            "record": _tally_json(standing.tally),
            "ratings": [people_json.rating_json(row) for row in ratings_of(found)] if is_rank_shown(found) else [],
            "running": standing.running,
            "between": None if standing.between is None else _tally_json(standing.between),
            "on_vacation_until": None if vacation is None else iso_time(vacation.end),
        }
        return Response(profile)


def _tally_json(tally: WinTally) -> shapes.Record:
    return {"won": tally.won, "lost": tally.lost}


class RatingHistoryView(Api):
    """Lists how each rated game changed a player's ratings."""

    scopes = {"GET": None}
    query = QUERY
    public = ("GET",)

    @extend_schema(operation_id="player_ratings", parameters=PARAMETERS, responses=answers(shapes.RatingEvents))
    @from_replica
    def get(self, request: Request, username: str) -> Response:
        """List how each rated game changed a player's ratings, the newest first. Private games are not named to
        others. The list is empty if the player hides their rank from you.
        """
        found = get_player_by_name(username, request.user)
        if not is_rank_shown(found):
            return page_of(request, RatingEvent.objects.none(), people_json.rating_event_json, key="number")
        rows = with_opponent_and_visibility(RatingEvent.objects.filter(player=found), request.user)
        return page_of(request, rows, people_json.rating_event_json, key="number")
