"""Refusals about time beside the clock of a turn: pauses, vacations, weekends and nights, time that is given."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class YourOwnTurn(Refusal):
    """Time is given to the opponent, while it is their turn and a clock runs."""

    code = "your_own_turn"
    sentence = _("You can give your opponent time while it is their turn and their clock is running.")


class BadDuration(Refusal):
    """The duration is too short or too long; `most` says how many days are possible."""

    code = "bad_duration"
    http_status = 400
    sentence = _("That is too short or too long.")


class Forbidden(Refusal):
    """The terms of this game do not allow that kind of off time (R56)."""

    code = "off_time_forbidden"
    sentence = _("The terms of this game do not allow that.")


class PausePending(Refusal):
    """A pause has been proposed and waits for its answer."""

    code = "pause_pending"
    sentence = _("A pause has been proposed and is waiting for an answer.")


class NoPauseAsked(Refusal):
    """There is no proposal of the opponent's to pause, or its end has passed."""

    code = "no_pause_asked"
    sentence = _("Your opponent has not proposed a pause, or the pause would already be over.")


class NoClockToAdjust(Refusal):
    """That side has no clock of its own at this moment."""

    code = "no_clock_to_adjust"
    sentence = _("This side has no running clock to add time to.")


class OnVacation(Refusal):
    """A vacation is going on already."""

    code = "on_vacation"
    sentence = _("You are already on vacation.")


class NotOnVacation(Refusal):
    """There is no vacation to end."""

    code = "not_on_vacation"
    sentence = _("You are not on vacation.")


class NoVacationLeft(Refusal):
    """The yearly allowance is used up."""

    code = "no_vacation_left"
    sentence = _("You have no vacation left.")


class WeekChangedLately(Refusal):
    """Weekend and night can be changed once in 30 days; `until` says when again."""

    code = "week_changed_lately"
    sentence = _("Weekend and night hours can be changed once in 30 days.")


class BadWeek(Refusal):
    """A weekend is two days, a night of at most twelve hours begins and ends at different times."""

    code = "bad_week"
    http_status = 400
    sentence = _("A weekend is two days; a night lasts at most twelve hours.")
