"""Announce what happens in team matches: in their log, and to people and programs (E56, E99)."""

from __future__ import annotations

from typing import Any

from clubs.models import Membership
from clubs.models import Role as ClubRole
from team_matches.models import Answer, MatchLine, TeamMatch
from tournaments.announcing import ActAuthor, CompetitionEvent, send_competition_events

LEADING = (ClubRole.OWNER, ClubRole.MANAGER, ClubRole.CAPTAIN)
"""The roles that act for the team of a club (E77)."""


def people_of_match(match: TeamMatch) -> list[int]:
    """Return the ids of the captains and managers of both clubs, and of the players who play or were asked to."""
    leaders = Membership.objects.members().filter(club__in=(match.club_id, match.guest_id))
    leading = leaders.filter(role__in=LEADING).values_list("player_id", flat=True)
    return [*leading, *match.members.exclude(answer=Answer.DECLINED).values_list("player_id", flat=True)]


def log_match(acting: ActAuthor, match: TeamMatch, act: str, **about: Any) -> None:
    """Write a line into the log of a team match, and send an event to the programs of the players concerned (E99)."""
    MatchLine.objects.create(match=match, at=acting.now, by=acting.by, role=acting.role, act=act, **about)
    about_event = {"team_match": match.pk, "round": about.get("round"), "act": act}
    send_competition_events(
        CompetitionEvent.TEAM_MATCH_CHANGED, people_of_match(match), about=about_event, by=about.get("about")
    )
