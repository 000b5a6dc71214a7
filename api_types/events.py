"""Events for a player's programs."""

from typing import Literal, NotRequired, TypedDict

from .actions import Receipt
from .challenges import Challenge
from .chat import Message
from .common import Moment
from .messages import Post


class EventAbout(TypedDict):
    """The tournament, ladder, league, team match or club that an event is about. Fields that do not apply are null."""

    tournament: int | None
    """The number of the tournament."""
    round: int | None
    """The number of the round; of a league, the number of the season."""
    ladder: int | None
    """The number of the ladder."""
    league: int | None
    """The number of the league."""
    team_match: int | None
    """The number of the team match."""
    club: int | None
    """The number of the club."""
    act: str | None
    """The kind of event, named as in the log of the tournament, league or team match, or as `why` in the moves of the
    ladder."""
    before: int | None
    """The place on the ladder before the event; null for none."""
    after: int | None
    """The place on the ladder after the event; null for none."""


class Event(TypedDict):
    """An event in one of your games or about your account. `number` counts your events from 1. Which other fields are
    set depends on the type."""

    number: int
    """The number of the event among yours, from 1."""
    type: str
    """The type, such as `game.action`. More types may be added."""
    at: Moment
    """When the event happened (UTC)."""
    game: int | None
    """The number of the event's game; null for none."""
    action: Receipt | None
    """The action; null if there is none."""
    message: Message | None
    """The message; null if there is none."""
    challenge: Challenge | None
    """The current state of the event's offer; null if there is none."""
    post: Post | None
    """The private message or spectator's message; null if there is none, or if you may no longer read it."""
    player: str | None
    """The name of the other player concerned: the one with whom you exchange the message, who follows you, whom you
    follow or whom your search has found; or who entered, left, challenged you or moved on a ladder. Null for none."""
    about: EventAbout | None
    """The tournament, ladder, league, team match or club of the event; null for none."""


class Hello(TypedDict):
    """The first line of a stream. If `missed` is true, some events are no longer stored, and you need to fetch the
    current state."""

    type: Literal["hello"]
    """Always `hello`."""
    number: int
    """The number after which the following events begin."""
    missed: bool
    """Whether earlier events are no longer stored: then fetch the states that you need."""


class GameEvent(TypedDict):
    """A line of a game's stream. A line with an action has the action's number. Other lines only have a type, which
    says what is new and can be fetched: chat, another deadline, the suggestion of dead stones, or the review of a
    finished game."""

    type: Literal["action", "chat", "clock", "suggestion", "review", "error"]
    """The type of the line."""
    number: NotRequired[int]
    """The number of the action."""
    action: NotRequired[Receipt]
    """The action."""
    code: NotRequired[str]
    """With `error`: why the stream ends."""
