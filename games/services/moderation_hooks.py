"""Who games tell that a moderator should look at them.

What is kept about it, and about what they then do, is another room's: it names what to do with `use`, when the process
starts. Without one, everybody with the power gets a notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from accounts.security.powers import Power, holders_of
from games.models import Game
from notifications.models import Notice

CallHook = Callable[[Game, Player, str, datetime], None]
"""The game, under its lock; who asks; why: "stalling" or "referee"; when."""


@dataclass(frozen=True, slots=True)
class RulingEvent:
    """What a moderator did in a game, which is locked: `verb` such as "decide", `reason` public."""

    game: Game
    by: Player
    verb: str
    reason: str
    at: datetime


RulingHook = Callable[[RulingEvent], None]

_NOTICES = {"stalling": "look_please", "referee": "referee_wanted"}


def _leave_notices(game: Game, by: Player, why: str, now: datetime) -> None:
    seated = [seat.player_id for seat in game.seat_list()]
    notify_moderators(Notice(kind=_NOTICES[why], game=game, by=by, created_at=now), but=seated)


def notify_moderators(notice: Notice, *, but: Iterable[int]) -> None:
    """Leave copies of a notice, which nobody has yet, for all moderators without the people in `but`."""
    said = {"kind": notice.kind, "game": notice.game, "by": notice.by, "path": notice.path}
    moderators = holders_of(Power.MODERATE).exclude(pk__in=list(but))
    Notice.objects.bulk_create(
        Notice(player=moderator, created_at=notice.created_at, **said) for moderator in moderators
    )


def _write_nothing(ruling: RulingEvent) -> None:
    """The record of the game and the log of staff have it already."""


_call: CallHook = _leave_notices
_ruled: RulingHook = _write_nothing


def use(*, call: CallHook, ruled: RulingHook) -> None:
    """From now on this is done when a game calls somebody, and when somebody has ruled in a game."""
    global _call, _ruled
    _call, _ruled = call, ruled


def call(game: Game, by: Player, why: str, now: datetime) -> None:
    """Call somebody to this game, in the transaction of what was the cause."""
    _call(game, by, why, now)


def ruled(ruling: RulingEvent) -> None:
    """A moderator has acted in a game; in the same transaction."""
    _ruled(ruling)
