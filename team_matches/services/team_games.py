"""The rounds of a team match. All games of a round start together in one transaction, and the next round follows (E40,
E91)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind as Restricted
from accounts.security.staff_permissions import StaffPermission, may
from games import events
from games.models import Game
from games.models.event_ref import EventRef
from games.services.beginning import NewGame, create_game
from games.services.idempotency import PlayerRequest
from notifications.models import Notice
from rules import Phase, Setup
from team_matches.announcing import log_match_act, player_ids_of_match
from team_matches.errors import NoSuchMatch
from team_matches.models import MatchState, MatchTeam, TeamBoard, TeamMatch, TeamMember
from tournaments.announcing import ActAuthor, notify_about
from tournaments.errors import BadActInput, NotDirector
from tournaments.models import AuthorRole
from tournaments.models.play import RESULTS
from tournaments.services.rows import check_not_own_game, cleaned_reason
from tournaments.systems.types import EventResult

from .team_matches import LINEUP_WITHIN, check_match_state, end_match, lock_match, team_leader_ids
from .teams import boards_with_blocks

Seats = dict[tuple[int, int], int]
"""Player ids by side and board."""


def matches_to_start(now: datetime) -> QuerySet[TeamMatch]:
    """Return matches in which both lineups are confirmed, or the captains' deadline has passed."""
    both = Q(home_ready=True, away_ready=True)
    return TeamMatch.objects.filter(both | Q(due_at__lte=now), state=MatchState.LINEUP)


def start_round_or_cancel(match_id: int, now: datetime) -> bool:
    """Create the boards and games of the next round, in one transaction. Return whether the round was started or the
    match cancelled.

    An empty seat is lost by forfeit, and a board between players who have blocked each other is void. Without any
    players the match is cancelled. Players are locked before the match (docs/locking.md). If a lineup has changed in
    the meantime, a later call starts the round.
    """
    with transaction.atomic():
        seats = _players_by_seat(match_id)
        rows = Player.objects.select_for_update(no_key=True).filter(pk__in=seats.values()).order_by("pk")
        people = {player.pk: player for player in rows}
        match = lock_match(match_id)
        stands = match.home_ready and match.away_ready
        is_due = stands or (match.due_at is not None and match.due_at <= now)
        if match.state != MatchState.LINEUP or not is_due or seats != _players_by_seat(match_id):
            return False
        acting = ActAuthor.server(now)
        if not seats:
            end_match(match, MatchState.CANCELLED, now)
            log_match_act(acting, match, "cancelled")
            notify_about(match, player_ids_of_match(match), "match_finished", now)
            return True
        match.state, match.due_at = MatchState.PLAYING, None
        match.save(update_fields=["state", "due_at"])
        log_match_act(acting, match, "started", round=match.round)
        apart = boards_with_blocks(match)
        for board in range(1, match.boards + 1):
            row = _unsaved_board(match, board, seats)
            if board in apart:
                row.result = EventResult.VOID
                log_match_act(acting, match, "apart", round=match.round, board=board)
            if not row.result:
                row.game = _start_game(match, row, people, now)
            row.save()
        return True


def _players_by_seat(match_id: int) -> Seats:
    rows = TeamMember.objects.filter(match=match_id, board__isnull=False)
    return {(side, board or 0): player for side, board, player in rows.values_list("side", "board", "player_id")}


def _unsaved_board(match: TeamMatch, board: int, seats: Seats) -> TeamBoard:
    """Return an unsaved board of the round, with its result if a player is missing."""
    home, away = seats.get((MatchTeam.HOME, board)), seats.get((MatchTeam.AWAY, board))
    row = TeamBoard(match=match, round=match.round, board=board, home_id=home, away_id=away)
    if home is None and away is None:
        row.result = EventResult.BOTH_LOSE
    elif home is None or away is None:
        black_is_home = match.team_with_black(board, match.round) is MatchTeam.HOME
        row.result = EventResult.BLACK_BY_DEFAULT if black_is_home == (away is None) else EventResult.WHITE_BY_DEFAULT
    return row


def _start_game(match: TeamMatch, row: TeamBoard, people: dict[int, Player], now: datetime) -> Game:
    assert row.home_id is not None
    assert row.away_id is not None
    home, away = people[row.home_id], people[row.away_id]
    black, white = (home, away) if match.team_with_black(row.board, row.round) is MatchTeam.HOME else (away, home)
    setup = Setup(width=match.width, height=match.height, ruleset=match.ruleset, komi=match.agreed_komi)
    reason = match.unrated_reason
    if not reason and any(is_restricted(player, Restricted.UNRATED, now) for player in (black, white)):
        reason = "restricted"
    event = EventRef("team_match", match.pk, match.round)
    game = create_game(NewGame(match, setup, (black.pk, white.pk), reason, event=event), now)
    pairs = ((black, white), (white, black))
    Notice.objects.bulk_create(
        Notice(player=one, by=other, kind="match_paired", game=game, created_at=now) for one, other in pairs
    )
    events.send_game_started(game)
    return game


