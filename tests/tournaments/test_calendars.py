"""Tournaments in calendars and feed readers (E98)."""

from __future__ import annotations

from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from games.services import vacations
from leagues.models import Season
from leagues.services import acts as league_acts
from leagues.services import leagues
from team_matches.models import TeamMatch
from team_matches.services.teams import set_will_play
from tests.clubs.helpers import make_club
from tests.factories import make_player
from tests.leagues.helpers import make_league
from tests.team_matches.helpers import Clubs
from tournaments.models import StartCondition
from tournaments.services import advancing, directing, drafting, entering, leaving

from .helpers import asked, look, make_draft, make_open, make_running, white_loses

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def events(path: str) -> dict[str, str]:
    """Return the calendar's events by their UID."""
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
    soon = make_open(now=now, name="Winter Cup", starting=StartCondition.DATE, starts_at=now + timedelta(days=5))
    make_draft(now=now, name="Secret draft", starting=StartCondition.DATE, starts_at=now + timedelta(days=5))
    running, (aino, *_others) = make_running(2, fewest=2, played={"round_days": 30, "rounds": 2})
    running.rounds.filter(number=1).update(published_at=now, ends_at=now + timedelta(days=30))
    entering.enter_tournament(asked(aino, now), soon.pk)
    stranger = make_player()

    site = events("/tournaments/calendar.ics")

    name = f"tournament-{running.pk}-1"
    start = f"tournament-{soon.pk}-0-starts"
    assert site == {
        start: "Winter Cup: entry closes and the tournament starts",
        f"{name}-begins": "Spring Open: round 1 starts",
        f"{name}-ends": "Spring Open: deadline for round 1",
    }
    mine, theirs = (f"/calendar/{vacations.CALENDAR.create(one)}.ics" for one in (aino, stranger))
    assert {*site} <= {*events(mine)}
    assert not {*site} & {*events(theirs)}
    white_loses(running, 1)
    look(now)
    assert events("/tournaments/calendar.ics")[f"{name}-ends"] == "Spring Open: round 1 has ended"


def test_E98_calendars_of_a_club_and_of_a_player_have_only_their_own_tournaments():
    now = timezone.now()
    owner, director, waits, out = (make_player() for _ in range(4))
    club = make_club(owner)
    dated = {"starting": StartCondition.DATE, "starts_at": now + timedelta(days=5)}
    cup = make_open(owner, now, name="Club cup", club=club.pk, most=2, fewest=2, **dated)
    make_open(now=now, name="Open cup", **dated)
    make_draft(owner, now, name="Draft", **dated)
    directing.set_director(asked(owner, now), cup.pk, director, is_director=True)
    for player in (make_player(), out, waits):
        entering.enter_tournament(asked(player, now), cup.pk, waiting=True)
    leaving.withdraw_from_tournament(asked(out, now), cup.pk)
    cup.entries.filter(player=waits).update(state="waiting")
    start = {f"tournament-{cup.pk}-0-starts"}

    assert events(f"/clubs/{club.pk}/calendar.ics").keys() == start
    own = [events(f"/calendar/{vacations.CALENDAR.create(one)}.ics").keys() for one in (owner, director, waits, out)]
    assert own == [start, start, start, set()]


def test_seasons_and_matches_are_in_the_calendars_of_the_club_of_all_and_of_who_plays_E98():
    now = timezone.now()
    teams = Clubs()
    match, other = teams.accepted(), make_club(name="Vaasa Go")
    TeamMatch.objects.update(due_at=now + timedelta(days=7))
    aino, babak = teams.a[1], teams.b[1]
    of_club = make_league(
        teams.owners[0], *teams.a, now=now, started=False, club=teams.home.pk, starts_at=now + timedelta(days=9)
    )
    open_one = make_league(babak, *(make_player() for _ in range(3)), now=now, name="Open league")
    make_draft(now=now, name="Secret draft", starting=StartCondition.DATE, starts_at=now + timedelta(days=5))
    first = {f"league-{of_club.pk}-1-begins": "Small league: season 1 starts"}
    played = {
        f"league-{open_one.pk}-1-begins": "Open league: season 1 starts",
        f"league-{open_one.pk}-1-ends": "Open league: season 1 ends",
    }
    lineup = {f"match-{match.pk}-1-lineup": "Tampere Go – Oulu Go: lineups due for round 1"}

    assert events("/tournaments/calendar.ics") == first | played
    assert events(f"/clubs/{teams.home.pk}/calendar.ics") == first | lineup
    assert events(f"/clubs/{teams.away.pk}/calendar.ics") == lineup
    assert events(f"/clubs/{other.pk}/calendar.ics") == {}
    assert f"/clubs/{teams.home.pk}/calendar.ics" in Client().get(f"/clubs/{teams.home.pk}/").content.decode()
    own = {one: events(f"/calendar/{vacations.CALENDAR.create(one)}.ics") for one in (aino, babak, teams.a[0])}
    assert first.items() <= own[aino].items()
    assert not lineup.keys() & own[aino].keys(), "nobody has asked her to play"
    assert played.items() <= own[babak].items()
    assert lineup.items() <= own[teams.a[0]].items(), "her captain orders the team"
    Season.objects.update(answer_by=now + timedelta(days=2))
    mark = f"league-{open_one.pk}-1-asked"
    path = f"/calendar/{vacations.CALENDAR.create(babak)}.ics"
    assert events(path)[mark] == "Open league: last day to confirm for next season"
    leagues.set_next_season_answer(asked(babak, now), open_one.pk, stays=True)
    assert mark not in events(path)


