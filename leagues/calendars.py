"""Calendar events of leagues (iCalendar, RFC 5545; E98)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy

from accounts.models import Player
from clubs.models import Club
from leagues.models import League, MemberState, Season, SeasonState
from tournaments.calendar_events import CalendarEventBuilder, UrlBuilder
from wording import words

if TYPE_CHECKING:
    from icalendar import Event
from tournaments.calendars import KEPT_FOR, MOST_EVENTS

SENTENCES = {
    "season_begins": gettext_lazy("%(name)s: season %(season)s starts"),
    "season_ends": gettext_lazy("%(name)s: season %(season)s ends"),
    "asked": gettext_lazy("%(name)s: last day to confirm for next season"),
}


def club_league_calendar_events(club: Club | None, made: CalendarEventBuilder, **_: object) -> list[Event]:
    """Return the calendar events of a club's leagues' seasons, or of all leagues' seasons if `club` is None."""
    return _events_of_leagues(League.objects.all() if club is None else League.objects.filter(club=club), made)


def league_events_of_player(player: Player, now: datetime, address: UrlBuilder, **_: object) -> list[Event]:
    """Return the calendar events of the leagues in which this person plays, will play, or is a director."""
    made = CalendarEventBuilder(now, address)
    belongs = Q(members__player=player, members__state__in=(MemberState.PLAYING, MemberState.WAITING))
    leagues = League.objects.filter(belongs | Q(owner=player) | Q(directors__player=player))
    return [
        *_events_of_leagues(League.objects.filter(pk__in=leagues.values("pk")), made),
        *_answer_deadline_events(player, made),
    ]


def _events_of_leagues(leagues: QuerySet[League], made: CalendarEventBuilder) -> list[Event]:
    """Return the calendar events of the leagues' planned first seasons, and of seasons in progress or ended in the last
    two months. Two queries."""
    to_start = leagues.filter(closed_at=None, starts_at__isnull=False, seasons=None)
    found = [_first_season_event(one, made) for one in to_start.order_by("starts_at")[:MOST_EVENTS]]
    seasons = Season.objects.filter(league__in=leagues.values("pk"))
    seasons = seasons.filter(Q(ends_at__gt=made.now - KEPT_FOR) | Q(state=SeasonState.RUNNING))
    for season in seasons.select_related("league").order_by("-pk")[:MOST_EVENTS]:
        found += _season_events(season, made)
    return found


def _answer_deadline_events(player: Player, made: CalendarEventBuilder) -> list[Event]:
    """Return the calendar events of the deadlines by which this player must say whether they play the next season."""
    asked = Season.objects.filter(
        answer_by__gt=made.now, league__members__player=player, league__members__state=MemberState.PLAYING,
        league__members__stays=None,
    )  # fmt: skip
    return [
        _answer_deadline_event(season, made)
        for season in asked.select_related("league").order_by("answer_by")[:MOST_EVENTS]
    ]


def _first_season_event(league: League, made: CalendarEventBuilder) -> Event:
    """Return the calendar event of the planned first season, which needs four players."""
    event = made.new_event(_event_sentence("season_begins", league, 1), league.get_absolute_url())
    made.set_time_and_id(event, f"league-{league.pk}-1-begins", league.starts_at, 0)
    return event


def _season_events(season: Season, made: CalendarEventBuilder) -> list[Event]:
    """Return the calendar events of a season's beginning and end."""
    found = []
    for name, at in (("begins", season.started_at), ("ends", season.ends_at)):
        sentence = _event_sentence(f"season_{name}", season.league, season.number)
        event = made.new_event(sentence, season.get_absolute_url())
        made.set_time_and_id(event, f"league-{season.league_id}-{season.number}-{name}", at, 1)
        found.append(event)
    return found


def _answer_deadline_event(season: Season, made: CalendarEventBuilder) -> Event:
    """Return the calendar event of the deadline for members' answers about the next season (E72)."""
    event = made.new_event(_event_sentence("asked", season.league, 0), season.league.get_absolute_url())
    made.set_time_and_id(event, f"league-{season.league_id}-{season.number}-asked", season.answer_by, 0)
    return event


def _event_sentence(kind: str, league: League, season: int) -> str:
    return str(SENTENCES[kind]) % {"name": league.name, "season": words.localized_number(season)}


__all__ = ["club_league_calendar_events", "league_events_of_player"]
