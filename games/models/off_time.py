"""Off time: the times when clocks stop. These are players' weekends, nights and vacations, and outages of the service
(R54, R56)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules.off_time import Interval, NightHours, Schedule, usual_weekend


def no_days() -> list[int]:
    """Return a new empty list, the default value of the field `weekend`."""
    return []


LEADS = (72, 48, 24, 12, 6, 3, 1)
"""The hours before a deadline at which players can be reminded (C203)."""
MOST_REMINDERS = 3


def reminder_bit(hours: int) -> int:
    """Return the bit in `TimeSettings.remind_more` that stands for a reminder this many hours before a loss on time."""
    return 1 << LEADS.index(hours)


class TimeSettings(models.Model):
    """A player's time settings: weekend and night, automatic vacation, reminders.

    `weekend` has two ISO weekdays or none; `night_begin` and `night_end` are wall-clock times in `zone`. `changed_at`
    is when weekend and night were last changed, null before the first choice. `calendar` is the secret in the
    calendar's URL, empty if there is no calendar.

    `remind_day` is whether to remind 24 hours before a loss on time, `remind_hours` 6 hours before. `remind_more` has a
    bit for each other reminder of LEADS. `remind_by_mail` is unused, because notifications have settings of their own.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="time_settings")
    zone = models.CharField(max_length=40, default="UTC")
    weekend = models.JSONField(default=no_days)
    night_begin = models.TimeField(null=True, blank=True)
    night_end = models.TimeField(null=True, blank=True)
    changed_at = models.DateTimeField(null=True, blank=True)
    automatic_vacation = models.BooleanField(default=False)
    remind_day = models.BooleanField(default=True)
    remind_hours = models.BooleanField(default=True)
    remind_more = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    remind_by_mail = models.BooleanField(default=False)
    calendar = models.CharField(max_length=43, blank=True, db_index=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "time settings")
        verbose_name_plural = pgettext_lazy("name", "time settings")
        indexes = [models.Index("remind_more", name="reminded_at_more_times", condition=models.Q(remind_more__gt=0))]

    def __str__(self) -> str:
        return f"time settings of {self.player_id}"

    @property
    def reminders(self) -> list[int]:
        """Return the hours before a loss on time at which the player is reminded, in descending order (C203)."""
        usual = {24: self.remind_day, 6: self.remind_hours}
        return [hours for hours in LEADS if usual.get(hours, bool(self.remind_more & reminder_bit(hours)))]

    @reminders.setter
    def reminders(self, chosen: Iterable[int]) -> None:
        hours = set(chosen)
        self.remind_day, self.remind_hours = 24 in hours, 6 in hours
        self.remind_more = sum(reminder_bit(one) for one in hours - {24, 6})

    @property
    def has_chosen_week(self) -> bool:
        """Return whether the player has ever set their weekend and night, even to none. Until then, the usual weekend
        of their time zone applies in games that allow one (Seat.usual_weekend_schedule)."""
        return self.changed_at is not None

    @property
    def chosen_or_usual_weekend(self) -> list[int]:
        """Return the ISO weekdays on which the player's clocks stop in new games that allow stops at weekends: the
        chosen weekend, or the usual one of the time zone."""
        return list(self.weekend) if self.has_chosen_week else sorted(usual_weekend(self.zone))

    def weekly(self) -> Schedule:
        """Return the weekend and night as a schedule of `rules`."""
        night = None
        if self.night_begin is not None and self.night_end is not None:
            night = NightHours(self.night_begin, self.night_end)
        return Schedule(zone=self.zone, weekend=frozenset(self.weekend), night=night)


class Vacation(models.Model):
    """A vacation of a player. `end` is the chosen end, the time when the allowance is used up, or the time when the
    player ended the vacation early.

    `automatic` is whether the vacation began automatically before a loss on time. In this case `saved` lists the games
    that would have been lost.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="vacations",
        verbose_name=pgettext_lazy("field", "player"),
        db_index=False,
    )
    begin = models.DateTimeField(pgettext_lazy("field", "start"))
    end = models.DateTimeField(pgettext_lazy("field", "end"))
    automatic = models.BooleanField(pgettext_lazy("field", "automatic"), default=False)
    saved = models.JSONField(_("games saved from a loss on time"), default=list, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "vacation")
        verbose_name_plural = pgettext_lazy("name", "vacations")
        ordering = ["-begin"]
        indexes = [models.Index(fields=["player", "end"], name="vacation_of_player")]
        constraints = [models.CheckConstraint(condition=models.Q(end__gte=models.F("begin")), name="vacation_order")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.begin:%Y-%m-%d} – {self.end:%Y-%m-%d}"

    @property
    def interval(self) -> Interval:
        """Return the vacation as a value of `rules`."""
        return Interval(self.begin, self.end)

    def is_on(self, at: datetime) -> bool:
        """Return whether the vacation covers this time."""
        return self.begin <= at < self.end


class Outage(models.Model):
    """A time in which the service could not receive moves (R54). The time is added to the deadlines of running clocks,
    game by game. `credited_at` is when this was done for all games. Until then, it is done for games with numbers up to
    `credited_upto`."""

    begin = models.DateTimeField(pgettext_lazy("field", "start"), unique=True)
    end = models.DateTimeField(pgettext_lazy("field", "end"), db_index=True)
    credited_at = models.DateTimeField(pgettext_lazy("field", "credited to clocks"), null=True, blank=True)
    credited_upto = models.BigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("name", "outage")
        verbose_name_plural = pgettext_lazy("name", "outages")
        ordering = ["-begin"]

    def __str__(self) -> str:
        return f"{self.begin:%Y-%m-%d %H:%M} – {self.end:%Y-%m-%d %H:%M}"

    @property
    def interval(self) -> Interval:
        """Return the outage as a value of `rules`."""
        return Interval(self.begin, self.end)


class Heartbeat(models.Model):
    """The single row that stores when the service last reported that it works, and when it started. It also has the
    error of the service's clock, "" if there is none."""

    at = models.DateTimeField(_("last seen running"), null=True)
    started_at = models.DateTimeField(pgettext_lazy("field", "service started"), null=True)
    alarm = models.CharField(pgettext_lazy("field", "clock error"), max_length=200, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "heartbeat")
        verbose_name_plural = pgettext_lazy("name", "heartbeats")

    def __str__(self) -> str:
        return str(self.at)

    def to_json(self) -> dict[str, Any]:
        """Return the heartbeat for the health page."""
        return {"at": None if self.at is None else self.at.isoformat(), "alarm": self.alarm or None}
