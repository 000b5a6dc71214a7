"""The last free place of an offer, accepted by two players at the same time (V32): on PostgreSQL."""

from __future__ import annotations

from functools import partial

import pytest
from django.utils import timezone

from challenges.errors import ChallengeAlreadyClosed, SeatNotAvailable
from challenges.models import Challenge
from challenges.services.places import take_place
from games.models import Game
from games.services.idempotency import PlayerRequest
from tests.clubs.test_at_once import together
from tests.factories import make_player
from tests.support.callers import Caller

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_one_of_two_takes_the_last_place_and_one_game_begins_V32(client):
    variant = {"colors": {"count": 3, "komi": []}}
    made = Caller(client, make_player()).post("challenges/", size=9, rule_set="chinese", variant=variant)
    offer, now = Challenge.objects.get(pk=made.json()["id"]), timezone.now()
    first, *late = (make_player() for _ in range(3))
    take_place(PlayerRequest(first, now), offer.pk, token=offer.token)

    outcomes = together(*(partial(take_place, PlayerRequest(one, now), offer.pk, token=offer.token) for one in late))

    assert outcomes.count(None) == 1
    assert ({*outcomes} - {None}) <= {ChallengeAlreadyClosed, SeatNotAvailable}
    game = Game.objects.get()
    assert {seat.player_id for seat in game.seat_list()} == {
        offer.creator_id, first.pk, late[outcomes.index(None)].pk}  # fmt: skip
