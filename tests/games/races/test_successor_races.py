"""A team's seat is filled only once, even with simultaneous answers (V39)."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest
from django.utils import timezone

from games import verbs
from games.management.commands.check_games import find_record_faults
from games.models import SeatOffer
from games.services import successors
from games.services.idempotency import PlayerRequest
from rules.variants.presets import PRESETS
from tests.factories import make_player, reload
from tests.games.races.test_races import at_once
from tests.games.variants.test_teams import by, do
from tests.support.seated import seated

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game():
    """A game of two against two in which a second player of each team has left."""
    found = seated(PRESETS["pair"], now=timezone.now())
    for seat in (2, 3):
        do(found, seat, verbs.Leave)
    return reload(found)


def invite(game, seat, player):
    do(game, seat, verbs.InviteSuccessor, username=player.username)


def agree(game, player):
    successors.answer_invitation(PlayerRequest(player, timezone.now()), game.pk, allow=True)


def test_one_person_takes_one_seat_though_both_teams_invite_them(game):
    cyrus = make_player("cyrus")
    for seat in (0, 1):
        invite(game, seat, cyrus)
        agree(game, cyrus)

    outcomes = at_once(*(partial(do, game, seat, verbs.AnswerSuccessor, allow=True) for seat in (0, 1)))

    assert outcomes.count("ok") == 1
    assert Counter(seat.player_id for seat in reload(game).seat_list())[cyrus.pk] == 1
    assert len(reload(game).left_seats) == 1
    assert find_record_faults(reload(game)) == []


def test_an_answer_and_another_invitation_at_once_leave_one_person_to_decide_about(game):
    cyrus, dariush = make_player("cyrus"), make_player("dariush")
    invite(game, 0, cyrus)

    outcomes = at_once(partial(agree, game, cyrus), partial(invite, game, 0, dariush))

    assert set(outcomes) <= {"ok", "no_such_game", "stale_number"}
    assert SeatOffer.objects.filter(state="open").count() == 1
    assert by(game, 2) != cyrus
    assert find_record_faults(reload(game)) == []
