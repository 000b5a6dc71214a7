"""The operations about people: tokens, oneself, others, notices."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import exceptions, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.audit import note
from accounts.core.renaming import rename
from accounts.middleware import PER_PLAYER
from accounts.models import Block, Player, SecurityKind
from accounts.privacy import account_deletion, blocking
from accounts.security.login_throttle import Bucket, count
from accounts.views.data import archive_response
from games import access, services
from games.api import account_inputs, fields, people_json
from games.api.base import Api
from games.api.pages import PARAMETERS, QUERY, page_of
from games.api.schemas import ERRORS, answers
from games.api.signing_in import signed_in
from games.services.people import Tally, games_summary, with_seen
from games.services.vacations import vacation_now
from notifications.models import Notice
from ratings.models import RatingEvent
from ratings.standing import know_ranks


class MeView(Api):
    """Oneself."""

    scopes = {"GET": "account:read", "PATCH": "account:write"}
    body = account_inputs.MeSerializer

    @extend_schema(operation_id="me", responses=answers(shapes.Me))
    def get(self, request: Request) -> Response:
        """Who am I."""
        return Response(people_json.me(self.player))

    @extend_schema(operation_id="me_change", request=account_inputs.MeSerializer, responses=answers(shapes.Me))
    def patch(self, request: Request) -> Response:
        """Change what the pages of settings change: language, time zone, theme, about me, ..."""
        data = self.read(request).validated_data
        if data:
            Player.objects.filter(pk=self.player.pk).update(**data)
        return Response(people_json.me(Player.objects.get(pk=self.player.pk)))


class NameView(Api):
    """One's own name."""

    scopes = {"PUT": "account:write"}
    body = account_inputs.NameSerializer

    @extend_schema(operation_id="me_rename", request=account_inputs.NameSerializer, responses=answers(shapes.Me))
    def put(self, request: Request) -> Response:
        """Change my name; possible once in 30 days, its capitals at any time. The old one leads to my profile for a
        year."""
        name = self.read(request).validated_data["name"]
        try:
            return Response(people_json.me(rename(player=self.player, name=name, now=self.now)))
        except ValidationError as error:
            raise serializers.ValidationError({"name": error.messages}) from error


class BotView(Api):
    """Becoming a bot."""

    scopes = {"POST": "account:write"}

    @extend_schema(operation_id="become_bot", request=fields.NothingSerializer, responses=answers(shapes.Me))
    def post(self, request: Request) -> Response:
        """Make this account a bot, for good; possible before its first game. Everybody sees that a program plays. Its
        games are unrated, it plays at most 100 at once, and it does not look for games: it is challenged, or
        challenges somebody by name."""
        self.read(request)
        return Response(people_json.me(services.become_bot(player=self.player)))


class PlayerView(Api):
    """Somebody."""

    scopes = {"GET": None}
    public = ("GET",)

    @extend_schema(operation_id="player", responses=answers(shapes.Profile))
    def get(self, request: Request, username: str) -> Response:
        """What anybody may know of a person; games count as far as you may see them."""
        found = access.player_named(username)
        know_ranks(found)
        standing, vacation = games_summary(found, request.user), vacation_now(found, self.now)
        more = {
            "record": _tally(standing.tally),
            "ratings": [people_json.rating(row) for row in found.ratings.all()],
            "running": standing.running,
            "between": None if standing.between is None else _tally(standing.between),
            "on_vacation_until": None if vacation is None else people_json.moment(vacation.end),
        }
        return Response({**people_json.person(found), **more})


def _tally(tally: Tally) -> dict[str, int]:
    return {"won": tally.won, "lost": tally.lost}


