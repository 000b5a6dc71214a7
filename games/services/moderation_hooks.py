"""Who games tell that a moderator should look at them.

What is kept about it, and about what they then do, is another app's, which answers these hooks. Without one, everybody
with the permission gets a notice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, holders_of
from foundation.hook import Hook
from games.models import Game
from notifications.models import Notice


@dataclass(frozen=True, slots=True)
class RulingEvent:
    """What a moderator did in a game, which is locked: `verb` such as "decide", `reason` public."""

    game: Game
    by: Player
    verb: str
    reason: str
    at: datetime


_NOTICES = {"stalling": "look_please", "referee": "referee_wanted"}


def _leave_notices(game: Game, by: Player, why: str, now: datetime) -> None:
    seated = [seat.player_id for seat in game.seat_list()]
    notify_moderators(Notice(kind=_NOTICES[why], game=game, by=by, created_at=now), but=seated)


def notify_moderators(notice: Notice, *, but: Iterable[int]) -> None:
    """Leave copies of a notice, which nobody has yet, for all moderators without the people in `but`."""
    values = {"kind": notice.kind, "game": notice.game, "by": notice.by, "path": notice.path}
    moderators = holders_of(StaffPermission.MODERATE).exclude(pk__in=list(but))
    Notice.objects.bulk_create(
        Notice(player=moderator, created_at=notice.created_at, **values) for moderator in moderators
    )


def _write_nothing(ruling: RulingEvent) -> None:
    """The record of the game and the log of staff have it already."""


call = Hook(_leave_notices)
"""Call somebody to a game, in the transaction of what was the cause: the game, under its lock; who asks; why:
"stalling" or "referee"; when."""
ruled = Hook(_write_nothing)
"""A moderator has acted in a game; in the same transaction."""
