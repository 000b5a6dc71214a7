"""Searches for opponents: preferences, and the games that were found."""

from typing import Literal, TypedDict

from .common import Moment, Page

SearchLimit = Literal["ranks", "sizes", "clocks", "rules", "handicap"]
SearchState = Literal["open", "found", "cancelled", "expired"]
SearchHandicap = Literal["no", "either", "yes"]
SearchAsleep = Literal["vacation", "limit", "unseen", "barred"]


class Search(TypedDict):
    """Your search for opponents, or your standing offer."""

    id: int
    """The number of the search."""
    standing: bool
    """Whether this is a standing offer: `games` at the same time, and the next when one of them ends."""
    sizes: list[int]
    """The board sizes, in order of preference."""
    clocks: list[str]
    """The clocks, in order of preference."""
    rule_set: str
    """The key of the rule set."""
    insists: bool
    """Whether these rules are required; if not, the rules of the player who has waited longer are used."""
    up: int | None
    """How many ranks stronger opponents may be; null for any."""
    down: int | None
    """How many ranks weaker opponents may be; null for any."""
    handicap: SearchHandicap
    """Whether games with handicap stones, which are unrated, are wanted."""
    games: int
    """The number of games wanted. For a standing offer, the number of games at the same time."""
    found: int
    """How many games the search has found."""
    places: int
    """How many more games the search looks for now."""
    state: SearchState
    """Whether the search is in progress, or how it ended."""
    created_at: Moment
    """When the search was created (UTC)."""
    ends_at: Moment | None
    """When the search ends automatically, or was cancelled (UTC); null for a standing offer."""
    can_widen: list[SearchLimit]
    """The preferences that can be widened."""


class SearchNow(Search):
    """A search in progress, and why it has not found an opponent yet."""

    asleep: SearchAsleep | None
    """Why the search is paused: your vacation, the limit of games in progress, 14 days without a visit, or a
    moderators' decision. Null if it is not paused."""
    waiting: int
    """How many other searches were compared with this one: at most the newest 300."""
    kept_away: dict[str, int]
    """How many of these searches cannot be matched with yours for exactly one reason: `rank`, `size`, `clock`, `rules`,
    `handicap`, or `barred` (the two have a game in progress or one that ended within seven days, or there is a block
    between them)."""


class Searches(Page):
    """A page of your searches, the newest first."""

    results: list[Search]
    """The searches of this page."""


class Match(TypedDict):
    """A game that a search has found, and why this opponent was chosen."""

    number: int
    """The number of the match."""
    at: Moment
    """When the match was found (UTC)."""
    game: int
    """The number of the game."""
    player: str
    """The name of the opponent."""
    size: int
    """The board size that both wanted, where their ranks are closest."""
    clock: str
    """The clock that both wanted."""
    rule_set: str
    """The key of the rule set."""
    handicap: bool
    """Whether the handicap is by rank, and the game unrated."""
    my_rank: str
    """Your rank on this board size when the match was found."""
    their_rank: str | None
    """The opponent's rank on this board size when the match was found."""
    waited_longer: bool
    """Whether you had waited longer. If so, yours was the search that chose the nearest suitable rank; if not, the
    opponent's was."""
    cancelled: bool
    """Whether the game was cancelled before move 2."""


class Matches(Page):
    """A page of the games a search has found, the latest first."""

    results: list[Match]
    """The matches of this page."""
