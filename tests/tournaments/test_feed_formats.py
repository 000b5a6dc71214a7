"""Calendars and feeds that follow their standards: RFC 5545 and RFC 4287 (E98)."""

from __future__ import annotations

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from games.services import vacations
from notifications.services import choosing
from tests.clubs.helpers import make_club
from tests.factories import make_game, make_player
from tests.leagues.helpers import make_league
from tournaments.models import StartCondition, Tournament

from .helpers import make_open, make_running

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def paths():
    """The addresses of all calendars and of all feeds, where there is something in each."""
    now = timezone.now()
    soon = make_open(now=now, starting=StartCondition.DATE, starts_at=now + timedelta(days=5))
    tournament, (player, *_others) = make_running(2, now=now, played={"round_days": 30, "rounds": 2})
    tournament.rounds.filter(number=1).update(published_at=now, ends_at=now + timedelta(days=30))
    make_league(*(make_player() for _ in range(4)), now=now)
    club = make_club(make_player())
    Tournament.objects.filter(pk=soon.pk).update(club=club)
    make_game(black=player, now=now, days=3)
    calendar = vacations.CALENDAR.create(player)
    feed = choosing.FEED.create(player)
    return {
        "calendar": ["/tournaments/calendar.ics", f"/clubs/{club.pk}/calendar.ics", f"/calendar/{calendar}.ics"],
        "feed": [
            "/tournaments/news.atom", f"/tournaments/{tournament.pk}/news.atom", f"/feeds/{feed}.atom",
            "/problems/daily.atom",
        ],
    }  # fmt: skip


def events(path: str):
    found = Calendar.from_ical(Client().get(path).content).walk("VEVENT")
    assert found, path
    return found


def test_a_calendar_without_events_has_a_component():
    """RFC 5545, 3.6."""
    for path in ("/tournaments/calendar.ics", f"/calendar/{vacations.CALENDAR.create(make_player())}.ics"):
        (zone,) = Calendar.from_ical(Client().get(path).content).subcomponents
        assert (zone.name, zone["tzid"], [one.name for one in zone.subcomponents]) == ("VTIMEZONE", "UTC", ["STANDARD"])


def test_no_event_ends_when_it_begins_and_each_has_an_id_of_this_server(paths, settings):
    """RFC 5545, 3.8.2.2: DTEND is later than DTSTART; left out, the event takes no time (3.6.1)."""
    settings.IGO_URL = "https://go.example.org:8443"
    for path in paths["calendar"]:
        for event in events(path):
            assert "dtend" not in event or event["dtend"].dt > event["dtstart"].dt, path
            assert str(event["uid"]).endswith("@go.example.org:8443"), path
        ids = [str(event["uid"]) for event in events(path)]
        assert len(ids) == len(set(ids))


def test_every_feed_has_an_author_its_own_address_and_an_id_of_this_server(paths):
    """RFC 4287, 4.1.1 (author), 4.2.7.2 (rel=self), 4.2.6 (id)."""
    for path in paths["feed"]:
        feed = ElementTree.fromstring(Client().get(path).content)
        assert feed.findtext(f"{ATOM}author/{ATOM}name"), path
        (own,) = [link for link in feed.iter(f"{ATOM}link") if link.get("rel") == "self"]
        assert own.get("href") == f"http://testserver{path}"
        entries = list(feed.iter(f"{ATOM}entry"))
        assert entries, path
        ids = [one.findtext(f"{ATOM}id") for one in (feed, *entries)]
        assert all(id_.startswith("http://testserver/") for id_ in ids), ids
        assert len(ids) == len(set(ids))


def test_a_new_password_ends_the_secret_addresses_of_its_player_alone():
    aino, babak = make_player(), make_player()
    ends, stays = (
        [f"/calendar/{vacations.CALENDAR.create(one)}.ics", f"/feeds/{choosing.FEED.create(one)}.atom"]
        for one in (aino, babak)
    )

    aino.set_password("korrekt pferd batterie")
    aino.save()

    assert [Client().get(path).status_code for path in ends] == [404, 404]
    assert [Client().get(path).status_code for path in stays] == [200, 200]
