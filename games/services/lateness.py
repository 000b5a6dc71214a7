"""What players do about time that has run out: claim the win, give more time, refuse the win (R52)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from games import access
from games.errors import BadDuration, NothingToClaim, TooLateToRefuse, YourOwnTurn
from games.models import Action, Game, Seat
from games.models.action import rules_actions
from ratings import services as ratings
from rules import Color, Reason, RefuseWin, replay
from rules.clock import Hardness
from rules.errors import NotWonOnTime

from . import idempotency, timekeeping
from .asking import check_pace
from .clock import time_out
from .seam import Receipt, aside, check_number, check_seen, grant, notify, opponents, record, transact

MOST_DAYS = 14
"""So many days may be given at once."""
REFUSE_WITHIN = timedelta(days=7)
"""So long after its end a win on time may be refused."""


def can_claim(game: Game, seat: Seat, now: datetime) -> bool:
    """Whether this side may claim: the other one has to act, its time has run out, and only a claim ends the game."""
    late = game.deadline is not None and now >= game.deadline
    return late and game.hardness is Hardness.CLAIM and game.turn != seat.index


def claim_win(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """End a game whose other side has run out of time: in deciding, the proposal stands as accepted unless it is in
    doubt (R52).

    Raises NothingToClaim.
    """

    def do(game: Game, seat: Seat) -> Action:
        timekeeping.refresh(game)
        if not can_claim(game, seat, now):
            raise NothingToClaim
        return time_out(game, now)

    return transact(
        game_id=game_id, player=player, do=do, expected=expected, key=key, now=now, request={"verb": "claim_win"}
    )


def can_grant(game: Game, seat: Seat) -> bool:
    """Whether this side may give the other one more time: a clock runs, and it is the other one's."""
    return game.deadline is not None and game.turn != seat.index


def grant_time(*, game_id: int, player: Player, days: int, expected: int, key: str | None, now: datetime) -> Receipt:
    """Give the opponent more days for this turn. Raises YourOwnTurn, BadDuration."""

    def do(game: Game, seat: Seat) -> Action:
        if not 1 <= days <= MOST_DAYS:
            raise BadDuration(most=MOST_DAYS)
        if not can_grant(game, seat):
            raise YourOwnTurn
        check_seen(game, "grant_time", expected)
        check_pace(game, seat, now)
        grant(game, timedelta(days=days), now)
        notify("time_granted", *opponents(game, seat), game=game, by=player, now=now)
        return aside(game, "grant_time", {"days": days}, seat, now)

    return transact(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "grant_time", "days": days},
    )


def can_refuse(game: Game, seat: Seat, now: datetime) -> bool:
    """Whether this side won on time, a short while ago."""
    on_time = game.end_reason == Reason.TIME.value and game.winner == seat.color
    return on_time and game.finished_at is not None and now < game.finished_at + REFUSE_WITHIN


def refuse_win(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Play on instead of winning on time: the opponent has three days for the move. Raises
    NotWonOnTime, TooLateToRefuse."""
    wanted = idempotency.body_hash(game=game_id, expected=expected, verb="refuse_win")
    with transaction.atomic():
        game, seat = access.locked_game_for(player, game_id)
        access.check_allowed(player, now)
        first = idempotency.recall(player, key, wanted)
        if first is not None:
            return Receipt(first, replayed=True)
        check_number(game, expected)
        if game.end_reason != Reason.TIME.value or game.winner != seat.color:
            raise NotWonOnTime
        if not can_refuse(game, seat, now):
            raise TooLateToRefuse
        receipt = _reopen(game, seat, player, now).receipt()
        idempotency.remember(player, key, wanted, receipt, now)
        return Receipt(receipt)


def _reopen(game: Game, seat: Seat, player: Player, now: datetime) -> Action:
    before, action = game.state(), RefuseWin(Color(seat.color))
    after = replay(game.agreed_setup, [*rules_actions(game), action])
    if game.unrated_reason in ("wave", "too_short"):
        game.rated, game.unrated_reason = True, ""
    game.finished_at = None
    ratings.withdraw(game_id=game.pk, now=now)
    notify("win_refused", *opponents(game, seat), game=game, by=player, now=now)
    return record(game, action, before, after, seat=seat, now=now)
