"""Refusals of this room."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.errors import GameError


class NoSuchCase(GameError):
    """There is no such case, or this person keeps no order."""

    code = "no_such_case"
    http_status = 404
    sentence = _("There is no such case.")


class NoSuchDecision(GameError):
    """There is no such decision, or it does not concern this person."""

    code = "no_such_decision"
    http_status = 404
    sentence = _("There is no such decision.")


class NoSuchMessage(GameError):
    """There is no such message, or this person may not read it."""

    code = "no_such_message"
    http_status = 404
    sentence = _("There is no such message, or it is private.")


class CannotReport(GameError):
    """Nobody reports themselves, and in a game only its players can be reported."""

    code = "cannot_report"
    http_status = 400
    sentence = _("You cannot report yourself, and in a game only its players can be reported.")


class ReportFull(GameError):
    """This report has grown as long as a report may be."""

    code = "report_full"
    sentence = _("You have written enough about this already: it is being looked at.")


class TooManyReports(GameError):
    """A person may make so many reports a day (IGO_REPORTS); again in `seconds`."""

    code = "too_many_reports"
    http_status = 429
    sentence = _("You have made as many reports as possible today. Try again tomorrow.")


class NotForYou(GameError):
    """Nobody handles a case about themselves or an opponent, that they reported, or an appeal against themselves."""

    code = "not_for_you"
    http_status = 403
    sentence = _("You are part of this: somebody else has to decide it.")


class CaseTaken(GameError):
    """Somebody else is looking at this case: `by`, until `until`."""

    code = "case_taken"
    sentence = _("Somebody else is looking at this case.")


class CaseOver(GameError):
    """The case has been decided or closed."""

    code = "case_over"
    sentence = _("This case has been decided already.")


class MissingPower(GameError):
    """This needs the power named in `power`."""

    code = "missing_power"
    http_status = 403
    sentence = _("You do not have the power to do that.")


class BadMeasure(GameError):
    """This cannot be done in this case: there is nothing or nobody that it could be done to."""

    code = "bad_measure"
    http_status = 400
    sentence = _("That cannot be done in this case.")


class ReasonNeeded(GameError):
    """Every decision needs a reason of at most 1000 characters, which the person concerned reads."""

    code = "reason_needed"
    http_status = 400
    sentence = _("Give a reason of at most 1000 characters: the person concerned reads it.")


class BadEnd(GameError):
    """A restriction ends in the future, and within `most` days where the one who decides may not go further."""

    code = "bad_end"
    http_status = 400
    sentence = _("Choose an end in the future that you may set: moderators up to 90 days, administrators any.")


class LongerAfterAppeal(GameError):
    """Whoever appeals does not get a longer restriction by it."""

    code = "longer_after_appeal"
    http_status = 400
    sentence = _("An appeal does not make a restriction longer. Choose an earlier end, or uphold it.")


class DecidedMeanwhile(GameError):
    """Something was decided in this case after its page was loaded; perhaps by the same form, sent twice."""

    code = "decided_meanwhile"
    sentence = _("Something was decided here meanwhile. Look at it, then decide what is still to be done.")


class TooLateToUndo(GameError):
    """A decision can be taken back for a day; a ruling in a game binds, and can be appealed against."""

    code = "too_late_to_undo"
    sentence = _("A decision can be taken back for 24 hours, and a ruling in a game not at all.")


class TooLateToAppeal(GameError):
    """A decision can be appealed against once, within 30 days, while it stands."""

    code = "too_late_to_appeal"
    sentence = _("You can appeal once against a decision that stands, within 30 days.")


class AlreadyAppealed(GameError):
    """There has been an appeal against this decision."""

    code = "already_appealed"
    sentence = _("There has been an appeal against this decision.")
