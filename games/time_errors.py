"""Errors about the times when clocks stop (pauses, vacations, weekends and nights), and about added time."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class CannotGrantTimeNow(Refusal, code="your_own_turn"):
    """Raised if time cannot be given now: only the opponent can get it, while it is their turn and a clock runs."""

    sentence = _("You can only give your opponent more time during their turn, while their clock is running.")


class BadReminders(Refusal, code="bad_reminders", fields=("reminders",), http_status=400):
    """Raised if a player chooses more than three reminders, or hours that are not offered (C203)."""

    sentence = _("Choose at most three reminders.")


class DurationOutOfRange(Refusal, code="bad_duration", http_status=400):
    """Raised if the duration is too short or too long; `most` is the largest number of days."""

    sentence = _("The duration must be between 1 minute and 60 days.")


class OffTimeNotAllowed(Refusal, code="off_time_forbidden", sentence=_("The terms of this game do not allow this.")):
    """Raised if the terms of this game do not allow this reason for stopping the clocks, such as a pause (R56)."""


class PauseAlreadyProposed(Refusal, code="pause_pending"):
    """Raised if a pause proposal is already pending."""

    sentence = _("A pause has been proposed and is waiting for an answer.")


class NoPauseProposed(Refusal, code="no_pause_asked"):
    """Raised if the opponent has not proposed a pause, or if the end of the proposed pause has passed."""

    sentence = _("No proposed pause is waiting for your answer.")


class NoClockToAdjust(
    Refusal, code="no_clock_to_adjust", sentence=_("This player's clock is not running, so no time can be added.")
):
    """Raised if time is added for a side that has no clock of its own now."""


class AlreadyOnVacation(Refusal, code="on_vacation", sentence=_("You are already on vacation.")):
    """Raised if the player is already on vacation."""


class NotOnVacation(Refusal, code="not_on_vacation", sentence=_("You are not on vacation.")):
    """Raised if the player is not on vacation."""


class NoVacationLeft(Refusal, code="no_vacation_left", sentence=_("You have no vacation left.")):
    """Raised if the player's yearly vacation allowance is used up."""


class OffTimeChangedRecently(Refusal, code="week_changed_lately"):
    """Raised if weekend and night were changed within the last 30 days; `until` is when they can be changed again."""

    sentence = _("You can change weekend and night hours only once every 30 days. Try again later.")


class InvalidWeeklyOffTime(Refusal, code="bad_week", http_status=400):
    """Raised if the weekend does not have two days, or if the night is empty or longer than twelve hours."""

    sentence = _("Choose two days for the weekend and at most twelve hours for the night.")
