"""Events of leagues in iCalendar files (RFC 5545; E98)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy

from accounts.models import Player
from clubs.models import Club
from leagues.models import League, MemberState, Season, SeasonState
from tournaments.calendar_events import Address, EventMaker
from wording import words

if TYPE_CHECKING:
    from icalendar import Event
from tournaments.calendars import KEPT_FOR, MOST_EVENTS

SENTENCES = {
    "season_begins": gettext_lazy("%(name)s: season %(season)s starts"),
    "season_ends": gettext_lazy("%(name)s: season %(season)s ends"),
    "asked": gettext_lazy("%(name)s: last day to confirm for next season"),
}


def events_of(club: Club | None, made: EventMaker, **_: object) -> list[Event]:
    """Return the seasons of leagues, for the calendar of a club or, without a club, of all leagues."""
    return _of_leagues(League.objects.all() if club is None else League.objects.filter(club=club), made)


def events_of_player(player: Player, now: datetime, address: Address, **_: object) -> list[Event]:
    """Return the events of the leagues that this person plays in, waits for, or directs."""
    made = EventMaker(now, address)
    belongs = Q(members__player=player, members__state__in=(MemberState.PLAYING, MemberState.WAITING))
    leagues = League.objects.filter(belongs | Q(owner=player) | Q(directors__player=player))
    return [*_of_leagues(League.objects.filter(pk__in=leagues.values("pk")), made), *_questions(player, made)]


def _of_leagues(leagues: QuerySet[League], made: EventMaker) -> list[Event]:
    """Return the events of the leagues' planned first seasons, and of seasons in progress or ended in the last two
    months. Two queries."""
    to_start = leagues.filter(closed_at=None, starts_at__isnull=False, seasons=None)
    found = [_first_season(one, made) for one in to_start.order_by("starts_at")[:MOST_EVENTS]]
    seasons = Season.objects.filter(league__in=leagues.values("pk"))
    seasons = seasons.filter(Q(ends_at__gt=made.now - KEPT_FOR) | Q(state=SeasonState.RUNNING))
    for season in seasons.select_related("league").order_by("-pk")[:MOST_EVENTS]:
        found += _of_season(season, made)
    return found


def _questions(player: Player, made: EventMaker) -> list[Event]:
    """Return the events of deadlines by which this person has to say whether they play the next season."""
    asked = Season.objects.filter(
        answer_by__gt=made.now, league__members__player=player, league__members__state=MemberState.PLAYING,
        league__members__stays=None,
    )  # fmt: skip
    return [
        _answer_deadline_event(season, made)
        for season in asked.select_related("league").order_by("answer_by")[:MOST_EVENTS]
    ]


def _first_season(league: League, made: EventMaker) -> Event:
    """Return the event of the planned first season, which needs four players."""
    event = made.event(_sentence("season_begins", league, 1), league.get_absolute_url())
    made.put(event, f"league-{league.pk}-1-begins", league.starts_at, 0)
    return event


def _of_season(season: Season, made: EventMaker) -> list[Event]:
    """Return the events of a season's begin and end."""
    found = []
    for name, at in (("begins", season.started_at), ("ends", season.ends_at)):
        sentence = _sentence(f"season_{name}", season.league, season.number)
        event = made.event(sentence, season.get_absolute_url())
        made.put(event, f"league-{season.league_id}-{season.number}-{name}", at, 1)
        found.append(event)
    return found


def _answer_deadline_event(season: Season, made: EventMaker) -> Event:
    """Return the event of the deadline to answer about the next season (E72)."""
    event = made.event(_sentence("asked", season.league, 0), season.league.get_absolute_url())
    made.put(event, f"league-{season.league_id}-{season.number}-asked", season.answer_by, 0)
    return event


def _sentence(kind: str, league: League, season: int) -> str:
    return str(SENTENCES[kind]) % {"name": league.name, "season": words.number(season)}


__all__ = ["events_of", "events_of_player"]
