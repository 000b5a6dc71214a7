"""The operations of discussions."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.base import KEY, Api, idempotency_key_of
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from clubs.access import club_for
from discussion import access, services
from discussion.api import inputs, outputs
from discussion.api.examples import POSTS, TOPICS
from discussion.services import NewTopic, TopicAct
from foundation.text import whole_number
from games.services.idempotency import PlayerRequest
from social.api.outputs import post_json as shown_post
from social.models import Post, Topic

LONGEST_SEARCH = 60


class TopicsView(Api):
    """Lists the topics of a club or of the whole server; starts one."""

    scopes = {"GET": "message:read", "POST": "message:write"}
    public = ("GET",)
    query = (*QUERY, "club", "q")
    body = inputs.TopicSerializer

    @extend_schema(
        operation_id="topics",
        parameters=[
            *PARAMETERS,
            OpenApiParameter(
                "club", {"type": "integer", "minimum": 1}, description="The club; omit it for the whole server."
            ),
            OpenApiParameter(
                "q", {"type": "string", "maxLength": LONGEST_SEARCH}, description="Words in titles and posts."
            ),
        ],
        responses=answers(shapes.Topics),
    )
    def get(self, request: Request) -> Response:
        """List topics, the newest first. With `club`, list the topics of this club, for its members; others get
        `not_member`. Without it, list the topics of the whole server. `q` searches titles and posts."""
        text, words = request.query_params.get("club", ""), request.query_params.get("q", "")
        number = whole_number(text, 9)
        if text and not number:
            raise serializers.ValidationError({"club": ["The number of a club."]})
        if len(words) > LONGEST_SEARCH:
            raise serializers.ValidationError({"q": [f"At most {LONGEST_SEARCH} characters."]})
        club = club_for(request.user, number) if number else None
        if club is not None:
            access.check_may_read(request.user, club)
        readable = Post.objects.readable_by(request.user)
        rows = Topic.objects.visible_to(request.user).filter(club=club).with_posts(readable)
        rows = rows.matching(words, readable).for_reader(request.user)
        return page_of(request, rows, outputs.topic_json)

    @extend_schema(
        operation_id="topic_start",
        request=inputs.TopicSerializer,
        parameters=[KEY],
        responses=answers(shapes.Topic, 201, refuses=(404,)),
        examples=TOPICS,
    )
    def post(self, request: Request) -> Response:
        """Start a topic with its first post, and follow it. You can start three topics a day; for a fourth the answer
        is `too_many_topics`."""
        new = NewTopic(**self.read_body(request).validated_data)
        made = services.start_topic(PlayerRequest(self.player, self.now, idempotency_key_of(request)), new)
        return Response(outputs.topic_json(made), status.HTTP_201_CREATED)


class TopicView(Api):
    """Reads one topic; follows, mutes or closes it."""

    scopes = {"GET": "message:read", "PATCH": "message:write"}
    public = ("GET",)
    body = inputs.TopicActSerializer

    @extend_schema(operation_id="topic", responses=answers(shapes.Topic))
    def get(self, request: Request, topic_id: int) -> Response:
        """Return a topic, with the number of its posts that you have not read."""
        return Response(outputs.topic_json(access.visible_topic(request.user, topic_id)))

    @extend_schema(operation_id="topic_change", request=inputs.TopicActSerializer, responses=answers(shapes.Topic))
    def patch(self, request: Request, topic_id: int) -> Response:
        """Follow, unfollow, mute or unmute a topic, or close or reopen it. Only managers of its club may close and
        reopen a club's topic, and only moderators a topic without a club; others get `cannot_close_topic`."""
        doing = TopicAct(self.read_body(request).validated_data["act"])
        return Response(
            outputs.topic_json(services.perform_topic_act(PlayerRequest(self.player, self.now), topic_id, doing))
        )


class TopicPostsView(Api):
    """Lists the posts of a topic; adds one."""

    scopes = {"GET": "message:read", "POST": "message:write"}
    public = ("GET",)
    query = QUERY
    body = inputs.TopicPostSerializer

    @extend_schema(operation_id="topic_posts", parameters=PARAMETERS, responses=answers(shapes.Posts))
    def get(self, request: Request, topic_id: int) -> Response:
        """List the posts of a topic, the latest first. Posts of players you blocked or muted are left out. This does
        not mark them as read."""
        topic = access.visible_topic(request.user, topic_id)
        rows = Post.objects.readable_by(request.user).filter(topic=topic).select_related("author")
        return page_of(request, rows, shown_post)

    @extend_schema(
        operation_id="topic_reply",
        request=inputs.TopicPostSerializer,
        parameters=[KEY],
        responses=answers(shapes.Post, 201, refuses=(409,)),
        examples=POSTS,
    )
    def post(self, request: Request, topic_id: int) -> Response:
        """Write a post in a topic. Refusals: `topic_closed`, `too_many_posts`, `no_bots_in_discussions`."""
        text = self.read_body(request).validated_data["text"]
        made = services.reply_to_topic(
            PlayerRequest(self.player, self.now, idempotency_key_of(request)), topic_id, text
        )
        return Response(shown_post(made), status.HTTP_201_CREATED)


class DeleteOwnTopicPostView(Api):
    """Deletes one of your own posts."""

    scopes = {"DELETE": "message:write"}

    @extend_schema(operation_id="topic_post_withdraw", responses=answers(None, 204))
    def delete(self, request: Request, topic_id: int, post_id: int) -> Response:
        """Delete your own post, unless moderators have hidden it. The title is deleted with the first post, and the
        topic with its only post."""
        services.delete_own_post(self.player, topic_id, post_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
