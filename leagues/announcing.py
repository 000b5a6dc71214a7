"""Write league events to the league log, and send them as events to players' programs (E56, E99)."""

from __future__ import annotations

from typing import Any

from leagues.models import League, LeagueLine, MemberState
from tournaments.announcing import ActAuthor, CompetitionEvent, send_competition_events

LEAGUES_FOR_DIRECTORS = ("created", "overdue", "moderated")


LEAGUES_FOR_ONE = ("rose", "fell")
"""Kinds of log lines (LeagueLine.act) that are announced only to the player concerned: a new season may have
hundreds."""


def _player_ids_of_log_line(line: LeagueLine) -> set[int]:
    """Return the ids of the players whose programs get an event about a log line. Lines about one player go to that
    player and usually the directors, lines for directors to the directors only, and other lines to the directors and
    all current and future players."""
    if line.act in LEAGUES_FOR_ONE and line.about_id is not None:
        return {line.about_id}
    league = line.league
    people = {league.owner_id, *league.directors.values_list("player_id", flat=True)}
    if line.about_id is not None:
        people.add(line.about_id)
    elif line.act not in LEAGUES_FOR_DIRECTORS:
        people.update(league.members.exclude(state=MemberState.LEFT).values_list("player_id", flat=True))
    return people


def log_league_act(acting: ActAuthor, league: League, act: str, **about: Any) -> None:
    """Write a line to the league's log, and send an event to the programs of the players concerned (E99)."""
    line = LeagueLine.objects.create(league=league, at=acting.now, by=acting.by, role=acting.role, act=act, **about)
    about_it = {"league": league.pk, "round": line.round, "act": act}
    send_competition_events(
        CompetitionEvent.LEAGUE_CHANGED, _player_ids_of_log_line(line), about=about_it, by_id=line.about_id
    )
