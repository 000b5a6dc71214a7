"""Parts of the game page for newcomers: guests, and players in their first game."""

from __future__ import annotations

from functools import cached_property
from urllib.parse import urlencode

from accounts.models import Player
from foundation.paths import path_of
from games.models import Seat
from games.services.turning_point import TurningPoint, cached_turning_point, find_turning_point
from rules import Color
from rules.handicap import max_fixed_stones

from .requests import MenuItem, RequestsPanel
from .sides import PlayersAndClocksPanel

MOST_HANDICAP = 4
"""The largest handicap of the rematch that is offered to a newcomer who lost."""


class FirstGameAndEndPanel(PlayersAndClocksPanel, RequestsPanel):
    """The parts of the page that only newcomers see, and the panel at the end of every game."""

    is_turning_point_requested = False
    """Whether the viewer, a player in this game, requested the turning point."""

    @cached_property
    def is_newcomer(self) -> bool:
        """Return whether the viewer plays in this game and has not finished any other game. One query."""
        if self.me is None:
            return False
        finished = Seat.objects.filter(player=self.me.player_id, finished_at__isnull=False)
        return not finished.exclude(pk=self.me.pk).exists()

    @cached_property
    def is_first_bot_game(self) -> bool:
        """Return whether this is a newcomer's game in progress against a bot. The page then leaves out parts that are
        not needed in a first game."""
        opponent = self.opponent
        if self.game.is_finished or opponent is None or not opponent.player.is_bot:
            return False
        return self.is_newcomer

    @property
    def menu(self) -> list[MenuItem]:
        """Return the items of the menu. A newcomer's game against a bot has no undo and draw requests."""
        if not self.is_first_bot_game:
            return super().menu
        return [item for item in super().menu if "undo" not in item.path and "draw" not in item.path]

    @property
    def counts_down(self) -> bool:
        """Return whether the page's script counts down the time. It does not in a newcomer's game against a bot."""
        return not self.is_first_bot_game and super().counts_down

    def _time_left_text(self, color: Color, is_on_turn: bool) -> str:
        return "" if self.is_first_bot_game else super()._time_left_text(color, is_on_turn)

    @property
    def explains_go(self) -> bool:
        """Return whether the page explains how to play Go."""
        return self.is_first_bot_game and self.game.agreed_variant.plain

    @property
    def asks_guest_for_sign_in(self) -> bool:
        """Return whether to ask a guest to add a way to sign in later. This is done after their first move in a game
        against a person."""
        if self.me is None or not isinstance(self.viewer, Player) or not self.viewer.can_sign_up:
            return False
        return self.game.is_with_guest and not self.game.is_finished and self.present.move_number > self.me.index

    @cached_property
    def is_first_game_finished(self) -> bool:
        """Return whether the game is finished and is the viewer's first finished game."""
        return self.game.is_finished and self.is_newcomer

    @property
    def lost_first_game(self) -> bool:
        """Return whether the viewer lost their first game."""
        outcome = self.present.outcome
        return self.me is not None and outcome is not None and outcome.winner not in (None, Color(self.me.color))

    @cached_property
    def turning_point(self) -> TurningPoint | None:
        """Return the move after which the lead changed most, or None if no move did or the search has not finished.
        Computing it takes up to a second, so this is done only on request or after a first game."""
        if self.is_turning_point_requested or self.is_first_game_finished:
            return find_turning_point(self.game)
        known = cached_turning_point(self.game)
        return known[0] if known else None

    @property
    def offers_turning_point(self) -> bool:
        """Return whether to offer the viewer, a player of the finished game, to compute its turning point. This is
        possible in standard Go, and unnecessary if it is computed already."""
        if (
            self.me is None
            or not self.game.is_finished
            or self.is_turning_point_requested
            or self.is_first_game_finished
            or not self.game.agreed_variant.plain
        ):
            return False
        return cached_turning_point(self.game) is None

    @property
    def offers_handicap(self) -> bool:
        """Return whether to offer the viewer a rematch with handicap stones, because they lost their first game."""
        return self.is_first_game_finished and self.lost_first_game and self.offered_handicap >= 2

    @property
    def offered_handicap(self) -> int:
        """Return the number of handicap stones to offer the viewer after a lost first game."""
        return min(self.game.handicap + 2, MOST_HANDICAP, max_fixed_stones(self.game.width, self.game.height))

    @property
    def rematch_with_handicap(self) -> str:
        """Return the URL of a new game with this opponent and a handicap."""
        assert self.opponent is not None
        asked = {"to": self.opponent.player.username, "size": self.game.width, "rule_set": self.game.rule_set}
        asked |= {"handicap": self.offered_handicap, "color": "black"}
        return path_of("challenges:new") + "?" + urlencode(asked)
