"""Checks whether notices of leagues still wait for an answer."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from leagues.models import LeagueMember, MemberState
from notifications.models import Notice
from notifications.services.asking import StillOpen
from tournaments.services.asking import notices_of_pairs, object_numbers_in


def checks(**_: object) -> dict[str, StillOpen]:
    """Return the checks of all kinds of notice that can be answered (notifications.signals.notice_checks)."""
    return {"league_asked": _of_league}


def _of_league(notices: Collection[Notice]) -> list[Notice]:
    waiting = Q(state=MemberState.PLAYING, stays=None, league__in=object_numbers_in(notices))
    return notices_of_pairs(notices, LeagueMember.objects.filter(waiting).values_list("league_id", "player_id"))
