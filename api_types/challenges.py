"""Offers of a game."""

from typing import Literal, TypedDict

from .common import Moment, Page
from .terms import AgreedTerms, Position, RatingTerms, TimeTerms

OfferStatus = Literal["open", "accepted", "declined", "withdrawn", "countered"]


class Challenge(TimeTerms, AgreedTerms):
    """An offer with its exact terms; `token` is shown to its creator only. With `by_rank`, `handicap`, `color`, `komi`
    and `rated` are what it means for you."""

    id: int
    """The number of the offer."""
    creator: str
    """The name of the player who made it."""
    creator_rank: str | None
    """The rank of that player; null for one who was never rated."""
    opponent: str | None
    """The name of the player it is made to; null for an offer to anyone or by a link."""
    opponent_rank: str | None
    """The rank of that player; null for one who was never rated."""
    token: str | None
    """The secret of a private link, for its creator only; null for all others."""
    width: int
    """The width of the board, in points."""
    height: int
    """The height of the board, in points."""
    rule_set: str
    """The key of the rule set, such as `japanese`."""
    komi: str
    """What White gets, in points, a decimal as text."""
    handicap: int
    """How many handicap stones Black gets; 0 for none."""
    color: str
    """The colour that its creator wants: `random`, `black` or `white`."""
    by_rank: bool
    """Whether handicap, colours and komi follow from the ranks of the two."""
    rated: bool
    """Whether the game would be rated."""
    unrated_reason: str | None
    """Why it would not be rated: a key; null for a rated game."""
    rating_terms: RatingTerms | None
    """What a rated game counts; null for an unrated one."""
    position: Position | None
    """The position that the game begins from; null for an empty board."""
    status: OfferStatus
    """What became of the offer."""
    answer_to: int | None
    """The number of the offer that this one answers with other terms; null when it answers none."""
    game: int | None
    """The number of the game that came of it; null for none yet."""
    created_at: Moment
    """When it was made (UTC)."""


class Challenges(Page):
    """A page of offers, the newest first."""

    results: list[Challenge]
    """The offers of this page."""


class Again(TypedDict):
    """What asking for a rematch made: an offer, or a game when the opponent had asked, too."""

    game: int | None
    """The number of the game that began; null when none did."""
    challenge: int | None
    """The number of the offer; null when a game began."""
