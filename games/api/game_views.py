"""The operations about games."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.scopes import FOR_MODERATORS
from games import access, services
from games.api import serializers as forms
from games.api.base import KEY, MAYBE_KEY, Api, check_cost, game_of, key_of, number_of, once, require
from games.api.examples import ACTIONS, MESSAGES
from games.api.pages import PARAMETERS, page_of
from games.api.schemas import ERRORS, answers
from games.api.states import counted, full_state, without_ticking
from games.models import Game, Message, Seat
from games.models.action import RULINGS
from games.models.game import RUNNING
from games.services.ruling import Ruling
from games.sgf_export import page_of_records, sgf_of, zip_of
from goserver import costs
from igo_client import shapes
from rules import RULE_SETS, Color, Phase, Point, Then, parse_vertex

LONGEST_MARKING = 4000
MOST_ACTIONS = 10**6
WORDS = ["true", "false", "1", "0"]


class FilterSerializer(forms.Strict):
    """The filters of the list of games."""

    player = serializers.CharField(max_length=30, required=False)
    phase = serializers.ChoiceField(choices=[*(phase.value for phase in Phase), RUNNING], required=False)
    rule_set = serializers.ChoiceField(choices=list(RULE_SETS), required=False)
    size = serializers.IntegerField(min_value=1, max_value=25, required=False)
    rated = serializers.ChoiceField(choices=["true", "false"], required=False)
    mine = serializers.ChoiceField(choices=["true", "false"], required=False)
    waiting = serializers.ChoiceField(choices=["true", "false"], required=False)
    limit = serializers.IntegerField(min_value=1, max_value=100, required=False)
    cursor = serializers.CharField(max_length=200, required=False)


class GamesView(Api):
    """Games."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="games", parameters=[FilterSerializer], responses=answers(shapes.Games))
    def get(self, request: Request) -> Response:
        """Games that I may see, the newest first. `mine=true`: those that I play; `waiting=true`: those in which
        I have to act; `phase=running`: those that are not finished."""
        form = FilterSerializer(data=dict(request.query_params.items()))
        form.is_valid(raise_exception=True)
        rows = _filtered(request, form.validated_data)
        return page_of(request, rows.with_people(), forms.game_row)


def _filtered(request: Request, wanted: dict[str, Any]) -> Any:
    user: Any = request.user
    mine, waiting = (wanted.get(name) == "true" for name in ("mine", "waiting"))
    if (mine or waiting) and not user.is_authenticated:
        raise exceptions.NotAuthenticated
    rows = Game.objects.visible_to(user).matching(
        player=wanted.get("player", ""),
        phase=wanted.get("phase", ""),
        size=wanted.get("size"),
        rule_set=wanted.get("rule_set", ""),
        rated=None if "rated" not in wanted else wanted["rated"] == "true",
    )
    if mine:
        rows = rows.filter(pk__in=Seat.objects.filter(player=user).values("game_id"))
    if waiting:
        rows = rows.filter(pk__in=Game.objects.awaiting(user).values("pk"))
    return rows


def state_of(request: Request, game_id: int, *, legal: bool = False, line: bool = False) -> dict[str, Any]:
    """The state of a game as the one who asks may see it. Raises NoSuchGame."""
    game = game_of(request, game_id)
    return full_state(game, access.visible_to(game, request.user), legal=legal, line=line)


class GameView(Api):
    """One game."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(
        operation_id="game",
        parameters=[
            OpenApiParameter(
                "legal",
                str,
                enum=["1", "true", "0", "false"],
                description="also where one may play, and why not elsewhere",
            ),
            OpenApiParameter("line", str, enum=["1", "true", "0", "false"], description="also the moves that led here"),
            OpenApiParameter("If-None-Match", str, "header", description="the ETag of the state that you have"),
        ],
        responses={**answers(shapes.Game), 304: None},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The whole state. With `If-None-Match` it is 304 when nothing but the clocks' ticking has changed."""
        legal, line = (_wanted(request, name) for name in ("legal", "line"))
        state = state_of(request, game_id, legal=legal, line=line)
        digest = hashlib.sha256(json.dumps(without_ticking(state), sort_keys=True).encode()).hexdigest()
        etag = f'"{digest[:32]}"'
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if request.headers.get("If-None-Match") == etag:
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
        return Response(state, headers=headers)


