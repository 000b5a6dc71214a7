"""Write events of team matches to the match's log, and send them as events to players' programs (E56, E99)."""

from __future__ import annotations

from typing import Any

from clubs.models import ClubRole, Membership
from team_matches.models import MatchLine, MemberAnswer, TeamMatch
from tournaments.announcing import ActAuthor, CompetitionEvent, send_competition_events

LEADING = (ClubRole.OWNER, ClubRole.MANAGER, ClubRole.CAPTAIN)
"""The roles that act for the team of a club (E77)."""


def player_ids_of_match(match: TeamMatch) -> list[int]:
    """Return the player ids of both clubs' captains and managers, and of the players who play or were asked to play."""
    leaders = Membership.objects.members().filter(club__in=(match.club_id, match.guest_id))
    leading = leaders.filter(role__in=LEADING).values_list("player_id", flat=True)
    return [*leading, *match.members.exclude(answer=MemberAnswer.DECLINED).values_list("player_id", flat=True)]


def log_match_act(acting: ActAuthor, match: TeamMatch, act: str, **about: Any) -> None:
    """Write a line to the match's log, and send an event to the programs of the players concerned (E99)."""
    MatchLine.objects.create(match=match, at=acting.now, by=acting.by, role=acting.role, act=act, **about)
    about_event = {"team_match": match.pk, "round": about.get("round"), "act": act}
    send_competition_events(
        CompetitionEvent.TEAM_MATCH_CHANGED, player_ids_of_match(match), about=about_event, by=about.get("about")
    )
