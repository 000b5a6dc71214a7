"""Results of a game for each of its players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import models

from rules import Color, Reason
from rules.outcome import DRAWS
from rules.variants import Variant, VariantState
from rules.variants.rotation import color_of_seat
from rules.variants.seats import seats_that_left


class SeatResult(models.TextChoices):
    """The result of a finished game for one of its players. The value is empty while the game is in progress."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    BOTH_LOST = "both_lost"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the number of the winning colour and the reason (`Reason`). With more than two colours, `first`
    has the letters of the colours that share first place, otherwise "" (V58)."""

    winner: int | None
    reason: str
    first: str = ""


def result_for(color: Color, ending: Ending) -> SeatResult:
    """Return the result of a game with this ending for all players of this colour."""
    if ending.reason == Reason.BOTH_LOSE.value:
        return SeatResult.BOTH_LOST
    if ending.winner is not None:
        return SeatResult.WON if ending.winner == color else SeatResult.LOST
    if ending.first and color.letter not in ending.first:
        return SeatResult.LOST
    return SeatResult.DRAWN if ending.reason in DRAWS else SeatResult.NONE


class Ended:
    """Mixin for games with the properties of a game's end: players who left, results and final places."""

    if TYPE_CHECKING:
        setup: Any
        snapshot: Any
        winner: Any
        end_reason: Any

        @property
        def agreed_variant(self) -> Variant: ...

    @property
    def left_seats(self) -> frozenset[int]:
        """Return the indexes of the seats that have left the game (V38, V55)."""
        if "variant" not in self.setup:
            return frozenset()
        return seats_that_left(self.agreed_variant.order, VariantState.from_json(self.snapshot))

    def current_color_of(self, seat: int) -> Color:
        """Return the colour that the seat with this index plays now or played last (see `Seat.color`)."""
        return color_of_seat(self.agreed_variant.order, VariantState.from_json(self.snapshot), seat)

    def result_of(self, color: Color) -> SeatResult:
        """Return the result of the finished game for the players of this colour."""
        return SeatResult.NONE if self.shares_colors else result_for(color, self.ending)

    @property
    def ranking(self) -> list[str] | None:
        """Return the final places of a game of more than two colours: a string of colour letters for each place, first
        place first (V58). Return None for other games."""
        outcome = self.snapshot["outcome"] if "variant" in self.setup else None
        return None if outcome is None else outcome.get("ranking")

    @property
    def ending(self) -> Ending:
        """Return how the finished game ended, in the form in which seats store it."""
        places = self.ranking
        return Ending(self.winner, self.end_reason, places[0] if places else "")

    @property
    def shares_colors(self) -> bool:
        """Return whether all players play all colours in turn, so that no one wins (V73, V75)."""
        return "variant" in self.setup and self.agreed_variant.order.rotates_colors

    @property
    def has_many_colors(self) -> bool:
        """Return whether more than two colours play."""
        return "variant" in self.setup and not self.agreed_variant.two_sided
