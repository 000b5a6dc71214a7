"""Reports about leagues and team matches, and measures against a league's name and description (E79)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from accounts.models import Player
from leagues.access import league_for
from leagues.errors import NoSuchLeague
from leagues.models import League
from leagues.services import moderating
from moderation.errors import BadMeasure, CannotReport
from moderation.models import Case, Decision
from team_matches.access import match_for
from team_matches.announcing import people_of_match
from team_matches.models import MatchTeam, TeamMatch

LEAGUE, TEAM_MATCH = "league", "team_match"
"""The kinds of evidence about leagues and team matches."""


def league_target(league_id: int) -> tuple[Player, dict[str, Any]]:
    """Return a league's organiser, and the league's current name and description as evidence. Raises NoSuchLeague."""
    league = league_for(league_id)
    path = league.get_absolute_url()
    return league.owner, {"what": LEAGUE, "id": league.pk, "path": path, "name": league.name, "text": league.about}


def reportable_people(viewer: Player, match: TeamMatch) -> list[Player]:
    """Return the people whom this viewer can report in a match, sorted by name: representatives, players and invited
    players."""
    people = Player.objects.filter(pk__in=people_of_match(match), deleted_at=None).exclude(pk=viewer.pk)
    return list(people.order_by("username"))


def match_target(viewer: Player, match_id: int, name: str) -> tuple[Player, dict[str, Any]]:
    """Return the person with this name in a team match, and both current lineups as evidence.

    Raises NoSuchMatch, CannotReport.
    """
    match = match_for(match_id)
    named = [player for player in reportable_people(viewer, match) if player.username == name]
    if not named:
        raise CannotReport
    path = match.get_absolute_url()
    return named[0], {
        "what": TEAM_MATCH,
        "id": match.pk,
        "path": path,
        "name": match.name,
        "text": _lineups_text(match),
    }


def _lineups_text(match: TeamMatch) -> str:
    """Return a text with one line per club: its name and its players by board."""
    rows = match.members.filter(board__isnull=False).order_by("side", "board").select_related("player")
    seats = [(row.side, row.player.username) for row in rows]
    found = []
    for side in MatchTeam:
        club = match.club_of(side)
        found.append(f"{'?' if club is None else club.name}: {', '.join(name for one, name in seats if one == side)}")
    return "\n".join(found)


def reported_leagues(case: Case) -> list[League]:
    """Return the leagues named in this case's reports."""
    shown = [one["id"] for row in case.reports.all() for one in row.evidence if one["what"] == LEAGUE]
    return list(League.objects.filter(pk__in=shown).order_by("pk"))


def apply_to_league(decision: Decision, league_id: int | None, now: datetime) -> None:
    """Hide the league's name and description. Raises BadMeasure if the case is not about the league."""
    if league_id is None or league_id not in {league.pk for league in reported_leagues(decision.case)}:
        raise BadMeasure
    try:
        decision.kept = moderating.hide_texts(league_id, now)
    except NoSuchLeague as error:
        raise BadMeasure from error
    decision.league_id = league_id


def undo_on_league(decision: Decision) -> None:
    """Undo the measure on the league, unless the league has been changed since."""
    if decision.league_id is not None and decision.undone_at is not None:
        moderating.restore_texts(decision.league_id, decision.kept, decision.undone_at)


__all__ = [
    "LEAGUE",
    "TEAM_MATCH",
    "apply_to_league",
    "league_target",
    "match_target",
    "reportable_people",
    "reported_leagues",
    "undo_on_league",
]
