"""The errors of moderation."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal


class NoSuchCase(Refusal, code="no_such_case", http_status=404, sentence=_("This case does not exist.")):
    """Raised if the case does not exist, or the viewer is not a moderator."""


class NoSuchDecision(Refusal, code="no_such_decision", http_status=404, sentence=_("This decision does not exist.")):
    """Raised if the decision does not exist, or does not concern the player."""


class NoSuchMessage(Refusal, code="no_such_message", http_status=404):
    """Raised if the message does not exist, or the player may not read it."""

    sentence = _("This message does not exist, or it is private.")


class CannotReport(Refusal, code="cannot_report", fields=("player", "game", "message"), http_status=400):
    """Raised if players report themselves, or someone who does not play in the game."""

    sentence = _("You can't report yourself. In a game, you can only report its players.")


class ReportTooLong(Refusal, code="report_full"):
    """Raised if the report has reached its maximum length."""

    sentence = _("You have already reported this. A moderator will look into it.")


class TooManyReports(Refusal, code="too_many_reports", http_status=429):
    """Raised if the player has reached the daily limit of reports (IGO_REPORTS). They can try again in `seconds`."""

    sentence = _("You've reached today's limit for reports. Try again tomorrow.")


class InvolvedInCase(Refusal, code="not_for_you", http_status=403):
    """Raised if the moderator is involved in the case. The case is about them, an opponent or their club, or they
    reported it, or it is an appeal against their own decision."""

    sentence = _("You are involved in this case, so someone else must decide it.")


class CaseTaken(Refusal, code="case_taken", sentence=_("Someone else is looking at this case.")):
    """Raised if another moderator, `by`, has taken the case, until `until`."""


class CaseOver(Refusal, code="case_over", sentence=_("This case has already been decided.")):
    """Raised if the case has been decided or closed."""


class MissingPermission(Refusal, code="missing_power", http_status=403):
    """Raised if the moderator does not have the permission named in `power`."""

    sentence = _("You don't have permission to do this.")


class NoHiddenBoardToView(Refusal, code="nothing_hidden"):
    """Raised if a moderator asks for the full board, but the case has no report by a player, or the game no longer
    hides anything (V63)."""

    sentence = _(
        "You can't view the hidden board of this game. It is available only after a report, and only while stones "
        "are still hidden."
    )


class MeasureNotApplicable(Refusal, code="bad_measure", fields=("measure",), http_status=400):
    """Raised if this measure does not apply to anything in the case."""

    sentence = _("This action isn't possible for this case. Choose another one.")


class ReasonNeeded(Refusal, code="reason_needed", http_status=400):
    """Raised if there is no reason, or if the reason is longer than 1,000 characters. The player concerned can read
    it."""

    sentence = _("Enter a reason of up to 1,000 characters. The player will see it.")


class InvalidRestrictionEnd(Refusal, code="bad_end", http_status=400):
    """Raised if a restriction would end in the past, or after more than `most` days if the moderator has that limit."""

    sentence = _("Choose an end date within 90 days. Only administrators can choose a later one.")


class RestrictionExtendedByAppeal(Refusal, code="longer_after_appeal", http_status=400):
    """Raised if the answer to an appeal would extend a restriction."""

    sentence = _("An appeal can't make a restriction longer. Choose an earlier end date, or uphold the decision.")


class DecidedSincePageLoad(Refusal, code="decided_meanwhile"):
    """Raised if the case was decided after the page was loaded, perhaps because a form was sent twice."""

    sentence = _(
        "Another decision has been made in this case in the meantime. Read it, then decide what else needs to be done."
    )


class DecisionNotReversible(Refusal, code="too_late_to_undo"):
    """Raised if a decision cannot be reversed, because it is more than a day old, or is a ruling, which can only be
    appealed."""

    sentence = _("A decision can be reversed within 24 hours. A ruling in a game can't be reversed.")


class TooLateToAppeal(Refusal, code="too_late_to_appeal"):
    """Raised if the decision is not in force, or is more than 30 days old."""

    sentence = _("You can appeal a decision once, within 30 days, while it is in force.")


class AlreadyAppealed(Refusal, code="already_appealed", sentence=_("This decision has already been appealed.")):
    """Raised if this decision has been appealed before."""
