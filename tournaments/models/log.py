"""The public log of actions in a tournament (E56). The database refuses to change log lines."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core.hidden_ranks import is_rank_shown

from .tournament import Tournament

LONGEST_REASON = 300

REASONS = {
    "no_show": _("a player did not start the game"),
    "ruling": _("a director's ruling on a dispute"),
    "agreed": _("both players agreed"),
    "asked": _("at the player's request"),
    "excused": _("illness or an emergency"),
    "rules": _("the rules were broken"),
    "mistake": _("a mistake was corrected"),
}
"""Ready-made reasons of directors, by the keys that are stored and used in the API (E100). Any other text is a reason
in a director's own words."""

SERVER_REASONS = {"too_few": _("too few players")}
"""Reasons of the server, by the keys that are stored and used in the API."""

ACTS = {
    "created": pgettext_lazy("log of a tournament", "Tournament created"),
    "opened": pgettext_lazy("log of a tournament", "Entry opened"),
    "cancelled": pgettext_lazy("log of a tournament", "Tournament cancelled"),
    "revised": pgettext_lazy("log of a tournament", "Terms changed"),
    "agreed": _("%(name)s agreed to the new terms"),
    "entered": pgettext_lazy("log of a tournament", "%(name)s entered the tournament"),
    "waiting": _("%(name)s joined the waiting list"),
    "applied": _("%(name)s asked to enter the tournament"),
    "invited": _("%(name)s was invited to the tournament"),
    "moved_up": _("%(name)s moved up from the waiting list"),
    "approved": _("%(name)s's entry was approved"),
    "declined": _("%(name)s's entry was declined"),
    "withdrew": pgettext_lazy("log of a tournament", "%(name)s withdrew from the tournament"),
    "removed": pgettext_lazy("log", "%(name)s was removed"),
    "late": _("%(name)s entered the tournament late"),
    "skips": _("%(name)s will skip some rounds"),
    "asked": _("%(name)s was asked to confirm that they're still playing"),
    "confirmed": _("%(name)s is staying in the tournament"),
    "silent": _("%(name)s did not reply and was removed from the tournament"),
    "timed_out": _("%(name)s lost on time and was removed from the tournament"),
    "suspended": _("%(name)s was suspended and removed from the tournament"),
    "struck": _("All of %(name)s's games were voided"),
    "stray": _("Round %(round)s, match %(board)s: a corrected result changes who plays, and a director must decide"),
    "stray_stage": _(
        "Round %(round)s, board %(board)s: a corrected result changes who advances, and a director must decide"
    ),
    "repeated": pgettext_lazy("log of a tournament", "Repeat turned on"),
    "once": pgettext_lazy("log of a tournament", "Repeat turned off"),
    "postponed": _("Start postponed because there are too few players"),
    "started": pgettext_lazy("log of a tournament", "Tournament started"),
    "seeded": _("Seeding set by hand"),
    "bars": _("Bar and floor set"),
    "proposed": _("Round %(round)s paired"),
    "swapped": _("Round %(round)s: pairing changed"),
    "fixed": _("Round %(round)s: two players paired by hand"),
    "exchanged": _("%(name)s and %(other)s swapped sections"),
    "stage": _("The next stage begins with round %(round)s"),
    "published": _("Round %(round)s published"),
    "round_done": pgettext_lazy("log", "Round %(round)s finished"),
    "reopened": _("Round %(round)s continues because a result was reversed"),
    "result": _("Round %(round)s, board %(board)s: result set"),
    "replaced": pgettext_lazy("log of a tournament", "%(other)s replaced %(name)s"),
    "time": _("%(name)s was given extra days"),
    "overdue": _("Round %(round)s: time is up, and a director must rule on unfinished games"),
    "extended": _("Round %(round)s extended"),
    "copied": _("Terms copied from another tournament"),
    "adjusted": _("%(name)s's points adjusted"),
    "rank": _("%(name)s's rank corrected"),
    "labels": _("%(name)s's family or club group changed"),
    "forbidden": _("%(name)s and %(other)s will not be paired"),
    "allowed": _("%(name)s and %(other)s may be paired again"),
    "director": _("%(name)s became a director"),
    "no_director": _("%(name)s is no longer a director"),
    "notice": _("Notice to all players"),
    "message": _("Message to %(name)s"),
    "moderated": _("A moderator changed the name and the description"),
    "review": _("All games have ended, and the results are under review"),
    "file": _("Result file created for a federation"),
    "closed": _("Results confirmed, and the tournament is finished"),
}
"""The text for each action in the log."""


def reason_text(reason: str) -> str:
    """Return a stored reason in the reader's language, or as its author wrote it."""
    return str((REASONS | SERVER_REASONS).get(reason, reason))


class AuthorRole(models.TextChoices):
    """The role of an action's author."""

    SYSTEM = "system", pgettext_lazy("option", "server")
    PLAYER = "player", pgettext_lazy("option", "player")
    CAPTAIN = "captain", pgettext_lazy("role in a club", "captain")
    DIRECTOR = "director", pgettext_lazy("option", "director")
    OWNER = "owner", pgettext_lazy("option", "organiser")
    MODERATOR = "moderator", pgettext_lazy("role", "moderator")


class AbstractLogLine(models.Model):
    """An action in a log. `about` and `other` are the players concerned."""

    at = models.DateTimeField(pgettext_lazy("field", "time"))
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=pgettext_lazy("field", "by")
    )
    role = models.CharField(pgettext_lazy("role of a person in an action", "role"), max_length=9, choices=AuthorRole)
    act = models.CharField(pgettext_lazy("field", "action"), max_length=12)
    about = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=pgettext_lazy("field", "player"),
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=pgettext_lazy("field", "other player"),
    )
    before = models.CharField(pgettext_lazy("field", "value before"), max_length=60, blank=True)
    after = models.CharField(pgettext_lazy("field", "value after"), max_length=60, blank=True)
    reason = models.CharField(pgettext_lazy("field", "reason"), max_length=LONGEST_REASON, blank=True)

    class Meta:
        abstract = True

    @property
    def values_for_reader(self) -> tuple[str, str]:
        """Return the old and new values, or empty texts if they are a rank that the reader may not see (C202).

        Old lines about copied terms also have empty texts: their value is the name of a tournament, which moderators
        may have hidden since.
        """
        is_hidden = self.act == "rank" and self.about is not None and not is_rank_shown(self.about)
        return ("", "") if is_hidden or self.act == "copied" else (self.before, self.after)


class LogLine(AbstractLogLine):
    """An action in a tournament. `corrects` is true for actions after the tournament was finished. `changes` has the
    old and new values by option if the action changed options (E11), otherwise null."""

    tournament = models.ForeignKey(
        Tournament,
        models.PROTECT,
        related_name="log",
        db_index=False,
        verbose_name=pgettext_lazy("field", "tournament"),
    )
    round = models.PositiveSmallIntegerField(pgettext_lazy("field", "round"), null=True)
    board = models.PositiveSmallIntegerField(pgettext_lazy("field", "board"), null=True)
    corrects = models.BooleanField(_("corrected after the tournament ended"), default=False)
    changes = models.JSONField(pgettext_lazy("field", "changed options"), null=True, encoder=DjangoJSONEncoder)

    class Meta:
        db_table = "competitions_logline"
        ordering = ["-pk"]
        verbose_name = pgettext_lazy("model", "log entry")
        verbose_name_plural = pgettext_lazy("model", "log entries")
        indexes = [models.Index(fields=["tournament", "-id"], name="log_of_tournament")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.act}"
