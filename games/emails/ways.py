"""The link and the e-mail address by which a player can play a turn from an e-mail. The app mail_play provides them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from foundation.hook import Hook
from games.models import Game, Seat
from notifications.models import NoticeSettings


@dataclass(frozen=True, slots=True)
class EmailTurn:
    """A game in which the reader is on turn, and the reader's e-mail settings."""

    game: Game
    seat: Seat
    settings: NoticeSettings


@dataclass(frozen=True, slots=True)
class WaysToPlay:
    """The full URL of a page where this turn can be played, and the e-mail address to which a move can be sent. Each is
    "" if there is none. `accepts` is the number of the proposal to be accepted or rejected, or 0 if a move is to be
    played."""

    link: str = ""
    reply_to: str = ""
    accepts: int = 0


NO_WAY = WaysToPlay()


def _default_create_ways_to_play(turns: Collection[EmailTurn], now: datetime) -> dict[int, WaysToPlay]:
    return {}


create_ways_to_play = Hook(_default_create_ways_to_play)
"""Hook: create and return the ways to play these turns, by seat id, without turns that cannot be played from an
e-mail."""
