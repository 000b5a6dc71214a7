"""The seven kinds of notifications and their channels: the rows and columns of the settings."""

from __future__ import annotations

from enum import StrEnum

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Kind(StrEnum):
    """The kinds of notifications in the settings. The names are part of the API."""

    TURN = "turn"
    TIME = "time"
    ANSWER = "answer"
    GAME = "game"
    MESSAGE = "message"
    FOLLOWED = "followed"
    STAFF = "staff"


class Channel(StrEnum):
    """The channels of notifications. The names are part of the API."""

    BELL = "bell"
    EMAIL = "letter"  # as stored by released versions
    PUSH = "push"
    SOUND = "sound"


class When(models.TextChoices):
    """When an e-mail is sent: immediately, in an hourly or daily digest, or never. The names are part of the API."""

    NOW = "now", pgettext_lazy("option", "immediately")
    HOURLY = "hourly", _("hourly, in one e-mail")
    DAILY = "daily", _("daily, in one e-mail")
    OFF = "off", pgettext_lazy("option", "no e-mail")


LABELS: dict[Kind, Promise] = {
    Kind.TURN: pgettext_lazy("text", "Your move"),
    Kind.TIME: _("Low on time"),
    Kind.ANSWER: _("Your answer is needed: a challenge, an undo request, dead stones"),
    Kind.GAME: _("A game has started or ended"),
    Kind.MESSAGE: pgettext_lazy("text", "Messages"),
    Kind.FOLLOWED: _("Players and games you follow"),
    Kind.STAFF: _("From the moderators and the server"),
}
SOUNDING = (Kind.TURN, Kind.TIME, Kind.ANSWER)
"""The kinds that play a sound by default, for players who have switched sounds on."""
DIGESTS = (When.HOURLY, When.DAILY)
CLOCK_KINDS = (
    "clock_three_days", "clock_two_days", "clock_day", "clock_half_day", "clock_hours", "clock_three_hours",
    "clock_hour",
)  # fmt: skip
"""The notices before a loss on time, the earliest first."""
URGENT = frozenset(CLOCK_KINDS[-3:])
"""The notices that quiet hours do not hold: less than six hours are left."""
YOUR_TURN, YOUR_ANSWER = "your_turn", "your_answer"
"""Kinds of queued items about turns, which have no notice: to move, or to reply in scoring."""

_KINDS: dict[str, Kind] = {YOUR_TURN: Kind.TURN, YOUR_ANSWER: Kind.ANSWER}


def assign_notices(kind: Kind, *notices: str) -> None:
    """Assign these kinds of notices to a kind of the settings, when the server starts. Their sentences are in
    models.notice.KINDS."""
    _KINDS.update(dict.fromkeys(notices, kind))


def kind_of(notice: str) -> Kind:
    """Return the settings' kind for a kind of notice, or GAME if it is not registered."""
    return _KINDS.get(notice, Kind.GAME)


assign_notices(Kind.TIME, *CLOCK_KINDS, "claimable", "grace", "vacation_began")
assign_notices(Kind.ANSWER, "challenged", "challenge_countered", "seats_changed", "komi_bid", "stalling_reported")
assign_notices(Kind.ANSWER, "undo_asked", "no_result_asked", "pause_asked", "draw_asked", "result_asked")
assign_notices(
    Kind.GAME, "event_place", "event_started", "event_paired", "event_bye", "event_finished", "event_cancelled"
)
assign_notices(Kind.GAME, "event_soon", "simul_joined", "simul_left", "simul_started", "simul_cancelled")
assign_notices(Kind.GAME, "ladder_challenged", "ladder_moved", "ladder_closed", "ladder_month")
assign_notices(Kind.GAME, "match_found", "search_over")
assign_notices(Kind.ANSWER, "search_wider")
assign_notices(Kind.ANSWER, "ladder_hold", "ladder_out")
assign_notices(Kind.GAME, "league_season", "league_challenged")
assign_notices(Kind.ANSWER, "league_asked", "league_review", "league_overdue")
assign_notices(Kind.STAFF, "league_act", "league_notice", "league_out", "league_ended")
assign_notices(Kind.GAME, "match_paired", "match_accepted", "match_declined", "match_finished")
assign_notices(Kind.ANSWER, "match_offered", "match_asked", "match_lineup")
assign_notices(Kind.STAFF, "match_decided")
assign_notices(
    Kind.ANSWER, "event_invited", "event_review", "event_still_in", "event_revised", "event_stray", "event_overdue"
)
assign_notices(Kind.ANSWER, "club_request", "club_invited", "club_name")
assign_notices(
    Kind.MESSAGE,
    "club_notice",
    "club_admitted",
    "club_declined",
    "club_removed",
    "club_role",
    "club_owner",
    "club_closed",
)
assign_notices(Kind.ANSWER, "class_invited")
assign_notices(Kind.MESSAGE, "class_message", "class_removed")
assign_notices(Kind.STAFF, "club_moderated")
assign_notices(Kind.STAFF, "event_act", "event_notice", "event_message", "event_dropped")
assign_notices(Kind.MESSAGE, "message", "private_message", "asked_to_teach", "shared")
assign_notices(Kind.FOLLOWED, "follower", "followed_began", "followed_ended", "topic_post")
assign_notices(Kind.STAFF, "referee_wanted", "referee_called", "look_please", "case_waits", "paused_by_staff")
assign_notices(Kind.STAFF, "order_decided", "order_undone", "appeal_answered", "report_answered", "webhook_disabled")
assign_notices(Kind.STAFF, "game_decided", "resumption_ruled", "clock_adjusted", "game_annulled", "game_unrated")
assign_notices(Kind.STAFF, "letters_stopped")