def _wanted(request: Request, name: str) -> bool:
    """Whether a part of the state is asked for; raises ValidationError."""
    text = request.query_params.get(name)
    if text is not None and text not in WORDS:
        raise serializers.ValidationError({name: ["Write true or false."]})
    return text in ("1", "true")


Verb = Callable[[dict[str, Any], Game, dict[str, Any]], services.Receipt]


def _points(game: Game, texts: list[str]) -> list[Point]:
    return [parse_vertex(text, game.width, game.height) for text in texts]


VERBS: dict[str, Verb] = {
    "play": lambda who, g, d: services.play(**who, point=parse_vertex(d["point"], g.width, g.height)),
    "pass": lambda who, g, d: services.pass_(**who),
    "resign": lambda who, g, d: services.resign(**who),
    "cancel": lambda who, g, d: services.cancel(**who),
    "place_handicap": lambda who, g, d: services.place_handicap(**who, points=_points(g, d["points"])),
    "propose": lambda who, g, d: services.propose(**who, dead=_points(g, d["dead"])),
    "withdraw": lambda who, g, d: services.withdraw(**who, number=d["proposal"]),
    "accept": lambda who, g, d: services.accept(**who, number=d["proposal"], confirmed=d.get("confirmed", False)),
    "reject": lambda who, g, d: services.reject(
        **who, number=d["proposal"], then=Then(d["then"]), reason=d.get("reason", "")
    ),
    "resume": lambda who, g, d: services.resume(**who),
    "settle": lambda who, g, d: services.settle(**who),
    "request_undo": lambda who, g, d: services.request_undo(**who),
    "answer_undo": lambda who, g, d: services.answer_undo(**who, allow=d["allow"]),
    "request_no_result": lambda who, g, d: services.request_no_result(**who),
    "answer_no_result": lambda who, g, d: services.answer_no_result(**who, allow=d["allow"]),
    "claim_win": lambda who, g, d: services.claim_win(**who),
    "grant_time": lambda who, g, d: services.grant_time(**who, days=d["days"]),
    "refuse_win": lambda who, g, d: services.refuse_win(**who),
    "request_pause": lambda who, g, d: services.request_pause(**who, until=d["until"]),
    "answer_pause": lambda who, g, d: services.answer_pause(**who, allow=d["allow"]),
    "report_stalling": lambda who, g, d: services.report_stalling(**who),
    "call_referee": lambda who, g, d: services.call_referee(**who),
    "set_marking": lambda who, g, d: services.set_marking(**who, dead=_points(g, d["dead"]), reason=d["reason"]),
    "let_resume": lambda who, g, d: services.let_resume(
        **who, first=Color.from_letter(d["first"]) if "first" in d else None, reason=d["reason"]
    ),
    "adjust_clock": lambda who, g, d: services.adjust_clock(
        **who, side=Color.from_letter(d["side"]), add=timedelta(minutes=d["minutes"]), reason=d["reason"]
    ),
    "decide": lambda who, g, d: services.decide(**who, ruling=Ruling(d["ruling"]), reason=d["reason"]),
}
assert set(VERBS) == set(forms.ActionSerializer.NEEDS)


