"""Managers' notices to all members of a club, and the club's log (E78)."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.paths import path_of
from foundation.text import check_text

from .club import Club
from .membership import LONGEST_SENTENCE

LONGEST_NOTICE = 2000


class ClubNotice(models.Model):
    """A notice to a club's members. `author` is null if the account was deleted. `hidden_at` and `hidden_reason` are
    set if moderators have hidden the notice, and `deleted_at` if a manager has deleted it."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="notices", db_index=False)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="club_notices",
        verbose_name=pgettext_lazy("field", "author"),
    )
    text = models.TextField(pgettext_lazy("field", "text"), validators=[check_text, MaxLengthValidator(LONGEST_NOTICE)])
    at = models.DateTimeField(pgettext_lazy("field", "time"))
    hidden_at = models.DateTimeField(null=True)
    hidden_reason = models.TextField(blank=True)
    deleted_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("model", "club notice")
        verbose_name_plural = pgettext_lazy("model", "club notices")
        indexes = [
            models.Index(fields=["club", "-id"], name="club_notice_latest", condition=Q(deleted_at__isnull=True))
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.at:%Y-%m-%d}"

    def get_absolute_url(self) -> str:
        return f"{path_of('clubs:notices', self.club_id)}#notice-{self.pk}"

    @property
    def is_hidden(self) -> bool:
        """Return whether moderators have hidden the notice."""
        return self.hidden_at is not None


class ClubActKind(models.TextChoices):
    """An action in a club. The names are part of the API."""

    FOUNDED = "founded", _("%(by)s created the club")
    JOINED = "joined", pgettext_lazy("option", "%(about)s joined the club")
    ADMITTED = "admitted", pgettext_lazy("log of a club", "%(by)s accepted %(about)s as a member")
    INVITED = "invited", _("%(by)s invited %(about)s to the club")
    DECLINED = "declined", _("%(by)s declined %(about)s's request")
    LEFT = "left", pgettext_lazy("option", "%(about)s left the club")
    REMOVED = "removed", _("%(by)s removed %(about)s from the club")
    BANNED = "banned", _("%(by)s banned %(about)s from the club")
    UNBANNED = "unbanned", _("%(by)s lifted %(about)s's ban")
    ROLE = "role", _("%(by)s changed %(about)s's role to %(role)s")
    HANDED_OVER = "handed_over", _("%(by)s made %(about)s the owner")
    TOOK_OVER = "took_over", _("%(about)s became the owner after the previous owner left")
    CHANGED = "changed", _("%(by)s changed the club's page or settings")
    LINKED = "linked", _("%(by)s created an invitation link")
    UNLINKED = "unlinked", _("%(by)s disabled the invitation link")
    NOTICE = "notice", _("%(by)s posted a notice")
    NOTICE_DELETED = "notice_deleted", _("%(by)s deleted a notice")
    IMPORTED = "imported", _("%(by)s uploaded games from other servers")
    IMPORT_DELETED = "import_deleted", _("%(by)s deleted uploaded games")
    CLOSED = "closed", _("The club was closed")
    MODERATED = "moderated", _("Moderators made a decision about the club")


class ClubAct(models.Model):
    """A line of a club's log, for its managers. Lines are never changed. `by` is null for actions of the server."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="acts", db_index=False)
    act = models.CharField(max_length=14, choices=ClubActKind)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    role = models.CharField(max_length=7, blank=True)
    reason = models.CharField(max_length=LONGEST_SENTENCE, blank=True)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["club", "-id"], name="act_of_club")]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.act}"
