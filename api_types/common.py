"""What many answers have in common: moments, colours, numbers by colour, pages of lists."""

from typing import Annotated, Literal, TypedDict

Moment = Annotated[str, "date-time"]
Color = Literal["B", "W"]


class ByColor(TypedDict):
    """A number for each side."""

    B: int
    """Black's number."""
    W: int
    """White's number."""


class TextByColor(TypedDict):
    """Points for each side."""

    B: str
    """Black's points, a decimal as text."""
    W: str
    """White's points, a decimal as text."""


class PointsByColor(TypedDict):
    """Points of the board for each side."""

    B: list[str]
    """Black's points of the board, as vertices."""
    W: list[str]
    """White's points of the board, as vertices."""


class Page(TypedDict):
    """A page of a list."""

    next: str | None
    """The address of the next page; null when there is none."""
    previous: str | None
    """The address of the page before; null when there is none."""
