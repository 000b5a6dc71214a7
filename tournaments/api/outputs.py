"""The representation of tournaments in the API."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from typing import Any, cast

import api_types as shapes
from accounts.models import Player
from api.options import values_of
from foundation.iso_times import iso_time
from games.services.idempotency import PlayerRequest
from tournaments.access import current_stage, first_stage
from tournaments.api.event_outputs import event_terms_json
from tournaments.bracket_shown import MatchRow, ShownBracket
from tournaments.models import Entry, LogLine, Pairing, Round, RoundState, Stage, Tournament
from tournaments.models.tournament_options import EntryOptions, RoundOptions, StageOptions
from tournaments.services.copying import next_start_in_series
from tournaments.services.costing import CriterionChange
from tournaments.services.entering import entry_refusal
from tournaments.services.inviting import MatchedPlayerList
from tournaments.services.revising import Changes, changes_not_agreed
from tournaments.services.rows import count_entered, find_entry
from tournaments.stage_data import event_result
from tournaments.systems.types import EventResult
from tournaments.tables import SectionTable, StandingsLine, StandingsTable


def _iso_time(at: datetime | None) -> str | None:
    return None if at is None else iso_time(at)


def tournament_json(shown: Tournament, viewer: Player | None, now: datetime) -> shapes.Tournament:
    """Return the JSON of a tournament as this viewer sees it. Seven queries."""
    stage, now_played = first_stage(shown), current_stage(shown)
    mine = None if viewer is None else find_entry(shown, viewer.pk)
    refusal = None if viewer is None else entry_refusal(PlayerRequest(viewer, now), shown, mine)
    made = {
        "id": shown.pk,
        "name": shown.shown_name,
        "about": shown.shown_about,
        "club": shown.club_id,
        "organiser": None if shown.owner is None else shown.owner.username,
        "state": shown.state,
        "stage": now_played.number,
        **values_of(stage, StageOptions),
        **values_of(shown, RoundOptions, EntryOptions),
        **event_terms_json(shown),
        "analysis": shown.analysis,
        "next_start": _iso_time(next_start_in_series(shown, now)),
        "previous": shown.previous_id,
        "started_at": _iso_time(shown.started_at),
        "finished_at": _iso_time(shown.finished_at),
        "entered": count_entered(shown),
        "seed": shown.public_seed or None,
        "cannot_enter": None if refusal is None else refusal.code,
        "my_entry": None if mine is None else mine.state,
        "shares_name": None if mine is None else mine.shares_name,
        "answer_by": None if mine is None else _iso_time(mine.answer_by),
        "revision": shown.revision,
        "changes": _changes_json(changes_not_agreed(shown, mine)),
    }
    return cast("shapes.Tournament", made)


def _changes_json(changes: Changes | None) -> list[shapes.TournamentChange]:
    pairs = (changes or {}).items()
    return [{"option": name, "before": json.dumps(one), "after": json.dumps(other)} for name, (one, other) in pairs]


def tournament_row_json(shown: Tournament) -> shapes.TournamentRow:
    """Return the JSON of a tournament for a list. The tournament must be annotated with `entered`, its number of
    entrants, and its stages must be loaded."""
    return {
        "id": shown.pk,
        "name": shown.shown_name,
        "state": cast("shapes.TournamentState", shown.state),
        "kind": cast("shapes.TournamentKind", min(shown.stages.all(), key=lambda one: one.number).kind),
        "width": shown.width,
        "height": shown.height,
        "entered": getattr(shown, "entered", 0),
        "most": shown.most,
        "starts_at": None if shown.starts_at is None else iso_time(shown.starts_at),
    }


def entry_json(shown: Entry, *, directs: bool = False) -> shapes.TournamentEntry:
    """Return the JSON of an entry. With `directs`, for requests that may direct, it includes the labels by which the
    pairing keeps players apart. The entry's player and their ratings must be loaded."""
    labels: dict[str, str] = {"family": shown.family, "club_group": shown.club_group} if directs else {}
    made = {
        "player": shown.player.username,
        "state": cast("shapes.EntryStatus", shown.state),
        "rank": shown.shown_rank or None,
        "stated": shown.stated is not None,
        "seed": shown.seed,
        "skips": list(shown.skips),
        "at": iso_time(shown.at),
        **labels,
    }
    return cast("shapes.TournamentEntry", made)