def test_E76_the_calendar_of_a_club_that_is_closed_or_never_was_is_404():
    club = make_club()
    club.closed_at = timezone.now()
    club.save()

    for number in (club.pk, club.pk + 1, 10**30):
        assert Client().get(f"/clubs/{number}/calendar.ics").status_code == 404


def test_the_feed_of_a_tournament_says_who_won_and_that_of_all_no_drafts_E98():
    tournament, (aino, babak) = make_running(2, fewest=2, played={"rounds": 1})
    make_draft(name="Secret <draft>")
    directing.send_tournament_notice(asked(tournament.owner), tournament.pk, "Be there & be <square>")
    white_loses(tournament, 1)
    look()
    advancing.confirm_results(asked(tournament.owner), tournament.pk)

    assert titles("/tournaments/news.atom") == [
        "Spring Open: Results confirmed, and the tournament is finished",
        "Spring Open: All games have ended, and the results are under review",
        "Spring Open: Tournament started",
        "Spring Open: Entry opened",
    ]
    path = f"/tournaments/{tournament.pk}/news.atom"
    assert titles(path)[1:4] == [
        "Spring Open: All games have ended, and the results are under review",
        "Spring Open: Round 1 finished",
        "Spring Open: Notice to all players",
    ]
    text = Client().get(path).content.decode()
    assert "&lt;p&gt;Be there &amp;amp; be &amp;lt;square&amp;gt;" in text
    assert aino.shown_name in text or babak.shown_name in text
    assert Client().get(f"/tournaments/{tournament.pk + 1}/news.atom").status_code == 404


def test_E98_a_start_that_was_cancelled_leaves_the_calendar_and_rounds_stay_for_two_months():
    now = timezone.now()
    dated = make_open(now=now, starting=StartCondition.DATE, starts_at=now + timedelta(days=5))
    running, _people = make_running(2, fewest=2, played={"rounds": 1})
    running.rounds.update(published_at=now - timedelta(days=59))
    begins, ends = (f"tournament-{running.pk}-1-{name}" for name in ("begins", "ends"))
    assert events("/tournaments/calendar.ics").keys() == {f"tournament-{dated.pk}-0-starts", begins}
    drafting.cancel_tournament(asked(dated.owner, now), dated.pk, "the hall is closed")
    assert events("/tournaments/calendar.ics").keys() == {begins}
    white_loses(running, 1)
    look(now)
    advancing.confirm_results(asked(running.owner, now), running.pk)
    assert events("/tournaments/calendar.ics").keys() == {begins, ends}, "also when the tournament is over"
    running.rounds.update(published_at=now - timedelta(days=61))
    assert events("/tournaments/calendar.ics") == {}


def test_E98_a_start_that_was_postponed_and_a_round_that_has_ended_replace_their_earlier_events():
    now = timezone.now()
    dated = make_open(now=now, starting=StartCondition.DATE, starts_at=now + timedelta(days=5))
    running, _people = make_running(2, fewest=2, played={"rounds": 1, "round_days": 30})
    running.rounds.update(published_at=now, ends_at=now + timedelta(days=30))

    def sequences():
        rows = Calendar.from_ical(Client().get("/tournaments/calendar.ics").content).walk("VEVENT")
        found = {str(one["uid"]).partition("@")[0]: one["sequence"] for one in rows}
        return found[f"tournament-{dated.pk}-0-starts"], found[f"tournament-{running.pk}-1-ends"]

    assert sequences() == (0, 0)
    type(dated).objects.filter(pk=dated.pk).update(postponed=True)
    white_loses(running, 1)
    look(now)
    assert sequences() == (1, 1)


def test_E98_directors_see_their_leagues_players_who_declined_see_no_match_and_closed_leagues_are_gone():
    now = timezone.now()
    director, teams = make_player(), Clubs()
    league = make_league(make_player(), now=now, started=False, starts_at=now + timedelta(days=9))
    league_acts.set_director(asked(league.owner, now), league.pk, director, is_director=True)
    own = f"/calendar/{vacations.CALENDAR.create(director)}.ics"
    assert events(own).keys() == {f"league-{league.pk}-1-begins"}
    league_acts.end_league_after_season(asked(league.owner, now), league.pk, "too few players")
    assert events(own) == {}
    match, player = teams.ordered(a=1), teams.a[1]
    theirs = f"/calendar/{vacations.CALENDAR.create(player)}.ics"
    assert events(theirs).keys() == {f"match-{match.pk}-1-lineup"}
    set_will_play(asked(player), match.pk, plays=False)
    assert events(theirs) == {}
