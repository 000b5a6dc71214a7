"""The calendar of past problems of the day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils import formats
from django.utils.safestring import SafeString

from learn.problems.daily import problem_of_day
from learn.services import progress
from learn.views.problems import picture_of_problem
from wording import dates

WEEKS = 5
"""The number of weeks on a page of the calendar."""
LONGEST_WEEKDAY = 3
LAST_PAGE = 10
"""The number of the oldest page: about a year ago."""


@dataclass(frozen=True, slots=True)
class CalendarDay:
    """A day of the calendar. `key` is the key of its problem, "" for a future day."""

    at: datetime
    key: str
    is_done: bool
    is_today: bool

    @property
    def number(self) -> str:
        """Return the day of the month."""
        return dates.day_text(self.at, "j")

    @property
    def weekday(self) -> str:
        """Return the name of the weekday."""
        return dates.day_text(self.at, "l")

    @property
    def short_weekday(self) -> str:
        """Return the short name of the weekday, or its first letter if the language has no name that fits a column."""
        name = dates.day_text(self.at, "D")
        return name if len(name) <= LONGEST_WEEKDAY else name[0]

    @property
    def picture(self) -> SafeString:
        """Return the day's problem as a small board."""
        return picture_of_problem(self.key)

    @property
    def full_date(self) -> str:
        """Return the date as text."""
        return dates.day_text(self.at)


@dataclass(frozen=True, slots=True)
class DailyCalendarPage:
    """Some weeks of the calendar, as one page. `page` is 0 for the weeks up to today, 1 for the weeks before them."""

    page: int
    weeks: list[list[CalendarDay]]

    @property
    def first_date(self) -> str:
        """Return the date of the first day as text."""
        return self.weeks[0][0].full_date

    @property
    def last_date(self) -> str:
        """Return the date of the last day that has a problem as text."""
        return [day for week in self.weeks for day in week if day.key][-1].full_date

    @property
    def earlier_page(self) -> int | None:
        """Return the number of the page with the weeks before these, or None if this is the last page."""
        return self.page + 1 if self.page < LAST_PAGE else None

    @property
    def later_page(self) -> int | None:
        """Return the number of the page with the weeks after these, or None if this page includes today."""
        return self.page - 1 if self.page else None


def daily_calendar(today: date, done: progress.Done, page: int) -> DailyCalendarPage:
    """Return a page of the calendar with the learner's progress. Weeks begin on the day that is usual in the reader's
    language."""
    page = min(max(page, 0), LAST_PAGE)
    into_week = (today.isoweekday() - int(formats.get_format("FIRST_DAY_OF_WEEK"))) % 7
    first = today - timedelta(days=into_week + 7 * (WEEKS * (page + 1) - 1))
    days = [_calendar_day(first + timedelta(days=at), today, done) for at in range(7 * WEEKS)]
    return DailyCalendarPage(page, [days[at : at + 7] for at in range(0, 7 * WEEKS, 7)])


def _calendar_day(day: date, today: date, done: progress.Done) -> CalendarDay:
    at, is_today = datetime.combine(day, time(12), UTC), day == today
    if day > today:
        return CalendarDay(at, "", is_done=False, is_today=False)
    problem = problem_of_day(day)
    return CalendarDay(at, problem.key, progress.has_done(done, *progress.progress_item_of_problem(problem)), is_today)
