"""Server-wide settings, and the link that creates the first administrator."""

from __future__ import annotations

from django.core.validators import MinLengthValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.text import check_single_line


class BackupInterval(models.IntegerChoices):
    """Hours between two backups made by the server itself; 0 means no backups."""

    NEVER = 0, pgettext_lazy("option", "no backups")
    OFTEN = 6, _("every six hours")
    DAILY = 24, pgettext_lazy("option", "every day")
    WEEKLY = 168, pgettext_lazy("option", "every week")


class SiteSettings(models.Model):
    """The server-wide settings, a single row. Environment variables (docs/configuration.md) have priority.

    An empty `name` means "Igo". `sealed_mail` is the mail server as JSON, encrypted (accounts.core.mail_server), empty
    if none is set. `backup_folder` is a folder on the machine that runs `serve`, which alone makes these backups.
    `sealed_signing_key` is the key of accounts.core.signing_key, and `sealed_push_key` the key of
    accounts.core.push_key. `rule_set` is the key of the rule set that forms propose; if it is empty, forms propose
    `rules.DEFAULT_RULE_SET`. `link_digest` is the SHA-256 of the secret in the first administrator's link, which is
    valid until `link_until`.
    """

    name = models.CharField(
        pgettext_lazy("field", "server name"),
        max_length=40,
        blank=True,
        validators=[check_single_line, MinLengthValidator(2)],
    )
    sealed_mail = models.TextField(blank=True)
    backup_folder = models.CharField(max_length=300, blank=True)
    backup_hours = models.PositiveSmallIntegerField(choices=BackupInterval, default=BackupInterval.NEVER)
    sealed_signing_key = models.TextField(blank=True)
    sealed_push_key = models.TextField(blank=True)
    rule_set = models.CharField(max_length=20, blank=True, default="", db_default="")
    link_digest = models.CharField(max_length=64, blank=True)
    link_until = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="one_row_of_site_settings")]

    def __str__(self) -> str:
        return self.name or "Igo"
