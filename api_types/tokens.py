"""Personal tokens."""

from typing import TypedDict

from .common import Moment


class Token(TypedDict):
    """A personal token. Its secret is only in the response that created it."""

    id: int
    """The number of the token."""
    name: str
    """The name given by its owner."""
    hint: str
    """The first characters of the token's secret, by which you can recognise it."""
    scopes: list[str]
    """Its scopes."""
    created_at: Moment
    """When the token was created (UTC)."""
    expires_at: Moment | None
    """When the token expires (UTC); null for never."""
    last_used_at: Moment | None
    """When the token was last used (UTC); null for never."""


class NewToken(TypedDict):
    """A new personal token, with its secret."""

    token: str
    """The token's secret, for the header `Authorization: Bearer ...`. It is only in this response."""
    expires_at: Moment | None
    """When the token expires (UTC); null for never."""
    scopes: list[str]
    """Its scopes."""
    name: str
    """The name given by its owner."""


class Tokens(TypedDict):
    """Your personal tokens, the latest first."""

    results: list[Token]
    """The tokens."""
