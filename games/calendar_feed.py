"""A player's deadlines as a calendar (iCalendar, RFC 5545) at a secret URL."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.core import site
from accounts.models import Player
from foundation.hook import collect_answers
from games.models import Game
from games.notice_names import joined_opponent_names
from games.signals import calendar_requested

if TYPE_CHECKING:
    from icalendar import Calendar, Event

UrlBuilder = Callable[[str], str]
REFRESH = timedelta(hours=1)
REMIND = timedelta(hours=6)
MOST_EVENTS = 500


def blank_calendar(name: str) -> Calendar:
    """Return a calendar with this name and no events. It has only a time zone, UTC, because a calendar needs at least
    one component (RFC 5545, 3.6)."""
    from icalendar import Calendar, Timezone, TimezoneStandard

    calendar = Calendar()
    calendar.add("prodid", "-//Igo//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    zone, standard = Timezone(), TimezoneStandard()
    zone.add("tzid", "UTC")
    standard.add("dtstart", datetime(1970, 1, 1))
    standard.add("tzoffsetfrom", timedelta(0))
    standard.add("tzoffsetto", timedelta(0))
    zone.add_component(standard)
    calendar.add_component(zone)
    return calendar


def calendar_of(player: Player, now: datetime, address: UrlBuilder) -> bytes:
    """Return an iCalendar file with an event at each deadline of the games in which this player has to act. After these
    events come those of other apps (games.signals.calendar_requested).

    `address` makes an absolute URL from a path.
    """
    calendar = blank_calendar(_("Go: my deadlines"))
    games = Game.objects.awaiting(player).filter(deadline__isnull=False).with_seats().order_by("deadline")
    for game in games[:MOST_EVENTS]:
        calendar.add_component(_deadline_event(game, player, now, address(game.get_absolute_url())))
    for events in collect_answers(calendar_requested, player=player, now=now, address=address):
        for event in events:
            calendar.add_component(event)
    return bytes(calendar.to_ical())


def _deadline_event(game: Game, player: Player, now: datetime, address: str) -> Event:
    from icalendar import Alarm, Event

    opponent = joined_opponent_names(game, game.seat_of(player))
    size = f"{game.width}×{game.height}"
    event = Event()
    event.add("uid", f"game-{game.pk}@{site.host()}")
    event.add("sequence", game.number)
    event.add("dtstamp", now)
    event.add("dtstart", game.deadline)
    event.add("summary", _("Deadline: your move against %(name)s (%(size)s)") % {"name": opponent, "size": size})
    event.add("description", _("Your time is up."))
    event.add("url", address)
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -REMIND)
    alarm.add("description", _("Your move against %(name)s") % {"name": opponent})
    event.add_component(alarm)
    return event
