"""The operations about games."""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api import fields
from api.base import COUNT, KEY, MAYBE_KEY, Api, key_of, number_of
from api.pages import PARAMETERS, QUERY, page_of
from api.renderers import NdjsonRenderer, ZipRenderer
from api.schemas import ERRORS, answers, schema_of
from foundation.turns import turn
from games import services
from games.api import serializers as forms
from games.api.base import game_of, once
from games.api.examples import MESSAGES
from games.api.renderers import SgfRenderer
from games.api.states import counted, full_state, without_ticking
from games.game_view import GameView
from games.models import Game, Message, Seat
from games.models.game import RUNNING, GameSearch
from games.sgf_export import in_pieces, page_of_records, zip_of
from games.verbs.fields import Vertices
from rules import RULE_SETS, Phase

LONGEST_MARKING = 4000
MOST_IDS = 300
MOST_EXPORTED = 300
MOST_PAGES = 9999
WORDS = ["true", "false", "1", "0"]


class FilterSerializer(fields.Strict):
    """The filters of the list of games, and of the records of many."""

    player = serializers.CharField(max_length=30, required=False, help_text="The name of one of the players.")
    phase = serializers.ChoiceField(
        choices=[*(phase.value for phase in Phase), RUNNING],
        required=False,
        help_text="Where the game is; `running`: not finished.",
    )
    rule_set = serializers.ChoiceField(
        choices=list(RULE_SETS), required=False, help_text="The key of the rule set, such as `japanese`."
    )
    size = serializers.IntegerField(
        min_value=1, max_value=25, required=False, help_text="The size of a square board, in points."
    )
    rated = serializers.ChoiceField(
        choices=["true", "false"], required=False, help_text="Whether the game counts for ratings."
    )
    mine = serializers.ChoiceField(choices=["true", "false"], required=False, help_text="`true`: games that I play.")
    waiting = serializers.ChoiceField(
        choices=["true", "false"], required=False, help_text="`true`: games in which I have to act."
    )
    ids = serializers.RegexField(
        rf"^[0-9]{{1,15}}(,[0-9]{{1,15}}){{0,{MOST_IDS - 1}}}$",
        required=False,
        help_text=f"These games: their numbers with commas, at most {MOST_IDS}.",
    )
    since = serializers.DateTimeField(
        required=False, default_timezone=UTC, help_text="Games that began then (UTC unless it says otherwise) or later."
    )
    until = serializers.DateTimeField(required=False, default_timezone=UTC, help_text="Games that began before then.")
    active_since = serializers.DateTimeField(
        required=False, default_timezone=UTC, help_text="Games whose last action was then or later."
    )


FILTERS = tuple(FilterSerializer().fields)


