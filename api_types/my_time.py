"""A player's time settings: vacations, nights and weekends, reminders."""

from typing import TypedDict

from .common import Moment


class SavedGame(TypedDict):
    """A game that would have been lost on time without a vacation."""

    game: int
    """The number of the game."""
    deadline: Moment | None
    """When the game's time would now run out (UTC), including the vacation; null if no clock runs."""


class Vacation(TypedDict):
    """A vacation, and the games that it saved from a loss on time."""

    begin: Moment
    """When the vacation began (UTC)."""
    end: Moment
    """When the vacation ends, or ended (UTC)."""
    automatic: bool
    """Whether the vacation began automatically, before a loss on time."""
    saved: list[SavedGame]
    """The games that would have been lost on time without this automatic vacation."""


class VacationBegun(Vacation):
    """The vacation that has just begun."""

    asked_until: Moment | None
    """The requested end (UTC); null for as long as vacation days last."""
    shortened: bool
    """Whether the vacation ends earlier than requested, because no more vacation is left."""


class Night(TypedDict):
    """The beginning and end of the night, in local time."""

    begin: str
    """The time of day when the night begins, such as `22:00`, in `zone`."""
    end: str
    """The time of day when the night ends, such as `07:00`, in `zone`."""


class Week(TypedDict):
    """A player's weekend and night, during which clocks stop."""

    zone: str
    """The time zone, by its name in the IANA database."""
    weekend: list[int]
    """The weekdays when clocks stop: 1 is Monday, 7 Sunday; empty for none, and before your first choice."""
    usual_weekend: list[int] | None
    """The weekdays when clocks stop until your first choice, in games that allow weekends and began with this rule.
    Null once you have chosen."""
    night: Night | None
    """The night, when clocks stop; null for none."""
    may_change_at: Moment | None
    """When weekend and night can be changed again (UTC); null if they can be changed now."""


class MyTime(TypedDict):
    """Your time settings: vacation, weekend, night and reminders. Durations are in seconds."""

    vacation: Vacation | None
    """The current vacation; null if there is none."""
    vacation_left: int
    """How much vacation is left, in seconds."""
    vacations: list[Vacation]
    """Your vacations, the latest first, at most 100."""
    week: Week
    """The weekend and night, when clocks stop."""
    automatic_vacation: bool
    """Whether a vacation starts automatically before you would lose on time."""
    reminders: list[int]
    """How many hours before your time runs out you are reminded: at most three of 72, 48, 24, 12, 6, 3 and 1, in
    descending order."""
    remind_day: bool
    """Whether you are reminded a day before your time runs out."""
    remind_hours: bool
    """Whether you are reminded some hours before your time runs out."""
    remind_by_mail: bool
    """Whether reminders are also sent by e-mail."""
    has_calendar: bool
    """Whether you have a secret address with your deadlines, for calendar programs."""


class Calendar(TypedDict):
    """The secret URL of a calendar of your deadlines."""

    path: str
    """The path of the address on this server."""
