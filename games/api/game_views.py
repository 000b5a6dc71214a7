"""The API operations about games."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api import fields
from api.base import KEY, MAYBE_KEY, Api, idempotency_key_of
from api.etags import etag_matches
from api.once import run_once
from api.pages import PARAMETERS, QUERY, MergedRows, page_of
from api.schemas import answers
from foundation import timesource
from foundation.cpu_slots import cpu_slot
from games import services
from games.api import etags, outputs
from games.api.base import fetch_current_game
from games.api.examples import MESSAGES
from games.api.inputs import FILTERS, PRIORITIES, GameFilterSerializer, MessageSerializer, NoteSerializer
from games.api.states import explained_score_json, game_state_json, without_ticking
from games.event_names import with_events
from games.game_view import GameView
from games.models import Game, Message
from games.services.idempotency import PlayerRequest
from games.services.listing import GameSearch, games_by_number_or_start, games_in_page_order
from games.verbs.fields import Vertices

LONGEST_MARKING = 4000
WORDS = ["true", "false", "1", "0"]


class GamesView(Api):
    """Lists the games that you may see."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = (*FILTERS, *QUERY)

    @extend_schema(
        operation_id="games", parameters=[GameFilterSerializer, *PARAMETERS], responses=answers(shapes.Games)
    )
    def get(self, request: Request) -> Response:
        """List the games that you may see, the newest first. `mine=true` returns your own games, `waiting=true` those
        where it is your turn, and `phase=running` those in progress."""
        viewer: Any = request.user
        search = search_from_query(request)
        by = "started_at" if search.limits_start else ""
        found = MergedRows(
            games_by_number_or_start(viewer, search), lambda keys: with_events(games_in_page_order(keys, viewer)), by
        )
        return page_of(request, found, outputs.game_row_json)


def search_from_query(request: Request) -> GameSearch:
    """Return the search that the query parameters describe. Raises ValidationError, and NotAuthenticated if a visitor
    asks for their own games."""
    form = GameFilterSerializer(data={name: text for name, text in request.query_params.items() if name in FILTERS})
    form.is_valid(raise_exception=True)
    wanted = form.validated_data
    mine, waiting = (wanted.get(name) == "true" for name in ("mine", "waiting"))
    if (mine or waiting) and not request.user.is_authenticated:
        raise exceptions.NotAuthenticated
    ids = wanted.get("ids")
    return GameSearch(
        player=wanted.get("player", ""),
        phase=wanted.get("phase", ""),
        size=wanted.get("size"),
        rule_set=wanted.get("rule_set", ""),
        variant=wanted.get("variant", ""),
        rated=None if "rated" not in wanted else wanted["rated"] == "true",
        mine=mine,
        waiting=waiting,
        ids=None if ids is None else frozenset(int(number) for number in ids.split(",")),
        since=wanted.get("since"),
        until=wanted.get("until"),
        active_since=wanted.get("active_since"),
    )


def visible_game_json(request: Request, game_id: int) -> shapes.Game:
    """Return the state of a game that the requester may see. Raises NoSuchGame."""
    return game_state_json(GameView(fetch_current_game(request, game_id), request.user), legal=False)


NOT_KEPT = {"Cache-Control": "private, no-cache"}


class OneGameView(Api):
    """Reads the state of one game."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("legal", "line")
    _to_note: tuple[etags.GameStateRequest, etags.CachedEtag] | None = None

    @extend_schema(
        operation_id="game",
        parameters=[
            OpenApiParameter(
                "legal",
                str,
                enum=["1", "true", "0", "false"],
                description="Whether to include the legal points, and why others are illegal.",
            ),
            OpenApiParameter(
                "line",
                str,
                enum=["1", "true", "0", "false"],
                description="Whether to include the moves that led here.",
            ),
        ],
        responses=answers(shapes.Game),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Return the whole state of a game. With `If-None-Match` the answer is 304 if only the clocks have ticked."""
        legal, line = (_is_part_requested(request, name) for name in ("legal", "line"))
        tags = request.headers.get("If-None-Match", "")
        if not tags:
            return self._state_response(request, fetch_current_game(request, game_id), legal=legal, line=line)
        asked = etags.GameStateRequest(game_id, request.user.pk, legal, line)
        etag = etags.cached_etag(asked, request.user, timesource.now())
        if etag is not None and etag_matches(tags, etag):
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers={**NOT_KEPT, "ETag": etag})
        at = timesource.now()
        trace, game = etags.state_fingerprint(game_id, at), fetch_current_game(request, game_id)
        until = None if trace is None else etags.unchanged_until(game, request.user, at)
        if trace is not None and until is not None and game.event_ref is None:  # a ruling changes no game
            self._to_note = asked, etags.CachedEtag("", trace, at, until)
        return self._state_response(request, game, legal=legal, line=line)

    def _state_response(self, request: Request, game: Game, *, legal: bool, line: bool) -> Response:
        return Response(game_state_json(GameView(game, request.user), legal=legal, line=line), headers=NOT_KEPT)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the response, and cache its ETag for repeated requests."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        if self._to_note is not None and answer.has_header("ETag"):
            asked, answered = self._to_note
            etags.cache_etag(asked, answered._replace(etag=answer["ETag"]))
        return answer

    def etag_data(self, data: Any) -> Any:
        """Return the state without the values that change every second while a clock runs. The ETag is computed from
        the result."""
        return without_ticking(data)


