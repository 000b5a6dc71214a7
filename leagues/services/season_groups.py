"""Create the groups of a season, which are tournaments, with their entries and rounds (E1, E70, E73)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import datetime

from leagues.models import League, LeagueGroup, LeagueMember, Season
from leagues.standings import division_label
from tournaments.announcing import ActAuthor
from tournaments.models import Director, Entry, EntryState, Round, RoundState, Stage, Tournament, TournamentState
from tournaments.services.freezing import set_frozen_fields
from tournaments.systems import league as systems
from tournaments.systems.round_robin import round_robin_schedule
from tournaments.systems.types import Criterion, SystemKind

COPIED = (
    "width", "height", "rule_set", "komi", "rated_wanted", "time_control", "lateness", "off_time", "analysis",
    "club_id",
)  # fmt: skip
"""The terms that each group copies from its league."""


def create_groups(
    season: Season, divisions: systems.Divisions, members: dict[int, LeagueMember], acting: ActAuthor
) -> None:
    """Create a tournament in progress, with planned rounds, for each group. A background task pairs the rounds and
    starts the games."""
    league = season.league
    directors = list(league.directors.values_list("player_id", flat=True))
    for division, groups in enumerate(divisions, start=1):
        for number, players in enumerate(groups, start=1):
            label = division_label(division, number if len(groups) > 1 else None)
            tournament = _create_tournament(season, label, len(players))
            LeagueGroup.objects.create(season=season, division=division, number=number, tournament=tournament)
            Director.objects.bulk_create(Director(tournament=tournament, player_id=pk) for pk in directors)
            _create_entries(tournament, [members[pk] for pk in players], season.started_at)
            _plan_rounds(tournament, league, len(players))
            acting.log(tournament, "started", after=len(players))


def _create_tournament(season: Season, label: str, players: int) -> Tournament:
    league, now = season.league, season.started_at
    return Tournament.objects.create(
        owner_id=league.owner_id, name=f"{league.name} {season.number} {label}", state=TournamentState.RUNNING,
        fewest=2, most=max(players, 2), established=False,
        at_once=0 if league.free else league.at_once or max(players - 1, 1),
        seed=secrets.token_hex(8), created_at=now, opened_at=now, started_at=now,
        **{name: getattr(league, name) for name in COPIED},
    )  # fmt: skip


def _create_entries(tournament: Tournament, members: Sequence[LeagueMember], now: datetime) -> None:
    """Create the entries in the order of places at the start, because their numbers break ties at the end (E71)."""
    entries = [Entry(tournament=tournament, player=one.player, state=EntryState.ENTERED, at=now) for one in members]
    set_frozen_fields((entry, number) for number, entry in enumerate(entries, start=1))
    Entry.objects.bulk_create(entries)


def _plan_rounds(tournament: Tournament, league: League, players: int) -> None:
    """Create the planned rounds of a round robin. With free pairing there are two, for the first and the second game of
    each pair (E73)."""
    if league.free:
        kind, rounds, state = SystemKind.FREE, systems.FREE_GAMES_A_PAIR, RoundState.PLAYING
        tiebreaks = [Criterion.POINTS, Criterion.SEED]
    else:
        kind, state, tiebreaks = SystemKind.ROUND_ROBIN, RoundState.PLANNED, list(systems.TIEBREAKS)
        rounds = max((one.round for one in round_robin_schedule(tuple(range(players)))), default=1)
    stage = Stage.objects.create(
        tournament=tournament, kind=kind, rounds=rounds, tiebreaks=[one.value for one in tiebreaks]
    )
    Round.objects.bulk_create(
        Round(tournament=tournament, stage=stage, number=number, state=state) for number in range(1, rounds + 1)
    )


__all__ = ["create_groups"]
