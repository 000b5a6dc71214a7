"""The operations of the API."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib.auth import authenticate
from django.db.models import Q
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from knox.auth import TokenAuthentication
from knox.models import AuthToken, get_token_model
from rest_framework import exceptions, serializers, status
from rest_framework.pagination import CursorPagination
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.attempts import SignIn, may_enter
from accounts.models import Player
from games import access, services
from games.api import serializers as forms
from games.api.schemas import (
    ACTION_ANSWER,
    CHALLENGE_ANSWER,
    ERRORS,
    GAME_ANSWER,
    GAMES_ANSWER,
    LIST_ANSWER,
    OBJECT_ANSWER,
)
from games.api.states import counted, full_state, without_ticking
from games.errors import NoSuchPlayer
from games.models import Challenge, Game, Message, Notice, Seat
from games.services.ruling import Ruling
from games.sgf_export import page_of_records, sgf_of, zip_of
from goserver import timesource
from rules import RULE_SETS, Phase, Point, Then, parse_vertex

LONGEST_KEY = 255
MOST_ROWS = 100
LONGEST_MARKING = 4000


class Api(APIView):
    """What all operations share."""

    permission_classes = [IsAuthenticated]
    body: type[forms.Strict] = forms.NothingSerializer

    def read(self, request: Request) -> Any:
        """The validated body; raises ValidationError."""
        form = self.body(data=request.data)
        form.is_valid(raise_exception=True)
        return form

    @property
    def player(self) -> Player:
        """Who is signed in."""
        assert isinstance(self.request.user, Player)
        return self.request.user

    @property
    def now(self) -> datetime:
        """When the server got the request (R53)."""
        moment: datetime = getattr(self.request, "received_at", None) or timesource.now()
        return moment


def key_of(request: Request) -> str:
    """The Idempotency-Key; raises ValidationError when it is missing or no plain text."""
    key = request.headers.get("Idempotency-Key", "")
    if not (1 <= len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        detail = "Send a header Idempotency-Key of 1 to 255 printable ASCII characters."
        raise serializers.ValidationError({"Idempotency-Key": [detail]}, "idempotency_key_required")
    return key


def game_of(request: Request, game_id: int) -> Game:
    """The game as this viewer may see it, ended first if its time has run out (R53)."""
    game = access.game_for(request.user, game_id)
    if services.look_at(game, timesource.now()):
        game = access.game_for(request.user, game_id)
    return game


class TokenView(Api):
    """A token for a client: the header `Authorization: Token ...` of every other request."""

    authentication_classes = [TokenAuthentication]
    permission_classes = [AllowAny]
    body = forms.TokenSerializer

    @extend_schema(
        operation_id="token_create",
        request=forms.TokenSerializer,
        responses={200: OBJECT_ANSWER, **ERRORS},
        auth=[],
    )
    def post(self, request: Request) -> Response:
        """Exchange name and password for a token; it is shown once and expires."""
        data = self.read(request).validated_data
        attempt = SignIn(request._request, data["username"])
        wait = attempt.wait()
        if wait is not None:
            raise exceptions.Throttled(wait)
        user = authenticate(request._request, username=data["username"], password=data["password"])
        if user is None:
            raise exceptions.AuthenticationFailed("Name or password is wrong.")
        attempt.succeeded()
        if not may_enter(user):
            raise exceptions.PermissionDenied("Confirm your e-mail address first.", "email_not_confirmed")
        row, token = AuthToken.objects.create(user)
        return Response({"token": token, "expires_at": forms.moment(row.expiry)})

    @extend_schema(operation_id="token_delete", responses={204: None, **ERRORS})
    def delete(self, request: Request) -> Response:
        """Revoke the token of this request."""
        if not isinstance(request.auth, get_token_model()):
            raise exceptions.NotAuthenticated
        request.auth.delete()
        return Response(status=status.HTTP_204_NO_CONTENT)


class MeView(Api):
    """Oneself."""

    body = forms.MeSerializer

    @extend_schema(operation_id="me", responses={200: OBJECT_ANSWER, **ERRORS})
    def get(self, request: Request) -> Response:
        """Who am I."""
        return Response(forms.me(self.player))

    @extend_schema(
        operation_id="me_change",
        request=forms.MeSerializer,
        responses={200: OBJECT_ANSWER, **ERRORS},
    )
    def patch(self, request: Request) -> Response:
        """Change language, theme or bio."""
        data = self.read(request).validated_data
        if data:
            Player.objects.filter(pk=self.player.pk).update(**data)
        return Response(forms.me(Player.objects.get(pk=self.player.pk)))


class PlayerView(Api):
    """Somebody."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="player", responses={200: OBJECT_ANSWER, **ERRORS})
    def get(self, request: Request, username: str) -> Response:
        """What anybody may know of a person."""
        found = Player.objects.named(username)
        if found is None or not found.is_active:
            raise NoSuchPlayer
        return Response(forms.person(found))


