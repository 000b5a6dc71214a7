"""The order of play: which side acts after which."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from .color import Color


@dataclass(frozen=True, slots=True)
class OrderOfPlay:
    """The seats at the board in the order in which they act, each given by its colour; no colour acts twice in a row.

    The first seats have the colours in the order of their numbers; `colors` has each of them once.
    """

    seats: tuple[Color, ...]
    colors: tuple[Color, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "colors", tuple(dict.fromkeys(self.seats)))

    def next_to_act(self, color: Color, out: Collection[Color] = ()) -> Color:
        """Return the colour that acts after this one (R1), skipping those that have left (V55). Raises StopIteration
        if all have."""
        if not out:
            return self.colors[color % len(self.colors)]
        return next(other for other in (*self.others(color), color) if other not in out)

    def turns_from(self, color: Color) -> tuple[Color, ...]:
        """Return one round of turns that begins with this colour."""
        return (*self.colors[color - 1 :], *self.colors[: color - 1])

    def others(self, color: Color) -> tuple[Color, ...]:
        """Return the other colours, the one that acts next first."""
        return self.turns_from(color)[1:]

    def opponent(self, color: Color) -> Color:
        """Return the other colour. Raises ValueError if there are several."""
        (other,) = self.others(color)
        return other

    def members(self, color: Color) -> tuple[int, ...]:
        """Return the indices of the seats that act for this colour, in the order of their turns (V30)."""
        return tuple(index for index, seat in enumerate(self.seats) if seat is color)

    def seat_of(self, color: Color) -> int:
        """Return the index of the first seat that acts for this colour."""
        return self.seats.index(color)


IN_TURNS = OrderOfPlay((Color.BLACK, Color.WHITE))
"""The order of ordinary Go: Black and White alternate, with one seat each."""
