"""Games in lists, and their records."""

from typing import Literal, TypedDict

from .common import Color, Moment, Page
from .terms import AgreedTerms, PlayedAs, TimeTerms
from .words import EndReason

Phase = Literal["play", "stone_removal", "finished"]


class SeatOf(TypedDict):
    """A seat in a game: its colour and player, and how a finished rated game changed the player's rating."""

    index: int
    """The number of the seat, from 0, in the order of play."""
    color: Color
    """The colour; where players share the colours (Zen Go), that of the seat's turn now or of its last turn."""
    out: bool
    """Whether this seat has left a game that the other seats continued, by resigning or by running out of time."""
    username: str
    """The player's name."""
    bot: bool
    """Whether the account is a bot."""
    rank: str | None
    """The rank as shown next to the name; null for players who were never rated."""
    rating_before: float | None
    """The player's rating before this game, in Glicko-2 points; null while the game is in progress and for unrated
    games."""
    rating_after: float | None
    """The player's rating after this game, in Glicko-2 points; null while the game is in progress and for unrated
    games."""


EventKind = Literal["tournament", "ladder", "league", "team_match", "simul"]


class EventOfGame(TypedDict):
    """The event that a game belongs to, such as a tournament."""

    kind: EventKind
    """The kind of event."""
    id: int
    """The number of the event among events of its kind."""
    name: str
    """The name of the event."""
    round: int | None
    """The game's round; null for events without rounds."""
    url: str
    """The address of the event's page."""


class GameRow(TimeTerms, AgreedTerms, PlayedAs):
    """A game in a list. `number` is the number of its last action. Send it as `expected` with your action."""

    id: int
    """The number of the game."""
    number: int
    """The number of the game's last action. Send it as `expected` with your action."""
    players: list[SeatOf]
    """The players in the order of play, Black first."""
    width: int
    """The width of the board, in points."""
    height: int
    """The height of the board, in points."""
    rule_set: str
    """The key of the rule set, such as `japanese`."""
    komi: str
    """The komi that White gets, in points, a decimal as text."""
    handicap: int
    """How many handicap stones Black got; 0 for none."""
    event: EventOfGame | None
    """The event that the game belongs to; null for none."""
    rated: bool
    """Whether the game counts for ratings."""
    unrated_reason: str | None
    """Why the game is unrated: a key; null for a rated game."""
    phase: Phase
    """The phase: stones are played, dead stones are agreed on, or the game is over."""
    move_number: int
    """The number of moves played, including passes."""
    to_play: Color | None
    """The colour to act; null for no one."""
    seat: int | None
    """The index of the seat that has to act and whose clock runs; null for no one."""
    deadline: Moment | None
    """When the time of the side to act runs out (UTC); null when no clock runs."""
    result: str | None
    """The result as SGF writes it, such as `B+3.5`, `W+R`, `W+T`, `0` or `Void`; null while the game is in progress.
    Where players share the colours (Zen Go), it says which colour leads, and no one wins."""
    end_reason: EndReason | None
    """Why the game is over: `score`, `resignation`, `time`, `forfeit`, `capture`, `no_move`, `no_result`, `both_lose`,
    `cancelled` or `annulled`; null while it is in progress."""
    ranking: list[str] | None
    """How a game of three colours or more ended: a text for each place, the first place first, with the letters of
    the colours that share it. Null for all other games, and while the game is in progress."""
    started_at: Moment
    """When the game began (UTC)."""
    last_action_at: Moment
    """When the last action was recorded (UTC)."""
    finished_at: Moment | None
    """When the game ended (UTC); null before that."""


class Games(Page):
    """A page of games, the newest first."""

    results: list[GameRow]
    """The games of this page."""


class GameRecord(GameRow):
    """A game with its record."""

    sgf: str
    """The whole record, SGF FF[4]."""


class NextGame(TypedDict):
    """The number of the next game where it is your turn."""

    game: int | None
    """The game; null when no other waits for you."""


class Sgf(TypedDict):
    """The record of a game as SGF FF[4]."""

    sgf: str
    """The whole file as text."""
