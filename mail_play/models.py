"""Models of playing by e-mail: the secrets that were sent, and the last check for replies."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy


class MailToken(models.Model):
    """A secret that an e-mail contained. It can play one turn: the turn of this seat, in a game whose last action had
    this number.

    `hash` is the secret's SHA-256 in hexadecimal; the secret itself is not stored. It is valid until `until`, and only
    once (`used_at`). `answered` has hashes of the replies that got a response. No reply gets a second response, and the
    number of responses is limited (mail_play.services.replies).
    """

    hash = models.CharField(max_length=64, unique=True)
    seat = models.ForeignKey("games.Seat", models.CASCADE, related_name="+")
    number = models.PositiveIntegerField()
    until = models.DateTimeField(db_index=True)
    used_at = models.DateTimeField(null=True)
    answered = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "e-mail link")
        verbose_name_plural = pgettext_lazy("name", "e-mail links")

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.number}"


class Mailbox(models.Model):
    """The time and the error of the last check of the reply mailbox, in a single row."""

    looked_at = models.DateTimeField()
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "reply mailbox")
        verbose_name_plural = pgettext_lazy("name", "reply mailboxes")

    def __str__(self) -> str:
        return f"{self.looked_at:%F %T}"
