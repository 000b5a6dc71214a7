"""Refusals of this room. Their sentences join those of games.errors when the process starts."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class NoSuchCase(GameError):
    """There is no such case, or this person keeps no order."""

    code = "no_such_case"
    http_status = 404


class NoSuchDecision(GameError):
    """There is no such decision, or it does not concern this person."""

    code = "no_such_decision"
    http_status = 404


class NoSuchMessage(GameError):
    """There is no such message, or this person may not read it."""

    code = "no_such_message"
    http_status = 404


class CannotReport(GameError):
    """Nobody reports themselves, and in a game only its players can be reported."""

    code = "cannot_report"
    http_status = 400


class ReportFull(GameError):
    """This report has grown as long as a report may be."""

    code = "report_full"


class TooManyReports(GameError):
    """A person may make so many reports a day (IGO_REPORTS); again in `seconds`."""

    code = "too_many_reports"
    http_status = 429


class NotForYou(GameError):
    """Nobody handles a case about themselves or an opponent, that they reported, or an appeal against themselves."""

    code = "not_for_you"
    http_status = 403


class CaseTaken(GameError):
    """Somebody else is looking at this case: `by`, until `until`."""

    code = "case_taken"


class CaseOver(GameError):
    """The case has been decided or closed."""

    code = "case_over"


class MissingPower(GameError):
    """This needs the power named in `power`."""

    code = "missing_power"
    http_status = 403


class BadMeasure(GameError):
    """This cannot be done in this case: there is nothing or nobody that it could be done to."""

    code = "bad_measure"
    http_status = 400


class ReasonNeeded(GameError):
    """Every decision needs a reason of at most 1000 characters, which the person concerned reads."""

    code = "reason_needed"
    http_status = 400


class BadEnd(GameError):
    """A restriction ends in the future, and within `most` days where the one who decides may not go further."""

    code = "bad_end"
    http_status = 400


class LongerAfterAppeal(GameError):
    """Whoever appeals does not get a longer restriction by it."""

    code = "longer_after_appeal"
    http_status = 400


class DecidedMeanwhile(GameError):
    """Something was decided in this case after its page was loaded; perhaps by the same form, sent twice."""

    code = "decided_meanwhile"


class TooLateToUndo(GameError):
    """A decision can be taken back for a day; a ruling in a game binds, and can be appealed against."""

    code = "too_late_to_undo"


class TooLateToAppeal(GameError):
    """A decision can be appealed against once, within 30 days, while it stands."""

    code = "too_late_to_appeal"


class AlreadyAppealed(GameError):
    """There has been an appeal against this decision."""

    code = "already_appealed"


SENTENCES: dict[str, Promise] = {
    "no_such_case": _("There is no such case."),
    "no_such_decision": _("There is no such decision."),
    "no_such_message": _("There is no such message, or it is private."),
    "cannot_report": _("You cannot report yourself, and in a game only its players can be reported."),
    "report_full": _("You have written enough about this already: it is being looked at."),
    "too_many_reports": _("You have made as many reports as possible today. Try again tomorrow."),
    "not_for_you": _("You are part of this: somebody else has to decide it."),
    "case_taken": _("Somebody else is looking at this case."),
    "case_over": _("This case has been decided already."),
    "missing_power": _("You do not have the power to do that."),
    "bad_measure": _("That cannot be done in this case."),
    "reason_needed": _("Give a reason of at most 1000 characters: the person concerned reads it."),
    "bad_end": _("Choose an end in the future that you may set: moderators up to 90 days, administrators any."),
    "longer_after_appeal": _("An appeal does not make a restriction longer. Choose an earlier end, or uphold it."),
    "decided_meanwhile": _("Something was decided here meanwhile. Look at it, then decide what is still to be done."),
    "too_late_to_undo": _("A decision can be taken back for 24 hours, and a ruling in a game not at all."),
    "too_late_to_appeal": _("You can appeal once against a decision that stands, within 30 days."),
    "already_appealed": _("There has been an appeal against this decision."),
}
