"""The public log of a tournament."""

from typing import Literal, TypedDict

from .common import Moment, Page
from .tournaments import TournamentChange


class TournamentLogLine(TypedDict):
    """A line in a tournament's log: who did what, when and why. Lines are never changed."""

    number: int
    """The number of the line."""
    at: Moment
    """When this happened (UTC)."""
    act: str
    """The event, as a stable code such as `published` or `result`. More codes may be added."""
    by: str | None
    """The name of the player who acted; null for the server."""
    role: Literal["system", "player", "director", "owner", "moderator"]
    """The role in which the player acted."""
    about: str | None
    """The name of the player concerned; null for none."""
    other: str | None
    """The name of a second player concerned; null for none."""
    round: int | None
    """The round; null for none."""
    board: int | None
    """The board; null for none."""
    before: str
    """The value before the action; may be empty."""
    after: str
    """The value after the action; may be empty."""
    reason: str
    """Why: the key of a ready-made reason, or the author's own words; empty for no reason given."""
    corrects: bool
    """Whether this corrects a finished tournament."""
    changes: list[TournamentChange]
    """The options that were changed, if `act` is `revised`; empty otherwise."""


class TournamentLog(Page):
    """A page of the log, the latest first."""

    results: list[TournamentLogLine]
    """The lines of this page."""
