"""Find the notices about leagues that the player has not answered yet."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from leagues.models import LeagueMember, MemberState
from notifications.models import Notice
from notifications.services.asking import StillOpen
from tournaments.services.asking import event_ids_in, notices_for_event_players


def notice_checks(**_: object) -> dict[str, StillOpen]:
    """Return a dictionary from the kind of notice that asks a league question to the function that selects those
    notices still unanswered. Receiver of the signal `notice_checks`."""
    return {"league_asked": _unanswered_questions}


def _unanswered_questions(notices: Collection[Notice]) -> list[Notice]:
    waiting = Q(state=MemberState.PLAYING, stays=None, league__in=event_ids_in(notices))
    return notices_for_event_players(
        notices, LeagueMember.objects.filter(waiting).values_list("league_id", "player_id")
    )
