"""E-mails that have not been sent yet."""

from __future__ import annotations

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy


class QueuedEmailQuerySet(models.QuerySet["QueuedEmail"]):
    """Queries for e-mails."""

    def waiting(self) -> Self:
        """Select e-mails that are to be sent and have not been given up."""
        return self.filter(due_at__isnull=False)

    def unlocked(self, now: datetime) -> Self:
        """Select waiting e-mails that no process has locked."""
        return self.waiting().filter(Q(taken_until__isnull=True) | Q(taken_until__lte=now))

    def due(self, now: datetime) -> Self:
        """Select unlocked e-mails that are due to be sent."""
        return self.unlocked(now).filter(due_at__lte=now)

    def given_up(self, since: datetime) -> Self:
        """Select e-mails given up since this time, the latest first."""
        return self.filter(given_up_at__gte=since).order_by("-given_up_at")


class QueuedEmail(models.Model):
    """An e-mail that is waiting to be sent, or was given up. Sent e-mails are deleted.

    `address` is in lower case. `sealed` is the whole message, encrypted (accounts.core.outbox) because e-mails contain
    links that give access to an account. `due_at` is the time of the next try, null if the e-mail was given up.
    `taken_until` is how long a process has locked the e-mail. `tries` counts started tries. After `expires_at` the
    e-mail is no longer sent. `last_error` is the last error, without any content of the e-mail.
    """

    address = models.CharField(pgettext_lazy("field", "address"), max_length=320)
    sealed = models.TextField(blank=True)
    made_at = models.DateTimeField(pgettext_lazy("field", "created"))
    due_at = models.DateTimeField(pgettext_lazy("field", "due"), null=True)
    taken_until = models.DateTimeField(pgettext_lazy("field", "locked until"), null=True)
    expires_at = models.DateTimeField(pgettext_lazy("field", "expires"))
    tries = models.PositiveSmallIntegerField(pgettext_lazy("field", "attempts"), default=0)
    last_error = models.CharField(pgettext_lazy("field", "last error"), max_length=200, blank=True)
    given_up_at = models.DateTimeField(pgettext_lazy("field", "sending failed"), null=True)

    objects = QueuedEmailQuerySet.as_manager()

    class Meta:
        db_table = "accounts_letter"
        verbose_name = pgettext_lazy("name", "e-mail")
        verbose_name_plural = pgettext_lazy("name", "e-mails")
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["tries", "due_at"], condition=Q(due_at__isnull=False), name="letter_waiting"),
            models.Index(fields=["-given_up_at"], condition=Q(given_up_at__isnull=False), name="letter_given_up"),
            models.Index(fields=["address"], name="letter_to"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(due_at__isnull=False, given_up_at__isnull=True)
                | Q(due_at__isnull=True, given_up_at__isnull=False, sealed=""),
                name="letter_waits_or_is_given_up",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M} {self.address}"