class ActionsView(Api):
    """The record, and acting."""

    scopes = {"GET": "game:read", "POST": "game:play"}
    public = ("GET",)
    body = forms.ActionSerializer

    @extend_schema(
        operation_id="actions",
        parameters=[OpenApiParameter("after", int, description="the number of the last action that you have")],
        responses=answers(shapes.Receipts),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The actions after number `after` (0 by default), in order, at most 500 at a time."""
        game, after = game_of(request, game_id), number_of(request, "after")
        show = access.visible_to(game, request.user)
        rows = game.actions.filter(number__gt=min(after or 0, MOST_ACTIONS)).order_by("number")[:500]
        return Response({"results": [access.visible_receipt(row, show) for row in rows]})

    @extend_schema(
        operation_id="act",
        request=forms.ActionSerializer,
        parameters=[KEY],
        responses=answers(shapes.Receipt),
        examples=ACTIONS,
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Do one action. `expected` is the number of the last action that you saw; the answer is what was
        recorded. A retry with the same Idempotency-Key gets the same answer and does nothing."""
        data = self.read(request).validated_data
        if data["kind"] in RULINGS and self.player.is_staff:
            require(request, FOR_MODERATORS)
        who = {
            "game_id": game_id,
            "player": self.player,
            "expected": data["expected"],
            "key": key_of(request),
            "now": self.now,
        }
        check_cost(request, data["kind"])
        game = access.game_for(request.user, game_id)
        return Response(VERBS[data["kind"]](who, game, data).data)


class MarksView(Api):
    """The draft of the marking side."""

    scopes = {"PUT": "game:play"}
    body = forms.MarksSerializer

    @extend_schema(
        operation_id="marks",
        request=forms.MarksSerializer,
        responses=answers(shapes.Marks),
    )
    def put(self, request: Request, game_id: int) -> Response:
        """Set the draft: these stones, and no others, are marked dead. Only you see it."""
        data = self.read(request).validated_data
        game = access.game_for(request.user, game_id)
        draft = services.mark(
            game_id=game_id,
            player=self.player,
            dead=_points(game, data["dead"]),
            expected=data["expected"],
            now=self.now,
        )
        return Response({"dead": draft.dead})


class MessagesView(Api):
    """The chat of a game."""

    scopes = {"GET": "chat:read", "POST": "chat:write"}
    body = forms.MessageSerializer

    @extend_schema(operation_id="messages", parameters=PARAMETERS, responses=answers(shapes.Messages))
    def get(self, request: Request, game_id: int) -> Response:
        """What was said, the latest first; for the players and moderators."""
        game = game_of(request, game_id)
        if not access.visible_to(game, request.user).chat:
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
        request=forms.NothingSerializer,
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
        return Response({"game": made.pk if is_game else None, "challenge": None if is_game else made.pk})


class SgfView(Api):
    """The record as a file."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(operation_id="sgf", responses=answers(shapes.Sgf))
    def get(self, request: Request, game_id: int) -> Response:
        """The game as SGF FF[4], in the field `sgf`."""
        game = game_of(request, game_id)
        reasons = access.visible_to(game, request.user).reasons
        return Response({"sgf": sgf_of(game, reasons=reasons)})


class CountView(Api):
    """The count, explained."""

    scopes = {"GET": "game:read"}
    public = ("GET",)

    @extend_schema(
        operation_id="count",
        parameters=[OpenApiParameter("dead", str, description="vertices with commas; only while play has stopped")],
        responses=answers(shapes.Count),
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Why every point counts or not, and the same board under Japanese, Chinese and AGA rules. Counted are the
        stones in `dead`, else those of the open proposal or of the result."""
        game = game_of(request, game_id)
        wanted = request.query_params.get("dead")
        if wanted is not None and len(wanted) > LONGEST_MARKING:
            raise serializers.ValidationError({"dead": ["Too many points."]})
        dead = None if wanted is None else _points(game, [text for text in wanted.split(",") if text])
        state = game.state()
        with costs.turn():
            return Response(counted(state, dead))


class RecordsView(Api):
    """My records."""

    scopes = {"GET": "game:read"}

    @extend_schema(
        operation_id="records",
        parameters=[OpenApiParameter("page", {"type": "integer", "minimum": 1})],
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **ERRORS},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """My games as SGF in a zip archive, the latest 1000; `page=2` has those before them."""
        page = number_of(request, "page", 1)
        if not page:
            raise serializers.ValidationError({"page": ["From 1."]})
        games = page_of_records(self.player, str(page))
        return StreamingHttpResponse(zip_of(games), content_type="application/zip")
