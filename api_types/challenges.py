"""Offers of a game."""

from typing import Literal, TypedDict

from .common import Color, Moment, Page
from .terms import AgreedTerms, PlayedAs, Position, RatingTerms, TimeTerms
from .words import FileRemarkCode, WantedColor

OfferStatus = Literal["open", "accepted", "declined", "withdrawn", "countered", "bidding"]
KomiBy = Literal["secret", "open", "creator", "joiner"]
OfferBid = Literal["bid", "choose"]
SimulStart = Literal["host", "full", "at_once"]
SameOpponent = Literal["always", "after", "days_7", "days_30", "days_90", "never"]


class OfferLimits(TypedDict):
    """The limits of an offer to anyone or by a link: which players may accept it, and how many games it can start."""

    lowest_rank: str | None
    """The lowest rank that may accept, such as `10k`; null for no limit."""
    highest_rank: str | None
    """The highest rank that may accept, such as `1d`; null for no limit."""
    rank_span: int | None
    """How far the rank of the player who accepts may be from the creator's rank at that time, up or down; null for any
    distance."""
    established: bool
    """Whether players need an established rank to accept."""
    same_opponent: SameOpponent
    """Whether earlier opponents of the creator may accept: `always`; `after` their current game; `days_7`, `days_30`
    or `days_90` after the last one; `never`."""
    games: int
    """How many people can accept the offer, each once."""
    simul_places: int | None
    """How many opponents the creator plays at the same time, each on their own board; null for other offers."""
    simul_starts: SimulStart
    """When simultaneous games start: when the `host` starts them (`challenge_start`), when they are `full`, or each
    `at_once`. Before that, players take places (`challenge_seat`); `at_once` they accept the offer."""


class SimulBoard(TypedDict):
    """A player's place in simultaneous games."""

    player: str
    """The name of the player."""
    rank: str | None
    """The rank of the player; null for players who were never rated."""
    game: int | None
    """The number of the game; null before the start, and if the game is private and not yours."""


class PlaceOf(TypedDict):
    """An offered seat of a game with more than two seats: its colour, and the player for whom it is reserved."""

    index: int
    """The place of the seat in the order of play, from 0."""
    color: Color
    """The colour of the seat."""
    player: str | None
    """The name of the player for whom the seat is reserved; null while it is free."""
    rank: str | None
    """The rank of that player; null without a player, and for players who were never rated."""
    agreed: bool
    """Whether the player has agreed to the terms and the seating."""


class OfferBidding(TypedDict):
    """The state of the bidding for komi in an offer: both bids, what you can do now, and until when."""

    my_bid: str | None
    """The komi that you have bid or named, a decimal as text; null before that."""
    their_bid: str | None
    """The other player's bid; null before that bid, and in a sealed-bid auction until both have bid."""
    they_have_bid: bool
    """Whether the other player has bid or named a komi."""
    can: OfferBid | None
    """What you can do now (`challenge_bid`): `bid` or name a komi, or `choose` a colour; null when it is the other
    player's turn."""
    due_at: Moment | None
    """When the offer ends without a bid (UTC); null after its end."""


class FileRemark(TypedDict):
    """A part of an uploaded game file that was ignored, guessed or replaced."""

    code: FileRemarkCode
    """The kind of remark: `komi`, `handicap`, `to_play` (ignored), `charset_wrong` (ignored), `charset_guessed`,
    `characters` (replaced)."""
    value: str
    """The value in the file, the charset that the file was read as, or the number of characters."""
    detail: str
    """The remark as a sentence, in the reader's language."""


class Challenge(TimeTerms, AgreedTerms, PlayedAs, OfferLimits):
    """An offer with its exact terms. Only the offer's creator gets its `token`. With `by_rank`, the `handicap`,
    `color`, `komi` and `rated` are computed for you."""

    id: int
    """The number of the offer."""
    creator: str
    """The name of the player who made the offer."""
    creator_rank: str | None
    """The rank of the creator; null for a player who was never rated."""
    opponent: str | None
    """The name of the player to whom the offer is made; null for an offer to anyone or by a link."""
    opponent_rank: str | None
    """The rank of the opponent; null without one, and for a player who was never rated."""
    token: str | None
    """The secret of a private link, for its creator only; null for all others."""
    width: int
    """The width of the board, in points."""
    height: int
    """The height of the board, in points."""
    rule_set: str
    """The key of the rule set, such as `japanese`."""
    komi: str
    """The komi that White gets, in points, a decimal as text."""
    handicap: int
    """How many handicap stones Black gets; 0 for none."""
    color: WantedColor
    """The colour that the creator wants: `random`, `black` or `white`; `both` makes two games, one with each colour."""
    by_rank: bool
    """Whether handicap, colours and komi follow from the ranks of the two players."""
    by_komi: bool
    """With `by_rank`: whether komi instead of handicap stones makes up for the difference. A negative komi goes to
    Black."""
    komi_by: KomiBy | None
    """How the players agree on komi before the game (`challenge_bid`): a `secret` or an `open` auction, or the
    `creator` or the `joiner` names it and the other player chooses the colour. Null if the terms set the komi."""
    bidding: OfferBidding | None
    """The state of the bidding, for the two players; null for others and before someone has joined."""
    rated: bool
    """Whether the game would be rated."""
    unrated_reason: str | None
    """Why the game would be unrated: a key; null for a rated game."""
    rating_terms: RatingTerms | None
    """How much a rated game counts; null for an unrated one."""
    position: Position | None
    """The starting position of the game; null for an empty board."""
    status: OfferStatus
    """The state of the offer."""
    answer_to: int | None
    """The number of the offer that this offer answers with other terms; null for none."""
    game: int | None
    """The number of the game that this offer started; null before the start."""
    games_left: int
    """How many people can still accept this offer."""
    part_of: int | None
    """The number of the offer that starts several games, if this offer is one game of it; null otherwise. Each game
    but the last has its own `challenge.accepted`."""
    cannot_accept: str | None
    """The code of the error that you would get because of the offer's limits; null if they let you accept."""
    seats: list[PlaceOf]
    """The seats of a game of more than two, in the order of play; empty for two. The game begins when all players
    have agreed (`challenge_seat`)."""
    simul_boards: list[SimulBoard]
    """The players of simultaneous games, in the order in which they joined, without children of other people's
    classes; empty for other offers."""
    seats_by_lot: bool
    """For three or more colours: whether seats are drawn at random when the game begins, unless the creator has
    assigned them."""
    created_at: Moment
    """When the offer was made (UTC)."""


class ChallengeMade(Challenge):
    """The offer that was created."""

    remarks: list[FileRemark]
    """The parts of the record in `sgf` that were ignored or guessed."""


class Challenges(Page):
    """A page of offers, the newest first."""

    results: list[Challenge]
    """The offers of this page."""


class Again(TypedDict):
    """The result of a rematch request: the number of the offer, or of the game if the opponent had also asked for a
    rematch."""

    game: int | None
    """The number of the game that began; null if none began."""
    challenge: int | None
    """The number of the offer; null when a game began."""
