"""What a person should hear of: the bell in the header."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "challenged": _("You have been challenged"),
    "challenge_countered": _("Your challenge was answered with other terms"),
    "challenge_declined": _("Your challenge was declined"),
    "game_started": _("A game has begun"),
    "game_finished": _("A game is over"),
    "referee_wanted": _("A player calls a referee"),
    "clock_day": _("Less than a day is left for your move"),
    "clock_hours": _("Less than six hours are left for your move"),
    "claimable": _("Your opponent's time has run out: you may claim the win or give more time"),
    "grace": _("Time had run out, and three days of grace were given"),
    "paused_by_staff": _("The clocks of a game stand still: the account of your opponent is suspended"),
    "look_please": _("A player reports that the scoring of a game is delayed"),
    "vacation_began": _("Your vacation began by itself, before a loss on time"),
    "webhook_disabled": _("A webhook of yours has failed for days and is now switched off"),
    "message": _("You have a new message"),
    "order_decided": _("Those who keep order have decided something that concerns you"),
    "order_undone": _("Those who keep order have taken a decision about you back"),
    "appeal_answered": _("Your appeal has been answered"),
    "report_answered": _("Your report has been answered"),
    "case_waits": _("A case waits for somebody who keeps order"),
}
"""What each kind says; the verbs of games add theirs."""


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Questions about many notices."""

    def unread(self) -> Self:
        """Not seen yet."""
        return self.filter(read_at__isnull=True)


class Notice(models.Model):
    """One notice for one person. Whose turn it is is not a notice: the games themselves say it.

    `path` is the page of this site that has more, where that is neither the game's nor the challenge's.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    challenge = models.ForeignKey("challenges.Challenge", models.CASCADE, null=True, related_name="+")
    path = models.CharField(max_length=100, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        db_table = "games_notice"  # where the rows were when notices were a part of games
        ordering = ["-created_at", "-pk"]
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        indexes = [
            models.Index(fields=["player", "-created_at"], name="notice_of_player"),
            models.Index(fields=["player"], name="notice_unread", condition=models.Q(read_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.kind

    @property
    def sentence(self) -> str:
        """What it says, in the current language."""
        return str(KINDS[self.kind])
