"""Clubs when two members act at the same time (E75, E76): on PostgreSQL, with separate connections."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from clubs import errors
from clubs.models import Club, Membership
from clubs.services import founding, joining, managing
from tests.clubs.helpers import ClubDetails, add, asked, make_club
from tests.clubs.test_membership import play
from tests.factories import make_player

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def together(*acts):
    """Run these functions at the same time; return None or the class of the refusal for each."""
    ready = Barrier(len(acts))

    def run(act):
        try:
            ready.wait()
            act()
        except Exception as refusal:
            return type(refusal)
        else:
            return None
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def test_E75_E76_limits_hold_when_several_found_and_join_at_the_same_time():
    founder, player = make_player(), make_player()
    play(founder, 10)
    names = [f"Club {letter * 5}" for letter in "abcd"]
    done = together(*(lambda name=name: founding.create_club(asked(founder), ClubDetails(name=name)) for name in names))
    assert sorted(done, key=str) == [errors.TooManyClubs] * 2 + [None] * 2

    other = make_player()
    play(other, 10)
    same = together(*[lambda: founding.create_club(asked(other), ClubDetails(name="The same"))] * 2)
    assert sorted(same, key=str) == [errors.ClubNameTaken, None]

    for number in range(49):
        add(make_club(name=f"Club number {number:02}"), player)
    clubs = [make_club(name=name, joining=how) for name, how in (("One", "open"), ("Two", "open"), ("Three", "open"))]
    done = together(*(lambda club=club: joining.join_club(asked(player), club.pk) for club in clubs))
    assert sorted(done, key=str) == [errors.TooManyMemberships] * 2 + [None]
    assert Membership.objects.members().filter(player=player).count() == 50


def test_E76_one_row_a_player_and_an_exact_count_whatever_happens_at_once():
    owner, people = make_player(), [make_player() for _ in range(4)]
    club = make_club(owner)
    acts = [lambda one=one: joining.join_club(asked(one), club.pk) for one in people for _ in range(2)]
    done = together(*acts, lambda: managing.invite_player(asked(owner), club.pk, people[0]))
    assert done.count(None) in (4, 5)
    assert set(done) <= {None, errors.AlreadyMember}
    assert Club.objects.get(pk=club.pk).member_count == Membership.objects.members().filter(club=club).count() == 5


def test_E77_managers_who_act_at_once_on_each_others_clubs_neither_wait_for_ever_nor_count_twice():
    one, other, guest = make_player(), make_player(), make_player()
    mine, theirs = make_club(one, other, name="Mine"), make_club(other, one, name="Theirs")
    done = together(
        lambda: managing.remove_member_or_invitation(asked(one), mine.pk, other, "moved away"),
        lambda: managing.remove_member_or_invitation(asked(other), theirs.pk, one, "moved away"),
        *[lambda: managing.invite_player(asked(one), mine.pk, guest)] * 2,
        *[lambda: managing.invite_player(asked(other), theirs.pk, guest)] * 2,
    )
    assert sorted(done, key=str) == [errors.AlreadyMember] * 2 + [None] * 4
    done = together(
        *[lambda: joining.join_club(asked(guest), mine.pk), lambda: joining.join_club(asked(guest), theirs.pk)] * 2,
        lambda: managing.invite_player(asked(one), mine.pk, other),
        lambda: managing.invite_player(asked(other), theirs.pk, one),
    )
    assert sorted(done, key=str) == [errors.AlreadyMember] * 2 + [None] * 4
    for club in (mine, theirs):
        club.refresh_from_db()
        assert club.member_count == Membership.objects.members().filter(club=club).count() == 2
