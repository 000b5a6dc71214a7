"""The record of a game."""

from typing import NotRequired, TypedDict

from .common import Color, Moment
from .words import AnswerTo, EndReason, PhaseName, StageName


class Outcome(TypedDict):
    """How a moderator decided a game."""

    winner: Color | None
    """Who won; null when nobody did."""
    reason: EndReason
    """Why the game is over, as in `end_reason`."""
    margin: str | None
    """By how many points, a decimal as text; null when points did not decide."""
    ranking: NotRequired[list[str]]
    """With more than two colours: the letters of each place, the first place first."""


class Receipt(TypedDict):
    """An action as it was recorded, and what came of it. What was asked is there, too, by kind."""

    game: int
    """The number of the game."""
    number: int
    """The number of the action, from 1 without a gap."""
    kind: str
    """What was done. There are kinds that only the server or a moderator does."""
    color: Color | None
    """Who did it; null for the server and for moderators."""
    captured: list[str]
    """The stones that came off the board, as vertices."""
    move_number: int
    """How many moves there are after it."""
    phase: PhaseName
    """The phase after it."""
    stage: StageName
    """The stage after it."""
    to_play: Color | None
    """Who has to act after it; null when nobody has to."""
    deadline: Moment | None
    """When that side's time runs out (UTC); null when no clock runs."""
    result: str | None
    """The result as SGF writes it; null while the game goes on."""
    received_at: Moment
    """When the server got it (UTC), which is what counts for the clock."""
    point: NotRequired[str]
    """Where a stone was played, as a vertex."""
    taken: NotRequired[int]
    """How many stones the last move took, where it is hidden which."""
    tries_left: NotRequired[int]
    """How many more illegal moves of this turn are only answered; one more than these loses it."""
    points: NotRequired[list[str]]
    """Where handicap stones were placed, as vertices."""
    dead: NotRequired[list[str]]
    """The stones that were proposed or set as dead, as vertices."""
    proposal: NotRequired[int]
    """The number of the proposal that it is about."""
    then: NotRequired[AnswerTo]
    """What the one who rejected wants: `mark`, `resume` or `settle`."""
    reason: NotRequired[str]
    """Why, in the words of the one who did it."""
    outcome: NotRequired[Outcome]
    """How a moderator decided the game."""
    to: NotRequired[int]
    """The number of moves that are left after an undo."""
    days: NotRequired[int]
    """How many days were given."""
    until: NotRequired[str]
    """The end of the pause (UTC)."""
    first: NotRequired[Color | None]
    """Who moves first; null: as the rules say."""
    side: NotRequired[Color]
    """Whose clock was changed."""
    minutes: NotRequired[int]
    """By how many minutes."""
    planned: NotRequired[bool]
    """That conditional moves played it, at the moment of the move that it answers."""
    seat: NotRequired[int | None]
    """In a game of more than two seats: the index of the seat that did it, and of one that comes or goes; null for the
    server and for moderators."""
    turn: NotRequired[int | None]
    """In a game of more than two seats: the index of the seat on turn after it; null when nobody has to act."""
    agrees: NotRequired[bool]
    """Whether a partner agrees to resign."""
    in_doubt: NotRequired[bool]
    """That the open proposal was in doubt, so that silence did not accept it."""


class Acted(Receipt):
    """The action that was asked for, as it was recorded."""

    answers: NotRequired[list[Receipt]]
    """What conditional moves answered to it, in order."""


class Receipts(TypedDict):
    """Actions in the order of their numbers."""

    results: list[Receipt]
    """The actions."""
