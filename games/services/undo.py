"""Taking back a move, by consent."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.errors import NothingToUndo, NoUndoRequest, UndoPending
from games.models import Action, Game, Seat
from games.models.action import rules_actions
from rules import Color, GameState, Stage, Undo, replay

from .asking import What, check_may_ask
from .seam import Receipt, aside, check_seen, notify, opponents, record, transact


def request_undo(*, game_id: int, player: Player, expected: int, key: str | None, now: datetime) -> Receipt:
    """Ask to take back one's own last move: the last one, or the one before the opponent's answer."""

    def do(game: Game, seat: Seat) -> Action:
        if game.undo_to is not None:
            raise UndoPending
        check_may_ask(game, seat, What.UNDO, now)
        game.undo_to, game.undo_seat = undo_target(game, seat, game.state()), seat.index
        notify("undo_asked", *opponents(game, seat), game=game, by=player, now=now)
        return aside(game, "undo_request", {"to": game.undo_to}, seat, now)

    return transact(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "request_undo"},
    )


def undo_target(game: Game, seat: Seat, state: GameState) -> int:
    """The move number to go back to so that this seat is to play again; raises NothingToUndo."""
    back = 2 if state.to_play == seat.color else 1
    if state.stage is not Stage.PLAY or state.move_number < back:
        raise NothingToUndo
    to = state.move_number - back
    if to < _oldest_target(game):
        raise NothingToUndo
    return to


def _oldest_target(game: Game) -> int:
    """No undo reaches back behind the last time that play stopped."""
    stopped = (
        game.actions.filter(effect__stage=Stage.MARKING.value)
        .order_by("-number")
        .values_list("effect", flat=True)
        .first()
    )
    return 0 if stopped is None else int(stopped["move_number"])


def answer_undo(*, game_id: int, player: Player, allow: bool, expected: int, key: str | None, now: datetime) -> Receipt:
    """Allow or decline the opponent's request. Silence and a new move decline it, too."""

    def do(game: Game, seat: Seat) -> Action:
        if game.undo_to is None or game.undo_seat == seat.index:
            raise NoUndoRequest
        check_seen(game, "undo_request", expected)
        return _undo(game, seat, now) if allow else _decline(game, seat, player, now)

    return transact(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": "answer_undo", "allow": allow},
    )


def _undo(game: Game, seat: Seat, now: datetime) -> Action:
    assert game.undo_to is not None
    action = Undo(Color(seat.color), game.undo_to)
    after = replay(game.agreed_setup, [*rules_actions(game), action])
    return record(game, action, game.state(), after, seat=seat, now=now)


def _decline(game: Game, seat: Seat, player: Player, now: datetime) -> Action:
    game.undo_to = game.undo_seat = None
    notify("undo_declined", *opponents(game, seat), game=game, by=player, now=now)
    return aside(game, "undo_decline", {}, seat, now)
