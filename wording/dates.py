"""Dates and times as text, by the same rule on every page: times less than a week ago are relative to now, and others
are dates. They are in the reader's time zone, language, digits and calendar."""

from __future__ import annotations

from datetime import datetime, timedelta

import jdatetime
from django.utils import dateformat, formats, timezone
from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits, wants_solar_calendar
from foundation.caches import LRUCache
from wording.words import localized_number, with_localized_digits

NEAR = timedelta(days=7)
"""How old a time may be to be given relative to now."""


class _SolarFormat(dateformat.DateFormat):
    """Formats day, month and year with Django's format characters, but in the Solar Hijri calendar of Iran and
    Afghanistan."""

    def __init__(self, at: datetime) -> None:
        super().__init__(at)
        self.solar = jdatetime.date.fromgregorian(date=at.date())

    def j(self) -> int:
        """Return the day of the month."""
        return int(self.solar.day)

    def n(self) -> int:
        """Return the month as a number."""
        return int(self.solar.month)

    def F(self) -> str:  # noqa: N802 - the name is Django's
        """Return the month's name."""
        return str(jdatetime.date.j_months_fa[self.solar.month - 1])

    def Y(self) -> int:  # noqa: N802 - the name is Django's
        """Return the year."""
        return int(self.solar.year)


def _format_local(local: datetime, form: str) -> str:
    if (get_language() or "").startswith("fa") and wants_solar_calendar():
        return with_localized_digits(_SolarFormat(local).format(formats.get_format(form)))
    return with_localized_digits(formats.date_format(local, form))


def machine_readable_time(at: datetime) -> str:
    """Return a time for the HTML attribute `datetime`: in the reader's time zone, to the second."""
    return timezone.localtime(at).isoformat(timespec="seconds")


def full_time(at: datetime) -> str:
    """Return a time in full: weekday, date, time of day and zone."""
    reader = (get_language(), timezone.get_current_timezone(), wants_latin_digits(), wants_solar_calendar())
    return _instants.get_or_make((at, *reader), lambda: _full_time_text(timezone.localtime(at)))


def _full_time_text(local: datetime) -> str:
    return f"{_format_local(local, 'D')} {_format_local(local, 'DATETIME_FORMAT')} {local:%Z}"


_instants: LRUCache[tuple[object, ...], str] = LRUCache(4000)
"""Cached texts of times by language, zone, digits and calendar: mostly deadlines, which many pages repeat."""


def day_text(at: datetime, form: str = "DATE_FORMAT") -> str:
    """Return the date of this time as text. `form` is the name of a Django date format; with DATETIME_FORMAT the text
    also has the time of day."""
    return _format_local(timezone.localtime(at), form)


def iso_day_text(text: str) -> str:
    """Return a date such as "2026-05-01" as text in the current language. Of a date without a day, such as "2026-05",
    only the digits are changed to those of the language."""
    try:
        return _format_local(datetime.fromisoformat(f"{text}T12:00"), "DATE_FORMAT")
    except ValueError:
        return with_localized_digits(text)


def relative_time(at: datetime, now: datetime) -> str:
    """Return the time of an event as text, for lists: "5 min ago", "yesterday", "3 days ago". Events at least a week
    ago get a date, with the year if it is not the current year. Future times are given in full. The spaces of "3 days
    ago" do not break."""
    if at > now + timedelta(minutes=1):
        return full_time(at)
    if now - at < NEAR:
        return _relative_text(at, now).replace(" ", "\xa0")
    local, today = timezone.localtime(at), timezone.localtime(now)
    return _format_local(local, "MONTH_DAY_FORMAT" if local.year == today.year else "DATE_FORMAT")


def _relative_text(at: datetime, now: datetime) -> str:
    minutes = max(0, int((now - at).total_seconds() // 60))
    days = (timezone.localtime(now).date() - timezone.localtime(at).date()).days
    if minutes < 1:
        return pgettext("text", "just now")
    if minutes < 60:
        return _("%(n)s min ago") % {"n": localized_number(minutes)}
    if not days or minutes < 6 * 60:
        return _("%(n)s h ago") % {"n": localized_number(minutes // 60)}
    if days == 1:
        return pgettext("time", "yesterday")
    return ngettext("%(n)s day ago", "%(n)s days ago", days) % {"n": localized_number(days)}
