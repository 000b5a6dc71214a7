"""Third-party programs that get access to accounts by OAuth."""

from typing import TypedDict

from .common import Moment


class App(TypedDict):
    """A registered program."""

    client_id: str
    """The client ID in OAuth."""
    name: str
    """The name that players see."""
    redirect_uris: list[str]
    """The addresses that codes may be sent to."""
    created_at: Moment
    """When the program was registered (UTC)."""


class Apps(TypedDict):
    """The programs that you registered."""

    results: list[App]
    """The programs."""


class Grant(TypedDict):
    """A program that may act for you."""

    client_id: str
    """The client ID in OAuth."""
    name: str
    """The name of the program."""
    scopes: list[str]
    """The scopes that you granted the program."""


class Grants(TypedDict):
    """The programs that may act for you."""

    results: list[Grant]
    """The programs."""
