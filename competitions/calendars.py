"""When entry ends, rounds and seasons start and end, and captains must act, as events of calendars (iCalendar,
RFC 5545): for everybody, for a club, and among one's own deadlines (E98)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Player
from clubs.models import Club, Membership
from competitions.announcing import LEADING
from competitions.calendar_events import Address, Maker
from competitions.models import (
    Answer,
    EntryState,
    League,
    MatchLine,
    MatchState,
    MemberState,
    Round,
    Season,
    SeasonState,
    Starting,
    State,
    TeamMatch,
    Tournament,
)
from games.calendar_feed import blank_calendar

if TYPE_CHECKING:
    from icalendar import Event

KEPT_FOR = timedelta(days=60)
"""So long what is over stays in the calendars."""
MOST_EVENTS = 500
RUNNING = (State.RUNNING, State.REVIEW, State.FINISHED)


def calendar_of_all(now: datetime, address: Address) -> bytes:
    """The calendar of all tournaments that were opened, and of the seasons of all leagues. `address` makes a whole
    address of a path."""
    made = Maker(now, address)
    return _calendar(
        _("Go: tournaments"),
        [*_of_tournaments(Tournament.objects.listed(), made), *_of_leagues(League.objects.all(), made)],
    )


def calendar_of_club(club: Club, now: datetime, address: Address) -> bytes:
    """The calendar of a club: its tournaments, the seasons of its leagues and its team matches; all of them are for
    everybody to see."""
    made = Maker(now, address)
    events = [
        *_of_tournaments(Tournament.objects.listed().filter(club=club), made),
        *_of_leagues(League.objects.filter(club=club), made),
        *_of_matches(TeamMatch.objects.filter(Q(club=club) | Q(guest=club)), made),
    ]
    return _calendar(_("Go: %(name)s") % {"name": club.name}, events)


def _calendar(name: str, events: list[Event]) -> bytes:
    calendar = blank_calendar(name)
    for event in events:
        calendar.add_component(event)
    return bytes(calendar.to_ical())


def events_of_player(player: Player, now: datetime, address: Address, **_: object) -> list[Event]:
    """Those of the tournaments, leagues and team matches that this person plays in, waits for, or directs."""
    made = Maker(now, address)
    entered = Q(entries__player=player, entries__state__in=(EntryState.ENTERED, EntryState.WAITING))
    concerns = Tournament.objects.filter(entered | Q(owner=player) | Q(directors__player=player))
    belongs = Q(members__player=player, members__state__in=(MemberState.PLAYING, MemberState.WAITING))
    leagues = League.objects.filter(belongs | Q(owner=player) | Q(directors__player=player))
    leads = Membership.objects.members().filter(player=player, role__in=LEADING).values("club")
    plays = TeamMatch.objects.filter(members__player=player).exclude(members__answer=Answer.DECLINED)
    matches = TeamMatch.objects.filter(Q(pk__in=plays.values("pk")) | Q(club__in=leads) | Q(guest__in=leads))
    return [
        *_of_tournaments(Tournament.objects.opened().filter(pk__in=concerns.values("pk")), made),
        *_of_leagues(League.objects.filter(pk__in=leagues.values("pk")), made),
        *_questions(player, made),
        *_of_matches(matches, made),
    ]


def _of_tournaments(tournaments: QuerySet[Tournament], made: Maker) -> list[Event]:
    """The starts to come of these, and their rounds of the last two months: two queries, however many there are."""
    to_start = tournaments.filter(state=State.OPEN, starting=Starting.DATE, starts_at__isnull=False)
    found = [made.start(one) for one in to_start.order_by("starts_at")[:MOST_EVENTS]]
    rounds = Round.objects.filter(
        tournament__in=tournaments.filter(state__in=RUNNING).values("pk"), published_at__gt=made.now - KEPT_FOR
    )
    for round_ in rounds.select_related("tournament").order_by("-published_at", "-pk")[:MOST_EVENTS]:
        found += made.of_round(round_)
    return found


def _of_leagues(leagues: QuerySet[League], made: Maker) -> list[Event]:
    """Their first seasons to come, and those that are played or ended in the last two months: two queries."""
    to_start = leagues.filter(closed_at=None, starts_at__isnull=False, seasons=None)
    found = [made.first_season(one) for one in to_start.order_by("starts_at")[:MOST_EVENTS]]
    seasons = Season.objects.filter(league__in=leagues.values("pk"))
    seasons = seasons.filter(Q(ends_at__gt=made.now - KEPT_FOR) | Q(state=SeasonState.RUNNING))
    for season in seasons.select_related("league").order_by("-pk")[:MOST_EVENTS]:
        found += made.of_season(season)
    return found


def _questions(player: Player, made: Maker) -> list[Event]:
    """Where this person has not said whether they play the next season."""
    asked = Season.objects.filter(
        answer_by__gt=made.now, league__members__player=player, league__members__state=MemberState.PLAYING,
        league__members__stays=None,
    )  # fmt: skip
    return [made.asked(season) for season in asked.select_related("league").order_by("answer_by")[:MOST_EVENTS]]


def _of_matches(matches: QuerySet[TeamMatch], made: Maker) -> list[Event]:
    """What captains have to do by when, rounds that began and ends of the last two months: two queries."""
    waiting = matches.filter(state__in=(MatchState.OFFERED, MatchState.LINEUP), due_at__isnull=False)
    found = [made.due(one) for one in waiting.select_related("club", "guest").order_by("due_at")[:MOST_EVENTS]]
    lines = MatchLine.objects.filter(match__in=matches.values("pk"), act__in=("started", "done"))
    lines = lines.filter(at__gt=made.now - KEPT_FOR).select_related("match__club", "match__guest")
    return [*found, *(made.of_line(line) for line in lines.order_by("-pk")[:MOST_EVENTS])]


__all__ = ["calendar_of_all", "calendar_of_club", "events_of_player"]
