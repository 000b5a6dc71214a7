"""Detect scores that differ from the server's scoring (R60). These are results that both players accepted, and
proposals that would have favoured the player who made them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from games.models import Action, Game
from games.models.action import replay_record
from games.services.suggestions import dead_stone_suggestion_of
from rules import (
    Color,
    Discrepancy,
    GameState,
    Phase,
    Proposal,
    Reason,
    find_discrepancy,
    parse_vertex,
    score_of,
    vertex,
)
from rules.discrepancy import LARGEST_DIFFERENCE
from rules.estimate import DeadStoneSuggestion, suggest_dead_and_unsure

from .finding import EvidenceLine, Finding, finding_strength
from .played import finished_game_ids

KIND = "score_cheating"


@dataclass(frozen=True, slots=True)
class _DubiousScore:
    """A proposed marking of dead stones whose result differs from the server's scoring, and the player who gains from
    the difference."""

    code: str
    proposal: Proposal
    discrepancy: Discrepancy
    by: Color

    def evidence_line(self, game: Game) -> EvidenceLine:
        stones = ", ".join(vertex(point, game.height) for point in sorted(self.discrepancy.stones))
        result, counted = self.proposal.score.sgf_result, self.discrepancy.estimate.sgf_result
        return self.code, {"game": game.pk, "said": result, "counted": counted, "stones": stones}

    def strength(self, game: Game) -> float:
        if self.discrepancy.other_winner:
            return 1.0
        return finding_strength(float(self.discrepancy.points), float(LARGEST_DIFFERENCE) * game.width * game.height)


def find_dubious_scores(now: datetime, since: datetime) -> list[Finding]:
    """Return one finding for each player and game with a doubtful marking of dead stones in the player's favour.

    Markings by a moderator are never doubtful. Differences in stones whose status the server cannot determine are
    ignored.
    """
    proposals: dict[int, list[Action]] = defaultdict(list)
    games = _games_to_check(now, since)
    rows = Action.objects.filter(kind="propose", game__in=games, received_at__gte=since, received_at__lte=now)
    for row in rows.order_by("game_id", "number"):
        proposals[row.game_id].append(row)
    return [finding for game in games for finding in _findings_in_game(game, proposals[game.pk])]


def _games_to_check(now: datetime, since: datetime) -> list[Game]:
    """Return the games that ended with a proposal of dead stones between these times, and the games in scoring whose
    last action was between them. Five queries, including the seats."""
    changed = Game.objects.filter(phase=Phase.STONE_REMOVAL.value, last_action_at__gte=since, last_action_at__lte=now)
    open_ones = changed.order_by("-last_action_at").with_seats()[: settings.IGO_SIGNAL_GAMES]
    counted = Game.objects.filter(pk__in=finished_game_ids(now, since), snapshot__proposal_count__gt=0)
    return [game for game in (*open_ones, *counted.with_seats()) if not game.rotates_colors]


def _findings_in_game(game: Game, rows: list[Action]) -> list[Finding]:
    found: dict[Color, list[_DubiousScore]] = defaultdict(list)
    for dubious in _dubious_scores(game, rows):
        found[dubious.by].append(dubious)
    return [_make_finding(game, color, dubious) for color, dubious in found.items()]


def _dubious_scores(game: Game, rows: list[Action]) -> Iterator[_DubiousScore]:
    state = game.state()
    accepted = state.proposal if game.end_reason == Reason.SCORE.value else None
    if accepted is not None and accepted.by is not None:
        found = dead_stone_suggestion_of(game) if game.suggested_dead is not None else _server_suggestion(state)
        discrepancy = find_discrepancy(state, accepted, found.dead, found.unsure)
        if discrepancy is not None and not discrepancy.unsure:
            yield _DubiousScore("accepted_score", accepted, discrepancy, _side_that_gains(accepted, discrepancy))
    for number, row in enumerate(rows, start=1):
        last = number == len(rows) and accepted is not None
        if not last:
            yield from _dubious_proposals(game, state, row)


def _dubious_proposals(game: Game, present: GameState, row: Action) -> Iterator[_DubiousScore]:
    """Yield the proposal in the action `row`, which the players did not accept, if its difference from the server's
    scoring favours the proposer's side. `present` is the game's current state."""
    by = Color(row.color or 0)
    dead = frozenset(parse_vertex(text, game.width, game.height) for text in row.payload["dead"])
    same = row.effect["move_number"] == present.move_number and all(present.board[point] for point in dead)
    state = present if same else replay_record(game, row.number)
    proposal = Proposal(0, by, dead, score_of(state, dead))
    found = dead_stone_suggestion_of(game) if same and game.suggested_dead is not None else _server_suggestion(state)
    discrepancy = find_discrepancy(state, proposal, found.dead, found.unsure)
    if discrepancy is not None and not discrepancy.unsure and _side_that_gains(proposal, discrepancy) is by:
        yield _DubiousScore("proposed_score", proposal, discrepancy, by)


def _server_suggestion(state: GameState) -> DeadStoneSuggestion:
    """Return the server's suggestion of dead stones for this board."""
    return suggest_dead_and_unsure(state.board, ruleset=state.setup.ruleset)


def _side_that_gains(proposal: Proposal, discrepancy: Discrepancy) -> Color:
    """Return the side for which the proposal is better than the server's scoring. Margins are positive for Black."""
    return Color.BLACK if proposal.score.margin > discrepancy.estimate.margin else Color.WHITE


def _make_finding(game: Game, color: Color, dubious: list[_DubiousScore]) -> Finding:
    return Finding(
        kind=KIND,
        player=game.seat_of_color(color).player_id,
        others=tuple(other.player_id for other in game.opponents(game.seat_of_color(color))),
        games=(game.pk,),
        strength=max(one.strength(game) for one in dubious),
        evidence=tuple(one.evidence_line(game) for one in dubious),
    )
