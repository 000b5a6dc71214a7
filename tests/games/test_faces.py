"""A profile's face: stones drawn from the name, a country, clubs, and an API field (C4)."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.countries import COUNTRIES
from accounts.models import Player
from clubs.access import MOST_CLUBS
from clubs.models import Club, Membership, MemberStanding
from tests.factories import NOON, make_moderator, make_player
from wording.faces import avatar_pattern, avatar_svg

pytestmark = pytest.mark.django_db


def browser(player=None):
    client = Client(headers={"Accept-Language": "en"})
    if player is not None:
        client.force_login(player)
    return client


def join(player, name, **fields):
    club = Club.objects.create(name=name, key=name, words=name, letters="AB", created_at=NOON, **fields)
    Membership.objects.create(club=club, player=player, standing=MemberStanding.MEMBER, at=NOON, joined_at=NOON)
    return club


def test_a_face_is_the_same_for_a_name_however_it_is_written_and_mirrored():
    assert avatar_pattern("aino") == avatar_pattern("Aino")
    assert all(row == row[::-1] for row in avatar_pattern("aino"))
    assert len({str(avatar_pattern(name)) for name in ("aino", "babak", "cyrus", "شیرین", "囲碁")}) == 5
    assert len(avatar_svg("aino")) < 800


def test_the_profile_shows_the_face_and_the_country_with_its_code():
    aino = make_player("aino", country="FI")

    page = browser().get("/u/aino/").content.decode()

    assert avatar_svg("aino") in page
    assert ">FI</span>" in page
    assert "Finland" in page
    assert "style=" not in page
    Player.objects.filter(pk=aino.pk).update(country="")
    assert "Finland" not in browser().get("/u/aino/").content.decode()


def test_a_country_is_one_of_the_list_in_forms_and_programs():
    aino = make_player("aino")
    mine = browser(aino)

    assert mine.post("/settings/account/", {"bio": "", "country": "XX"}).status_code == 400
    assert mine.post("/settings/account/", {"bio": "", "country": "IR"}).status_code == 302
    assert mine.get("/api/v1/players/aino/").json()["country"] == "IR"
    for code in ("XX", "fi", "FIN", "<b"):
        assert mine.patch("/api/v1/me/", {"country": code}, "application/json").status_code == 400
    assert mine.patch("/api/v1/me/", {"country": ""}, "application/json").status_code == 200
    assert Player.objects.get(pk=aino.pk).country == ""
    assert all(len(code) == 2 for code in COUNTRIES)


def test_clubs_are_on_the_profile_unless_their_members_are_hidden():
    aino, babak = make_player("aino"), make_player("babak")
    join(aino, "Open Go")
    hidden = join(aino, "Quiet Go", hidden_members=True)
    join(aino, "Past Go", closed_at=NOON)

    def clubs_seen_by(viewer):
        page = browser(viewer).get("/u/aino/").content.decode()
        return [name for name in ("Open Go", "Quiet Go", "Past Go") if f">{name}</a>" in page]

    assert clubs_seen_by(None) == clubs_seen_by(babak) == ["Open Go"]
    assert clubs_seen_by(aino) == clubs_seen_by(make_moderator()) == ["Open Go", "Quiet Go"]
    Membership.objects.create(club=hidden, player=babak, standing=MemberStanding.MEMBER, at=NOON, joined_at=NOON)
    assert clubs_seen_by(babak) == ["Open Go", "Quiet Go"]
    for number in range(MOST_CLUBS):
        join(aino, f"More Go {number}")
    assert browser().get("/u/aino/").content.decode().count("/clubs/") <= MOST_CLUBS + 2


def test_the_list_of_followed_players_shows_faces():
    aino = make_player("aino")
    make_player("babak")
    mine = browser(aino)
    mine.post("/following/change/", {"name": "babak", "do": "follow"})

    assert avatar_svg("babak") in mine.get("/following/").content.decode()
