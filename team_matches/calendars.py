"""Calendar events of team matches (iCalendar, RFC 5545; E98)."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.models import Player
from clubs.models import Club, Membership
from team_matches.announcing import LEADING
from team_matches.models import MatchLine, MatchState, MemberAnswer, TeamMatch
from tournaments.calendar_events import CalendarEventBuilder, UrlBuilder
from wording import words

if TYPE_CHECKING:
    from icalendar import Event
from tournaments.calendars import KEPT_FOR, MOST_EVENTS

SENTENCES = {
    "offered": gettext_lazy("%(name)s: challenge expires"),
    "lineup": gettext_lazy("%(name)s: lineups due for round %(round)s"),
    "begins": pgettext_lazy("calendar", "%(name)s: round %(round)s starts"),
    "match_over": gettext_lazy("%(name)s: the match has ended"),
}


def match_events(club: Club | None, made: CalendarEventBuilder, **_: object) -> list[Event]:
    """Return the calendar events of a club's team matches; [] if `club` is None, for the calendar of the whole
    server."""
    if club is None:
        return []
    return _events_of_matches(TeamMatch.objects.filter(Q(club=club) | Q(guest=club)), made)


def match_events_of_player(player: Player, now: datetime, address: UrlBuilder, **_: object) -> list[Event]:
    """Return the calendar events of the team matches in which this person plays or is a captain."""
    leads = Membership.objects.members().filter(player=player, role__in=LEADING).values("club")
    plays = TeamMatch.objects.filter(members__player=player).exclude(members__answer=MemberAnswer.DECLINED)
    matches = TeamMatch.objects.filter(Q(pk__in=plays.values("pk")) | Q(club__in=leads) | Q(guest__in=leads))
    return _events_of_matches(matches, CalendarEventBuilder(now, address))


def _events_of_matches(matches: QuerySet[TeamMatch], made: CalendarEventBuilder) -> list[Event]:
    """Return the calendar events of captains' deadlines, and of rounds and ends in the last two months. Two queries."""
    waiting = matches.filter(state__in=(MatchState.OFFERED, MatchState.LINEUP), due_at__isnull=False)
    found = [
        _deadline_event(one, made) for one in waiting.select_related("club", "guest").order_by("due_at")[:MOST_EVENTS]
    ]
    lines = MatchLine.objects.filter(match__in=matches.values("pk"), act__in=("started", "done"))
    lines = lines.filter(at__gt=made.now - KEPT_FOR).select_related("match__club", "match__guest")
    return [*found, *(_log_line_event(line, made) for line in lines.order_by("-pk")[:MOST_EVENTS])]


def _deadline_event(match: TeamMatch, made: CalendarEventBuilder) -> Event:
    """Return the calendar event of the deadline for accepting the challenge, or for the captains' lineups."""
    kind = "offered" if match.state == MatchState.OFFERED else "lineup"
    event = made.new_event(_event_sentence(kind, match, match.round), match.get_absolute_url())
    made.set_time_and_id(event, f"match-{match.pk}-{match.round}-{kind}", match.due_at, 0)
    return event


def _log_line_event(line: MatchLine, made: CalendarEventBuilder) -> Event:
    """Return the calendar event of a round's start, or of the match's end."""
    kind, round_ = "begins" if line.act == "started" else "match_over", line.round or 0
    event = made.new_event(_event_sentence(kind, line.match, round_), line.match.get_absolute_url())
    made.set_time_and_id(event, f"match-{line.match_id}-{round_}-{kind}", line.at, 0)
    return event


def _event_sentence(kind: str, match: TeamMatch, round_: int) -> str:
    return str(SENTENCES[kind]) % {"name": match.name, "round": words.localized_number(round_)}


__all__ = ["match_events", "match_events_of_player"]
