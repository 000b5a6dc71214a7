"""The browsers in which a player is signed in."""

from typing import TypedDict

from .common import Moment


class Session(TypedDict):
    """One of your browser sessions."""

    id: int
    """The number of the session."""
    device: str
    """Browser and system as reported by the browser, such as `Firefox, Linux`; `?` if unknown."""
    address: str
    """The network address from which the session was last used."""
    began_at: Moment
    """When you signed in (UTC)."""
    last_used_at: Moment
    """When the session was last used (UTC), exact to five minutes."""


class Sessions(TypedDict):
    """Your signed-in browsers, the last used first."""

    results: list[Session]
    """The sessions."""


class Ended(TypedDict):
    """How many sessions ended."""

    ended: int
    """How many sessions ended."""