def listed_players_json(matched: MatchedPlayerList) -> shapes.ListedPlayers:
    """Return the JSON of an uploaded player list, with the players found for its lines."""
    return {
        "results": [
            {
                "line": one.listed.line,
                "name": one.listed.name,
                "player": None if one.player is None else one.player.username,
                "rank": None if one.rank is None else str(one.rank),
                "why": cast("shapes.WhyNotInvited | None", one.why or None),
            }
            for one in matched.rows
        ],
        "left_out": matched.left_out,
    }


def pairings_json(round_: Round, rows: list[Pairing], *, directs: bool) -> shapes.TournamentPairings:
    """Return the JSON of a round with these pairings, whose players and games must be loaded. With `directs`, for
    requests that may direct, it includes the identifier that directors send back to publish the proposed pairings."""
    proposed = directs and round_.state == RoundState.PROPOSED
    return {
        "round": round_.number,
        "state": cast("shapes.RoundStatus", round_.state),
        "proposal": round_.proposal if proposed else None,
        "results": [pairing_json(one) for one in rows],
    }


def pairing_json(pairing: Pairing) -> shapes.TournamentPairing:
    """Return the JSON of a pairing. Its players and its game must be loaded."""
    game = pairing.game
    own = EventResult.UNDECIDED if game is None else event_result(game.phase, game.winner, game.end_reason)
    return {
        "board": pairing.board,
        "match_game": pairing.match_game,
        "group": pairing.group or None,
        "black": pairing.black.player.username,
        "black_rank": pairing.black.shown_rank,
        "white": None if pairing.white is None else pairing.white.player.username,
        "white_rank": None if pairing.white is None else pairing.white.shown_rank,
        "handicap": pairing.handicap,
        "komi": f"{pairing.komi / 2:g}",
        "game": pairing.game_id,
        "on_turn": None if pairing.player_to_move is None else pairing.player_to_move.username,
        "deadline": None if game is None else _iso_time(game.deadline),
        "result": cast("shapes.TournamentResult", pairing.result or own.value),
        "decided": bool(pairing.result),
        "reasons": cast("list[shapes.PairReason]", pairing.reasons),
    }


def criterion_changes_json(found: Iterable[CriterionChange]) -> shapes.TournamentCosts:
    """Return the JSON of the pairing criteria before and after a change of the proposed pairings."""
    return {"results": [{"criterion": one.criterion.value, "before": one.before, "after": one.after} for one in found]}


def bracket_json(shown: ShownBracket) -> shapes.TournamentBracket:
    """Return the JSON of the matches of a knockout."""
    return {"results": [_match_json(one) for one in shown.rows]}


def _match_json(row: MatchRow) -> shapes.TournamentMatch:
    plan = row.match.plan
    return {
        "number": plan.number,
        "round": row.round,
        "bracket": plan.bracket.value,
        "players": [None if one.player is None else one.player.username for one in row.seats],
        "points": [one.points for one in row.seats],
        "games": [one.game for one in row.games if one.game is not None],
        "bye": row.is_bye,
        "over": row.match.over,
        "winner": None if row.winner is None else row.winner.username,
    }


def standings_json(table: StandingsTable) -> shapes.TournamentStandings:
    """Return the JSON of a standings table."""
    return {
        "round": table.through,
        "criteria": [one.value for one in table.criteria],
        "results": [_standing_json(line) for line in table.lines],
    }


def sections_json(stage: Stage, shown: list[SectionTable]) -> shapes.TournamentSections:
    """Return the JSON of the sections of a stage with their tables."""
    return {
        "stage": stage.number,
        "results": [
            {
                "section": one.number,
                "criteria": [criterion.value for criterion in one.table.criteria],
                "results": [_standing_json(line) for line in one.table.lines],
            }
            for one in shown
        ],
    }


def _standing_json(line: StandingsLine) -> shapes.TournamentStanding:
    return {
        "number": line.number,
        "place": line.place,
        "player": line.player.username,
        "rank": line.rank,
        "values": line.values,
        "rounds": [cell.text for cell in line.cells],
    }


def log_line_json(line: LogLine) -> shapes.TournamentLogLine:
    """Return the JSON of a log line. The players that the line names must be loaded."""
    return {
        "number": line.pk,
        "at": iso_time(line.at),
        "act": line.act,
        "by": None if line.by is None else line.by.username,
        "role": cast(Any, line.role),
        "about": None if line.about is None else line.about.username,
        "other": None if line.other is None else line.other.username,
        "round": line.round,
        "board": line.board,
        "before": line.values_for_reader[0],
        "after": line.values_for_reader[1],
        "reason": line.reason,
        "corrects": line.corrects,
        "changes": _changes_json(line.changes),
    }
