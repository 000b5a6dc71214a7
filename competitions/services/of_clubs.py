"""What clubs are told of their tournaments, ladders, leagues and team matches; what ends with a membership (E78)."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q
from django.utils.translation import gettext_lazy, pgettext

from accounts.models import Player
from clubs.models import Club
from clubs.signals import EventLine
from competitions.announcing import Acting
from competitions.models import Ladder, League, LeagueMember, MemberState, State, TeamMatch, Tournament
from wording import words

from . import team_matches
from .closing import close_now
from .drafting import call_off
from .ladders import locked_ladder, out, rung_of
from .league_acts import end_now
from .leagues import locked_league, member_of, put_out, running_entry
from .leaving import drop
from .rows import locked

MOST_SHOWN = 10


def events_of(club: Club, **_: object) -> list[EventLine]:
    """The club's latest tournaments, then its ladders, leagues and team matches: four queries. The groups of a league
    are behind its page."""
    tournaments = Tournament.objects.opened().filter(club=club, league_group=None).order_by("-pk")[:MOST_SHOWN]
    ladders = Ladder.objects.filter(club=club, closed_at=None).order_by("-pk")[:MOST_SHOWN]
    leagues = League.objects.filter(club=club, closed_at=None).order_by("-pk")[:MOST_SHOWN]
    matches = TeamMatch.objects.filter(Q(club=club) | Q(guest=club)).order_by("-pk")
    return [
        *(_line(one, pgettext("event of a club", "tournament"), one.get_state_display()) for one in tournaments),
        *(_line(one, pgettext("event of a club", "ladder"), "") for one in ladders),
        *(_line(one, pgettext("event of a club", "league"), "") for one in leagues),
        *(
            _line(one, pgettext("event of a club", "team match"), one.get_state_display())
            for one in matches.select_related("club", "guest")[:MOST_SHOWN]
        ),
    ]


def _line(one: Tournament | Ladder | League | TeamMatch, kind: str, state: str) -> EventLine:
    size = f"{words.number(one.width)}×{words.number(one.height)}"
    return EventLine(kind, one.name, one.get_absolute_url(), f"{size} · {state}" if state else size)


def gone(club_id: int, player_id: int, now: datetime, **_: object) -> None:
    """Off the ladders of the club, and out of its leagues; in the transaction in which the membership ends."""
    for number in list(Ladder.objects.filter(club=club_id).order_by("pk").values_list("pk", flat=True)):
        ladder = locked_ladder(number)
        rung = rung_of(ladder, Player(pk=player_id))
        if rung is not None and rung.place is not None:
            out(rung, ladder, now, "left")
    mine = LeagueMember.objects.filter(league__club=club_id, player=player_id).exclude(state=MemberState.LEFT)
    for number in list(mine.order_by("league_id").values_list("league_id", flat=True)):
        _leave_league(number, player_id, Acting.server(now))


def _leave_league(league_id: int, player_id: int, acting: Acting) -> None:
    """Who waits for a season is out at once; who plays one is out after it, and only running games go on (E50)."""
    league = locked_league(league_id)
    member = member_of(league, player_id)
    if member is None or member.state == MemberState.LEFT:
        return
    if member.state == MemberState.WAITING:
        put_out(member, "left", acting)
        return
    member.stays = False
    member.save(update_fields=["stays"])
    entry = running_entry(member)
    if entry is not None:
        drop(locked(entry.tournament_id), entry, acting, "withdrew")


def closed(club_id: int, reason: str, now: datetime, **_: object) -> None:
    """Close the ladders and leagues of the club, and cancel its tournaments and team matches that have not begun; what
    is being played goes on. In the transaction in which the club is closed."""
    acting = Acting.server(now)
    ladders = Ladder.objects.filter(club=club_id, closed_at=None).order_by("pk")
    for number in list(ladders.values_list("pk", flat=True)):
        close_now(locked_ladder(number), acting, reason)
    leagues = League.objects.filter(club=club_id, closed_at=None).order_by("pk")
    for number in list(leagues.values_list("pk", flat=True)):
        end_now(locked_league(number), acting, reason)
    waiting = (State.DRAFT, State.OPEN)
    for number in list(
        Tournament.objects.filter(club=club_id, state__in=waiting).order_by("pk").values_list("pk", flat=True)
    ):
        tournament = locked(number)
        if tournament.state in waiting:
            call_off(tournament, acting, reason)
    team_matches.call_off_of(club_id, acting, reason)


def event_forms(**_: object) -> list[tuple[object, str]]:
    """Return the pages where events of a club are made (clubs.signals.event_forms_requested)."""
    return [
        (gettext_lazy("New tournament"), "/tournaments/new/"),
        (gettext_lazy("New ladder"), "/ladders/new/"),
        (gettext_lazy("New league"), "/leagues/new/"),
        (gettext_lazy("Challenge another club"), "/team-matches/new/"),
    ]
