"""A club's leagues for the club's page, and their changes when a membership ends or the club closes (E78)."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import pgettext, pgettext_lazy

from clubs.models import Club
from clubs.signals import ClubEventLine
from leagues.models import League, LeagueMember, MemberState
from tournaments.announcing import ActAuthor
from tournaments.services.leaving import withdraw_player_by_rules
from tournaments.services.of_clubs import MOST_SHOWN, club_event_line
from tournaments.services.rows import lock_tournament

from .acts import end_locked_league_after_season
from .leagues import end_membership, find_member_or_former, find_running_entry, lock_league


def club_leagues(club: Club, **_: object) -> list[ClubEventLine]:
    """Return the club's open leagues as lines for its page, the newest first. One query."""
    leagues = League.objects.filter(club=club, closed_at=None).order_by("-pk")[:MOST_SHOWN]
    return [club_event_line(one, pgettext("event of a club", "league"), "") for one in leagues]


def remove_from_club_leagues(club_id: int, player_id: int, now: datetime, **_: object) -> None:
    """Remove a player from the club's leagues, in the transaction that ends the membership."""
    mine = LeagueMember.objects.filter(league__club=club_id, player=player_id).exclude(state=MemberState.LEFT)
    for number in list(mine.order_by("league_id").values_list("league_id", flat=True)):
        _remove_from_league(number, player_id, ActAuthor.server(now))


def _remove_from_league(league_id: int, player_id: int, acting: ActAuthor) -> None:
    """Remove a player from the league. A player of the current season leaves after it, any other player at once. The
    player gets no new games (E50)."""
    league = lock_league(league_id)
    member = find_member_or_former(league, player_id)
    if member is None or member.state == MemberState.LEFT:
        return
    if member.state == MemberState.WAITING:
        end_membership(member, "left", acting)
        return
    member.stays = False
    member.save(update_fields=["stays"])
    entry = find_running_entry(member)
    if entry is not None:
        withdraw_player_by_rules(lock_tournament(entry.tournament_id), entry, acting, "withdrew")


def end_club_leagues(club_id: int, reason: str, now: datetime, **_: object) -> None:
    """End the club's leagues after their current seasons, in the transaction that closes the club. Games in progress
    continue."""
    leagues = League.objects.filter(club=club_id, closed_at=None).order_by("pk")
    for number in list(leagues.values_list("pk", flat=True)):
        end_locked_league_after_season(lock_league(number), ActAuthor.server(now), reason)


def league_form_link(**_: object) -> list[tuple[object, str]]:
    """Return label and URL of the page where a club's league is created. Receiver of the signal
    `clubs.signals.event_forms_requested`."""
    return [(pgettext_lazy("button", "New league"), "/leagues/new/")]
