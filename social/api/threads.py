"""The operations of private messages."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api import fields
from api.base import KEY, Api, idempotency_key_of
from api.examples import examples
from api.once import retryable
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from foundation.text import clean_text
from games.services.idempotency import PlayerRequest
from social.api import inputs, outputs
from social.errors import NoSuchThread
from social.models import Post, ThreadSide
from social.services import threads
from social.services.threads import TextOrQuickReply

ARCHIVED = {"true": True, "false": False}


class ThreadsView(Api):
    """Lists your conversations with other players."""

    scopes = {"GET": "message:read"}
    query = (*QUERY, "archived")

    @extend_schema(
        operation_id="threads",
        parameters=[
            *PARAMETERS,
            OpenApiParameter("archived", {"type": "string", "enum": list(ARCHIVED)}, description="Which; all without."),
        ],
        responses=answers(shapes.Threads),
    )
    def get(self, request: Request) -> Response:
        """List your conversations, the newest first. `unread` is the number of new messages."""
        rows = ThreadSide.objects.filter(player=self.player).select_related("other")
        archived = request.query_params.get("archived")
        if archived is not None:
            if archived not in ARCHIVED:
                raise serializers.ValidationError({"archived": [f"One of {', '.join(ARCHIVED)}."]})
            rows = rows.filter(archived=ARCHIVED[archived])
        return page_of(request, rows, outputs.thread_json)


class PrivateMessageSearchView(Api):
    """Lists and searches the messages of all your conversations."""

    scopes = {"GET": "message:read"}
    query = (*QUERY, "q")

    @extend_schema(
        operation_id="posts_found",
        parameters=[
            *PARAMETERS,
            OpenApiParameter(
                "q", {"type": "string", "maxLength": threads.LONGEST_SEARCH}, description="The text to search for."
            ),
        ],
        responses=answers(shapes.FoundPosts),
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """List your private messages, the latest first; `q` searches them. Quick replies are searched in the requested
        language."""
        text = clean_text(request.query_params.get("q", ""))
        if len(text) > threads.LONGEST_SEARCH:
            raise serializers.ValidationError({"q": [f"At most {threads.LONGEST_SEARCH} characters."]})
        rows = threads.search_private_messages(self.player, text).select_related(
            "author", "thread__low", "thread__high"
        )
        return page_of(request, rows, self._found_post_json)

    def _found_post_json(self, row: Post) -> shapes.FoundPost:
        return outputs.found_post_json(row, self.player)


class ThreadView(Api):
    """Lists the messages of one conversation; writes a message, or mutes or archives the conversation."""

    scopes = {"GET": "message:read", "POST": "message:write", "PATCH": "message:write"}
    query = QUERY
    body = inputs.PostSerializer

    @extend_schema(operation_id="posts", parameters=PARAMETERS, responses=answers(shapes.Posts))
    def get(self, request: Request, username: str) -> Response:
        """List your messages with a player, the latest first. This does not mark them as read."""
        side = _side_or_raise(self, username)
        rows = Post.objects.readable_by(self.player).filter(thread=side.thread_id).select_related("author")
        return page_of(request, rows, outputs.post_json)

    @extend_schema(
        operation_id="post_write",
        request=inputs.PostSerializer,
        parameters=[KEY],
        responses=answers(shapes.Post, 201),
        examples=examples(a_text={"text": "Shall we play on the weekend?"}, a_quick_reply={"quick": "thanks"}),
    )
    def post(self, request: Request, username: str) -> Response:
        """Write a message to a player. In your first week you can write only to opponents, friends, staff and players
        who wrote to you; for other players the answer is `too_new`. For bots this limit is permanent."""
        words = TextOrQuickReply(**self.read_body(request).validated_data)
        asked = PlayerRequest(self.player, self.now, idempotency_key_of(request))
        return Response(
            outputs.post_json(threads.write_message(asked, get_player_by_name(username), words)),
            status.HTTP_201_CREATED,
        )

    @extend_schema(operation_id="thread_mute", request=inputs.ThreadSerializer, responses=answers(shapes.Thread))
    def patch(self, request: Request, username: str) -> Response:
        """Mute or unmute a conversation, move it to the archive or back. A muted conversation has no notifications and
        no count of new messages. An archived conversation returns to the list after the next message, unless it is
        muted. The other player is not notified.
        """
        form = inputs.ThreadSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        side, wanted = _side_or_raise(self, username), form.validated_data
        if "muted" in wanted:
            threads.set_thread_muted(side, muted=wanted["muted"])
        if "archived" in wanted:
            threads.set_thread_archived(side, self.now, archived=wanted["archived"])
        return Response(outputs.thread_json(_side_or_raise(self, username)))


class MarkThreadReadView(Api):
    """Marks the messages of a conversation as read."""

    scopes = {"POST": "message:write"}

    @retryable()
    @extend_schema(operation_id="thread_read", request=fields.NothingSerializer, responses=answers(None, 204))
    def post(self, request: Request, username: str) -> Response:
        """Mark the other player's messages as read."""
        self.read_body(request)
        threads.mark_thread_read(_side_or_raise(self, username), self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _side_or_raise(view: Api, username: str) -> ThreadSide:
    """Return the requester's side of the conversation with this player. Raises NoSuchPlayer, NoSuchThread."""
    found = threads.find_thread_side_with(view.player, get_player_by_name(username))
    if found is None:
        raise NoSuchThread
    return found
