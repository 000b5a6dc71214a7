"""Asking the opponent for something beside the board: one open request of a kind a turn, and not too often (R45).

All of it is decided from the record of the game, under its lock, so it is exact however many ask at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q

from accounts.models import Player
from games.errors import AlreadyAsked, NothingAsked, TooOften
from games.models import Action, Game, Seat

from .seam import Receipt, aside, transact

IN, MOST = timedelta(hours=1), 10
"""So often in that time one side of a game may ask, withdraw, or give time."""


class What(StrEnum):
    """What one may ask for. Kinds of actions begin with it: undo_request, undo_decline, undo_withdraw."""

    UNDO = "undo"
    NO_RESULT = "no_result"
    PAUSE = "pause"


COUNTED = ("grant_time", *(f"{what}_{done}" for what in What for done in ("request", "withdraw")))
"""Kinds of actions that are counted together."""


def check_may_ask(game: Game, seat: Seat, what: What, now: datetime) -> None:
    """Raise AlreadyAsked when a request of this side's was declined or withdrawn in this turn, and TooOften."""
    if asked_in_vain(game, seat, what):
        raise AlreadyAsked
    check_pace(game, seat, now)


def asked_in_vain(game: Game, seat: Seat, what: What) -> bool:
    """Whether a request of this side's was declined or withdrawn since the position changed last."""
    declined = Q(kind=f"{what}_decline") & ~Q(seat=seat)
    withdrawn = Q(kind=f"{what}_withdraw", seat=seat)
    return game.actions.filter(declined | withdrawn, number__gt=game.state_number).exists()


def check_pace(game: Game, seat: Seat, now: datetime) -> None:
    """Raise TooOften when this side has done as much beside the board of this game lately as one may."""
    lately = game.actions.filter(seat=seat, kind__in=COUNTED, received_at__gt=now - IN).order_by("-number")
    times = list(lately.values_list("received_at", flat=True)[:MOST])
    if len(times) == MOST:
        raise TooOften(retry_after=max(1, round((times[-1] + IN - now).total_seconds())))


def is_open(game: Game, seat: Seat, what: What) -> bool:
    """Whether a request of this side's waits for its answer."""
    open_to = {
        What.UNDO: game.undo_seat,
        What.NO_RESULT: game.no_result_seat,
        What.PAUSE: (game.pause_offer or {}).get("seat"),
    }
    return open_to[what] == seat.index


def withdraw_request(
    *, game_id: int, player: Player, what: What, expected: int, key: str | None, now: datetime
) -> Receipt:
    """Take back one's own unanswered request. Raises NothingAsked, TooOften."""

    def do(game: Game, seat: Seat) -> Action:
        if not is_open(game, seat, what):
            raise NothingAsked
        check_pace(game, seat, now)
        if what is What.UNDO:
            game.undo_to = game.undo_seat = None
        elif what is What.NO_RESULT:
            game.no_result_seat = None
        else:
            game.pause_offer = None
        return aside(game, f"{what}_withdraw", {}, seat, now)

    return transact(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "withdraw_request", "request": what.value},
    )
