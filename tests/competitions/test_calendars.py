"""Tournaments in calendars and feed readers (E98)."""

from __future__ import annotations

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from competitions.models import Starting
from competitions.services import advancing, directing, entering
from games.services import vacations
from tests.factories import make_player

from .helpers import asked, look, make_draft, make_open, make_running, white_loses

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def events(path: str) -> dict[str, str]:
    """What the calendar says, by the marks of its events."""
    answer = Client().get(path)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return {
        str(one["uid"]).partition("@")[0]: str(one["summary"])
        for one in Calendar.from_ical(answer.content).walk("VEVENT")
    }


def titles(path: str) -> list[str]:
    answer = Client().get(path)
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    return [one.findtext(f"{ATOM}title") for one in ElementTree.fromstring(answer.content).iter(f"{ATOM}entry")]


def test_starts_and_rounds_are_in_the_calendar_of_all_and_mine_in_my_own_E98():
    now = timezone.now()
    soon = make_open(now=now, name="Winter Cup", starting=Starting.DATE, starts_at=now + timedelta(days=5))
    make_draft(now=now, name="Secret draft", starting=Starting.DATE, starts_at=now + timedelta(days=5))
    running, (aino, *_others) = make_running(2, fewest=2, played={"round_days": 30, "rounds": 2})
    running.rounds.filter(number=1).update(published_at=now, ends_at=now + timedelta(days=30))
    entering.enter(asked(aino, now), soon.pk)
    stranger = make_player()

    site = events("/tournaments/calendar.ics")

    name = f"tournament-{running.pk}-1"
    start = f"tournament-{soon.pk}-0-starts"
    assert site == {
        start: "Winter Cup: entry ends, the tournament starts",
        f"{name}-begins": "Spring Open: round 1 starts",
        f"{name}-ends": "Spring Open: the time for round 1 ends",
    }
    mine, theirs = (f"/calendar/{vacations.CALENDAR.make(one)}.ics" for one in (aino, stranger))
    assert {*site} <= {*events(mine)}
    assert not {*site} & {*events(theirs)}
    white_loses(running, 1)
    look(now)
    assert events("/tournaments/calendar.ics")[f"{name}-ends"] == "Spring Open: round 1 has ended"


def test_the_feed_of_a_tournament_says_who_won_and_that_of_all_no_drafts_E98():
    tournament, (aino, babak) = make_running(2, fewest=2, played={"rounds": 1})
    make_draft(name="Secret <draft>")
    directing.give_notice(asked(tournament.owner), tournament.pk, "Be there & be <square>")
    white_loses(tournament, 1)
    look()
    advancing.close(asked(tournament.owner), tournament.pk)

    assert titles("/tournaments/news.atom") == [
        "Spring Open: Results confirmed; the tournament is finished",
        "Spring Open: All games have ended; the results are under review",
        "Spring Open: Tournament started",
        "Spring Open: Entry opened",
    ]
    path = f"/tournaments/{tournament.pk}/news.atom"
    assert titles(path)[1:4] == [
        "Spring Open: All games have ended; the results are under review",
        "Spring Open: Round 1 finished",
        "Spring Open: Notice to all players",
    ]
    text = Client().get(path).content.decode()
    assert "Be there &amp; be &lt;square&gt;" in text
    assert aino.shown_name in text or babak.shown_name in text
    assert Client().get(f"/tournaments/{tournament.pk + 1}/news.atom").status_code == 404