def matches_with_round_over() -> QuerySet[TeamMatch]:
    """Return matches in progress whose current round has no unfinished board."""
    over = Q(game__phase=Phase.FINISHED.value) | ~Q(result="")
    open_ones = TeamBoard.objects.filter(match=OuterRef("pk"), round=OuterRef("round")).exclude(over)
    return TeamMatch.objects.filter(~Exists(open_ones), state=MatchState.PLAYING)


def finish_round(match_id: int, now: datetime) -> bool:
    """Finish the round. Captains then set lineups for the next round, or the match is over. Return False if the round
    was finished already."""
    with transaction.atomic():
        match = lock_match(match_id)
        if not matches_with_round_over().filter(pk=match.pk).exists():
            return False
        acting = ActAuthor.server(now)
        log_match_act(acting, match, "round_done", round=match.round)
        if match.round < match.rounds:
            match.round, match.state, match.due_at = match.round + 1, MatchState.LINEUP, now + LINEUP_WITHIN
            match.home_ready = match.away_ready = False
            match.save(update_fields=["round", "state", "due_at", "home_ready", "away_ready"])
            clubs: Iterable[Any] = (club for side in MatchTeam if (club := match.club_of(side)) is not None)
            notify_about(match, {pk for club in clubs for pk in team_leader_ids(club)}, "match_lineup", now)
        else:
            end_match(match, MatchState.DONE, now)
            log_match_act(acting, match, "done")
            notify_about(match, player_ids_of_match(match), "match_finished", now)
        return True


class BoardRuling(NamedTuple):
    """A moderator's ruling on a board. An empty result means that the game's own result counts."""

    round: int
    board: int
    result: str
    reason: str


def set_result(request: PlayerRequest, match_id: int, ruling: BoardRuling) -> TeamBoard:
    """Set the result of a board, as a moderator who has no game in this match. Captains cannot do this (E54, E57).
    Raises NoSuchMatch, NotDirector, OwnGameAffected, BadActInput, WrongState, ReasonNeeded."""
    with transaction.atomic():
        match, acting = _lock_as_moderator(request, match_id)
        check_match_state(match, MatchState.PLAYING, MatchState.DONE)
        board = match.games.filter(round=ruling.round, board=ruling.board).first()
        if board is None:
            raise NoSuchMatch
        check_not_own_game(request.player, (board.home_id, board.away_id))
        if ruling.result not in RESULTS and (ruling.result or board.game_id is None):
            raise BadActInput(field="result")
        about = {"before": board.result, "after": ruling.result, "reason": cleaned_reason(ruling.reason)}
        board.result = ruling.result
        board.save(update_fields=["result"])
        log_match_act(acting, match, "result", round=board.round, board=board.board, **about)
        notify_about(match, [pk for pk in (board.home_id, board.away_id) if pk], "match_decided", request.now)
        return board


def cancel_match_as_moderator(request: PlayerRequest, match_id: int, reason: str) -> TeamMatch:
    """End a match without a result, as a moderator. Games in progress continue outside the match. Raises NoSuchMatch,
    NotDirector, WrongState, ReasonNeeded."""
    with transaction.atomic():
        match, acting = _lock_as_moderator(request, match_id)
        check_match_state(match, MatchState.OFFERED, MatchState.LINEUP, MatchState.PLAYING)
        end_match(match, MatchState.CANCELLED, request.now)
        log_match_act(acting, match, "cancelled", reason=cleaned_reason(reason))
        notify_about(match, player_ids_of_match(match), "match_decided", request.now)
        return match


def _lock_as_moderator(request: PlayerRequest, match_id: int) -> tuple[TeamMatch, ActAuthor]:
    match = lock_match(match_id)
    if not may(request.player, StaffPermission.RULE):
        raise NotDirector
    return match, ActAuthor(request.player, AuthorRole.MODERATOR, request.now)


__all__ = [
    "BoardRuling",
    "cancel_match_as_moderator",
    "finish_round",
    "matches_to_start",
    "matches_with_round_over",
    "set_result",
    "start_round_or_cancel",
]
