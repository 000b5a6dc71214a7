"""The server itself."""

from typing import TypedDict


class ServerRuleSet(TypedDict):
    """One set of rules that games can be played by."""

    key: str
    """The value of `rule_set` in a game's terms."""
    name: str
    """Its name in the language of the request."""
    komi: dict[str, str]
    """The komi between equals, by board size (`9`, `13`, `19`)."""


class ServerSizes(TypedDict):
    """The sizes of boards that games can be played on. Width and height may differ."""

    offered: list[int]
    """The usual sizes."""
    smallest: int
    """The shortest side of a board."""
    largest: int
    """The longest side of a board."""


class ServerLimits(TypedDict):
    """The limits of this server. Rates are written like `240/minute`. The header `RateLimit` of every response has the
    numbers of requests left."""

    reads: str
    """The rate of an account's reading requests."""
    writes: str
    """The rate of an account's changing requests."""
    anonymous: str
    """The rate of a network's requests without a token."""
    offers: str
    """The rate of an account's challenges and open games."""
    page_rows: int
    """The largest number of rows on one page of a list."""
    message: int
    """The largest number of characters of a message in a game."""
    body: int
    """The largest number of bytes in the body of a request, unless an operation takes more."""


class ServerLinks(TypedDict):
    """Links to the API's document and reference, and to the pages where people sign up and create tokens, as paths."""

    schema: str
    """The OpenAPI document."""
    reference: str
    """The OpenAPI document as pages for people."""
    sign_up: str | None
    """The sign-up page; null if the server accepts no new accounts."""
    tokens: str
    """The page where players create tokens."""
    oauth: str
    """The metadata of the OAuth server (RFC 8414)."""


class Server(TypedDict):
    """Data about the server that a program needs first: its languages, rule sets, board sizes, limits and links."""

    name: str
    """The server's name."""
    software: str
    """`igo`."""
    version: str
    """The version of the software."""
    url: str
    """The address that links in e-mails lead to."""
    languages: list[str]
    """The languages of pages and sentences, for `Accept-Language`."""
    rule_sets: list[ServerRuleSet]
    """The rule sets, the default of the API first."""
    sizes: ServerSizes
    """The boards."""
    limits: ServerLimits
    """The limits."""
    links: ServerLinks
    """Links to other parts of the server, as paths on it."""
