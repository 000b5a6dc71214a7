"""Simultaneous bids: on PostgreSQL, with separate connections."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest

from challenges import services
from challenges.errors import ChallengeAlreadyClosed, NoSuchChallenge
from challenges.models import Bidding, Challenge, ChallengeStatus
from challenges.services import Bid
from challenges.services.bidding import end_overdue_biddings
from games.models import Game
from notifications.models import Notice
from tests.challenges.test_bidding import NOW, asked, bid, offer
from tests.clubs.test_at_once import together
from tests.factories import make_player

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_bids_at_once_are_one_game():
    aino, babak = make_player(), make_player()
    made = offer(aino)
    bid(babak, made)
    done = together(*[lambda one=one: bid(one, made, "6.5") for one in (aino, babak)])
    assert done == [None, None]
    assert Game.objects.count() == 1
    assert Notice.objects.filter(kind="game_started").count() == 1


def test_of_two_who_join_at_once_one_does():
    aino, babak, cyrus = make_player(), make_player(), make_player()
    made = offer(aino)
    done = together(*[lambda one=one: bid(one, made, "6.5") for one in (babak, cyrus)])
    assert sorted(done, key=str) == [NoSuchChallenge, None]
    assert Bidding.objects.count() == 1


def test_a_bid_a_withdrawal_and_the_end_of_its_time_at_once_end_it_once():
    aino, babak = make_player(), make_player()
    made = offer(aino)
    bid(babak, made, "5")
    Bidding.objects.update(due_at=NOW)
    before = NOW - timedelta(seconds=1)
    done = together(
        lambda: services.place_bid(asked(aino, before), made.pk, Bid(Decimal(6))),
        lambda: services.withdraw_challenge(asked(aino, before), made.pk),
        lambda: end_overdue_biddings(now=NOW),
    )
    ended = Challenge.objects.get()
    assert set(done) <= {None, ChallengeAlreadyClosed}
    assert (ended.status == ChallengeStatus.ACCEPTED) == (Game.objects.count() == 1)
    assert ended.status in (ChallengeStatus.ACCEPTED, ChallengeStatus.WITHDRAWN, ChallengeStatus.DECLINED)
