"""The list of members with rank, games and last visit (E116)."""

from __future__ import annotations

import pytest
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from clubs.models import Membership
from clubs.services.activity import with_games_and_visit
from games.models import Seat
from tests.clubs.helpers import add, make_club
from tests.clubs.test_membership import play
from tests.factories import NOON, days, make_player
from tests.ratings.test_hidden_ranks import ranked

pytestmark = pytest.mark.django_db


def test_E116_members_see_games_and_last_visits_and_others_only_games():
    owner, member, stranger = make_player("owner"), make_player("member"), make_player()
    club = make_club(owner, member)
    play(member, 2)
    for number in (1, 5):
        UserSession.objects.create(
            user=member, session_key=f"{number:032}", ip="127.0.0.1", last_seen_at=NOON - days(number)
        )
    row = with_games_and_visit(Membership.objects.filter(player=member)).get()
    assert (row.games, row.visited_at) == (2, NOON - days(1))

    pages = []
    for reader in (owner, stranger):
        client = Client()
        client.force_login(reader)
        pages.append(client.get(f"/clubs/{club.pk}/members/").content.decode())
        rows = client.get(f"/api/v1/clubs/{club.pk}/members").json()["results"]
        day = (NOON - days(1)).date().isoformat() if reader == owner else None
        assert [one["last_visit"] for one in rows if one["player"] == "member"] == [day]
    assert ["2 finished games" in page for page in pages] == [True, True]
    assert ["last seen" in page for page in pages] == [True, False]


def test_E116_the_api_has_ranks_except_hidden_ones_and_its_queries_do_not_grow():
    shown, hidden = ranked("5k"), ranked("3k", hides_rank=True)
    club = make_club(shown, make_player())
    path = f"/api/v1/clubs/{club.pk}/members"

    def count_queries():
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(path).status_code == 200
        return len(queries)

    before = count_queries()
    add(club, hidden)
    add(club, ranked("7k"))
    assert count_queries() == before
    rows = Client().get(path).json()["results"]
    assert {row["player"]: row["rank"] for row in rows}[shown.username] == "5k"
    assert sorted(str(row["rank"]) for row in rows) == ["5k", "7k", "None", "None"]


def test_E116_private_games_do_not_count_and_a_sign_in_is_a_visit():
    member = make_player()
    make_club(member)
    play(member, 1)
    Seat.objects.update(private=True)
    Player.objects.filter(pk=member.pk).update(last_login=NOON)
    row = with_games_and_visit(Membership.objects.filter(player=member)).get()
    assert (row.games, row.visited_at) == (0, NOON)


def test_E116_roles_come_first_and_managers_are_led_to_inviting():
    owner, member = make_player("owner"), make_player("member")
    club = make_club(owner, member)

    pages = []
    for reader in (owner, member):
        client = Client()
        client.force_login(reader)
        pages.append(client.get(f"/clubs/{club.pk}/members/").content.decode())

    rows = pages[1].partition("club-members")[2]
    assert rows.index(">owner<") < rows.index(">member<")
    assert ["2 members" in page for page in pages] == [True, True]
    assert ["#invite" in page for page in pages] == [True, False]
