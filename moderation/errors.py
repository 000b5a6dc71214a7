"""Refusals of this room."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchCase(Refusal, code="no_such_case", http_status=404, sentence=_("This case does not exist.")):
    """There is no such case, or this person is no moderator."""


class NoSuchDecision(Refusal, code="no_such_decision", http_status=404, sentence=_("This decision does not exist.")):
    """There is no such decision, or it does not concern this person."""


class NoSuchMessage(Refusal, code="no_such_message", http_status=404):
    """There is no such message, or this person may not read it."""

    sentence = _("This message does not exist or is private.")


class CannotReport(Refusal, code="cannot_report", fields=("player", "game", "message"), http_status=400):
    """Nobody reports themselves, and in a game only its players can be reported."""

    sentence = _("You can't report yourself. In a game, you can only report its players.")


class ReportFull(Refusal, code="report_full"):
    """This report has grown as long as a report may be."""

    sentence = _("You have already reported this. A moderator will look into it.")


class TooManyReports(Refusal, code="too_many_reports", http_status=429):
    """A person may make so many reports a day (IGO_REPORTS); again in `seconds`."""

    sentence = _("You've reached today's limit of reports. Try again tomorrow.")


class NotForYou(Refusal, code="not_for_you", http_status=403):
    """Nobody handles a case about themselves or an opponent, that they reported, or an appeal against themselves."""

    sentence = _("You are involved in this case, so someone else must decide it.")


class CaseTaken(Refusal, code="case_taken", sentence=_("Someone else is looking at this case.")):
    """Somebody else is looking at this case: `by`, until `until`."""


class CaseOver(Refusal, code="case_over", sentence=_("This case has already been decided.")):
    """The case has been decided or closed."""


class MissingPower(Refusal, code="missing_power", http_status=403):
    """This needs the power named in `power`."""

    sentence = _("You do not have permission to do that.")


class NothingHidden(Refusal, code="nothing_hidden"):
    """A look at the true board is for cases that somebody has reported, while their game hides something (V63)."""

    sentence = _(
        "There is no hidden board to see. You can look only after a report, while the game still hides something."
    )


class BadMeasure(Refusal, code="bad_measure", fields=("measure",), http_status=400):
    """This cannot be done in this case: there is nothing or nobody that it could be done to."""

    sentence = _("That action isn't possible for this case.")


class ReasonNeeded(Refusal, code="reason_needed", http_status=400):
    """Every decision needs a reason of at most 1000 characters, which the person concerned reads."""

    sentence = _("Give a reason of at most 1000 characters. The player concerned will read it.")


class BadEnd(Refusal, code="bad_end", http_status=400):
    """A restriction ends in the future, and within `most` days where the one who decides may not go further."""

    sentence = _("Choose an end date within your limits: moderators up to 90 days, administrators without limit.")


class LongerAfterAppeal(Refusal, code="longer_after_appeal", http_status=400):
    """Anyone who appeals does not get a longer restriction by it."""

    sentence = _("An appeal can't make a restriction longer. Choose an earlier end date, or uphold the decision.")


class DecidedMeanwhile(Refusal, code="decided_meanwhile"):
    """Something was decided in this case after its page was loaded; perhaps by the same form, sent twice."""

    sentence = _(
        "Another decision has been made in this case in the meantime. Read it, then decide what is left to do."
    )


class TooLateToUndo(Refusal, code="too_late_to_undo"):
    """A decision can be reversed for a day; a ruling in a game binds, and can be appealed against."""

    sentence = _("A decision can be reversed within 24 hours. A ruling in a game can't be reversed.")


class TooLateToAppeal(Refusal, code="too_late_to_appeal"):
    """A decision can be appealed against once, within 30 days, while it stands."""

    sentence = _("You can appeal a decision once, within 30 days, while it is in force.")


class AlreadyAppealed(Refusal, code="already_appealed", sentence=_("This decision has already been appealed.")):
    """There has been an appeal against this decision."""
