"""The API operations about offers."""

from __future__ import annotations

from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

import api_types as shapes
from accounts.core.lookup import get_player_by_name
from api import fields
from api.base import KEY, MAYBE_KEY, Api, idempotency_key_of
from api.once import run_once
from api.pages import PARAMETERS, QUERY, MergedRows, page_of
from api.parsing import LARGEST_FILE
from api.schemas import answers
from challenges import access, services
from challenges.api import inputs, outputs
from challenges.api.examples import CHALLENGES, COUNTERS
from challenges.api.outputs import challenge_json
from challenges.kinds import filter_of_kind
from challenges.models import Challenge
from challenges.refusals import set_refusals
from challenges.services import OfferRecipients
from foundation.keyset import Key, MergedStreams, Stream
from games.api.game_views import visible_game_json
from games.services.idempotency import PlayerRequest


def seating_by_names(names: list[str | None]) -> services.Seating:
    """Return the players with these names in order, None for each free seat. Raises NoSuchPlayer."""
    return tuple(None if name is None else get_player_by_name(name) for name in names)


def _requested_kind(request: Request) -> str:
    """Return the value of the query parameter `variant`, "" for no filter. Raises ValidationError."""
    form = inputs.OfferFilterSerializer(
        data={name: text for name, text in request.query_params.items() if name == "variant"}
    )
    form.is_valid(raise_exception=True)
    return cast(str, form.validated_data.get("variant", ""))


class ChallengesView(Api):
    """Lists open games and your own offers; creates an offer."""

    scopes = {"GET": "challenge:read", "POST": "challenge:write"}
    query = ("variant", *QUERY)
    makes_offers = True
    public = ("GET",)
    body = inputs.ChallengeSerializer
    largest_body = LARGEST_FILE

    @extend_schema(
        operation_id="challenges",
        parameters=[inputs.OfferFilterSerializer, *PARAMETERS],
        responses=answers(shapes.Challenges),
    )
    def get(self, request: Request) -> Response:
        """List the open games of others, and your own open offers that you made or received, the newest first."""
        viewer = access.viewer_with_ratings(request.user)
        kind = _requested_kind(request)
        pieces = Challenge.objects.all().disjoint_visible_querysets(request.user)
        rows = MergedStreams([Stream(piece.filter(filter_of_kind(kind)) if kind else piece) for piece in pieces])

        def read(keys: list[Key]) -> list[Challenge]:
            offers = access.challenges_in_order(keys, request.user)
            set_refusals(offers, viewer, self.now)
            return offers

        found = MergedRows(rows, read)
        return page_of(request, found, lambda row: challenge_json(row, viewer))

    @extend_schema(
        operation_id="challenge_create",
        request=inputs.ChallengeSerializer,
        parameters=[KEY],
        responses=answers(shapes.ChallengeMade, 201, refuses=(404, 409)),
        examples=CHALLENGES,
    )
    def post(self, request: Request) -> Response:
        """Offer a game: to anyone, to one player (`opponent`), or by a private link (`link`)."""
        form = self.read_body(request)
        name = form.validated_data.get("opponent")
        made = services.create_challenge(
            PlayerRequest(self.player, self.now, idempotency_key_of(request)),
            form.terms(),
            OfferRecipients(
                opponent=None if name is None else get_player_by_name(name, self.player),
                by_link=form.validated_data["link"],
                limits=form.limits(),
                seats=seating_by_names(form.validated_data.get("seats", [])),
                by_lot="seats" not in form.validated_data,
            ),
        )
        return Response(outputs.created_offer_json(made, self.player, form.upload), status.HTTP_201_CREATED)


