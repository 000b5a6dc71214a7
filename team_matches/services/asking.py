"""Find the notices about team matches that the player has not answered yet."""

from __future__ import annotations

from collections.abc import Collection

from notifications.models import Notice
from notifications.services.asking import StillOpen, object_id_in_path
from team_matches.models import MatchState, MemberAnswer, TeamMatch, TeamMember
from tournaments.services.asking import event_ids_in, notices_for_event_players


def notice_checks(**_: object) -> dict[str, StillOpen]:
    """Return, by kind of notice about team matches, the function that selects those of given notices that their players
    still have to answer. Receiver of the signal `notice_checks`."""
    return {"match_asked": _unanswered_play_request_notices, "match_offered": _unanswered_challenge_notices}


def _unanswered_play_request_notices(notices: Collection[Notice]) -> list[Notice]:
    members = TeamMember.objects.filter(answer=MemberAnswer.ASKED, match__in=event_ids_in(notices))
    return notices_for_event_players(notices, members.values_list("match_id", "player_id"))


def _unanswered_challenge_notices(notices: Collection[Notice]) -> list[Notice]:
    waiting = set(
        TeamMatch.objects.filter(state=MatchState.OFFERED, pk__in=event_ids_in(notices)).values_list("pk", flat=True)
    )
    return [notice for notice in notices if object_id_in_path(notice) in waiting]
