"""Ladders: places, challenges and events."""

from typing import Literal, TypedDict

from .common import Moment, Page
from .terms import TimeTerms

LadderHold = Literal["own", "timed_out", "unseen"]
WhyNot = Literal[
    "self", "stale", "blocked", "below", "out_of_range", "timed_out", "on_hold", "on_vacation", "playing_already",
    "too_soon", "max_given", "max_received",
]  # fmt: skip


class LadderRow(TypedDict):
    """A ladder in a list."""

    id: int
    """The number of the ladder."""
    name: str
    """Its name."""
    width: int
    """The width of the boards, in points."""
    height: int
    """The height of the boards, in points."""


class Ladders(Page):
    """A page of ladders, the newest first."""

    results: list[LadderRow]
    """The ladders of this page."""


class Ladder(TimeTerms):
    """A ladder with the terms of its games."""

    id: int
    """The number of the ladder."""
    name: str
    """Its name."""
    about: str
    """The organiser's description."""
    club: int | None
    """The number of the club whose members may join it; null if anyone may join."""
    organiser: str | None
    """The name of the ladder's organiser; null for the server."""
    by_rank: bool
    """Whether new players start below the last player of the same rank; if not, at the bottom."""
    width: int
    """The width of the boards, in points."""
    height: int
    """The height of the boards, in points."""
    rule_set: str
    """The key of the rule set."""
    komi: str
    """The komi, a decimal as text."""
    rated: bool
    """Whether games of the ladder are rated."""
    unrated_reason: str | None
    """Why games of the ladder are unrated: a key; null if they are rated."""
    players: int
    """The number of players on the ladder."""
    closed_at: Moment | None
    """When the ladder was closed for joining and challenges (UTC); null while it is open."""
    closed_why: str | None
    """The reason for closing the ladder; null if none was given."""
    previous: int | None
    """For the server's monthly ladders: the number of the previous month's ladder; null for none."""
    next: int | None
    """For the server's monthly ladders: the number of the next month's ladder; null for none."""
    my_place: int | None
    """Your own place; null if you are not on the ladder."""
    my_hold: LadderHold | None
    """Why you can neither challenge nor be challenged; null if you can."""


class LadderPlace(TypedDict):
    """A place on a ladder, and the player who has it."""

    place: int
    """The place, from 1."""
    player: str
    """The name of the player."""
    best: int
    """The player's best place so far."""
    wins: int
    """How many games the player has won in a row."""
    most_wins: int
    """The longest winning streak."""
    hold: LadderHold | None
    """Why the player can neither challenge nor be challenged; null if they can."""
    why_not: WhyNot | None
    """Why you cannot challenge this player; null when you can, and when you are not on the ladder."""


class LadderPlaces(TypedDict):
    """A page of up to a hundred places of a ladder, the best first."""

    page: int
    """The number of this page of a hundred places, from 1."""
    pages: int
    """The number of such pages."""
    results: list[LadderPlace]
    """The places, the best first."""


class LadderGame(TypedDict):
    """A challenge on a ladder, with its game and result."""

    number: int
    """The number of the challenge."""
    challenger: str
    """The name of the challenger."""
    defender: str
    """The name of the challenged player."""
    game: int
    """The number of the game."""
    at: Moment
    """When the game started (UTC)."""
    end: Literal["board", "early", "draw", "nothing"] | None
    """How the game ended for the ladder: decided on the board, an early loss on time, a declined challenge, a draw, or
    not counted. Null while it is in progress."""
    winner: str | None
    """The name of the winner; null for none, or none yet."""


class LadderGames(Page):
    """A page of a ladder's challenges, the latest first."""

    results: list[LadderGame]
    """The challenges of this page."""


class LadderMove(TypedDict):
    """A change of a player's place on a ladder, with the reason."""

    number: int
    """The number of the line."""
    at: Moment
    """The time of the change (UTC)."""
    player: str
    """The name of the player."""
    why: Literal["joined", "left", "timed_out", "unseen", "suspended", "won", "drew", "lost", "hold"]
    """Why the place changed."""
    before: int | None
    """The place before the change; null for none."""
    after: int | None
    """The place after the change; null for none."""
    game: int | None
    """The number of the game that caused the change; null for none."""


class LadderMoves(Page):
    """A page of the changes of places on a ladder, the latest first."""

    results: list[LadderMove]
    """The changes of this page."""
