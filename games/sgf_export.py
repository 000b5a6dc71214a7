"""A game as SGF FF[4]: what `rules.sgf` writes, with the names, the dates and the time of the game (R16)."""

from __future__ import annotations

from collections.abc import Iterable

from games.models import Game
from games.models.action import rules_actions
from rules import Action as RulesAction
from rules import sgf

APPLICATION = "Igo:1"


def sgf_of(game: Game, *, reasons: bool) -> str:
    """The record of the game. `reasons`: whether to include why proposals were rejected."""
    return sgf_with(game, rules_actions(game), reasons=reasons)


def sgf_with(game: Game, actions: Iterable[RulesAction], *, reasons: bool) -> str:
    """The same from actions that were read before."""
    black, white = (seat.player.username for seat in game.seat_list())
    info = {
        "AP": APPLICATION,
        "PB": black,
        "PW": white,
        "DT": game.started_at.date().isoformat(),
        "OT": f"{game.agreed_time.days} days per move",
    }
    return sgf.serialize([sgf.write_game(game.agreed_setup, actions, info=info, reasons=reasons)])