class ExportView(Api):
    """Taking everything along."""

    scopes = {"POST": "account:read"}
    while_suspended = ("POST",)
    body = account_inputs.AgainSerializer

    @extend_schema(
        operation_id="me_export",
        request=account_inputs.AgainSerializer,
        responses={(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, "The archive."), **ERRORS},
    )
    def post(self, request: Request) -> StreamingHttpResponse:
        """All that is kept about me, as a zip archive; a README in it says what each file is. My name, my password and,
        with a second factor, a code are needed again. Ten times an hour, the page's tries counted in."""
        self._count()
        self._check_again(request)
        note(SecurityKind.EXPORTED, self.player, request._request)
        return archive_response(self.player)

    def _count(self) -> None:
        """Raise Throttled when it was asked for too often, here or on the page."""
        wait = count(Bucket("accounts:export", str(self.player.pk), PER_PLAYER["accounts:export"]))
        if wait is not None:
            raise exceptions.Throttled(wait)

    def _check_again(self, request: Request) -> None:
        """Raise PermissionDenied unless it is shown once more whose token this is."""
        data = self.read(request).validated_data
        if signed_in(request, data["username"], data["password"], data.get("code", "")) != self.player:
            raise exceptions.PermissionDenied


class DeletionView(ExportView):
    """The end."""

    scopes = {"POST": "account:write"}

    @extend_schema(operation_id="me_delete", request=account_inputs.AgainSerializer, responses=answers(None, 204))
    def post(self, request: Request) -> Response:  # type: ignore[override]
        """Delete my account, at once and for good: my name goes, running games end by resignation, finished ones stay
        with my opponents. My name, my password and, with a second factor, a code are needed again."""
        self._check_again(request)
        account_deletion.delete(player=self.player, now=self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BlocksView(Api):
    """Whom I do not want to meet."""

    scopes = {"GET": "account:read"}

    @extend_schema(operation_id="blocks", responses=answers(shapes.Blocks))
    def get(self, request: Request) -> Response:
        """The players whom I have blocked. They are not told."""
        rows = Block.objects.filter(player=self.player).select_related("blocked")
        return Response(
            {"results": [{"username": row.blocked.username, "at": people_json.moment(row.at)} for row in rows]}
        )


class BlockView(Api):
    """One player whom I do not want to meet."""

    scopes = {"PUT": "account:write", "DELETE": "account:write"}

    @extend_schema(operation_id="block", request=fields.NothingSerializer, responses=answers(None, 204))
    def put(self, request: Request, username: str) -> Response:
        """Block a player: no challenges, no offers seen, no chat, either way. Games that are going on go on."""
        self.read(request)
        blocking.block(player=self.player, other=access.player_named(username), now=self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(operation_id="unblock", responses=answers(None, 204))
    def delete(self, request: Request, username: str) -> Response:
        """Take it back."""
        blocking.unblock(player=self.player, other=access.player_named(username))
        return Response(status=status.HTTP_204_NO_CONTENT)


class RatingsView(Api):
    """How somebody's rating went."""

    scopes = {"GET": None}
    query = QUERY
    public = ("GET",)

    @extend_schema(operation_id="player_ratings", parameters=PARAMETERS, responses=answers(shapes.RatingEvents))
    def get(self, request: Request, username: str) -> Response:
        """What each rated game made of a player's ratings, the newest first. A private game is not named to others."""
        found = access.player_named(username)
        rows = with_seen(RatingEvent.objects.filter(player=found), request.user)
        return page_of(request, rows, people_json.rating_event, key="number")


class NoticesView(Api):
    """What happened."""

    scopes = {"GET": "account:read", "POST": "account:write"}
    query = QUERY
    while_suspended = ("POST",)

    @extend_schema(operation_id="notices", parameters=PARAMETERS, responses=answers(shapes.Notices))
    def get(self, request: Request) -> Response:
        """My notices, the newest first."""
        rows = Notice.objects.filter(player=self.player).select_related("by")
        return page_of(request, rows, people_json.notice)

    @extend_schema(operation_id="notices_read", request=fields.NothingSerializer, responses=answers(shapes.Read))
    def post(self, request: Request) -> Response:
        """Mark all as read."""
        self.read(request)
        unread = Notice.objects.unread().filter(player=self.player)
        return Response({"read": unread.update(read_at=self.now)})
