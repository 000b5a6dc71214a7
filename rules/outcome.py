"""The result of a game."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from .color import Color
from .order import IN_TURNS, OrderOfPlay


class Reason(StrEnum):
    """The reason why the game is over."""

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
"""The reasons that make a game without a winner a draw: each side gets half a point."""

Ranking = tuple[tuple[Color, ...], ...]
"""The colours grouped by place, the first place first; colours in one group share a place."""

_LETTERS = {Reason.RESIGNATION: "R", Reason.TIME: "T", Reason.FORFEIT: "F"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game: the final ranking and the reason for the end. `ranking` is () if the game has no result or
    no one can win it.

    `margin` is the winner's lead in points, 0 for a draw, None if points did not decide the game. `ahead` is the colour
    that leads by the margin in a game that no one can win (V75).
    """

    ranking: Ranking
    reason: Reason
    margin: Decimal | None = None
    ahead: Color | None = None

    @classmethod
    def of_two(cls, winner: Color | None, reason: Reason, margin: Decimal | None = None) -> Outcome:
        """Return the outcome of a game of Black and White. With the winner None the game is a draw if the reason is in
        DRAWS; otherwise it has no result."""
        if winner is not None:
            return cls(((winner,), (IN_TURNS.opponent(winner),)), reason, margin)
        return cls((IN_TURNS.colors,) if reason in DRAWS else (), reason, margin)

    @classmethod
    def lost_by(cls, color: Color, reason: Reason, order: OrderOfPlay) -> Outcome:
        """Return the outcome with this colour in last place, and all other colours sharing first place."""
        return cls((order.others(color), (color,)), reason)

    def for_order(self, order: OrderOfPlay) -> Outcome:
        """Return this outcome for a game with this order of play. If all players play all colours, no colour has a
        place, and only the score remains (V75)."""
        if not order.rotates_colors:
            return self
        by_score = self.reason is Reason.SCORE
        return Outcome((), self.reason, self.margin if by_score else None, self.winner if by_score else None)

    @property
    def winner(self) -> Color | None:
        """Return the colour that alone has first place, or None for a draw and for a game without a result."""
        return sole_winner(self.ranking)

    @property
    def is_draw(self) -> bool:
        """Return whether several sides share first place. With two sides each gets half a point."""
        return bool(self.ranking) and self.winner is None

    @property
    def places(self) -> list[tuple[Color, ...]]:
        """Return the colours at each place, beginning with first place. A place that several colours share appears once
        for each of them, so that the next colours get the correct place."""
        return [group for group in self.ranking for _ in group]

    @property
    def is_of_many_colors(self) -> bool:
        """Return whether more than two colours have a place."""
        return sum(map(len, self.ranking)) > 2

    @property
    def sgf(self) -> str:
        """Return the result in SGF (R24): B+3.5, W+R, W+T, B+F, 0, Void."""
        if not self.ranking and self.margin is not None:
            return f"{self.ahead.letter}+{format_points(self.margin)}" if self.ahead else "0"
        if self.winner is None:
            return "0" if self.is_draw else "Void"
        if self.reason is Reason.SCORE and self.margin is not None:
            return f"{self.winner.letter}+{format_points(self.margin)}"
        return f"{self.winner.letter}+{_LETTERS.get(self.reason, '')}"

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as JSON."""
        return {
            "winner": None if self.winner is None else self.winner.letter,
            "reason": self.reason.value,
            "margin": None if self.margin is None else format_points(self.margin),
            **self._ranking_json(),
        }

    def _ranking_json(self) -> dict[str, Any]:
        """Return the additional JSON of games with more than two colours, in which `ranking` has a string of colour
        letters for each place (V58), and of games that no one can win, in which `ahead` is the colour with the higher
        score (V75). Return {} for other games."""
        if not self.ranking and self.reason in DRAWS:
            return {"ahead": None if self.ahead is None else self.ahead.letter}
        if not self.is_of_many_colors:
            return {}
        return {"ranking": ["".join(color.letter for color in place) for place in self.ranking]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Outcome:
        """Return the outcome from its to_json()."""
        winner, reason = data["winner"], Reason(data["reason"])
        margin = None if data["margin"] is None else Decimal(data["margin"])
        if "ahead" in data:
            return cls((), reason, margin, None if data["ahead"] is None else Color.from_letter(data["ahead"]))
        if "ranking" in data:
            return cls(tuple(tuple(map(Color.from_letter, place)) for place in data["ranking"]), reason, margin)
        return cls.of_two(None if winner is None else Color.from_letter(winner), reason, margin)


def sole_winner(ranking: Ranking) -> Color | None:
    """Return the colour that alone has first place, or None if it is shared."""
    return ranking[0][0] if ranking and len(ranking[0]) == 1 else None


def format_points(number: Decimal) -> str:
    """Return a number of points without unnecessary zeros: 3.5, 12, 0."""
    return f"{number.normalize():f}" if number else "0"
