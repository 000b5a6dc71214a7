"""Cases, each with all reports about one player that belong to one group of kinds."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game

LOCK = timedelta(minutes=20)
"""How long a moderator holds a case after the last action in it."""


class CaseKind(models.TextChoices):
    """The subject of a report or a case."""

    ABUSE = "abuse", _("Abuse in chat")
    SPAM = "spam", _("Spam or advertising")
    PROFILE = "profile", _("Offensive name or profile")
    PROGRAM = "program", pgettext_lazy("option", "Computer assistance")
    SCORE = "score", pgettext_lazy("option", "Score cheating")
    STALLING = "stalling", pgettext_lazy("option", "Stalling")
    SANDBAGGING = "sandbagging", _("Sandbagging (losing on purpose)")
    ACCOUNTS = "accounts", pgettext_lazy("option", "Multiple accounts")
    ESCAPING = "escaping", pgettext_lazy("option", "Abandoning games")
    OTHER = "other", pgettext_lazy("option", "Other")
    REFEREE = "referee", pgettext_lazy("option", "Referee call")
    SIGNAL = "signal", _("Detected by the server")
    APPEAL = "appeal", pgettext_lazy("option", "Appeal")


GROUPS: dict[CaseKind, str] = {
    CaseKind.ABUSE: "conduct",
    CaseKind.SPAM: "conduct",
    CaseKind.PROFILE: "conduct",
    CaseKind.PROGRAM: "cheating",
    CaseKind.SANDBAGGING: "cheating",
    CaseKind.ACCOUNTS: "cheating",
    CaseKind.SCORE: "scoring",
    CaseKind.STALLING: "scoring",
    CaseKind.ESCAPING: "escaping",
    CaseKind.OTHER: "other",
    CaseKind.SIGNAL: "cheating",
    CaseKind.REFEREE: "",
    CaseKind.APPEAL: "",
}
"""The group of each kind: reports about one person with kinds of one group merge into one case; "" never merges."""
REPORTABLE = tuple(kind for kind in CaseKind if kind not in (CaseKind.REFEREE, CaseKind.SIGNAL, CaseKind.APPEAL))
"""The kinds that players can choose in a report."""


class CaseState(models.TextChoices):
    """The state of a case. Whether a moderator has taken the case is not a state; see `taken_by`."""

    OPEN = "open", pgettext_lazy("option", "open")
    DECIDED = "decided", pgettext_lazy("option", "decided")
    CLOSED = "closed", _("closed without action")


class CaseQuerySet(models.QuerySet["Case"]):
    """Queries for cases."""

    def open(self) -> Self:
        """Select cases that are waiting for a decision."""
        return self.filter(state=CaseState.OPEN)

    def decided_or_closed(self) -> Self:
        """Select cases that are no longer open, because they are decided or closed."""
        return self.exclude(state=CaseState.OPEN)

    def held_by(self, player_id: int, at: datetime) -> Self:
        """Select the open cases that this moderator has taken at this time."""
        return self.open().filter(taken_by_id=player_id, taken_until__gt=at)


class Case(models.Model):
    """A case for moderators to decide. `player` is the reported player; it is null for a call for a referee, which is
    about a game only.

    `score` is the sum of the reporters' weights. `game` is the first reported game. The moderator `taken_by` has taken
    the case until `taken_until`, after which others can take it.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="cases",
        verbose_name=pgettext_lazy("field", "player"),
    )
    kind = models.CharField(pgettext_lazy("field", "kind"), max_length=12, choices=CaseKind)
    group = models.CharField(max_length=12, blank=True)
    game = models.ForeignKey(
        Game, models.PROTECT, null=True, related_name="+", verbose_name=pgettext_lazy("field", "game")
    )
    state = models.CharField(pgettext_lazy("field", "state"), max_length=8, choices=CaseState, default=CaseState.OPEN)
    score = models.DecimalField(pgettext_lazy("field", "report weight"), max_digits=7, decimal_places=2, default=0)
    opened_at = models.DateTimeField(pgettext_lazy("field", "opened"))
    over_at = models.DateTimeField(pgettext_lazy("field", "ended"), null=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=pgettext_lazy("field", "assigned to"),
    )
    taken_until = models.DateTimeField(pgettext_lazy("field", "assigned until"), null=True)

    objects = CaseQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "case")
        verbose_name_plural = pgettext_lazy("name", "cases")
        ordering = ["opened_at", "pk"]
        indexes = [
            models.Index(fields=["state", "opened_at"], name="case_queue"),
            models.Index(fields=["-over_at", "id"], name="case_closed", condition=~Q(state="open")),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "group"], condition=Q(state="open") & ~Q(group=""), name="one_open_case_a_group"
            )
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.kind}"

    def get_absolute_url(self) -> str:
        return reverse("moderation:case", args=[self.pk])

    @property
    def is_open(self) -> bool:
        """Return whether the case is waiting for a decision."""
        return self.state == CaseState.OPEN

    def is_held_by_another(self, player_id: int, at: datetime) -> bool:
        """Return whether another moderator has taken the case at this time."""
        held = self.taken_by_id is not None and self.taken_until is not None and self.taken_until > at
        return held and self.taken_by_id != player_id


class CaseNote(models.Model):
    """A moderator's note for the other moderators."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="notes")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=pgettext_lazy("field", "author")
    )
    text = models.TextField(pgettext_lazy("field", "text"))
    at = models.DateTimeField(pgettext_lazy("field", "time"))

    class Meta:
        verbose_name = pgettext_lazy("name", "note")
        verbose_name_plural = pgettext_lazy("name", "notes")
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.case_id} {self.author_id}"


class BoardLook(models.Model):
    """A record that a moderator viewed the full board of a game with hidden information (V63). `number` is the number
    of the game's last action at that time. Rows never change."""

    case = models.ForeignKey(Case, models.PROTECT, related_name="looks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()
    at = models.DateTimeField(pgettext_lazy("field", "time"))

    class Meta:
        verbose_name = _("view of a hidden board")
        verbose_name_plural = _("views of hidden boards")
        ordering = ["at", "pk"]
        constraints = [models.UniqueConstraint(fields=["case", "by", "number"], name="one_look_a_position")]

    def __str__(self) -> str:
        return f"{self.case_id} {self.by_id} {self.number}"
