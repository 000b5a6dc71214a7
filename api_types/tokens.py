"""Personal tokens."""

from typing import TypedDict

from .common import Moment


class Token(TypedDict):
    """A personal token. Its text is in the answer that made it, and nowhere else."""

    id: int
    """The number of the token."""
    name: str
    """What its owner calls it."""
    hint: str
    """The last characters of its text, to know it again."""
    scopes: list[str]
    """What it allows."""
    created_at: Moment
    """When it was made (UTC)."""
    expires_at: Moment | None
    """When it expires (UTC); null: never."""
    last_used_at: Moment | None
    """When it was last used (UTC); null: never yet."""


class NewToken(TypedDict):
    """The token that was just made."""

    token: str
    """The text of the token, for the header `Authorization: Bearer ...`. It is shown here only."""
    expires_at: Moment | None
    """When it expires (UTC); null: never."""
    scopes: list[str]
    """What it allows."""
    name: str
    """What its owner calls it."""


class Tokens(TypedDict):
    """Your personal tokens, the latest first."""

    results: list[Token]
    """The tokens."""