class ChallengesView(Api):
    """Offers."""

    body = forms.ChallengeSerializer

    def get_permissions(self) -> list[Any]:
        """Anybody may look at the waiting room."""
        return [AllowAny()] if self.request.method == "GET" else list(super().get_permissions())

    @extend_schema(operation_id="challenges", responses={200: LIST_ANSWER, **ERRORS})
    def get(self, request: Request) -> Response:
        """The waiting room, and the open offers that I made or was made; at most 100, the newest first."""
        rows = Challenge.objects.visible_to(request.user).open()
        rows = rows.select_related("creator", "opponent")[:MOST_ROWS]
        return Response({"results": [forms.challenge(row, request.user) for row in rows]})

    @extend_schema(
        operation_id="challenge_create",
        request=forms.ChallengeSerializer,
        responses={201: CHALLENGE_ANSWER, **ERRORS},
    )
    def post(self, request: Request) -> Response:
        """Offer a game: to anyone, to one player (`opponent`), or by a private link (`link`)."""
        form = self.read(request)
        name = form.validated_data.get("opponent")
        opponent = None
        if name is not None:
            opponent = Player.objects.filter(username__iexact=name, is_active=True).first()
            if opponent is None:
                raise NoSuchPlayer
        made = services.create_challenge(
            creator=self.player,
            terms=form.terms(),
            opponent=opponent,
            by_link=form.validated_data["link"],
            key=key_of(request),
            now=self.now,
        )
        return Response(forms.challenge(made, request.user), status.HTTP_201_CREATED)


class ChallengeView(Api):
    """One offer."""

    def get_permissions(self) -> list[Any]:
        """Anybody may look at an open offer."""
        return [AllowAny()] if self.request.method == "GET" else list(super().get_permissions())

    @extend_schema(operation_id="challenge", responses={200: CHALLENGE_ANSWER, **ERRORS})
    def get(self, request: Request, challenge_id: int) -> Response:
        """The exact terms of an offer."""
        return Response(forms.challenge(access.challenge_for(request.user, challenge_id), request.user))

    @extend_schema(operation_id="challenge_withdraw", responses={204: None, **ERRORS})
    def delete(self, request: Request, challenge_id: int) -> Response:
        """Withdraw one's own offer."""
        services.withdraw_challenge(challenge_id=challenge_id, player=self.player, now=self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AcceptView(Api):
    """Joining."""

    body = forms.JoinSerializer

    @extend_schema(
        operation_id="challenge_accept",
        request=forms.JoinSerializer,
        responses={201: GAME_ANSWER, **ERRORS},
    )
    def post(self, request: Request, challenge_id: int) -> Response:
        """Accept an offer; the game starts. A private link needs its `token`."""
        token = self.read(request).validated_data.get("token", "")
        game = services.accept_challenge(
            challenge_id=challenge_id,
            player=self.player,
            token=token,
            key=key_of(request),
            now=self.now,
        )
        return Response(_state(request, game.pk), status.HTTP_201_CREATED)


class DeclineView(Api):
    """Declining."""

    @extend_schema(
        operation_id="challenge_decline",
        request=forms.NothingSerializer,
        responses={200: CHALLENGE_ANSWER, **ERRORS},
    )
    def post(self, request: Request, challenge_id: int) -> Response:
        """Decline an offer that was made to oneself."""
        self.read(request)
        offer = services.decline_challenge(challenge_id=challenge_id, player=self.player, now=self.now)
        return Response(forms.challenge(offer, request.user))


class Pages(CursorPagination):
    """Pages by cursor: constant cost, nothing doubled while games move."""

    page_size = 20
    max_page_size = MOST_ROWS
    page_size_query_param = "limit"
    ordering = ("-last_action_at", "-pk")

    def get_page_size(self, request: Request) -> int:
        """The size asked for; raises ValidationError when it is no number from 1 to 100."""
        text = request.query_params.get("limit", str(self.page_size))
        if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_ROWS):
            raise serializers.ValidationError({"limit": ["From 1 to 100."]})
        return int(text)

    def decode_cursor(self, request: Request) -> Any:
        """The cursor; a broken one is the client's fault."""
        try:
            return super().decode_cursor(request)
        except (ValueError, OverflowError, exceptions.NotFound) as error:
            raise serializers.ValidationError({"cursor": ["Not a cursor of ours."]}) from error

    def paginate_queryset(self, *args: Any, **kwargs: Any) -> Any:
        """The page; a cursor that points nowhere is the client's fault."""
        from django.core.exceptions import ValidationError

        try:
            return super().paginate_queryset(*args, **kwargs)
        except (ValidationError, ValueError) as error:
            raise serializers.ValidationError({"cursor": ["Not a cursor of ours."]}) from error


