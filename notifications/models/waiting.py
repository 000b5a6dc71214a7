"""Notifications that wait to be sent by e-mail."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models

from notifications.kinds import YOUR_TURN, EmailTiming


class TurnChange(models.Model):
    """A record that it became this player's turn. `kind` says whether to move or to respond in scoring
    (notifications.kinds).

    The transaction of the move creates the row, and `notifications.services.scheduling.schedule_email_items` deletes
    it. The database does not check the foreign keys, because that would take two look-ups per move. Rows about
    deleted objects are skipped.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False
    )
    game = models.ForeignKey("games.Game", models.DO_NOTHING, related_name="+", db_index=False, db_constraint=False)
    kind = models.CharField(max_length=20, default=YOUR_TURN, db_default=YOUR_TURN)
    at = models.DateTimeField()

    class Meta:
        db_table = "notifications_turngiven"  # its name in released versions

    def __str__(self) -> str:
        return f"{self.player_id}: {self.game_id}"


class EmailItemQuerySet(models.QuerySet["EmailItem"]):
    """Queries for e-mail items."""

    def with_notices(self) -> Self:
        """Load the notices of the items and, for offers, the players whose ranks determine the terms."""
        offer = "notice__challenge"
        rows = self.select_related("notice__by", f"{offer}__creator", f"{offer}__opponent")
        return rows.prefetch_related(f"{offer}__creator__ratings", f"{offer}__opponent__ratings")


class EmailItem(models.Model):
    """An item of the next e-mail to this player: a notice or, if `notice` is null, their turn in a game.

    Deleted in the transaction that queues the e-mail (notifications.services.emails.queue_due_emails).
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    notice = models.ForeignKey("notifications.Notice", models.CASCADE, null=True, related_name="+", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+", db_index=False)
    kind = models.CharField(max_length=20)
    when = models.CharField(max_length=6, choices=EmailTiming)
    at = models.DateTimeField()

    objects = EmailItemQuerySet.as_manager()

    class Meta:
        db_table = "notifications_waitingnotice"  # its name in released versions
        indexes = [
            models.Index(fields=["player"], name="waiting_of_player"),
            models.Index(fields=["notice"], name="waiting_notice", condition=models.Q(notice__isnull=False)),
            models.Index(fields=["game"], name="waiting_game", condition=models.Q(game__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["player", "game"], condition=models.Q(notice__isnull=True), name="one_turn_waits_a_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"
