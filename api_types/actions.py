"""The record of a game."""

from typing import NotRequired, TypedDict

from .common import Color, Moment
from .words import AnswerTo, EndReason, PhaseName, StageName


class Outcome(TypedDict):
    """A moderator's decision on the result of a game: the winner, the reason and the margin."""

    winner: Color | None
    """The colour that won; null if no colour did."""
    reason: EndReason
    """Why the game is over, as in `end_reason`."""
    margin: str | None
    """The winning margin in points, a decimal as text; null if the game was not scored."""
    ranking: NotRequired[list[str]]
    """With more than two colours: the letters of each place, the first place first."""


class Receipt(TypedDict):
    """A recorded action and its result. Depending on the kind of action, it includes fields of the request, such as
    `point`."""

    game: int
    """The number of the game."""
    number: int
    """The number of the action, from 1 without a gap."""
    kind: str
    """The kind of action. Some kinds are only done by the server or a moderator."""
    color: Color | None
    """The colour that acted; null for the server and for moderators."""
    captured: list[str]
    """The stones that the action captured, as vertices."""
    move_number: int
    """The number of moves after this action."""
    phase: PhaseName
    """The game's phase after this action."""
    stage: StageName
    """The game's stage after this action."""
    to_play: Color | None
    """The colour to act after this action; null for no one."""
    deadline: Moment | None
    """When the time of the side to act runs out (UTC); null when no clock runs."""
    result: str | None
    """The result as SGF writes it; null while the game is in progress."""
    received_at: Moment
    """When the server received the action (UTC); the clock uses this time."""
    point: NotRequired[str]
    """Where a stone was played, as a vertex."""
    taken: NotRequired[int]
    """The number of stones that the last move captured, if the stones themselves are hidden."""
    tries_left: NotRequired[int]
    """The number of illegal moves left in this turn without penalty; one more loses the turn."""
    points: NotRequired[list[str]]
    """Where handicap stones were placed, as vertices."""
    dead: NotRequired[list[str]]
    """The stones that were proposed or set as dead, as vertices."""
    proposal: NotRequired[int]
    """The number of the proposal that the action is about."""
    then: NotRequired[AnswerTo]
    """What the player wants after the rejection: `mark`, `resume` or `settle`."""
    reason: NotRequired[str]
    """The reason that the player gave."""
    outcome: NotRequired[Outcome]
    """The moderator's decision on the game."""
    to: NotRequired[int]
    """The number of moves after an undo."""
    days: NotRequired[int]
    """How many days were added to the clock."""
    until: NotRequired[str]
    """The end of the pause (UTC)."""
    first: NotRequired[Color | None]
    """The colour that moves first; null for the default of the rules."""
    side: NotRequired[Color]
    """The side whose clock was changed."""
    minutes: NotRequired[int]
    """How many minutes were added to that clock."""
    lead: NotRequired[int]
    """By how many points `side` leads, as the server estimates, where it asks about the predicted result."""
    planned: NotRequired[bool]
    """True for a conditional move, which was played automatically in answer to the move before."""
    seat: NotRequired[int | None]
    """In a game of more than two seats: the index of the seat that acted, joined or left; null for the server and for
    moderators."""
    turn: NotRequired[int | None]
    """In a game of more than two seats: the index of the seat on turn after this action; null when no one has to
    act."""
    agrees: NotRequired[bool]
    """Whether a partner agrees to resign."""
    in_doubt: NotRequired[bool]
    """True if the open proposal was in doubt, so that running out of time did not accept it."""


class Acted(Receipt):
    """The requested action as the server recorded it."""

    answers: NotRequired[list[Receipt]]
    """The conditional moves that were played in answer, in order."""


class Receipts(TypedDict):
    """Actions in the order of their numbers."""

    results: list[Receipt]
    """The actions."""