class FilterSerializer(forms.Strict):
    """The filters of the list of games."""

    player = serializers.CharField(max_length=30, required=False)
    phase = serializers.ChoiceField(choices=[phase.value for phase in Phase], required=False)
    rule_set = serializers.ChoiceField(choices=list(RULE_SETS), required=False)
    size = serializers.IntegerField(min_value=1, max_value=25, required=False)
    rated = serializers.ChoiceField(choices=["true", "false"], required=False)
    mine = serializers.ChoiceField(choices=["true"], required=False)
    waiting = serializers.ChoiceField(choices=["true"], required=False)
    limit = serializers.CharField(required=False)
    cursor = serializers.CharField(max_length=200, required=False)


class GamesView(Api):
    """Games."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="games", parameters=[FilterSerializer], responses={200: GAMES_ANSWER, **ERRORS})
    def get(self, request: Request) -> Response:
        """Games that I may see, the latest action first. `waiting=true`: those in which I have to act."""
        form = FilterSerializer(data=dict(request.query_params.items()))
        form.is_valid(raise_exception=True)
        rows = _filtered(request, form.validated_data)
        pages = Pages()
        page = pages.paginate_queryset(rows.with_seats(), request, view=self) or []
        return pages.get_paginated_response([forms.game_row(game) for game in page])


def _filtered(request: Request, wanted: dict[str, Any]) -> Any:
    rows = Game.objects.visible_to(request.user)
    user: Any = request.user
    if ("mine" in wanted or "waiting" in wanted) and not user.is_authenticated:
        raise exceptions.NotAuthenticated
    if "player" in wanted:
        seats = Seat.objects.filter(player__username__iexact=wanted["player"])
        rows = rows.filter(pk__in=seats.values("game_id"))
    if "mine" in wanted:
        rows = rows.filter(pk__in=Seat.objects.filter(player=user).values("game_id"))
    if "waiting" in wanted:
        rows = rows.filter(pk__in=Game.objects.awaiting(user).values("pk"))
    if "size" in wanted:
        rows = rows.filter(Q(width=wanted["size"]) & Q(height=wanted["size"]))
    if "rated" in wanted:
        rows = rows.filter(rated=wanted["rated"] == "true")
    return rows.filter(**{name: wanted[name] for name in ("phase", "rule_set") if name in wanted})


def _state(request: Request, game_id: int, *, legal: bool = False) -> dict[str, Any]:
    game = game_of(request, game_id)
    return full_state(game, access.visible_to(game, request.user), legal=legal)


class GameView(Api):
    """One game."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="game",
        parameters=[OpenApiParameter("legal", str, enum=["1"])],
        responses={200: GAME_ANSWER, 304: None, **ERRORS},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The whole state; with `legal=1` also where one may play, and why not elsewhere."""
        legal = request.query_params.get("legal")
        if legal not in (None, "1"):
            raise serializers.ValidationError({"legal": ["Only 1."]})
        state = _state(request, game_id, legal=legal == "1")
        digest = hashlib.sha256(json.dumps(without_ticking(state), sort_keys=True).encode()).hexdigest()
        etag = f'"{digest[:32]}"'
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if request.headers.get("If-None-Match") == etag:
            return Response(status=status.HTTP_304_NOT_MODIFIED, headers=headers)
        return Response(state, headers=headers)


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
    "decide": lambda who, g, d: services.decide(**who, ruling=Ruling(d["ruling"]), reason=d["reason"]),
}
assert set(VERBS) == set(forms.ActionSerializer.NEEDS)


class ActionsView(Api):
    """The record, and acting."""

    body = forms.ActionSerializer

    def get_permissions(self) -> list[Any]:
        """Anybody who may see the game may read its record."""
        return [AllowAny()] if self.request.method == "GET" else list(super().get_permissions())

    @extend_schema(
        operation_id="actions",
        parameters=[OpenApiParameter("after", int)],
        responses={200: LIST_ANSWER, **ERRORS},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """The actions after number `after` (0 by default), in order, at most 500 at a time."""
        game = game_of(request, game_id)
        after = request.query_params.get("after", "0")
        if not (after.isascii() and after.isdigit() and len(after) < 8):
            raise serializers.ValidationError({"after": ["A number of an action."]})
        show = access.visible_to(game, request.user)
        rows = game.actions.filter(number__gt=int(after)).order_by("number")[:500]
        return Response({"results": [access.visible_receipt(row, show) for row in rows]})

    @extend_schema(
        operation_id="act",
        request=forms.ActionSerializer,
        parameters=[OpenApiParameter("Idempotency-Key", str, "header", required=True)],
        responses={200: ACTION_ANSWER, **ERRORS},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Do one action. `expected` is the number of the last action that you saw; the answer is what was
        recorded. A retry with the same Idempotency-Key gets the same answer and does nothing."""
        data = self.read(request).validated_data
        who = {
            "game_id": game_id,
            "player": self.player,
            "expected": data["expected"],
            "key": key_of(request),
            "now": self.now,
        }
        game = access.game_for(request.user, game_id)
        return Response(VERBS[data["kind"]](who, game, data).data)


