"""Checks whether notices of team matches still wait for an answer."""

from __future__ import annotations

from collections.abc import Collection

from notifications.models import Notice
from notifications.services.asking import StillOpen, number_in
from team_matches.models import Answer, MatchState, TeamMatch, TeamMember
from tournaments.services.asking import notices_of_pairs, object_numbers_in


def checks(**_: object) -> dict[str, StillOpen]:
    """Return the checks of all kinds of notice that can be answered (notifications.signals.notice_checks)."""
    return {"match_asked": _of_team, "match_offered": _offers}


def _of_team(notices: Collection[Notice]) -> list[Notice]:
    members = TeamMember.objects.filter(answer=Answer.ASKED, match__in=object_numbers_in(notices))
    return notices_of_pairs(notices, members.values_list("match_id", "player_id"))


def _offers(notices: Collection[Notice]) -> list[Notice]:
    waiting = set(
        TeamMatch.objects.filter(state=MatchState.OFFERED, pk__in=object_numbers_in(notices)).values_list(
            "pk", flat=True
        )
    )
    return [notice for notice in notices if number_in(notice) in waiting]
