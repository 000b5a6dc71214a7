"""The API operations about games."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api import fields
from api.base import COUNT, KEY, MAYBE_KEY, Api, key_of, number_of, require
from api.etags import is_known
from api.once import once
from api.pages import PARAMETERS, QUERY, Listed, page_of
from api.renderers import NdjsonRenderer, ZipRenderer
from api.schemas import answers, refusing, schema_of
from foundation import timesource
from foundation.cpu_slots import cpu_slot
from foundation.replica import from_replica
from games import seen, services
from games.api import outputs, unchanged
from games.api.base import game_of
from games.api.examples import MESSAGES
from games.api.inputs import FILTERS, PRIORITIES, FilterSerializer, MessageSerializer, NoteSerializer
from games.api.renderers import SgfRenderer
from games.api.states import counted, full_state, without_ticking
from games.event_names import with_events
from games.game_view import GameView
from games.models import Game, Message
from games.services.idempotency import PlayerRequest
from games.services.listing import GameSearch, games_of, newest
from games.sgf_export import in_pieces, page_of_records, zip_of
from games.verbs.fields import Vertices

LONGEST_MARKING = 4000
MOST_EXPORTED = 300
MOST_PAGES = 9999
WORDS = ["true", "false", "1", "0"]


class GamesView(Api):
    """Lists the games that you may see."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = (*FILTERS, *QUERY)

    @extend_schema(operation_id="games", parameters=[FilterSerializer, *PARAMETERS], responses=answers(shapes.Games))
    def get(self, request: Request) -> Response:
        """List the games that you may see, the newest first. `mine=true` returns your own games, `waiting=true` those
        in which you have to act, and `phase=running` those in progress.
        """
        viewer: Any = request.user
        search = _search(request)
        by = "started_at" if search.is_dated else ""
        found = Listed(newest(viewer, search), lambda keys: with_events(games_of(keys, viewer)), by)
        return page_of(request, found, outputs.game_row)


def _search(request: Request) -> GameSearch:
    """Return the search for the query parameters. Raises ValidationError, NotAuthenticated."""
    form = FilterSerializer(data={name: text for name, text in request.query_params.items() if name in FILTERS})
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


BEFORE = OpenApiParameter("before", COUNT, description="Only games with smaller numbers, for the next page.")


class GamesExportView(Api):
    """Streams the games that you may see, each with its record."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = (*FILTERS, "before")
    makes_exports = True
    renderer_classes = [NdjsonRenderer, JSONRenderer]

    @extend_schema(
        operation_id="games_export",
        parameters=[FilterSerializer, BEFORE],
        responses={
            (200, NdjsonRenderer.media_type): OpenApiResponse(
                schema_of(shapes.GameRecord), "Each line is one of these."
            ),
        },
    )
    @from_replica
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return the games that `games` would list, each with its record, as one JSON object a line. The newest come
        first, at most 300 at a time. Continue with `before`, the number of the last game that you got. Only the
        records of your own games have the reasons of rejections.
        """
        viewer: Any = request.user
        before = number_of(request, "before", None)
        rows = newest(viewer, replace(_search(request), by_number=True))
        edge = None if before is None else (before, before)
        numbers = [number for _, number in rows.keys(MOST_EXPORTED, after=edge)]
        if viewer.is_authenticated:
            seen.note_all(viewer.pk, numbers)
        found = in_pieces(numbers, Game.objects.visible_to(viewer))
        lines = (_line_of(game, GameView(game, viewer).sgf(record)) for game, record in found)
        headers = {"Cache-Control": "no-store"}
        return StreamingHttpResponse(lines, content_type=f"{NdjsonRenderer.media_type}; charset=utf-8", headers=headers)


def _line_of(game: Game, sgf: str) -> bytes:
    record: shapes.GameRecord = {**outputs.game_row(game), "sgf": sgf}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def state_of(request: Request, game_id: int) -> shapes.Game:
    """Return the state of a game that the requester may see. Raises NoSuchGame."""
    return full_state(GameView(game_of(request, game_id), request.user), legal=False)


NOT_KEPT = {"Cache-Control": "private, no-cache"}