class GamesView(Api):
    """Games."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = (*FILTERS, *QUERY)

    @extend_schema(operation_id="games", parameters=[FilterSerializer, *PARAMETERS], responses=answers(shapes.Games))
    def get(self, request: Request) -> Response:
        """Games that I may see, the newest first. `mine=true`: those that I play; `waiting=true`: those in which
        I have to act; `phase=running`: those that are not finished."""
        return page_of(request, _filtered(request).with_people(), forms.game_row)


def _filtered(request: Request) -> Any:
    """The games that the query asks for, as far as this viewer may see them.

    Raises ValidationError, NotAuthenticated.
    """
    form = FilterSerializer(data={name: text for name, text in request.query_params.items() if name in FILTERS})
    form.is_valid(raise_exception=True)
    wanted = form.validated_data
    search = GameSearch(
        player=wanted.get("player", ""),
        phase=wanted.get("phase", ""),
        size=wanted.get("size"),
        rule_set=wanted.get("rule_set", ""),
        rated=None if "rated" not in wanted else wanted["rated"] == "true",
    )
    rows = Game.objects.visible_to(request.user).matching(search)
    if "ids" in wanted:
        rows = rows.filter(pk__in={int(number) for number in wanted["ids"].split(",")})
    dates = {"since": "started_at__gte", "until": "started_at__lt", "active_since": "last_action_at__gte"}
    rows = rows.filter(**{column: wanted[name] for name, column in dates.items() if name in wanted})
    return _own(request, rows, wanted)


def _own(request: Request, rows: Any, wanted: dict[str, Any]) -> Any:
    """Those of them that I play, or in which I have to act, if that is asked. Raises NotAuthenticated."""
    user: Any = request.user
    mine, waiting = (wanted.get(name) == "true" for name in ("mine", "waiting"))
    if (mine or waiting) and not user.is_authenticated:
        raise exceptions.NotAuthenticated
    if mine:
        rows = rows.filter(pk__in=Seat.objects.filter(player=user).values("game_id"))
    if waiting:
        rows = rows.filter(pk__in=Game.objects.awaiting(user).values("pk"))
    return rows


BEFORE = OpenApiParameter("before", COUNT, description="Only games with smaller numbers: the way to go on.")


class GamesExportView(Api):
    """Many records at once."""

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
            **ERRORS,
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """The games that `games` would list, each with its record, as one JSON object a line: the newest first, at most
        300 at a time. Go on with `before`, the number of the last game that you got. Reasons of rejections are in the
        records of your own games only."""
        rows, before = _filtered(request), number_of(request, "before", None)
        rows = rows if before is None else rows.filter(pk__lt=before)
        numbers = list(rows.order_by("-pk").values_list("pk", flat=True)[:MOST_EXPORTED])
        viewer: Any = request.user
        found = in_pieces(numbers, Game.objects.visible_to(viewer))
        lines = (_line_of(game, GameView(game, viewer).sgf(actions)) for game, actions in found)
        headers = {"Cache-Control": "no-store"}
        return StreamingHttpResponse(lines, content_type=f"{NdjsonRenderer.media_type}; charset=utf-8", headers=headers)


def _line_of(game: Game, sgf: str) -> bytes:
    record: shapes.GameRecord = {**forms.game_row(game), "sgf": sgf}
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def state_of(request: Request, game_id: int, *, legal: bool = False, line: bool = False) -> shapes.Game:
    """The state of a game as the one who asks may see it. Raises NoSuchGame."""
    return full_state(GameView(game_of(request, game_id), request.user), legal=legal, line=line)


class OneGameView(Api):
    """One game."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("legal", "line")

    @extend_schema(
        operation_id="game",
        parameters=[
            OpenApiParameter(
                "legal",
                str,
                enum=["1", "true", "0", "false"],
                description="Whether to say where one may play, and why not elsewhere.",
            ),
            OpenApiParameter(
                "line",
                str,
                enum=["1", "true", "0", "false"],
                description="Whether to say the moves that led here.",
            ),
        ],
        responses=answers(shapes.Game),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The whole state. With `If-None-Match` it is 304 when nothing but the clocks' ticking has changed."""
        legal, line = (_wanted(request, name) for name in ("legal", "line"))
        state = state_of(request, game_id, legal=legal, line=line)
        return Response(state, headers={"Cache-Control": "private, no-cache"})

    def essence(self, data: Any) -> Any:
        """All but the ticking of the clocks."""
        return without_ticking(data)


def _wanted(request: Request, name: str) -> bool:
    """Whether a part of the state is asked for; raises ValidationError."""
    text = request.query_params.get(name)
    if text is not None and text not in WORDS:
        raise serializers.ValidationError({name: ["Write true or false."]})
    return text in ("1", "true")


class MessagesView(Api):
    """The chat of a game."""

    scopes = {"GET": "chat:read", "POST": "chat:write"}
    query = QUERY
    body = forms.MessageSerializer

    @extend_schema(operation_id="messages", parameters=PARAMETERS, responses=answers(shapes.Messages))
    def get(self, request: Request, game_id: int) -> Response:
        """What was said, the latest first; for the players and moderators."""
        game = game_of(request, game_id)
        if not GameView(game, request.user).chat:
            raise exceptions.PermissionDenied
        rows = Message.objects.filter(game=game).select_related("author")
        return page_of(request, rows, forms.message)

    @extend_schema(
        operation_id="say",
        request=forms.MessageSerializer,
        parameters=[KEY],
        responses=answers(shapes.Message, 201),
        examples=MESSAGES,
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Say something."""
        text = self.read(request).validated_data["text"]
        said = services.say(game_id=game_id, player=self.player, text=text, key=key_of(request), now=self.now)
        return Response(forms.message(said), status.HTTP_201_CREATED)


class NoteView(Api):
    """My private note."""

    scopes = {"GET": "note:read", "PUT": "note:write"}
    body = forms.NoteSerializer

    @extend_schema(operation_id="note", responses=answers(shapes.Note))
    def get(self, request: Request, game_id: int) -> Response:
        """What I noted down about a game of mine. Nobody else sees it."""
        return Response(forms.note(services.note_of(game_id=game_id, player=self.player)))

    @extend_schema(operation_id="note_write", request=forms.NoteSerializer, responses=answers(shapes.Note))
    def put(self, request: Request, game_id: int) -> Response:
        """Replace my note; an empty text deletes it."""
        text = self.read(request).validated_data["text"]
        written = services.write_note(game_id=game_id, player=self.player, text=text, now=self.now)
        return Response(forms.note(written))


class RematchView(Api):
    """Again."""

    scopes = {"POST": "challenge:write"}

    @extend_schema(
        operation_id="rematch",
        request=fields.NothingSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Again),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Offer a rematch, or accept the opponent's: the answer names the challenge or the game."""
        self.read(request)
        return once(request, self.player, self.now, lambda: self._ask(game_id))

    def _ask(self, game_id: int) -> Response:
        made = services.rematch(game_id=game_id, player=self.player, now=self.now)
        is_game = isinstance(made, Game)
        return Response(shapes.Again(game=made.pk if is_game else None, challenge=None if is_game else made.pk))


class SgfView(Api):
    """The record as a file."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="sgf", responses=answers(shapes.Sgf))
    def get(self, request: Request, game_id: int) -> Response:
        """The game as SGF FF[4], in the field `sgf`."""
        game = game_of(request, game_id)
        return Response(shapes.Sgf(sgf=GameView(game, request.user).sgf()))


class SgfFileView(Api):
    """The record as a file of its own."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    renderer_classes = [SgfRenderer, JSONRenderer]

    @extend_schema(
        operation_id="sgf_file",
        responses={
            (200, SgfRenderer.media_type): OpenApiResponse(OpenApiTypes.STR, "The file, in UTF-8."),
            **ERRORS,
        },
    )
    def get(self, request: Request, game_id: int) -> HttpResponse:
        """The game as an SGF file, FF[4], as programs that read SGF open it from an address."""
        game = game_of(request, game_id)
        text = GameView(game, request.user).sgf()
        answer = HttpResponse(text, content_type=f"{SgfRenderer.media_type}; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{game_id}.sgf"'
        return answer


class CountView(Api):
    """The count, explained."""

    scopes = {"GET": "game:read"}
    public = ("GET",)
    query = ("dead",)

    @extend_schema(
        operation_id="count",
        parameters=[OpenApiParameter("dead", str, description="Vertices with commas; only while play has stopped.")],
        responses=answers(shapes.Count),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Why every point counts or not, and the same board under Japanese, Chinese and AGA rules. Counted are the
        stones in `dead`, else those of the open proposal or of the result."""
        game = game_of(request, game_id)
        wanted = request.query_params.get("dead")
        if wanted is not None and len(wanted) > LONGEST_MARKING:
            raise serializers.ValidationError({"dead": ["Too many points."]})
        dead = None if wanted is None else Vertices().read([text for text in wanted.split(",") if text], game)
        state = game.state()
        with turn():
            return Response(counted(state, dead))


class RecordsView(Api):
    """My records."""

    scopes = {"GET": "game:read"}
    query = ("page", "before")
    renderer_classes = [ZipRenderer, JSONRenderer]

    @extend_schema(
        operation_id="records",
        parameters=[
            OpenApiParameter(
                "page",
                {"type": "integer", "minimum": 1, "maximum": MOST_PAGES},
                description="Which thousand games; a game that begins meanwhile moves the others on by one.",
            ),
            BEFORE,
        ],
        responses={(200, ZipRenderer.media_type): OpenApiResponse(OpenApiTypes.BINARY, "The archive."), **ERRORS},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """My games as SGF in a zip archive, the latest 1000. Those before them: `before`, with the smallest number in
        the names of its files (`2026-03-02-17.sgf` is game 17), or `page=2`."""
        page, before = number_of(request, "page", 1), number_of(request, "before", None)
        if page is None or not 1 <= page <= MOST_PAGES:
            raise serializers.ValidationError({"page": [f"From 1 to {MOST_PAGES}."]})
        games = page_of_records(self.player, str(page), before)
        return StreamingHttpResponse(zip_of(games), content_type=ZipRenderer.media_type)
