"""The security log of accounts, and the audit log of moderators. Rows are only ever added."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

APPEND_ONLY = "The log is append-only."


class SecurityKind(models.TextChoices):
    """Kinds of events in the security log."""

    SIGNED_UP = "signed_up", pgettext_lazy("option", "account created")
    SIGNED_IN = "signed_in", pgettext_lazy("option", "signed in")
    SIGN_IN_FAILED = "sign_in_failed", pgettext_lazy("option", "failed sign-in")
    SIGNED_OUT = "signed_out", pgettext_lazy("option", "signed out")
    SESSION_ENDED = "session_ended", pgettext_lazy("option", "session ended")
    PASSWORD_CHANGED = "password_changed", pgettext_lazy("option", "password changed")
    PASSWORD_RESET = "password_reset", pgettext_lazy("option", "password reset")
    ADDRESS_CHANGED = "address_changed", _("e-mail address changed")
    NAME_CHANGED = "name_changed", pgettext_lazy("option", "name changed")
    FACTOR_ADDED = "factor_added", _("two-factor method added")
    FACTOR_REMOVED = "factor_removed", _("two-factor method removed")
    TOKEN_MADE = "token_made", pgettext_lazy("option", "token created")
    TOKEN_REVOKED = "token_revoked", pgettext_lazy("option", "token revoked")
    PROGRAM_ALLOWED = "program_allowed", _("access granted to an app")
    WEBHOOK_ADDED = "webhook_added", pgettext_lazy("option", "webhook added")
    DEVICE_ADDED = "device_added", _("notification device added")
    TOKEN_REUSED = "token_reused", _("an app's access was revoked because its token was reused")
    DENIED = "denied", pgettext_lazy("option", "access denied")
    EXPORTED = "exported", pgettext_lazy("option", "data exported")
    DELETED = "deleted", pgettext_lazy("option", "account deleted")


class SecurityEvent(models.Model):
    """A security event of an account, kept for IGO_KEEP_SECURITY_DAYS.

    `player` is null if the attempt named no account. `network` is the client's IPv4 address, or the /64 of an IPv6
    address, and `agent` its user agent. `detail` is a short text such as the token's name, never a secret.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        related_name="security_events",
        verbose_name=pgettext_lazy("field", "player"),
        db_index=False,
    )
    kind = models.CharField(pgettext_lazy("field", "kind"), max_length=20, choices=SecurityKind)
    at = models.DateTimeField(pgettext_lazy("field", "time"))
    network = models.CharField(pgettext_lazy("field", "network address"), max_length=45, blank=True)
    agent = models.CharField(pgettext_lazy("field", "browser"), max_length=200, blank=True)
    detail = models.CharField(pgettext_lazy("field", "details"), max_length=200, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "security event")
        verbose_name_plural = pgettext_lazy("name", "security events")
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["player", "-at"], name="security_of_player"),
            models.Index(fields=["-at"], name="security_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind}"


class StaffActionQuerySet(models.QuerySet["StaffAction"]):
    """Queries for the audit log, which refuse to change it."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Raise RuntimeError: the log is append-only."""
        raise RuntimeError(APPEND_ONLY)

    def delete(self) -> NoReturn:
        """Raise RuntimeError: the log is append-only."""
        raise RuntimeError(APPEND_ONLY)


class StaffAction(models.Model):
    """An action of a moderator, with the affected account or object and the reason. The database refuses changes.

    `action` is a stable word such as "restrict". `about` holds the affected objects, such as the id of the game or the
    case, as JSON values.
    """

    staff = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=pgettext_lazy("field", "by")
    )
    action = models.CharField(pgettext_lazy("field", "action"), max_length=40)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=pgettext_lazy("field", "player"),
    )
    about = models.JSONField(pgettext_lazy("field", "about"), default=dict)
    reason = models.TextField(pgettext_lazy("field", "reason"), blank=True)
    at = models.DateTimeField(pgettext_lazy("field", "time"))

    objects = StaffActionQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "staff action")
        verbose_name_plural = pgettext_lazy("name", "staff actions")
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["-at", "-id"], name="staff_action_latest"),
            models.Index(fields=["player", "-at"], name="staff_action_of_player"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Insert the row; raise RuntimeError if it already exists."""
        if self.pk is not None:
            raise RuntimeError(APPEND_ONLY)
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Raise RuntimeError: the log is append-only."""
        raise RuntimeError(APPEND_ONLY)