class OneGameView(Api):
    """Reads the state of one game."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("legal", "line")
    _to_note: tuple[unchanged.StateRequest, unchanged.CachedAnswer] | None = None

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
        legal, line = (_wanted(request, name) for name in ("legal", "line"))
        tags = request.headers.get("If-None-Match", "")
        if not tags:
            return self._state(request, game_of(request, game_id), legal=legal, line=line)
        asked = unchanged.StateRequest(game_id, request.user.pk, legal, line)
        etag = unchanged.cached_etag(asked, request.user, timesource.now())
        if etag is not None and is_known(tags, etag):
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers={**NOT_KEPT, "ETag": etag})
        at = timesource.now()
        trace, game = unchanged.trace_of(game_id, at), game_of(request, game_id)
        until = None if trace is None else unchanged.lasts(game, request.user, at)
        if trace is not None and until is not None and game.event_ref is None:  # a ruling changes no game
            self._to_note = asked, unchanged.CachedAnswer("", trace, at, until)
        return self._state(request, game, legal=legal, line=line)

    def _state(self, request: Request, game: Game, *, legal: bool, line: bool) -> Response:
        return Response(full_state(GameView(game, request.user), legal=legal, line=line), headers=NOT_KEPT)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Return the response, and cache its ETag for repeated requests."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        if self._to_note is not None and answer.has_header("ETag"):
            asked, answered = self._to_note
            unchanged.remember(asked, answered._replace(etag=answer["ETag"]))
        return answer

    def essence(self, data: Any) -> Any:
        """Return the state without the values that change every second with the clocks."""
        return without_ticking(data)


def _wanted(request: Request, name: str) -> bool:
    """Return whether a part of the state was requested. Raises ValidationError unless the value is true or false."""
    text = request.query_params.get(name)
    if text is not None and text not in WORDS:
        raise serializers.ValidationError({name: ["Write true or false."]})
    return text in ("1", "true")


class MessagesView(Api):
    """Lists the messages of a game's chat; writes one."""

    scopes = {"GET": "chat:read", "POST": "chat:write"}
    query = QUERY
    body = MessageSerializer

    @extend_schema(operation_id="messages", parameters=PARAMETERS, responses=answers(shapes.Messages))
    def get(self, request: Request, game_id: int) -> Response:
        """List the messages of a game's chat, the latest first. For its players and moderators only."""
        game = game_of(request, game_id)
        if not GameView(game, request.user).chat:
            raise exceptions.PermissionDenied
        rows = Message.objects.filter(game=game).select_related("author")
        return page_of(request, rows, outputs.message)

    @extend_schema(
        operation_id="say",
        request=MessageSerializer,
        parameters=[KEY],
        responses=answers(shapes.Message, 201),
        examples=MESSAGES,
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Write a message in the chat of a game."""
        data = self.read(request).validated_data
        asked = PlayerRequest(self.player, self.now, key_of(request))
        message = services.say(asked, game_id, data.get("text", ""), data.get("quick", ""))
        return Response(outputs.message(message), status.HTTP_201_CREATED)


class NoteView(Api):
    """Reads your private note about a game; replaces it."""

    scopes = {"GET": "note:read", "PUT": "note:write"}
    body = NoteSerializer

    @extend_schema(operation_id="note", responses=answers(shapes.Note))
    def get(self, request: Request, game_id: int) -> Response:
        """Return your private note about one of your games. No one else can see it."""
        return Response(outputs.note(services.note_of(game_id=game_id, player=self.player)))

    @extend_schema(operation_id="note_write", request=NoteSerializer, responses=answers(shapes.Note, refuses=(409,)))
    def put(self, request: Request, game_id: int) -> Response:
        """Replace your note about a game, and its priority. A `priority` that is left out does not change."""
        data = self.read(request).validated_data
        with transaction.atomic():
            written = services.write_note(game_id=game_id, player=self.player, text=data["text"], now=self.now)
            if "priority" in data:
                wanted = PRIORITIES[data["priority"]]
                written = services.set_priority(game_id=game_id, player=self.player, priority=wanted, now=self.now)
        return Response(outputs.note(written))


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
        """Offer a rematch, or accept the opponent's. The answer has the challenge or the game."""
        self.read(request)
        return once(self, lambda: self._ask(game_id))

    def _ask(self, game_id: int) -> Response:
        made = services.rematch(game_id=game_id, player=self.player, now=self.now)
        is_game = isinstance(made, Game)
        return Response(shapes.Again(game=made.pk if is_game else None, challenge=None if is_game else made.pk))


_NAMES = re.compile("([a-z]{1,20}(,[a-z]{1,20})*)?")
WITH = OpenApiParameter(
    "with",
    {"type": "string", "pattern": f"^{_NAMES.pattern}$", "maxLength": 100},
    description="What to include, separated by commas: `tree` for the variations that you may see (your own "
    "with the scope `study:write`), `machine` for the computer analysis. Missing parts are left out.",
)


def _record(request: Request, game_id: int) -> str:
    """Return the record of a game with the parts that were requested. Raises NoSuchGame; ScopeMissing for a tree
    without its scope."""
    game, more = game_of(request, game_id), request.query_params.get("with", "")
    if len(more) > 100 or not _NAMES.fullmatch(more):
        raise serializers.ValidationError({"with": ["Write names in small letters, with commas between them."]})
    if "tree" in more.split(","):
        require(request, "study:write")
    return GameView(game, request.user).sgf(more=more)


class SgfView(Api):
    """Reads the SGF record of a game, in a field of a JSON object."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("with",)

    @extend_schema(operation_id="sgf", parameters=[WITH], responses=answers(shapes.Sgf, refuses=(409,)))
    def get(self, request: Request, game_id: int) -> Response:
        """Return the game as SGF (FF[4]), in the field `sgf`."""
        return Response(shapes.Sgf(sgf=_record(request, game_id)))


class SgfFileView(Api):
    """Reads the SGF record of a game, as a file."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("with",)
    renderer_classes = [SgfRenderer, JSONRenderer]

    @extend_schema(
        operation_id="sgf_file",
        parameters=[WITH],
        responses={
            (200, SgfRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, "The file, in UTF-8."),
            **refusing(409),
        },
    )
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """Return the game as an SGF file (FF[4]), for programs that open SGF from a URL."""
        text = _record(request, game_id)
        answer = HttpResponse(text, content_type=f"{SgfRenderer.media_type}; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{game_id}.sgf"'
        return answer


class CountView(Api):
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
        """Explain for every point why it counts or not, and the score under Japanese, Chinese and AGA rules. The
        stones in `dead` are taken as dead; without it, those of the open proposal or of the result.
        """
        game = game_of(request, game_id)
        wanted = request.query_params.get("dead")
        if wanted is not None and len(wanted) > LONGEST_MARKING:
            raise serializers.ValidationError({"dead": ["Too many points."]})
        dead = None if wanted is None else Vertices().read([text for text in wanted.split(",") if text], game)
        state = GameView(game, request.user).state
        with cpu_slot():
            return Response(counted(state, dead))


class RecordsView(Api):
    """Streams the SGF records of your own games as a zip archive."""

    scopes = {"GET": "game:read"}
    query = ("page", "before")
    renderer_classes = [ZipRenderer, JSONRenderer]

    @extend_schema(
        operation_id="records",
        parameters=[
            OpenApiParameter(
                "page",
                {"type": "integer", "minimum": 1, "maximum": MOST_PAGES},
                description="The page, of a thousand games each. A new game shifts the others by one.",
            ),
            BEFORE,
        ],
        responses={(200, ZipRenderer.media_type): OpenApiResponse(OpenApiTypes.BINARY, "The archive.")},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Return your latest 1000 games as SGF in a zip archive. For older ones, send as `before` the smallest number
        in the file names (`2026-03-02-17.sgf` is game 17), or use `page=2`.
        """
        page, before = number_of(request, "page", 1), number_of(request, "before", None)
        if page is None or not 1 <= page <= MOST_PAGES:
            raise serializers.ValidationError({"page": [f"From 1 to {MOST_PAGES}."]})
        games = page_of_records(self.player, str(page), before)
        return StreamingHttpResponse(zip_of(games), content_type=ZipRenderer.media_type)
