"""Reports about a player, with the evidence at the time."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.models import Game

from .case import Case, CaseKind

LONGEST_TEXT = 1000


class ReportAnswer(models.TextChoices):
    """The moderators' answer to a reporter, which reveals nothing about the other player."""

    RIGHT = "right", _("Your report was upheld and action was taken. Thank you.")
    NO_ACTION = "no_action", _("We looked into your report and found nothing that needs action. Thank you.")


class Report(models.Model):
    """A player's report in a case. Later additions by the same player are appended to it.

    `reporter` is null for reports by the server; `key` then identifies the finding, so that each is reported once.
    `evidence` has copies of the reported message, the profile, and the state of the game. `weight` is added to the
    case's score.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="reports")
    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="reports_made",
        verbose_name=pgettext_lazy("field", "reporter"),
    )
    kind = models.CharField(pgettext_lazy("field", "kind"), max_length=12, choices=CaseKind)
    text = models.TextField(pgettext_lazy("field", "text"), blank=True)
    evidence = models.JSONField(default=list)
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="+")
    weight = models.DecimalField(max_digits=4, decimal_places=2)
    at = models.DateTimeField(pgettext_lazy("field", "time"))
    key = models.CharField(max_length=100, null=True, unique=True)  # noqa: DJ001 - null: not one of the server's
    answer = models.CharField(pgettext_lazy("field", "answer"), max_length=10, choices=ReportAnswer, blank=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "report")
        verbose_name_plural = pgettext_lazy("name", "reports")
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["reporter", "-at"], name="report_of_reporter")]
        constraints = [models.UniqueConstraint(fields=["case", "reporter"], name="one_report_a_case")]

    def __str__(self) -> str:
        return f"{self.case_id} {self.kind}"

    @property
    def answer_text(self) -> str:
        """Return the moderators' answer as text for the reporter, "" without one."""
        if self.kind == CaseKind.REFEREE and self.answer == ReportAnswer.RIGHT:
            return gettext("A ruling was made in this game. See the game record for the ruling and the reason.")
        return self.get_answer_display()
