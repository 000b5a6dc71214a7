"""What a moderator decides about a game (R8, R26, R61)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from accounts.models import Player
from foundation.text import clean_text
from games.errors import EmptyMessage
from games.models import Action, Game
from rules import Color, Decide, Outcome, Reason, apply

from .seam import Receipt, notify, record, transact_as_moderator

LONGEST_RULING = 1000


class Ruling(StrEnum):
    """The results that a moderator can give."""

    BLACK = "black"
    WHITE = "white"
    NO_RESULT = "no_result"
    BOTH_LOSE = "both_lose"
    ANNULLED = "annulled"


_OUTCOMES = {
    Ruling.BLACK: Outcome(Color.BLACK, Reason.FORFEIT),
    Ruling.WHITE: Outcome(Color.WHITE, Reason.FORFEIT),
    Ruling.NO_RESULT: Outcome(None, Reason.NO_RESULT),
    Ruling.BOTH_LOSE: Outcome(None, Reason.BOTH_LOSE),
    Ruling.ANNULLED: Outcome(None, Reason.ANNULLED),
}


def public_reason(reason: str) -> str:
    """The reason of a ruling as everybody reads it; raises EmptyMessage without one, or with too long a one."""
    text = clean_text(reason)
    if not 1 <= len(text) <= LONGEST_RULING:
        raise EmptyMessage
    return text


def decide(
    *, game_id: int, player: Player, ruling: Ruling, reason: str, expected: int, key: str | None, now: datetime
) -> Receipt:
    """End the game with this result, for a reason that everybody can read. `player` is the moderator.

    Raises NotAModerator for everybody else and for those who play in the game, EmptyMessage without a reason.
    """
    text = public_reason(reason)

    def do(game: Game) -> Action:
        before = game.state()
        action = Decide(_OUTCOMES[ruling], text)
        notify("game_decided", *game.seat_list(), game=game, by=None, now=now)
        return record(game, action, before, apply(before, action), seat=None, now=now)

    return transact_as_moderator(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "decide", "ruling": ruling.value, "reason": text},
    )
