"""Limits of an offer that several players accept at the same time, on PostgreSQL (issue 16, "Around the game")."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import timezone

from challenges import services as challenging
from challenges.limits import OpponentLimits
from challenges.models import Challenge
from challenges.services import OfferRecipients
from games.models import Game
from games.services.idempotency import PlayerRequest
from games.terms import Terms
from tests.factories import make_player
from tests.games.races.test_races import at_once

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def offer(creator, **limits) -> Challenge:
    to = OfferRecipients(limits=OpponentLimits(**limits))
    return challenging.create_challenge(PlayerRequest(creator, timezone.now()), Terms(width=9, height=9), to)


def joining(challenge: Challenge, player):
    return lambda: challenging.accept_challenge(PlayerRequest(player, timezone.now()), challenge.pk)


def test_eight_people_at_once_get_the_three_games_that_there_are():
    for _ in range(3):
        Game.objects.all().delete()
        challenge = offer(make_player(), games=3)

        found = at_once(*(joining(challenge, make_player()) for _ in range(8)))

        assert Counter(found) == {"ok": 3, "challenge_gone": 5}
        assert Game.objects.count() == 3
        challenge.refresh_from_db()
        assert (challenge.status, challenge.games_left) == ("accepted", 0)


def test_one_person_four_times_at_once_gets_one_of_several_games():
    challenge, player = offer(make_player(), games=5), make_player()

    found = at_once(*(joining(challenge, player) for _ in range(4)))

    assert Counter(found) == {"ok": 1, "already_joined": 3}
    challenge.refresh_from_db()
    assert challenge.games_left == 4


def test_two_offers_to_new_opponents_accepted_at_once_by_one_person_are_one_game():
    for _ in range(3):
        maker, player = make_player(), make_player()
        offers = [offer(maker, same_opponent="after") for _ in range(2)]

        found = at_once(*(joining(one, player) for one in offers))

        assert Counter(found) == {"ok": 1, "same_opponent": 1}