class ChallengeView(Api):
    """Reads one offer; withdraws your own."""

    scopes = {"GET": "challenge:read", "DELETE": "challenge:write"}
    public = ("GET",)

    @extend_schema(operation_id="challenge", responses=answers(shapes.Challenge))
    def get(self, request: Request, challenge_id: int) -> Response:
        """Return the exact terms of an offer."""
        offer, viewer = access.visible_challenge(request.user, challenge_id), access.viewer_with_ratings(request.user)
        set_refusals([offer], viewer, self.now)
        return Response(challenge_json(offer, viewer))

    @extend_schema(
        operation_id="challenge_withdraw", parameters=[MAYBE_KEY], responses=answers(None, 204, refuses=(409,))
    )
    def delete(self, request: Request, challenge_id: int) -> Response:
        """Withdraw your own offer."""
        return run_once(self, lambda: self._withdraw(challenge_id))

    def _withdraw(self, challenge_id: int) -> Response:
        services.withdraw_challenge(PlayerRequest(self.player, self.now), challenge_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AcceptOfferView(Api):
    """Accepts an offer and starts its game."""

    scopes = {"POST": "challenge:write"}
    body = inputs.JoinSerializer

    @extend_schema(
        operation_id="challenge_accept",
        request=inputs.JoinSerializer,
        parameters=[KEY],
        responses=answers(shapes.Game, 201, refuses=(409,)),
    )
    def post(self, request: Request, challenge_id: int) -> Response:
        """Accept an offer and start the game. A private link needs its `token`. An offer with `by_rank` needs
        `handicap` and `color` as the offer showed them to you; for other values the answer is `terms_changed`. If you
        are outside the offer's limits, the answer is `rank_outside` with `lowest`, `highest` and `rank`,
        `rank_unsettled`, `same_opponent` with `until`, or `already_joined` with `game`. If `color` is `both`, two games
        start. You get the one where you move first, and an event `challenge.accepted` for each."""
        form = self.read_body(request)
        game = services.accept_challenge(
            PlayerRequest(self.player, self.now, idempotency_key_of(request)),
            challenge_id,
            token=form.validated_data.get("token", ""),
            shown=form.shown_terms(),
        )
        return Response(visible_game_json(request, game.pk), status.HTTP_201_CREATED)


class DeclineOfferView(Api):
    """Declines an offer that was made to you."""

    scopes = {"POST": "challenge:write"}

    @extend_schema(
        operation_id="challenge_decline",
        request=fields.NothingSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Challenge, refuses=(409,)),
    )
    def post(self, request: Request, challenge_id: int) -> Response:
        """Decline an offer that was made to you."""
        self.read_body(request)
        return run_once(self, lambda: self._decline(challenge_id))

    def _decline(self, challenge_id: int) -> Response:
        offer = services.decline_challenge(PlayerRequest(self.player, self.now), challenge_id)
        return Response(challenge_json(offer, self.player))


class BidForKomiView(Api):
    """Joins an offer without fixed komi, and bids for the komi."""

    scopes = {"POST": "challenge:write"}
    body = inputs.BidSerializer

    @extend_schema(
        operation_id="challenge_bid",
        request=inputs.BidSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Challenge, refuses=(409,)),
    )
    def post(self, request: Request, challenge_id: int) -> Response:
        """Join an offer with `komi_by`, and bid. The higher bidder gives that komi and plays Black. In an open auction,
        bid more than the other player, or take the `color` `white`; for a lower bid the answer is `bid_too_low` with
        the other bid in `above`. If one player names the komi, the other chooses a `color`. Then the game starts, and
        the offer's `game` is its id. Refusal: `not_your_bid`, if the other player has to bid or choose. After three
        days without a bid the offer ends. A private link needs its `token`."""
        form = self.read_body(request)
        return run_once(self, lambda: self._bid(challenge_id, form))

    def _bid(self, challenge_id: int, form: Any) -> Response:
        token = form.validated_data.get("token", "")
        offer = services.place_bid(PlayerRequest(self.player, self.now), challenge_id, form.bid(), token=token)
        return Response(challenge_json(access.visible_challenge(self.player, offer.pk), self.player))