class MarksView(Api):
    """The draft of the marking side."""

    body = forms.MarksSerializer

    @extend_schema(
        operation_id="marks",
        request=forms.MarksSerializer,
        responses={200: OBJECT_ANSWER, **ERRORS},
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

    body = forms.MessageSerializer

    @extend_schema(operation_id="messages", responses={200: LIST_ANSWER, **ERRORS})
    def get(self, request: Request, game_id: int) -> Response:
        """The last 100 messages, oldest first; for the players."""
        game = game_of(request, game_id)
        if not access.visible_to(game, request.user).chat:
            raise exceptions.PermissionDenied
        rows = Message.objects.filter(game=game).select_related("author").order_by("-said_at", "-pk")
        return Response({"results": [forms.message(row) for row in reversed(rows[:MOST_ROWS])]})

    @extend_schema(
        operation_id="say",
        request=forms.MessageSerializer,
        responses={201: OBJECT_ANSWER, **ERRORS},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Say something."""
        text = self.read(request).validated_data["text"]
        said = services.say(game_id=game_id, player=self.player, text=text, key=key_of(request), now=self.now)
        return Response(forms.message(said), status.HTTP_201_CREATED)


class RematchView(Api):
    """Again."""

    @extend_schema(
        operation_id="rematch",
        request=forms.NothingSerializer,
        responses={200: OBJECT_ANSWER, **ERRORS},
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Offer a rematch, or accept the opponent's: the answer names the challenge or the game."""
        self.read(request)
        made = services.rematch(game_id=game_id, player=self.player, now=self.now)
        is_game = isinstance(made, Game)
        return Response({"game": made.pk if is_game else None, "challenge": None if is_game else made.pk})


class SgfView(Api):
    """The record as a file."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="sgf", responses={200: OBJECT_ANSWER, **ERRORS})
    def get(self, request: Request, game_id: int) -> Response:
        """The game as SGF FF[4], in the field `sgf`."""
        game = game_of(request, game_id)
        reasons = access.visible_to(game, request.user).reasons
        return Response({"sgf": sgf_of(game, reasons=reasons)})


class CountView(Api):
    """The count, explained."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="count",
        parameters=[OpenApiParameter("dead", str, description="vertices with commas; only while play has stopped")],
        responses={200: OBJECT_ANSWER, **ERRORS},
    )
    def get(self, request: Request, game_id: int) -> Response:
        """Why every point counts or not, and the same board under Japanese, Chinese and AGA rules. Counted are the
        stones in `dead`, else those of the open proposal or of the result."""
        game = game_of(request, game_id)
        wanted = request.query_params.get("dead")
        if wanted is not None and len(wanted) > LONGEST_MARKING:
            raise serializers.ValidationError({"dead": ["Too many points."]})
        dead = None if wanted is None else _points(game, [text for text in wanted.split(",") if text])
        return Response(counted(game.state(), dead))


class RecordsView(Api):
    """My records."""

    @extend_schema(
        operation_id="records",
        parameters=[OpenApiParameter("page", int)],
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **ERRORS},
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """My games as SGF in a zip archive, the latest 1000; `page=2` has those before them."""
        games = page_of_records(self.player, request.query_params.get("page", ""))
        return StreamingHttpResponse(zip_of(games), content_type="application/zip")


class NoticesView(Api):
    """What happened."""

    @extend_schema(operation_id="notices", responses={200: LIST_ANSWER, **ERRORS})
    def get(self, request: Request) -> Response:
        """The last 100 notices, the newest first."""
        rows = Notice.objects.filter(player=self.player).select_related("by")[:MOST_ROWS]
        return Response({"results": [forms.notice(row) for row in rows]})

    @extend_schema(
        operation_id="notices_read",
        request=forms.NothingSerializer,
        responses={200: OBJECT_ANSWER, **ERRORS},
    )
    def post(self, request: Request) -> Response:
        """Mark all as read."""
        self.read(request)
        unread = Notice.objects.unread().filter(player=self.player)
        return Response({"read": unread.update(read_at=self.now)})
