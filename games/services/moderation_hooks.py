"""Hooks by which games call for a moderator and report moderators' actions.

Another app stores reports and rulings, and sets these hooks. Without that app, all moderators get a notice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, staff_with_permission
from foundation.hook import Hook
from games.models import Game
from notifications.models import Notice


@dataclass(frozen=True, slots=True)
class RulingEvent:
    """A moderator's action in a locked game. `verb` is its name, such as "decide"; `reason` is public."""

    game: Game
    by: Player
    verb: str
    reason: str
    at: datetime


_NOTICES = {"stalling": "look_please", "referee": "referee_wanted"}


def _default_call_moderator(game: Game, by: Player, why: str, now: datetime) -> None:
    seated = [seat.player_id for seat in game.seat_list()]
    notify_moderators(Notice(kind=_NOTICES[why], game=game, by=by, created_at=now), except_ids=seated)


def notify_moderators(notice: Notice, *, except_ids: Iterable[int]) -> None:
    """Create a copy of this unsaved notice for every moderator, except for the people with the ids in `except_ids`."""
    values = {"kind": notice.kind, "game": notice.game, "by": notice.by, "path": notice.path}
    moderators = staff_with_permission(StaffPermission.MODERATE).exclude(pk__in=list(except_ids))
    Notice.objects.bulk_create(
        Notice(player=moderator, created_at=notice.created_at, **values) for moderator in moderators
    )


def _default_store_ruling(ruling: RulingEvent) -> None:
    """Do nothing: the game's record and the audit log already have the ruling."""


call_moderator = Hook(_default_call_moderator)
"""Hook: call for a moderator, in the transaction of the cause; gets the locked game, the player, the reason
("stalling" or "referee"), and the time."""
store_ruling = Hook(_default_store_ruling)
"""Hook: store a moderator's action in a game, in the same transaction."""
