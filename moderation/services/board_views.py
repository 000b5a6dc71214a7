"""Let moderators view the full board of a game with hidden information (V63)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.access import game_for
from games.game_view import GameView
from moderation.errors import NoHiddenBoardToView
from moderation.models import BoardLook, Case
from moderation.services.cases import lock_and_assign_case
from rules import Board


def record_board_view(*, case_id: int, staff: Player, now: datetime) -> BoardLook:
    """Record that this moderator views the full board of the case's game. Until the game's next action,
    `full_board_if_viewed` then returns the board. The case is also assigned to the moderator, as after every action.

    Raises NoHiddenBoardToView if the case has no report or its game hides nothing, and the errors of
    `lock_and_assign_case`.
    """
    with transaction.atomic():
        case = lock_and_assign_case(staff, case_id, now)
        if case.game_id is None or not case.reports.exists():
            raise NoHiddenBoardToView
        game = game_for(staff, case.game_id)
        if not GameView(game, staff).hides_info:
            raise NoHiddenBoardToView
        return BoardLook.objects.get_or_create(case=case, by=staff, number=game.number, defaults={"at": now})[0]


def full_board_if_viewed(case: Case, staff: Player) -> Board | None:
    """Return the full board of the case's game, if `record_board_view` has recorded that the moderator views the
    current position. Otherwise return None."""
    game = case.game
    if game is None or not case.looks.filter(by=staff, number=game.number).exists():
        return None
    return game.full_state().board
