"""What a moderator may do about games that are over: take the result away, or only its weight for the ratings."""

from __future__ import annotations

from datetime import datetime

from accounts.models import Player
from games.errors import AlreadyUnrated
from games.models import Action, Game
from ratings import services as ratings
from rules import Annul, apply, kind_of, to_payload

from .ruling import public_reason
from .seam import DoForModerator, Receipt, append, aside, effect_of, notify, transact_as_moderator


def annul(*, game_id: int, player: Player, reason: str, expected: int, key: str | None, now: datetime) -> Receipt:
    """Take the result of a finished game away, for a reason that everybody can read; what it did to ratings is taken
    back. `player` is the moderator.

    Raises NotAModerator, EmptyMessage without a reason, NotFinished, GameOver for one that is annulled.
    """
    text = public_reason(reason)

    def do(game: Game) -> Action:
        before, action = game.state(), Annul(text)
        after = apply(before, action)
        game.mirror(after, game.clock_value(), None)
        _make_unrated(game, "annulled", now)
        notify("game_annulled", *game.seat_list(), game=game, by=None, now=now)
        return append(
            game,
            kind=kind_of(action),
            payload=to_payload(action, game.agreed_setup),
            color=None,
            effect=effect_of(game, before, after),
            seat=None,
            now=now,
        )

    return _transact("annul", do, text, game_id, player, expected, key, now)


def unrate(*, game_id: int, player: Player, reason: str, expected: int, key: str | None, now: datetime) -> Receipt:
    """Let the result of a finished game stand, but not count for the ratings, for a reason that everybody can read.
    `player` is the moderator.

    Raises NotAModerator, EmptyMessage without a reason, NotFinished, AlreadyUnrated.
    """
    text = public_reason(reason)

    def do(game: Game) -> Action:
        if not game.rated:
            raise AlreadyUnrated
        _make_unrated(game, "moderator", now)
        notify("game_unrated", *game.seat_list(), game=game, by=None, now=now)
        return aside(game, "unrate", {"reason": text}, None, now)

    return _transact("unrate", do, text, game_id, player, expected, key, now)


def _make_unrated(game: Game, why: str, now: datetime) -> None:
    """A game that was unrated keeps its reason. The caller saves."""
    if game.rated:
        game.rated, game.unrated_reason = False, why
        ratings.withdraw(game_id=game.pk, now=now)


def _transact(
    verb: str,
    do: DoForModerator,
    reason: str,
    game_id: int,
    player: Player,
    expected: int,
    key: str | None,
    now: datetime,
) -> Receipt:
    return transact_as_moderator(
        game_id=game_id,
        player=player,
        do=do,
        expected=expected,
        key=key,
        now=now,
        request={"verb": verb, "reason": reason},
        finished=True,
    )
