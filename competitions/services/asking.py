"""Tournament, league and team match notices that are still waiting for an answer."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Q

from competitions.models import Answer, Entry, EntryState, LeagueMember, MatchState, MemberState, TeamMatch, TeamMember
from notifications.models import Notice
from notifications.services.asking import StillOpen, number_in


def checks(**_: object) -> dict[str, StillOpen]:
    """Return the checks of all kinds of notice that can be answered (notifications.signals.notice_checks)."""
    return {
        "event_invited": _invitations,
        "event_still_in": _questions,
        "league_asked": _of_league,
        "match_asked": _of_team,
        "match_offered": _offers,
    }


def _invitations(notices: Collection[Notice]) -> list[Notice]:
    entries = Entry.objects.filter(state=EntryState.INVITED, tournament__in=_numbers(notices))
    return _theirs(notices, entries.values_list("tournament_id", "player_id"))


def _questions(notices: Collection[Notice]) -> list[Notice]:
    entries = Entry.objects.filter(answer_by__isnull=False, tournament__in=_numbers(notices))
    return _theirs(notices, entries.values_list("tournament_id", "player_id"))


def _of_league(notices: Collection[Notice]) -> list[Notice]:
    waiting = Q(state=MemberState.PLAYING, stays=None, league__in=_numbers(notices))
    return _theirs(notices, LeagueMember.objects.filter(waiting).values_list("league_id", "player_id"))


def _of_team(notices: Collection[Notice]) -> list[Notice]:
    members = TeamMember.objects.filter(answer=Answer.ASKED, match__in=_numbers(notices))
    return _theirs(notices, members.values_list("match_id", "player_id"))


def _offers(notices: Collection[Notice]) -> list[Notice]:
    waiting = set(
        TeamMatch.objects.filter(state=MatchState.OFFERED, pk__in=_numbers(notices)).values_list("pk", flat=True)
    )
    return [notice for notice in notices if number_in(notice) in waiting]


def _numbers(notices: Collection[Notice]) -> set[int]:
    return {number_in(notice) for notice in notices}


def _theirs(notices: Collection[Notice], pairs: Iterable[tuple[int, int]]) -> list[Notice]:
    """Those about something of which their player is in these pairs."""
    found = set(pairs)
    return [notice for notice in notices if (number_in(notice), notice.player_id) in found]
