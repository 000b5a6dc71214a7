"""Whom games tell that somebody of those who keep order should look at them.

What is kept about it is another room's: it names what to do with `use`, when the process starts. Without one, everybody
with the power gets a notice.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from accounts.models import Player
from accounts.powers import Power, keepers_of
from games.models import Game, Notice

Call = Callable[[Game, Player, str, datetime], None]
"""The game, under its lock; who asks; why, as a word such as "stalling"; when."""


def _leave_notices(game: Game, by: Player, why: str, now: datetime) -> None:
    seated = [seat.player_id for seat in game.seat_list()]
    tell_staff("look_please", game=game, by=by, now=now, but=seated)


def tell_staff(
    kind: str,
    *,
    now: datetime,
    game: Game | None = None,
    by: Player | None = None,
    path: str = "",
    but: list[int] | None = None,
) -> None:
    """Leave a notice for all who keep order, without the people in `but`."""
    staff = keepers_of(Power.KEEP_ORDER).exclude(pk__in=but or [])
    Notice.objects.bulk_create(
        Notice(player=keeper, kind=kind, game=game, by=by, path=path, created_at=now) for keeper in staff
    )


_call: Call = _leave_notices


def use(call: Call) -> None:
    """From now on this is done when a game calls somebody."""
    global _call
    _call = call


def call(game: Game, by: Player, why: str, now: datetime) -> None:
    """Call somebody to this game, in the transaction of what was the cause."""
    _call(game, by, why, now)
