"""Evaluations as text."""

from __future__ import annotations

from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from wording import words

REASONS: dict[str, Promise] = {
    "silence": gettext_lazy("The engine has not responded for ten minutes."),
    "bad_record": gettext_lazy("The engine does not support this game's board or rules, or one of its moves."),
    "engine": gettext_lazy("The engine stopped working."),
    "fault": gettext_lazy("Something went wrong on the server."),
    "position_in_play": gettext_lazy(
        "A position from this game has also come up in a game in progress. Request the analysis again when that "
        "game is over."
    ),
    "not_finished": gettext_lazy("The game has resumed."),
}
"""The texts of the reasons why an analysis failed, by the stored code."""


def lead_text(tenths: int | None) -> str:
    """Return which colour leads, and by how many points, such as "Black +3.5" or "even". `tenths` is Black's lead in
    tenths of a point. Return "" for None."""
    if tenths is None:
        return ""
    margin = words.localized_number(Decimal(abs(tenths)) / 10)
    if tenths == 0:
        return pgettext("computer analysis", "even")
    return (pgettext("text", "Black +%(margin)s") if tenths > 0 else pgettext("text", "White +%(margin)s")) % {
        "margin": margin
    }


def chances_text(thousandths: int | None) -> str:
    """Return Black's winning chances, given in thousandths, as a percentage. Return "" for None."""
    if thousandths is None:
        return ""
    return _("%(n)s%%") % {"n": words.localized_number(round(thousandths / 10))}


def points_text(tenths: int) -> str:
    """Return a number of points, given in tenths, as text."""
    return words.localized_number(Decimal(tenths) / 10)
