"""Personal tokens."""

from typing import TypedDict

from .common import Moment


class Token(TypedDict):
    """A personal token. Its text is only in the response that created it."""

    id: int
    """The number of the token."""
    name: str
    """The name given by its owner."""
    hint: str
    """The first characters of its text, to recognise it."""
    scopes: list[str]
    """Its scopes."""
    created_at: Moment
    """When it was made (UTC)."""
    expires_at: Moment | None
    """When it expires (UTC); null if it never does."""
    last_used_at: Moment | None
    """When it was last used (UTC); null if never."""


class NewToken(TypedDict):
    """The new token."""

    token: str
    """The text of the token, for the header `Authorization: Bearer ...`. It is shown here only."""
    expires_at: Moment | None
    """When it expires (UTC); null if it never does."""
    scopes: list[str]
    """Its scopes."""
    name: str
    """The name given by its owner."""


class Tokens(TypedDict):
    """Your personal tokens, the latest first."""

    results: list[Token]
    """The tokens."""
