"""Types that many responses share: times, colours, numbers by colour, pages of lists."""

from typing import Annotated, Literal, NotRequired, TypedDict

Moment = Annotated[str, "date-time"]
Color = Literal["B", "W", "R", "U", "G", "Y"]
"""Black and White; red, blue, green and yellow in games of more than two colours."""


class ByColor(TypedDict):
    """A number for each colour that plays."""

    B: int
    """Black's number."""
    W: int
    """White's number."""
    R: NotRequired[int]
    """Red's, where Red plays."""
    U: NotRequired[int]
    """Blue's, where Blue plays."""
    G: NotRequired[int]
    """Green's, where Green plays."""
    Y: NotRequired[int]
    """Yellow's, where Yellow plays."""


class TextByColor(TypedDict):
    """Each side's points in the score, as decimals written as text."""

    B: str
    """Black's points, a decimal as text."""
    W: str
    """White's points, a decimal as text."""
    R: NotRequired[str]
    """Red's, where Red plays."""
    U: NotRequired[str]
    """Blue's, where Blue plays."""
    G: NotRequired[str]
    """Green's, where Green plays."""
    Y: NotRequired[str]
    """Yellow's, where Yellow plays."""


class PointsByColor(TypedDict):
    """Points of the board, as vertices, for each colour that plays."""

    B: list[str]
    """Black's points of the board, as vertices."""
    W: list[str]
    """White's points of the board, as vertices."""
    R: NotRequired[list[str]]
    """Red's, where Red plays."""
    U: NotRequired[list[str]]
    """Blue's, where Blue plays."""
    G: NotRequired[list[str]]
    """Green's, where Green plays."""
    Y: NotRequired[list[str]]
    """Yellow's, where Yellow plays."""


class Page(TypedDict):
    """A page of a list, with the URLs of the next and previous pages."""

    next: str | None
    """The URL of the next page; null if there is none."""
    previous: str | None
    """The URL of the previous page; null if there is none."""
