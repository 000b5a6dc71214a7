"""Owning a club, and handing it over (E77)."""

from __future__ import annotations

import pytest

from accounts.models import Player
from clubs import errors
from clubs.models import ClubRole
from clubs.services import due, managing
from tests.clubs.helpers import add, asked, make_club, roles
from tests.clubs.test_membership import seen
from tests.factories import NOON, days, make_player
from tests.tournaments.helpers import refused

pytestmark = pytest.mark.django_db


def test_E77_a_club_is_not_handed_to_somebody_who_is_suspended_nor_to_a_bot():
    owner, suspended, bot = make_player("aino"), make_player("bea"), make_player("carl", is_bot=True)
    club = make_club(owner, suspended, bot)
    Player.objects.filter(pk=suspended.pk).update(suspended_until=NOON + days(1))
    for player in (suspended, bot, owner):
        refused(errors.MemberRoleTooHigh, managing.set_role, asked(owner), club.pk, player, ClubRole.OWNER)
    assert roles(club) == {"aino": "owner", "bea": "member", "carl": "member"}

    managing.set_role(asked(owner, NOON + days(1)), club.pk, suspended, ClubRole.OWNER)
    assert roles(club)["bea"] == "owner", "the suspension is over"


def test_E77_a_new_owner_keeps_the_club_though_not_seen_for_90_days():
    joined, later = NOON - days(400), NOON + days(95)
    owner, heir, manager = (make_player(name, date_joined=joined) for name in ("aino", "bea", "carl"))
    club = make_club(owner)
    for player in (heir, manager):
        add(club, player, ClubRole.MANAGER, joined)
    seen(manager, later)
    managing.set_role(asked(owner, later), club.pk, heir, ClubRole.OWNER)

    assert due.replace_owners_and_close_empty(now=later + days(89)) == 0
    assert roles(club) == {"aino": "manager", "bea": "owner", "carl": "manager"}
    seen(manager, later + days(50))
    assert due.replace_owners_and_close_empty(now=later + days(90)) == 1
    assert roles(club)["carl"] == "owner"
