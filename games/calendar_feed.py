"""The deadlines of one player as a calendar (iCalendar, RFC 5545) at a secret address."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Game

if TYPE_CHECKING:
    from icalendar import Event

REFRESH = timedelta(hours=1)
REMIND = timedelta(hours=6)
MOST_EVENTS = 500


def calendar_of(player: Player, now: datetime, address: Callable[[str], str]) -> bytes:
    """The games in which this person has to act by some time; each is an event at its deadline.

    `address` makes a whole address of a path.
    """
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Igo//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _("Go: my deadlines"))
    calendar.add("refresh-interval", REFRESH, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    games = Game.objects.awaiting(player).filter(deadline__isnull=False).with_seats().order_by("deadline")
    for game in games[:MOST_EVENTS]:
        calendar.add_component(_event(game, player, now, address(game.get_absolute_url())))
    return bytes(calendar.to_ical())


def _event(game: Game, player: Player, now: datetime, address: str) -> Event:
    from icalendar import Alarm, Event

    opponent = next(s.player.shown_name for s in game.seat_list() if s.player_id != player.pk)
    size = f"{game.width}×{game.height}"
    event = Event()
    event.add("uid", f"game-{game.pk}@igo")
    event.add("sequence", game.number)
    event.add("dtstamp", now)
    event.add("dtstart", game.deadline)
    event.add("dtend", game.deadline)
    event.add("summary", _("Move against %(name)s (%(size)s)") % {"name": opponent, "size": size})
    event.add("description", _("Your time runs out at this moment."))
    event.add("url", address)
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -REMIND)
    alarm.add("description", _("Your move against %(name)s") % {"name": opponent})
    event.add_component(alarm)
    return event
