"""Create calendar events (iCalendar, RFC 5545) for starts and rounds of tournaments, and for events of the apps above
(E98)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.core import site
from tournaments.models import Round, Tournament
from wording import words

if TYPE_CHECKING:
    from icalendar import Event

UrlBuilder = Callable[[str], str]
SENTENCES = {
    "starts": gettext_lazy("%(name)s: entry closes and the tournament starts"),
    "begins": pgettext_lazy("calendar", "%(name)s: round %(round)s starts"),
    "ends": gettext_lazy("%(name)s: deadline for round %(round)s"),
    "over": gettext_lazy("%(name)s: round %(round)s has ended"),
}


@dataclass(frozen=True, slots=True)
class CalendarEventBuilder:
    """Builds calendar events with `now` as their time stamp. `address` makes an absolute URL from a path."""

    now: datetime
    address: UrlBuilder

    def start_event(self, tournament: Tournament) -> Event:
        """Return the calendar event of a tournament's start. If the start was postponed, the event replaces the earlier
        one."""
        event = self._tournament_event(tournament, "starts")
        self.set_time_and_id(
            event, f"tournament-{tournament.pk}-0-starts", tournament.starts_at, int(tournament.postponed)
        )
        return event

    def round_events(self, round_: Round) -> list[Event]:
        """Return the calendar events of a round's beginning and end. Once the round has ended, its actual end replaces
        the scheduled end."""
        mark = f"tournament-{round_.tournament_id}-{round_.number}"
        begins = self._tournament_event(round_.tournament, "begins", round_.number)
        self.set_time_and_id(begins, f"{mark}-begins", round_.published_at, 0)
        is_over, at = round_.done_at is not None, round_.done_at or round_.ends_at
        if at is None:
            return [begins]
        ends = self._tournament_event(round_.tournament, "over" if is_over else "ends", round_.number)
        self.set_time_and_id(ends, f"{mark}-ends", at, int(is_over))
        return [begins, ends]

    def new_event(self, summary: object, path: str) -> Event:
        """Return a calendar event with this summary and a link to the page at `path`. The event has no time and no id
        yet."""
        from icalendar import Event

        event = Event()
        event.add("summary", str(summary))
        event.add("url", self.address(path))
        return event

    def _tournament_event(self, tournament: Tournament, kind: str, number: int = 0) -> Event:
        sentence = SENTENCES[kind] % {"name": tournament.shown_name, "round": words.localized_number(number)}
        return self.new_event(sentence, tournament.get_absolute_url())

    def set_time_and_id(self, event: Event, identifier: str, at: datetime | None, sequence: int) -> None:
        """Set the calendar event's start and id. `identifier` identifies the event permanently, and `sequence` must
        increase when the event's time changes."""
        event.add("uid", f"{identifier}@{site.host()}")
        event.add("sequence", sequence)
        event.add("dtstamp", self.now)
        event.add("dtstart", at)


__all__ = ["CalendarEventBuilder", "UrlBuilder"]
