"""The API operations about vacant seats of team games (V39). A team invites a player to the seat of a member who left,
with the action `invite_successor`. The invited player answers with an operation of this module. An opponent then
accepts the player with `admit_successor`."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from api.fields import StrictBooleanField, StrictSerializer
from api.once import retryable
from api.schemas import answers
from foundation.iso_times import iso_time
from games.api.base import PlayerServiceApi
from games.errors import NoSuchGame
from games.models import SeatOffer
from games.services import successors


class SeatAnswerSerializer(StrictSerializer):
    """The answer of an invited player."""

    allow = StrictBooleanField(help_text="Whether you take the seat.")


class SeatInvitationView(PlayerServiceApi):
    """Lists the open invitations to the seats of a game; accepts or declines your own."""

    scopes = {"GET": "game:read", "POST": "game:play"}
    body = SeatAnswerSerializer

    @extend_schema(operation_id="seat_offers", responses=answers(shapes.SeatOffers))
    def get(self, request: Request, game_id: int) -> Response:
        """List the open invitations to seats of a game: all of them for its players, otherwise your own."""
        return Response(self._visible_offers(game_id))

    @retryable()
    @extend_schema(
        operation_id="seat_answer",
        request=SeatAnswerSerializer,
        responses=answers(shapes.SeatOffers, refuses=(409,)),
    )
    def post(self, request: Request, game_id: int) -> Response:
        """Accept or decline the invitation to a vacant seat. After you have accepted, an opponent has to accept you.
        Without an open invitation the answer is 404."""
        allow = self.read_body(request).validated_data["allow"]
        successors.answer_invitation(self.player_request, game_id, allow=allow)
        return Response({"results": []} if not allow else self._visible_offers(game_id))

    def _visible_offers(self, game_id: int) -> shapes.SeatOffers:
        mine = successors.visible_seat_offers(self.player, game_id, self.now)
        if mine is None:
            raise NoSuchGame
        return {"results": [_offer_json(one) for one in mine]}


def _offer_json(offer: SeatOffer) -> shapes.SeatOffer:
    return {
        "seat": offer.index,
        "player": offer.player.username,
        "invited_by": offer.by.username,
        "former": offer.former.username,
        "until": iso_time(offer.until),
        "agreed": offer.agreed_at is not None,
    }
