"""The seven kinds of notifications, and the channels by which players get them. They are the rows and columns of the
settings."""

from __future__ import annotations

from enum import StrEnum

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class NoticeGroup(StrEnum):
    """The kinds of notifications in the settings. The names are part of the API."""

    TURN = "turn"
    TIME = "time"
    ANSWER = "answer"
    GAME = "game"
    MESSAGE = "message"
    FOLLOWED = "followed"
    STAFF = "staff"


class Channel(StrEnum):
    """The channels by which players get notifications: on pages, by e-mail, by push message, and as a sound. The names
    are part of the API."""

    BELL = "bell"
    EMAIL = "letter"  # as stored by released versions
    PUSH = "push"
    SOUND = "sound"


class EmailTiming(models.TextChoices):
    """When an e-mail is sent: immediately, in an hourly or daily digest, or never. The names are part of the API."""

    NOW = "now", pgettext_lazy("option", "immediately")
    HOURLY = "hourly", pgettext_lazy("option", "hourly")
    DAILY = "daily", pgettext_lazy("option", "daily")
    OFF = "off", pgettext_lazy("option", "no e-mail")


LABELS: dict[NoticeGroup, Promise] = {
    NoticeGroup.TURN: pgettext_lazy("text", "Your move"),
    NoticeGroup.TIME: _("Low on time"),
    NoticeGroup.ANSWER: _("Requests that need your answer (challenges, undo, dead stones)"),
    NoticeGroup.GAME: _("A game has started or ended"),
    NoticeGroup.MESSAGE: pgettext_lazy("text", "Messages"),
    NoticeGroup.FOLLOWED: _("Players and games you follow"),
    NoticeGroup.STAFF: _("From the moderators and the server"),
}
SOUNDING = (NoticeGroup.TURN, NoticeGroup.TIME, NoticeGroup.ANSWER)
"""The kinds that play a sound by default, for players who have switched sounds on."""
DIGESTS = (EmailTiming.HOURLY, EmailTiming.DAILY)
CLOCK_KINDS = (
    "clock_three_days", "clock_two_days", "clock_day", "clock_half_day", "clock_hours", "clock_three_hours",
    "clock_hour",
)  # fmt: skip
"""The notices before a loss on time, the earliest first."""
URGENT = frozenset(CLOCK_KINDS[-3:])
"""The notices that quiet hours do not hold: less than six hours are left."""
YOUR_TURN, YOUR_ANSWER = "your_turn", "your_answer"
"""Kinds of queued items about turns, which have no notice: to move, or to reply in scoring."""

_KINDS: dict[str, NoticeGroup] = {
    YOUR_TURN: NoticeGroup.TURN,
    YOUR_ANSWER: NoticeGroup.ANSWER,
}


def assign_notice_kinds(kind: NoticeGroup, *notices: str) -> None:
    """Assign these kinds of notices to a group of the settings. Apps call this when the server starts. The sentences of
    the notices are in models.notice.KINDS."""
    _KINDS.update(dict.fromkeys(notices, kind))


def notice_group_of(notice: str) -> NoticeGroup:
    """Return the group of the settings to which this kind of notice belongs, or GAME if the kind was not assigned to a
    group."""
    return _KINDS.get(notice, NoticeGroup.GAME)


assign_notice_kinds(NoticeGroup.TIME, *CLOCK_KINDS, "claimable", "grace", "vacation_began")
assign_notice_kinds(
    NoticeGroup.ANSWER, "challenged", "challenge_countered", "seats_changed", "komi_bid", "stalling_reported"
)
assign_notice_kinds(NoticeGroup.ANSWER, "undo_asked", "no_result_asked", "pause_asked", "draw_asked", "result_asked")
assign_notice_kinds(
    NoticeGroup.GAME,
    "event_place",
    "event_started",
    "event_paired",
    "event_bye",
    "event_finished",
    "event_postponed",
    "event_cancelled",
)
assign_notice_kinds(NoticeGroup.GAME, "event_soon", "simul_joined", "simul_left", "simul_started", "simul_cancelled")
assign_notice_kinds(NoticeGroup.GAME, "ladder_challenged", "ladder_moved", "ladder_closed", "ladder_month")
assign_notice_kinds(NoticeGroup.GAME, "match_found", "search_over")
assign_notice_kinds(NoticeGroup.ANSWER, "search_wider")
assign_notice_kinds(NoticeGroup.ANSWER, "ladder_hold", "ladder_out")
assign_notice_kinds(NoticeGroup.GAME, "league_season", "league_challenged")
assign_notice_kinds(NoticeGroup.ANSWER, "league_asked", "league_review", "league_overdue")
assign_notice_kinds(NoticeGroup.STAFF, "league_act", "league_notice", "league_out", "league_ended")
assign_notice_kinds(NoticeGroup.GAME, "match_paired", "match_accepted", "match_declined", "match_finished")
assign_notice_kinds(NoticeGroup.ANSWER, "match_offered", "match_asked", "match_lineup")
assign_notice_kinds(NoticeGroup.STAFF, "match_decided")
assign_notice_kinds(
    NoticeGroup.ANSWER,
    "event_invited",
    "event_review",
    "event_still_in",
    "event_revised",
    "event_stray",
    "event_overdue",
)
assign_notice_kinds(NoticeGroup.ANSWER, "club_request", "club_invited", "club_name")
assign_notice_kinds(
    NoticeGroup.MESSAGE,
    "club_notice",
    "club_admitted",
    "club_declined",
    "club_removed",
    "club_role",
    "club_owner",
    "club_closed",
)
assign_notice_kinds(NoticeGroup.ANSWER, "class_invited")
assign_notice_kinds(NoticeGroup.MESSAGE, "class_message", "class_removed")
assign_notice_kinds(NoticeGroup.STAFF, "club_moderated", "event_moderated")
assign_notice_kinds(NoticeGroup.STAFF, "event_act", "event_notice", "event_message", "event_dropped")
assign_notice_kinds(NoticeGroup.MESSAGE, "message", "private_message", "asked_to_teach", "shared")
assign_notice_kinds(NoticeGroup.FOLLOWED, "follower", "followed_began", "followed_ended", "topic_post")
assign_notice_kinds(
    NoticeGroup.STAFF, "referee_wanted", "referee_called", "look_please", "case_waits", "paused_by_staff"
)
assign_notice_kinds(
    NoticeGroup.STAFF,
    "order_decided",
    "order_undone",
    "appeal_answered",
    "report_answered",
    "webhook_disabled",
)
assign_notice_kinds(
    NoticeGroup.STAFF, "game_decided", "resumption_ruled", "clock_adjusted", "game_annulled", "game_unrated"
)
assign_notice_kinds(NoticeGroup.STAFF, "letters_stopped")
