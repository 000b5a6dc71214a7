"""The operations of bulletins."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api import fields
from api.base import Api
from api.once import retryable
from api.pages import PARAMETERS, QUERY, page_of
from api.schemas import answers
from foundation.iso_times import iso_time
from social.api import inputs
from social.models import Bulletin
from social.services import bulletins as services


class BulletinsView(Api):
    """Lists the current bulletins of the administrators."""

    scopes = {"GET": "account:read"}
    public = ("GET",)
    query = QUERY

    @extend_schema(operation_id="bulletins", parameters=PARAMETERS, responses=answers(shapes.Bulletins))
    def get(self, request: Request) -> Response:
        """List the current bulletins, the latest first. The votes are included once you have voted."""
        return page_of(request, services.published_bulletins(self.now), self._bulletin_json)

    def _bulletin_json(self, row: Bulletin) -> shapes.Bulletin:
        poll, texts = services.find_poll(row, self.request.user, self.now), row.text_in_language
        return {
            "id": row.pk,
            "title": texts.title,
            "text": texts.text,
            "begins": iso_time(row.begins),
            "ends": iso_time(row.ends),
            "question": None if poll is None else poll.question,
            "answers": [] if poll is None else [{"text": text, "votes": votes} for text, votes in poll.answers],
            "vote": None if poll is None else poll.mine,
        }


class BulletinVoteView(Api):
    """Votes on the question of a bulletin."""

    scopes = {"POST": "account:write"}
    body = inputs.VoteSerializer

    @retryable()
    @extend_schema(operation_id="vote", request=inputs.VoteSerializer, responses=answers(None, 204, refuses=(409,)))
    def post(self, request: Request, bulletin_id: int) -> Response:
        """Vote on a bulletin's question. You can vote once; a second vote gets `already_voted`. No one can see who
        voted for what."""
        choice = self.read_body(request).validated_data["choice"]
        found = services.visible_bulletin(self.player, bulletin_id, self.now)
        services.record_vote(player=self.player, bulletin=found, choice=choice, now=self.now)
        return Response(status=status.HTTP_204_NO_CONTENT)


class DismissBulletinView(Api):
    """Dismisses a bulletin."""

    scopes = {"POST": "account:write"}

    @retryable()
    @extend_schema(operation_id="bulletin_dismiss", request=fields.NothingSerializer, responses=answers(None, 204))
    def post(self, request: Request, bulletin_id: int) -> Response:
        """Dismiss a bulletin. It no longer appears above your games."""
        self.read_body(request)
        services.dismiss_bulletin(
            player=self.player, bulletin=services.visible_bulletin(self.player, bulletin_id, self.now)
        )
        return Response(status=status.HTTP_204_NO_CONTENT)
