"""Calendars (iCalendar, RFC 5545) of starts and rounds: of all tournaments, of a club, and of a player (E98). Apps
above add their own events (tournaments.signals.calendar_requested)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import pgettext

from accounts.models import Player
from clubs.models import Club
from foundation.hook import collect_answers
from games.calendar_feed import blank_calendar
from tournaments.calendar_events import CalendarEventBuilder, UrlBuilder
from tournaments.models import EntryState, Round, StartCondition, Tournament, TournamentState
from tournaments.signals import calendar_requested

if TYPE_CHECKING:
    from icalendar import Event

KEPT_FOR = timedelta(days=60)
"""How long past events stay in the calendars."""
MOST_EVENTS = 500
RUNNING = (TournamentState.RUNNING, TournamentState.REVIEW, TournamentState.FINISHED)


def public_calendar(now: datetime, address: UrlBuilder) -> bytes:
    """Return the public calendar of all opened tournaments, and of all leagues' seasons. `address` makes an absolute
    URL from a path."""
    return _render_calendar(
        pgettext("feed", "Go tournaments"), _collect_calendar_events(None, CalendarEventBuilder(now, address))
    )


def calendar_of_club(club: Club, now: datetime, address: UrlBuilder) -> bytes:
    """Return the public calendar of a club: its tournaments, its leagues' seasons and its team matches."""
    return _render_calendar(
        pgettext("feed", "Go: %(name)s") % {"name": club.name},
        _collect_calendar_events(club, CalendarEventBuilder(now, address)),
    )


def _collect_calendar_events(club: Club | None, made: CalendarEventBuilder) -> list[Event]:
    return [event for events in collect_answers(calendar_requested, club=club, made=made) for event in events]


def tournament_events(club: Club | None, made: CalendarEventBuilder, **_: object) -> list[Event]:
    """Return the calendar events of a club's tournaments, or of all tournaments if `club` is None."""
    listed = Tournament.objects.listed()
    return _events_of_tournaments(listed if club is None else listed.filter(club=club), made)


def _render_calendar(name: str, events: list[Event]) -> bytes:
    calendar = blank_calendar(name)
    for event in events:
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def tournament_events_of_player(player: Player, now: datetime, address: UrlBuilder, **_: object) -> list[Event]:
    """Return the calendar events of tournaments in which this player plays, is on the waiting list, or is a
    director."""
    entered = Q(entries__player=player, entries__state__in=(EntryState.ENTERED, EntryState.WAITING))
    concerns = Tournament.objects.filter(entered | Q(owner=player) | Q(directors__player=player))
    return _events_of_tournaments(
        Tournament.objects.opened().filter(pk__in=concerns.values("pk")), CalendarEventBuilder(now, address)
    )


def _events_of_tournaments(tournaments: QuerySet[Tournament], made: CalendarEventBuilder) -> list[Event]:
    """Return the calendar events of these tournaments: future starts, and rounds of the last two months. Two
    queries."""
    to_start = tournaments.filter(state=TournamentState.OPEN, starting=StartCondition.DATE, starts_at__isnull=False)
    found = [made.start_event(one) for one in to_start.order_by("starts_at")[:MOST_EVENTS]]
    rounds = Round.objects.filter(
        tournament__in=tournaments.filter(state__in=RUNNING).values("pk"), published_at__gt=made.now - KEPT_FOR
    )
    for round_ in rounds.select_related("tournament").order_by("-published_at", "-pk")[:MOST_EVENTS]:
        found += made.round_events(round_)
    return found


__all__ = ["calendar_of_club", "public_calendar", "tournament_events", "tournament_events_of_player"]
