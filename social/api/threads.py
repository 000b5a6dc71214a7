"""The operations of private messages."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import player_named
from api import fields
from api.base import KEY, Api, key_of
from api.examples import examples
from api.once import retryable
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from games.services.idempotency import PlayerRequest
from social.api import inputs, outputs
from social.errors import NoSuchThread
from social.models import Post, ThreadSide
from social.services import threads
from social.services.threads import Words


class ThreadsView(Api):
    """The players you exchange private messages with."""

    scopes = {"GET": "message:read"}
    query = QUERY

    @extend_schema(operation_id="threads", parameters=PARAMETERS, responses=answers(shapes.Threads))
    def get(self, request: Request) -> Response:
        """List your conversations, the newest first. `unread` says whether there is something new."""
        rows = ThreadSide.objects.filter(player=self.player).select_related("other")
        return page_of(request, rows, outputs.thread)


class ThreadView(Api):
    """Your conversation with a player."""

    scopes = {"GET": "message:read", "POST": "message:write", "PATCH": "message:write"}
    query = QUERY
    body = inputs.PostSerializer

    @extend_schema(operation_id="posts", parameters=PARAMETERS, responses=answers(shapes.Posts))
    def get(self, request: Request, username: str) -> Response:
        """List your messages with a player, the latest first. This does not mark them as read."""
        side = _side(self, username)
        rows = Post.objects.readable_by(self.player).filter(thread=side.thread_id).select_related("author")
        return page_of(request, rows, outputs.post)

    @extend_schema(
        operation_id="post_write",
        request=inputs.PostSerializer,
        parameters=[KEY],
        responses=answers(shapes.Post, 201),
        examples=examples(a_text={"text": "Shall we play on the weekend?"}, a_quick_reply={"quick": "thanks"}),
    )
    def post(self, request: Request, username: str) -> Response:
        """Write a message to a player. In your first week you can write only to opponents, friends, staff and players
        who wrote to you (`too_new`). For a bot this always holds.
        """
        words = Words(**self.read(request).validated_data)
        asked = PlayerRequest(self.player, self.now, key_of(request))
        return Response(outputs.post(threads.write(asked, player_named(username), words)), status.HTTP_201_CREATED)

    @extend_schema(operation_id="thread_mute", request=inputs.ThreadSerializer, responses=answers(shapes.Thread))
    def patch(self, request: Request, username: str) -> Response:
        """Mute or unmute a conversation: no notifications and no count of the other player's messages. The player is
        not notified.
        """
        form = inputs.ThreadSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        threads.mute(_side(self, username), muted=form.validated_data["muted"])
        return Response(outputs.thread(_side(self, username)))


class ThreadReadView(Api):
    """That you have read it."""

    scopes = {"POST": "message:write"}

    @retryable()
    @extend_schema(operation_id="thread_read", request=fields.NothingSerializer, responses=answers(None, 204))
    def post(self, request: Request, username: str) -> Response:
        """Mark the other player's messages as read."""
        self.read(request)
        threads.mark_read(_side(self, username), self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _side(view: Api, username: str) -> ThreadSide:
    """The conversation with this player. Raises NoSuchPlayer, NoSuchThread."""
    found = threads.side_with(view.player, player_named(username))
    if found is None:
        raise NoSuchThread
    return found
