"""Reports, decisions and appeals."""

from typing import Literal, TypedDict

from .common import Moment, Page

ReportAnswer = Literal["right", "no_action"]
AppealOutcome = Literal["upheld", "changed", "lifted"]
GamesThen = Literal["play_on", "lost", "annulled"]


class Report(TypedDict):
    """Your report. `answer` is "right" if something was done about it, otherwise "no_action"."""

    id: int
    """The number of the report."""
    kind: str
    """What it is about: a key."""
    player: str | None
    """The name of the reported player; null if the account was deleted."""
    game: int | None
    """The number of the game that it is about; null for none."""
    text: str
    """What you wrote."""
    at: Moment
    """When you reported it (UTC)."""
    answer: ReportAnswer | None
    """The outcome; null while it is pending."""
    answered_at: Moment | None
    """When it was answered (UTC); null while it waits."""


class Reports(Page):
    """A page of your reports, the newest first."""

    results: list[Report]
    """The reports of this page."""


class Appeal(TypedDict):
    """An appeal; it is pending while it has no `outcome`. `text` is the answer to the player who appealed."""

    text: str | None
    """The reason for the appeal; null for everyone but the player who appealed."""
    outcome: AppealOutcome | None
    """The outcome; null while it is pending."""
    reason: str | None
    """The reason given in the answer; null while it is pending."""


class Decision(TypedDict):
    """What the moderators decided about you, or in one of your games, and why.

    `ruling` is the kind of the action in the game's record, where it was a ruling. `games_then` says what becomes of a
    suspended player's running games at `games_at`.
    """

    id: int
    """The number of the decision."""
    measure: str
    """What was done: a key."""
    reason: str
    """Why."""
    at: Moment
    """When it was decided (UTC)."""
    until: Moment | None
    """When it ends (UTC); null if it takes effect at once or does not end automatically."""
    game: int | None
    """The number of the game that it is about; null for none."""
    ruling: str | None
    """The kind of the action in that game; null when it was no ruling."""
    taken_back_at: Moment | None
    """When it was reversed (UTC); null if it is in force."""
    games_then: GamesThen | None
    """What becomes of the running games; null when nothing does."""
    games_at: Moment | None
    """When that happens (UTC); null when nothing does."""
    appeal: Appeal | None
    """The appeal against it; null if there is none."""


class Decisions(Page):
    """A page of decisions, the newest first."""

    results: list[Decision]
    """The decisions of this page."""
