"""Create calendar events (iCalendar, RFC 5545) for starts and rounds of tournaments, and for events of the apps above
(E98)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext_lazy

from accounts.core import site
from tournaments.models import Round, Tournament
from wording import words

if TYPE_CHECKING:
    from icalendar import Event

UrlBuilder = Callable[[str], str]
SENTENCES = {
    "starts": gettext_lazy("%(name)s: entry closes and the tournament starts"),
    "begins": gettext_lazy("%(name)s: round %(round)s starts"),
    "ends": gettext_lazy("%(name)s: deadline for round %(round)s"),
    "over": gettext_lazy("%(name)s: round %(round)s has ended"),
}


@dataclass(frozen=True, slots=True)
class EventMaker:
    """Creates calendar events with `now` as their time stamp. `address` makes an absolute URL from a path."""

    now: datetime
    address: UrlBuilder

    def start(self, tournament: Tournament) -> Event:
        """Return the calendar event of a tournament's start, which may have been postponed once."""
        event = self._tournament_event(tournament, "starts")
        self.put(event, f"tournament-{tournament.pk}-0-starts", tournament.starts_at, int(tournament.postponed))
        return event

    def of_round(self, round_: Round) -> list[Event]:
        """Return the calendar events of a round's beginning and end. Once the round has ended, its actual end replaces
        the scheduled end."""
        mark = f"tournament-{round_.tournament_id}-{round_.number}"
        begins = self._tournament_event(round_.tournament, "begins", round_.number)
        self.put(begins, f"{mark}-begins", round_.published_at, 0)
        is_over, at = round_.done_at is not None, round_.done_at or round_.ends_at
        if at is None:
            return [begins]
        ends = self._tournament_event(round_.tournament, "over" if is_over else "ends", round_.number)
        self.put(ends, f"{mark}-ends", at, int(is_over))
        return [begins, ends]

    def event(self, sentence: object, path: str) -> Event:
        """Return a calendar event with this summary and a link to the page at `path`."""
        from icalendar import Event

        event = Event()
        event.add("summary", str(sentence))
        event.add("url", self.address(path))
        return event

    def _tournament_event(self, tournament: Tournament, kind: str, number: int = 0) -> Event:
        sentence = SENTENCES[kind] % {"name": tournament.shown_name, "round": words.localized_number(number)}
        return self.event(sentence, tournament.get_absolute_url())

    def put(self, event: Event, mark: str, at: datetime | None, changed: int) -> None:
        """Set the calendar event's time and id. `mark` identifies the event permanently, and `changed` must increase
        when its time changes."""
        event.add("uid", f"{mark}@{site.host()}")
        event.add("sequence", changed)
        event.add("dtstamp", self.now)
        event.add("dtstart", at)


__all__ = ["EventMaker", "UrlBuilder"]
