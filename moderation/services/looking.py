"""Let moderators look at the true board of a game with hidden information (V63)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.access import game_for
from games.game_view import GameView
from moderation.errors import NothingHidden
from moderation.models import BoardLook, Case
from moderation.services.cases import lock_and_assign
from rules import Board


def record_board_look(*, case_id: int, staff: Player, now: datetime) -> BoardLook:
    """Record that this moderator views the full board; until the next action of the game, `full_board_if_looked` then
    returns it. As after every action, the moderator then holds the case.

    Raises NothingHidden unless a player reported the case and its game hides something; otherwise what
    `lock_and_assign` raises.
    """
    with transaction.atomic():
        case = lock_and_assign(staff, case_id, now)
        if case.game_id is None or not case.reports.exists():
            raise NothingHidden
        game = game_for(staff, case.game_id)
        if not GameView(game, staff).hides:
            raise NothingHidden
        return BoardLook.objects.get_or_create(case=case, by=staff, number=game.number, defaults={"at": now})[0]


def full_board_if_looked(case: Case, staff: Player) -> Board | None:
    """Return all stones of the case's game if this moderator has looked at the current position, else None."""
    game = case.game
    if game is None or not case.looks.filter(by=staff, number=game.number).exists():
        return None
    return game.full_state().board
