"""Reports about tournaments, ladders, leagues and team matches, and measures against an event's name and description
(E79)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from accounts.models import Player
from ladders.access import get_ladder
from ladders.models import Ladder
from ladders.services.moderating import LADDERS
from leagues.access import league_for
from leagues.models import League
from leagues.services.moderating import LEAGUES
from moderation.errors import CannotReport, MeasureNotApplicable
from moderation.models import Case, Decision
from team_matches.access import team_match_with_clubs
from team_matches.announcing import player_ids_of_match
from team_matches.models import MatchTeam, TeamMatch
from tournaments.access import tournament_for
from tournaments.models import Tournament
from tournaments.services.moderating import TOURNAMENTS, EventTextModerator

TEAM_MATCH = "team_match"
"""The kind of evidence about team matches."""
Event = Tournament | Ladder | League


@dataclass(frozen=True, slots=True)
class EventKindFunctions:
    """The functions for one kind of event: `find` takes the viewer and the event's id and returns the event, and
    `texts` hides the event's name and description and shows them again."""

    find: Callable[[Player, int], Event]
    texts: EventTextModerator[Any]


def _tournament_or_its_league(viewer: Player, tournament_id: int) -> Tournament | League:
    """Return the tournament. A league's group has its name from the league, so return the league instead."""
    tournament = tournament_for(viewer, tournament_id)
    league = League.objects.select_related("owner").filter(seasons__groups__tournament=tournament).first()
    return league or tournament


EVENTS = {
    "tournament": EventKindFunctions(_tournament_or_its_league, TOURNAMENTS),
    "ladder": EventKindFunctions(lambda _viewer, ladder_id: get_ladder(ladder_id), LADDERS),
    "league": EventKindFunctions(lambda _viewer, league_id: league_for(league_id), LEAGUES),
}
"""The kinds of events, by the kind of their evidence."""


def event_organizer_and_evidence(kind: str, viewer: Player, event_id: int) -> tuple[Player, dict[str, Any]]:
    """Return an event's organiser, and the event's current name and description as evidence. Raises
    NoSuchTournament, NoSuchLadder, NoSuchLeague, and CannotReport if the server itself holds the event."""
    event = EVENTS[kind].find(viewer, event_id)
    if event.owner is None:
        raise CannotReport
    path, kind = event.get_absolute_url(), type(event).__name__.lower()
    return event.owner, {"what": kind, "id": event.pk, "path": path, "name": event.name, "text": event.about}


def reportable_people(viewer: Player, match: TeamMatch) -> list[Player]:
    """Return the people whom this viewer can report in a match, sorted by name: representatives, players and invited
    players."""
    people = Player.objects.filter(pk__in=player_ids_of_match(match), deleted_at=None).exclude(pk=viewer.pk)
    return list(people.order_by("username"))


def match_person_and_evidence(viewer: Player, match_id: int, name: str) -> tuple[Player, dict[str, Any]]:
    """Return the person with this name in a team match, and both current lineups as evidence.

    Raises NoSuchMatch, CannotReport.
    """
    match = team_match_with_clubs(match_id)
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


def visible_reported_events(case: Case) -> dict[str, str]:
    """Return the names of the events in this case's reports by key, such as `ladder-5`, without events whose texts are
    hidden."""
    shown: dict[str, set[int]] = {}
    for one in (one for row in case.reports.all() for one in row.evidence if one["what"] in EVENTS):
        shown.setdefault(one["what"], set()).add(one["id"])
    found = ((kind, EVENTS[kind].texts.unhidden_names(ids)) for kind, ids in sorted(shown.items()))
    return {f"{kind}-{event_id}": name for kind, names in found for event_id, name in names.items()}


def apply_measure_to_event(decision: Decision, key: str, now: datetime) -> None:
    """Hide the name and description of the event with this key. Raises MeasureNotApplicable if the case is not about
    the event, or if its texts are already hidden."""
    if key not in visible_reported_events(decision.case):
        raise MeasureNotApplicable
    kind, number = key.split("-")
    try:
        kept = EVENTS[kind].texts.hide_texts(int(number), now)
    except ObjectDoesNotExist as error:
        raise MeasureNotApplicable from error
    decision.kept = {"what": kind, "id": int(number), **kept}


def undo_measure_on_event(decision: Decision) -> None:
    """Undo the measure on the event, unless the event has been changed since."""
    kept = decision.kept
    assert decision.undone_at is not None
    EVENTS[kept["what"]].texts.restore_texts(kept["id"], kept, decision.undone_at)


__all__ = [
    "EVENTS",
    "TEAM_MATCH",
    "apply_measure_to_event",
    "event_organizer_and_evidence",
    "match_person_and_evidence",
    "reportable_people",
    "undo_measure_on_event",
    "visible_reported_events",
]
