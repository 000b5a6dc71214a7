"""What the end of a game means for each who played it."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import models

from rules import Color, Reason
from rules.outcome import DRAWS


class SeatResult(models.TextChoices):
    """How a finished game ended for one who played; empty while it goes on."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"
    BOTH_LOST = "both_lost"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the number of the colour that won, the reason (`Reason`), and the letters of the colours that
    share the first place where more than two colours play, else "" (V58)."""

    winner: int | None
    reason: str
    first: str = ""


def result_for(color: Color, ending: Ending) -> SeatResult:
    """What it is for this colour, and so for all its members."""
    if ending.reason == Reason.BOTH_LOSE.value:
        return SeatResult.BOTH_LOST
    if ending.winner is not None:
        return SeatResult.WON if ending.winner == color else SeatResult.LOST
    if ending.first and color.letter not in ending.first:
        return SeatResult.LOST
    return SeatResult.DRAWN if ending.reason in DRAWS else SeatResult.NONE
