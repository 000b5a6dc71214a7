"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any

from .color import Color


class Reason(StrEnum):
    """Why the game is over."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIME = "time"
    FORFEIT = "forfeit"
    CAPTURE = "capture"
    NO_RESULT = "no_result"
    AGREEMENT = "agreement"
    BOTH_LOSE = "both_lose"
    CANCELLED = "cancelled"
    ANNULLED = "annulled"


DRAWS = frozenset({Reason.SCORE, Reason.AGREEMENT})
"""Without a winner these are draws: each side has half of the game."""
_LETTERS = {Reason.RESIGNATION: "R", Reason.TIME: "T", Reason.FORFEIT: "F"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why. `winner` None is a draw for Reason.SCORE, else a game that nobody won.

    `margin` is the winner's lead in points, 0 for a draw, None when points did not decide.
    """

    winner: Color | None
    reason: Reason
    margin: Decimal | None = None

    @property
    def is_draw(self) -> bool:
        """Whether each side has half of the game."""
        return self.winner is None and self.reason in DRAWS

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
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Outcome:
        """The outcome that to_json() wrote."""
        winner, margin = data["winner"], data["margin"]
        return cls(
            winner=None if winner is None else Color.from_letter(winner),
            reason=Reason(data["reason"]),
            margin=None if margin is None else Decimal(margin),
        )


def plain(number: Decimal) -> str:
    """A number of points without needless zeros: 3.5, 12, 0."""
    return f"{number.normalize():f}" if number else "0"
