"""Protect games with hidden information (V20 to V29), so that they are read only through a GameView."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.errors import RecordSealed
from rules import GameState, Phase, Setup
from rules.variants import Variant, view


class Sealable:
    """Mixin for a game that may have hidden information.

    While information is hidden, `state` raises RecordSealed. Only code that changes games, and `GameView`, may use
    `full_state`.
    """

    if TYPE_CHECKING:
        setup: Any
        snapshot: Any
        position_keys: Any
        phase: Any

        @property
        def agreed_setup(self) -> Setup: ...

        @property
        def agreed_variant(self) -> Variant: ...

        def seat_list(self) -> list[Any]: ...

    @property
    def _is_variant_game(self) -> bool:
        """Return whether the game is not standard Go. Takes no query if the setup or the seats are loaded."""
        if "setup" in self.__dict__:
            return "variant" in self.setup
        return any(seat.variant for seat in self.seat_list())

    @property
    def has_hidden_info(self) -> bool:
        """Return whether some viewer sees less than the complete state now. This ends when play stops for the first
        time or the game ends (V20, V23)."""
        is_over = self.__dict__.get("phase", Phase.PLAY.value) != Phase.PLAY.value
        if not self._is_variant_game or is_over or not self.agreed_variant.hides:
            return False
        return view.has_hidden_info(GameState.from_json(self.agreed_setup, self.snapshot, b""))

    @property
    def is_left_out_of_archives(self) -> bool:
        """Return whether archives of records leave out the game, because it is in progress and its variant may hide
        information. Does not read the position."""
        return self._is_variant_game and self.phase == Phase.PLAY.value and self.agreed_variant.hides

    def state(self) -> GameState:
        """Return the game state from the snapshot, without a replay. Raises RecordSealed while information is
        hidden."""
        self.check_not_sealed()
        return self.full_state()

    def full_state(self) -> GameState:
        """Return the state with all hidden information, for code that changes games. Never show it to a viewer."""
        return GameState.from_json(self.agreed_setup, self.snapshot, bytes(self.position_keys))

    def check_not_sealed(self) -> None:
        """Raise RecordSealed while the game has hidden information."""
        if self.has_hidden_info:
            raise RecordSealed
