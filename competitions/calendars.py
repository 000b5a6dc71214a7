"""When entry ends and rounds start and end, as events of calendars (iCalendar, RFC 5545): for everybody, and among
one's own deadlines (E98)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from competitions.models import EntryState, Round, Starting, State, Tournament
from games.calendar_feed import blank_calendar
from wording import words

if TYPE_CHECKING:
    from icalendar import Event

KEPT_FOR = timedelta(days=60)
"""So long what is over stays in the calendars."""
MOST_EVENTS = 500
RUNNING = (State.RUNNING, State.REVIEW, State.FINISHED)
Address = Callable[[str], str]
_SAID = {
    "starts": gettext_lazy("%(name)s: entry ends, the tournament starts"),
    "begins": gettext_lazy("%(name)s: round %(round)s starts"),
    "ends": gettext_lazy("%(name)s: the time for round %(round)s ends"),
    "over": gettext_lazy("%(name)s: round %(round)s has ended"),
}


def calendar_of_all(now: datetime, address: Address) -> bytes:
    """The calendar of all tournaments that were opened. `address` makes a whole address of a path."""
    calendar = blank_calendar(_("Go: tournaments"))
    for event in events_of(Tournament.objects.listed(), now, address):
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def events_of_player(player: Player, now: datetime, address: Address) -> list[Event]:
    """Those of the tournaments that this person plays in, waits for, or directs."""
    entered = Q(entries__player=player, entries__state__in=(EntryState.ENTERED, EntryState.WAITING))
    concerns = Tournament.objects.filter(entered | Q(owner=player) | Q(directors__player=player))
    return events_of(Tournament.objects.opened().filter(pk__in=concerns.values("pk")), now, address)


def events_of(tournaments: QuerySet[Tournament], now: datetime, address: Address) -> list[Event]:
    """The starts to come of these, and their rounds of the last two months: two queries, however many there are."""
    made = _Made(now, address)
    to_start = tournaments.filter(state=State.OPEN, starting=Starting.DATE, starts_at__isnull=False)
    found = [made.start(one) for one in to_start.order_by("starts_at")[:MOST_EVENTS]]
    rounds = Round.objects.filter(
        tournament__in=tournaments.filter(state__in=RUNNING).values("pk"), published_at__gt=now - KEPT_FOR
    )
    for round_ in rounds.select_related("tournament").order_by("-published_at", "-pk")[:MOST_EVENTS]:
        found += made.of_round(round_)
    return found


@dataclass(frozen=True, slots=True)
class _Made:
    """Makes events, stamped with this moment."""

    now: datetime
    address: Address

    def start(self, tournament: Tournament) -> Event:
        """When entry ends, which may have been postponed once."""
        event = self._event(tournament, "starts", "")
        self._put(event, f"tournament-{tournament.pk}-0-starts", tournament.starts_at, int(tournament.postponed))
        return event

    def of_round(self, round_: Round) -> list[Event]:
        """When it began, and when it ended; that takes the place of the time that was set for it."""
        number, mark = words.number(round_.number), f"tournament-{round_.tournament_id}-{round_.number}"
        begins = self._event(round_.tournament, "begins", number)
        self._put(begins, f"{mark}-begins", round_.published_at, 0)
        is_over, at = round_.done_at is not None, round_.done_at or round_.ends_at
        if at is None:
            return [begins]
        ends = self._event(round_.tournament, "over" if is_over else "ends", number)
        self._put(ends, f"{mark}-ends", at, int(is_over))
        return [begins, ends]

    def _event(self, tournament: Tournament, kind: str, number: str) -> Event:
        from icalendar import Event

        event = Event()
        event.add("summary", str(_SAID[kind]) % {"name": tournament.shown_name, "round": number})
        event.add("url", self.address(tournament.get_absolute_url()))
        return event

    def _put(self, event: Event, mark: str, at: datetime | None, changed: int) -> None:
        event.add("uid", f"{mark}@igo")
        event.add("sequence", changed)
        event.add("dtstamp", self.now)
        event.add("dtstart", at)
        event.add("dtend", at)
