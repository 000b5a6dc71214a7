"""A simul's places when many players join at the same time (C210): on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone

from challenges import services
from challenges.errors import ChallengeAlreadyClosed, SeatNotAvailable
from challenges.limits import OpponentLimits
from challenges.models import Challenge, ChallengeStatus, Place
from challenges.services import OfferRecipients
from games.models import Game, Seat
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from tests.clubs.test_at_once import together
from tests.factories import make_player

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def made(places: int, starts: str) -> Challenge:
    to = OfferRecipients(limits=OpponentLimits(simul_places=places, simul_starts=starts))
    return services.create_challenge(PlayerRequest(make_player(), timezone.now()), Terms(width=9, height=9), to)


def test_C210_many_join_at_once_and_no_more_have_games_than_there_are_places():
    offer, now = made(3, "full"), timezone.now()
    players = [make_player() for _ in range(6)]

    outcomes = together(*(partial(services.take_place, PlayerRequest(one, now), offer.pk) for one in players))

    assert outcomes.count(None) == 3
    assert {*outcomes} - {None} <= {ChallengeAlreadyClosed, SeatNotAvailable}
    assert Game.objects.count() == Place.objects.filter(offer=offer, game__isnull=False).count() == 3
    assert Challenge.objects.get(pk=offer.pk).status == ChallengeStatus.ACCEPTED
    joined = {one.pk for one, outcome in zip(players, outcomes, strict=True) if outcome is None}
    assert set(Seat.objects.exclude(player=offer.creator).values_list("player", flat=True)) == joined


def test_C210_a_player_who_joins_while_the_host_starts_has_a_game_or_no_place():
    offer, now = made(9, "host"), timezone.now()
    services.take_place(PlayerRequest(make_player(), now), offer.pk)
    late = make_player()

    outcomes = together(
        partial(services.start_simul, PlayerRequest(offer.creator, now), offer.pk),
        partial(services.take_place, PlayerRequest(late, now), offer.pk),
    )

    assert outcomes[0] is None
    assert Seat.objects.filter(player=late).exists() == (outcomes[1] is None)
    assert not Place.objects.filter(offer=offer, game__isnull=True).exists()
