"""The order of play: which side acts after which."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from functools import lru_cache
from math import lcm

from .color import Color


@dataclass(frozen=True, slots=True)
class OrderOfPlay:
    """The order in which seats and colours take turns. `cycle` is one round of turns, each with the index of a seat and
    the colour that it plays. The round repeats (V73). No colour acts twice in a row.

    `seats` has for each seat the colour of its first turn. `colors` has each colour once, in the order of their
    numbers, which is also the order of their first turns. `rotates_colors` is whether seats play several colours in
    turn, so that no colour belongs to one player. `parties` is how many must pass or agree: the number of colours, or
    of seats if `rotates_colors`.
    """

    cycle: tuple[tuple[int, Color], ...]
    seats: tuple[Color, ...] = field(init=False)
    colors: tuple[Color, ...] = field(init=False)
    rotates_colors: bool = field(init=False)
    parties: int = field(init=False)

    def __post_init__(self) -> None:
        first: dict[int, Color] = {}
        for seat, color in self.cycle:
            first.setdefault(seat, color)
        colors = tuple(dict.fromkeys(color for _seat, color in self.cycle))
        rotates_colors = len(set(self.cycle)) > len(first)
        object.__setattr__(self, "seats", tuple(first.values()))
        object.__setattr__(self, "colors", colors)
        object.__setattr__(self, "rotates_colors", rotates_colors)
        object.__setattr__(self, "parties", len(first if rotates_colors else colors))

    def turn(self, number: int) -> tuple[int, Color]:
        """Return the seat and the colour of the turn with this number, counted from 0."""
        return self.cycle[number % len(self.cycle)]

    def next_to_act(self, color: Color, out: Collection[Color] = ()) -> Color:
        """Return the colour that acts after this one (R1), skipping colours that have left (V55). Raises StopIteration
        if all colours have left."""
        if not out:
            return self.colors[color % len(self.colors)]
        return next(other for other in (*self.others(color), color) if other not in out)

    def turns_from(self, color: Color) -> tuple[Color, ...]:
        """Return the colours in the order of their turns, beginning with this one."""
        return (*self.colors[color - 1 :], *self.colors[: color - 1])

    def others(self, color: Color) -> tuple[Color, ...]:
        """Return the other colours in the order in which they act, the next one first."""
        return self.turns_from(color)[1:]

    def opponent(self, color: Color) -> Color:
        """Return the other colour in a game of two colours. Raises ValueError if there are more."""
        (other,) = self.others(color)
        return other

    def seats_for(self, color: Color) -> tuple[int, ...]:
        """Return the indices of the seats that act for this colour, in the order of their turns (V30)."""
        return tuple(dict.fromkeys(seat for seat, played in self.cycle if played is color))

    def first_seat_of(self, color: Color) -> int:
        """Return the index of the first seat that acts for this colour."""
        return self.seats_for(color)[0]


IN_TURNS = OrderOfPlay(((0, Color.BLACK), (1, Color.WHITE)))
"""The order of standard Go: Black and White alternate, with one seat each."""


@lru_cache(maxsize=256)
def team_order(members: tuple[int, ...]) -> OrderOfPlay:
    """Return the order of play for teams with these numbers of members. The colours alternate, and the members of each
    team take turns: B1 W1 B2 W2 (V30)."""
    rounds = ((turn, team) for turn in range(max(members)) for team, size in enumerate(members) if turn < size)
    seats = {place: seat for seat, place in enumerate(rounds)}
    return OrderOfPlay(
        tuple(
            (seats[turn % size, team], Color(team + 1))
            for turn in range(lcm(*members))
            for team, size in enumerate(members)
        )
    )


@lru_cache(maxsize=16)
def shared_color_order(players: int, colors: int) -> OrderOfPlay:
    """Return the order of play in which all players play all colours. Players and colours alternate independently: 1 B,
    2 W, 3 B, 1 W, 2 B, 3 W (V73)."""
    return OrderOfPlay(tuple((turn % players, Color(turn % colors + 1)) for turn in range(lcm(players, colors))))
