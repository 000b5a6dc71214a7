"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from .color import Color
from .order import IN_TURNS, OrderOfPlay


class Reason(StrEnum):
    """Why the game is over."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    CAPTURE = "capture"
    NO_MOVE = "no_move"
    NO_RESULT = "no_result"
    AGREEMENT = "agreement"
    BOTH_LOSE = "both_lose"
    CANCELLED = "cancelled"
    ANNULLED = "annulled"


DRAWS = frozenset({Reason.SCORE, Reason.AGREEMENT})
"""Without a winner these are draws: each side has half of the game."""

Ranking = tuple[tuple[Color, ...], ...]
"""The colours by their places, the first place first; colours that share a place stand together."""

_LETTERS = {Reason.RESIGNATION: "R", Reason.TIME: "T", Reason.FORFEIT: "F"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who has which place and why. `ranking` is () when the game has no result.

    `margin` is the winner's lead in points, 0 for a draw, None when points did not decide.
    """

    ranking: Ranking
    reason: Reason
    margin: Decimal | None = None

    @classmethod
    def of_two(cls, winner: Color | None, reason: Reason, margin: Decimal | None = None) -> Outcome:
        """Of a game of Black and White: without a winner a draw for the reasons in DRAWS, else no result."""
        if winner is not None:
            return cls(((winner,), (IN_TURNS.opponent(winner),)), reason, margin)
        return cls((IN_TURNS.colors,) if reason in DRAWS else (), reason, margin)

    @classmethod
    def lost_by(cls, color: Color, reason: Reason, order: OrderOfPlay) -> Outcome:
        """This colour has the last place, all others share the first."""
        return cls((order.others(color), (color,)), reason)

    @property
    def winner(self) -> Color | None:
        """Who alone has the first place; None for a draw and for a game without a result."""
        return first_alone(self.ranking)

    @property
    def is_draw(self) -> bool:
        """Whether the sides share the first place: with two, each has half of the game."""
        return bool(self.ranking) and self.winner is None

    @property
    def places(self) -> list[tuple[Color, ...]]:
        """By place, from the first: who has it. Behind those who share one as many places are left out."""
        return [group for group in self.ranking for _ in group]

    @property
    def is_of_many(self) -> bool:
        """Whether more than two colours have a place."""
        return sum(map(len, self.ranking)) > 2

    @property
    def sgf(self) -> str:
        """The result as SGF writes it (R24): B+3.5, W+R, W+T, B+F, 0, Void."""
        if self.winner is None:
            return "0" if self.is_draw else "Void"
        if self.reason is Reason.SCORE and self.margin is not None:
            return f"{self.winner.letter}+{plain(self.margin)}"
        return f"{self.winner.letter}+{_LETTERS.get(self.reason, '')}"

    def to_json(self) -> dict[str, Any]:
        """A form that JSON can hold."""
        return {
            "winner": None if self.winner is None else self.winner.letter,
            "reason": self.reason.value,
            "margin": None if self.margin is None else plain(self.margin),
            **self._places(),
        }

    def _places(self) -> dict[str, Any]:
        """The ranking of more than two colours, a text of letters for each place (V58)."""
        if not self.is_of_many:
            return {}
        return {"ranking": ["".join(color.letter for color in place) for place in self.ranking]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Outcome:
        """The outcome that to_json() wrote."""
        winner, reason = data["winner"], Reason(data["reason"])
        margin = None if data["margin"] is None else Decimal(data["margin"])
        if "ranking" in data:
            return cls(tuple(tuple(map(Color.from_letter, place)) for place in data["ranking"]), reason, margin)
        return cls.of_two(None if winner is None else Color.from_letter(winner), reason, margin)


def first_alone(ranking: Ranking) -> Color | None:
    """Who has the first place without sharing it, None when nobody has."""
    return ranking[0][0] if ranking and len(ranking[0]) == 1 else None


def plain(number: Decimal) -> str:
    """A number of points without needless zeros: 3.5, 12, 0."""
    return f"{number.normalize():f}" if number else "0"
