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
    """The kind of report: a key."""
    player: str | None
    """The name of the reported player; null if the account was deleted."""
    game: int | None
    """The number of the game that the report is about; null for none."""
    text: str
    """The text of your report."""
    at: Moment
    """When you reported it (UTC)."""
    answer: ReportAnswer | None
    """The outcome; null while it is pending."""
    answered_at: Moment | None
    """When the report was answered (UTC); null before that."""


class Reports(Page):
    """A page of your reports, the newest first."""

    results: list[Report]
    """The reports of this page."""


class Appeal(TypedDict):
    """An appeal; it is pending while it has no `outcome`."""

    text: str | None
    """The reason for the appeal. Only the player who appealed and, if the decision is about a club, the club's managers
    see it; null for others."""
    outcome: AppealOutcome | None
    """The outcome; null while it is pending."""
    reason: str | None
    """The reason given in the answer; null while it is pending."""


class Decision(TypedDict):
    """A moderators' decision about you, one of your games or a club that you manage, with its reason.

    If the decision is a ruling on a game, `ruling` is the kind of the action in the game's record. `games_then` says
    what happens at `games_at` to a suspended player's games in progress.
    """

    id: int
    """The number of the decision."""
    measure: str
    """The measure: a key."""
    reason: str
    """The reason for the decision."""
    at: Moment
    """When the decision was made (UTC)."""
    until: Moment | None
    """When the measure ends (UTC); null if it takes effect once, or has no automatic end."""
    game: int | None
    """The number of the game that the decision is about; null for none."""
    club: int | None
    """The id of the club whose texts were hidden, whose name was removed or that was closed; null for none."""
    ruling: str | None
    """The kind of the action in that game; null if the decision is not a ruling."""
    taken_back_at: Moment | None
    """When the decision was reversed (UTC); null if it is in force."""
    games_then: GamesThen | None
    """What happens to the games in progress; null if nothing does."""
    games_at: Moment | None
    """When this happens to the games (UTC); null if nothing does."""
    appeal: Appeal | None
    """The appeal against the decision; null if there is none."""


class Decisions(Page):
    """A page of decisions, the newest first."""

    results: list[Decision]
    """The decisions of this page."""
