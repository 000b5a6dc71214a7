"""Ending a game without a result, by agreement, when a position keeps coming back (R8)."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.errors import NoResultNotAsked, NoResultPending, NothingRepeats
from games.models import Action, Game, Seat
from rules import NoResult, apply, repeats_often

from .asking import What, check_may_ask
from .seam import Receipt, aside, check_seen, notify, opponents, record, transact


def request_no_result(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Propose to end the game without a result. A new move of either side withdraws it.

    Raises NothingRepeats unless a position has been on the board three times, NoResultPending when it is asked already.
    """

    def do(game: Game, seat: Seat) -> Action:
        if game.no_result_seat is not None:
            raise NoResultPending
        if not repeats_often(game.state()):
            raise NothingRepeats
        check_may_ask(game, seat, What.NO_RESULT, now)
        game.no_result_seat = seat.index
        notify("no_result_asked", *opponents(game, seat), game=game, by=player, now=now)
        return aside(game, "no_result_request", {}, seat, now)

    return transact(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "request_no_result"},
    )


def answer_no_result(
    *, game_id: int, player: Player, allow: bool, expected: int, key: str | None, now: datetime
) -> Receipt:
    """Agree to end the game without a result, or decline. Raises NoResultNotAsked."""

    def do(game: Game, seat: Seat) -> Action:
        if game.no_result_seat is None or game.no_result_seat == seat.index:
            raise NoResultNotAsked
        check_seen(game, "no_result_request", expected)
        return _agree(game, seat, now) if allow else _decline(game, seat, player, now)

    return transact(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "answer_no_result", "allow": allow},
    )


def _agree(game: Game, seat: Seat, now: datetime) -> Action:
    before = game.state()
    return record(game, NoResult(), before, apply(before, NoResult()), seat=seat, now=now)


def _decline(game: Game, seat: Seat, player: Player, now: datetime) -> Action:
    game.no_result_seat = None
    notify("no_result_declined", *opponents(game, seat), game=game, by=player, now=now)
    return aside(game, "no_result_decline", {}, seat, now)