def _is_part_requested(request: Request, name: str) -> bool:
    """Return whether a part of the state was requested. Raises ValidationError unless the value is true or false."""
    text = request.query_params.get(name)
    if text is not None and text not in WORDS:
        raise serializers.ValidationError({name: ["Write true or false."]})
    return text in ("1", "true")


class GameChatView(Api):
    """Lists the messages of a game's chat; writes one."""

    scopes = {"GET": "chat:read", "POST": "chat:write"}
    query = QUERY
    body = MessageSerializer

    @extend_schema(operation_id="messages", parameters=PARAMETERS, responses=answers(shapes.Messages))
    def get(self, request: Request, game_id: int) -> Response:
        """List the messages of a game's chat, the latest first. For its players and moderators only."""
        game = fetch_current_game(request, game_id)
        if not GameView(game, request.user).may_read_chat:
            raise exceptions.PermissionDenied
        rows = Message.objects.filter(game=game).select_related("author")
        return page_of(request, rows, outputs.message_json)

    @extend_schema(
        operation_id="say",
        request=MessageSerializer,
        parameters=[KEY],
        responses=answers(shapes.Message, 201),
        examples=MESSAGES,
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Write a message in the chat of a game."""
        data = self.read_body(request).validated_data
        asked = PlayerRequest(self.player, self.now, idempotency_key_of(request))
        message = services.send_message(asked, game_id, data.get("text", ""), data.get("quick", ""))
        return Response(outputs.message_json(message), status.HTTP_201_CREATED)


class OwnGameNoteView(Api):
    """Reads your private note about a game; replaces it."""

    scopes = {"GET": "note:read", "PUT": "note:write"}
    body = NoteSerializer

    @extend_schema(operation_id="note", responses=answers(shapes.Note))
    def get(self, request: Request, game_id: int) -> Response:
        """Return your private note about one of your games. No one else can see it."""
        return Response(outputs.note_json(services.note_of(game_id=game_id, player=self.player)))

    @extend_schema(operation_id="note_write", request=NoteSerializer, responses=answers(shapes.Note, refuses=(409,)))
    def put(self, request: Request, game_id: int) -> Response:
        """Replace your note about a game, and its priority. A `priority` that is left out does not change."""
        data = self.read_body(request).validated_data
        with transaction.atomic():
            written = services.write_note(game_id=game_id, player=self.player, text=data["text"], now=self.now)
            if "priority" in data:
                wanted = PRIORITIES[data["priority"]]
                written = services.set_priority(game_id=game_id, player=self.player, priority=wanted, now=self.now)
        return Response(outputs.note_json(written))


class RematchView(Api):
    """Offers a rematch, or accepts the opponent's offer."""

    scopes = {"POST": "challenge:write"}

    @extend_schema(
        operation_id="rematch",
        request=fields.NothingSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Again, refuses=(409,)),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Offer a rematch, or accept the opponent's offer of one. Return the number of the new offer or of the game."""
        self.read_body(request)
        return run_once(self, lambda: self._offer_or_accept(game_id))

    def _offer_or_accept(self, game_id: int) -> Response:
        made = services.offer_or_accept_rematch(game_id=game_id, player=self.player, now=self.now)
        is_game = isinstance(made, Game)
        return Response(shapes.Again(game=made.pk if is_game else None, challenge=None if is_game else made.pk))


class ScoreExplanationView(Api):
    """Explains the count of a game point by point."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("dead",)

    @extend_schema(
        operation_id="count",
        parameters=[
            OpenApiParameter("dead", str, description="Vertices separated by commas; only while play has stopped.")
        ],
        responses=answers(shapes.Count, refuses=(409, 422)),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Explain for every point why it counts or not, and return the score under Japanese, Chinese and AGA rules. The
        stones in `dead` count as dead. Without `dead`, the dead stones of the open proposal or of the result are used.
        """
        game = fetch_current_game(request, game_id)
        wanted = request.query_params.get("dead")
        if wanted is not None and len(wanted) > LONGEST_MARKING:
            raise serializers.ValidationError({"dead": ["Too many points."]})
        dead = None if wanted is None else Vertices().read([text for text in wanted.split(",") if text], game)
        state = GameView(game, request.user).state
        with cpu_slot():
            return Response(explained_score_json(state, dead))
