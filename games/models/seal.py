"""What keeps a game in which something is hidden (V20 to V29) from leaving otherwise than through a view of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.errors import Sealed
from rules import GameState, Phase, Setup
from rules.variants import Variant, view


class Sealable:
    """A game that may be sealed: something of its position is hidden from somebody. Who asks for its state or its
    record then is refused, unless it is one of the few that must have them: what changes games, and `GameView`, which
    says what each viewer may know of it."""

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
    def _is_varied(self) -> bool:
        """Whether it is no ordinary Go; no query where the setup has not been read and the seats have."""
        if "setup" in self.__dict__:
            return "variant" in self.setup
        return any(seat.variant for seat in self.seat_list())

    @property
    def has_hidden_info(self) -> bool:
        """Whether something is hidden from somebody now: until play first stops or the game ends (V20, V23)."""
        if not self._is_varied or self.__dict__.get("phase", Phase.PLAY.value) != Phase.PLAY.value:
            return False
        return view.has_hidden_info(GameState.from_json(self.agreed_setup, self.snapshot, b""))

    @property
    def is_withheld(self) -> bool:
        """Whether archives leave it out: it may be sealed, as far as can be told without its position."""
        return self._is_varied and self.phase == Phase.PLAY.value and self.agreed_variant.hides

    def state(self) -> GameState:
        """The game as a value, from the snapshot (no replay). Raises Sealed."""
        self.check_open()
        return self.full_state()

    def full_state(self) -> GameState:
        """The same whatever is hidden, for what changes games: nothing of it may be told."""
        return GameState.from_json(self.agreed_setup, self.snapshot, bytes(self.position_keys))

    def check_open(self) -> None:
        """Raise Sealed while something is hidden from somebody."""
        if self.has_hidden_info:
            raise Sealed
