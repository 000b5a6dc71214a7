"""Scores, and explanations of how they are counted."""

from typing import NotRequired, TypedDict

from .common import Color, PointsByColor, TextByColor
from .words import CountedFor, TermName


class Term(TypedDict):
    """One line of a score, such as territory or komi, with each side's points."""

    name: TermName
    """The item counted: `territory`, `stones`, `captured`, `dead`, `pass_stones`, `komi`, `compensation` or `ties`."""
    B: str
    """Black's points for this term, a decimal as text; negative if they are deducted."""
    W: str
    """White's points for this term, a decimal as text; negative if they are deducted."""
    R: NotRequired[str]
    """Red's points for this term, where Red plays."""
    U: NotRequired[str]
    """Blue's points for this term, where Blue plays."""
    G: NotRequired[str]
    """Green's points for this term, where Green plays."""
    Y: NotRequired[str]
    """Yellow's points for this term, where Yellow plays."""


class Score(TypedDict):
    """A score: its lines (`terms`), the totals, and the points of the board that are territory, neutral or in seki."""

    terms: list[Term]
    """The lines of the count; they sum to the totals."""
    totals: TextByColor
    """The points of each side."""
    margin: str
    """Black's lead in points, a decimal as text; negative if White leads, 0 for a draw. With more than two colours:
    the lead of the first over the second."""
    winner: Color | None
    """The colour that is ahead; null for a draw."""
    ranking: list[str]
    """The letters of the colours at each place, the first place first."""
    territory: PointsByColor
    """The points of the board that are each side's territory."""
    dame: list[str]
    """The neutral points, as vertices."""
    seki: list[str]
    """The points of groups in seki, as vertices."""
    open_borders: list[str]
    """Neutral points through which a territory is open to the enemy, as vertices."""


class WhyCounted(TypedDict):
    """For which colour a point of the board counts, and why."""

    why: CountedFor
    """The reason: `living_stone`, `territory`, `under_dead_stone`, `dame`, `open_border`, `false_eye` or `seki`."""
    color: Color | None
    """The colour that the point counts for; null for neither."""


class Totals(TypedDict):
    """The result of a board under one rule set, with each side's total."""

    result: str
    """The result as SGF writes it."""
    totals: TextByColor
    """The points of each side."""


class HalfCount(TypedDict):
    """The traditional Chinese form of an area count: Black's points, and how many points Black has to exceed to win."""

    B: str
    """Black's points, a decimal as text."""
    needed: str
    """The points that Black needs to exceed in order to win, a decimal as text."""


class Count(TypedDict):
    """A score with an explanation of every point, and the results under other rule sets for comparison."""

    dead: list[str]
    """The stones that are counted as dead, as vertices."""
    score: Score
    """The count under the rules of the game."""
    points: dict[str, WhyCounted]
    """Every point of the board that counts or might, by vertex."""
    side_by_side: dict[str, Totals]
    """The result of the same board under other rules, by the key of the rule set."""
    by_territory: Totals | None
    """For AGA rules: the same board counted by territory. Null for all other rules."""
    half_count: HalfCount | None
    """The deprecated form of an area score; null under territory scoring."""