class MakeCounterOfferView(Api):
    """Answers an offer with other terms, as a new offer."""

    scopes = {"POST": "challenge:write"}
    makes_offers = True
    body = inputs.CounterSerializer
    largest_body = LARGEST_FILE

    @extend_schema(
        operation_id="challenge_counter",
        request=inputs.CounterSerializer,
        parameters=[KEY],
        responses=answers(shapes.ChallengeMade, 201, refuses=(409,)),
        examples=COUNTERS,
    )
    def post(self, request: Request, challenge_id: int) -> Response:
        """Answer an offer with other terms, as a new offer to its creator. An offer to you alone is closed by this; an
        offer to anyone stays open. A private link needs its `token`.
        """
        form = self.read_body(request)
        made = services.counter_challenge(
            PlayerRequest(self.player, self.now, idempotency_key_of(request)),
            challenge_id,
            form.terms(),
            token=form.validated_data.get("token", ""),
        )
        return Response(outputs.created_offer_json(made, self.player, form.upload), status.HTTP_201_CREATED)


class TakeSeatView(Api):
    """Takes a seat in an offer of a game with more than two seats."""

    scopes = {"POST": "challenge:write"}
    body = inputs.SeatSerializer

    @extend_schema(
        operation_id="challenge_seat",
        request=inputs.SeatSerializer,
        parameters=[KEY],
        responses=answers(shapes.Challenge, 201, refuses=(409,)),
    )
    def post(self, request: Request, challenge_id: int) -> Response:
        """Agree to the terms of a game with more than two seats, and to its seating. You take the seat reserved for you
        (`seats`), or a free one. When everyone has agreed, the game starts, and the offer's `game` is its id. In
        simultaneous games you take a place; the handicap follows from the ranks when the games start. To refuse or
        leave, decline the offer: your seat is then free. Refusal: `no_seat_for_you`, if that seat belongs to someone
        else or no seat is left. If you are outside the limits of simultaneous games, the refusals are those of
        `challenge_accept`."""
        form = self.read_body(request)
        made = services.take_place(
            PlayerRequest(self.player, self.now, idempotency_key_of(request)),
            challenge_id,
            token=form.validated_data.get("token", ""),
            index=form.validated_data.get("index"),
        )
        return Response(challenge_json(made, self.player), status.HTTP_201_CREATED)


class StartSimulView(Api):
    """Starts your simultaneous games."""

    scopes = {"POST": "challenge:write"}

    @extend_schema(
        operation_id="challenge_start",
        request=fields.NothingSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Challenge, refuses=(409,)),
    )
    def post(self, request: Request, challenge_id: int) -> Response:
        """Start your simultaneous games with all players who have taken a place (`simul_boards` has their games). Free
        places are closed. Refusal: `nothing_to_start`, if no one has a place, or if the offer is not a simul whose
        games start together.
        """
        self.read_body(request)
        return run_once(self, lambda: self._start(challenge_id))

    def _start(self, challenge_id: int) -> Response:
        offer = services.start_simul(PlayerRequest(self.player, self.now), challenge_id)
        return Response(challenge_json(offer, self.player))


class ChangeSeatingView(Api):
    """Changes who has which seat in your own offer of a game with more than two seats."""

    scopes = {"PUT": "challenge:write"}
    body = inputs.SeatsSerializer

    @extend_schema(
        operation_id="challenge_seats",
        request=inputs.SeatsSerializer,
        parameters=[MAYBE_KEY],
        responses=answers(shapes.Challenge, refuses=(409,)),
    )
    def put(self, request: Request, challenge_id: int) -> Response:
        """Change who sits where, in your own offer of a game with more than two seats. Everyone else has to agree
        again. With three colours or more, seats are drawn (`seats_by_lot`), unless the offer was created with `seats`.
        """
        form = self.read_body(request)
        return run_once(self, lambda: self._change_seating(challenge_id, form.validated_data))

    def _change_seating(self, challenge_id: int, data: dict[str, Any]) -> Response:
        request, people = PlayerRequest(self.player, self.now), seating_by_names(data["seats"])
        made = services.change_seating(request, challenge_id, people, by_lot=data["by_lot"])
        return Response(challenge_json(made, self.player))
