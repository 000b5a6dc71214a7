"""Players' notification settings, and addresses that refuse e-mails."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from notifications.kinds import EmailTiming


class EmailDetail(models.TextChoices):
    """How much an e-mail about a game contains. The names are part of the API."""

    NOTICE = "notice", _("what happened, with a link to the game")
    MOVES = "moves", _("also the moves and messages since your last move")
    BOARD = "board", _("with the board as text")
    PICTURE = "picture", _("also the board, as a picture")


class QuietHoursChoice(models.TextChoices):
    """Which hours are the player's quiet hours, in which only urgent e-mails and push messages are sent. The names are
    part of the API."""

    CLOCK = "clock", _("same as my clock's night hours (Settings, Time)")
    OWN = "own", pgettext_lazy("option", "these hours")
    NONE = "none", pgettext_lazy("option", "none")


class NoticeSettings(models.Model):
    """A player's notification settings, and the state of their e-mails.

    `chosen` has, by kind and channel, only values that differ from the defaults (notifications.preferences). `rest` is
    when e-mails are sent for kinds without a value of their own; the player chose it on the sign-up form. `daily_at` is
    the local hour of daily digests. `feed` is the secret in the URL of the feed of turns, empty if there is none.

    With `play_by_link`, e-mails have a link that plays the turn; with `play_by_reply`, a reply to the e-mail plays it.
    `next_email_at` is when the next e-mail may be sent, null if nothing is pending (column `due_at`, as in released
    versions). `digest_at` is the time of the last digest, and `letters_at` the times of the last six e-mails (seconds
    since 1970).
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_settings")
    chosen = models.JSONField(default=dict, blank=True)
    rest = models.CharField(
        pgettext_lazy("field", "e-mails"), max_length=6, choices=EmailTiming, default=EmailTiming.DAILY
    )
    level = models.CharField(
        pgettext_lazy("field", "e-mail content"), max_length=7, choices=EmailDetail, default=EmailDetail.BOARD
    )
    daily_at = models.PositiveSmallIntegerField(_("daily e-mail at"), default=8)
    quiet = models.CharField(
        pgettext_lazy("field", "quiet hours"), max_length=5, choices=QuietHoursChoice, default=QuietHoursChoice.CLOCK
    )
    quiet_begin = models.TimeField(pgettext_lazy("field", "from"), null=True, blank=True)
    quiet_end = models.TimeField(pgettext_lazy("field", "until"), null=True, blank=True)
    play_by_link = models.BooleanField(_("play using links in e-mails"), default=False, db_default=False)
    play_by_reply = models.BooleanField(_("play by replying to e-mails"), default=False, db_default=False)
    feed = models.CharField(max_length=43, blank=True, db_index=True)
    next_email_at = models.DateTimeField(null=True, db_column="due_at")
    digest_at = models.DateTimeField(null=True)
    letters_at = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "notification settings")
        verbose_name_plural = _("notification settings of players")
        indexes = [
            models.Index(
                fields=["next_email_at"], name="notice_letter_due", condition=models.Q(next_email_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"notices of {self.player_id}"

    @classmethod
    def store(cls, rows: Collection[Self], *fields: str) -> None:
        """Store these fields of existing, locked rows in one statement. This is an upsert, because `bulk_update` would
        generate a CASE with a branch for each row."""
        cls.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player"], update_fields=fields)

    def set_channel(self, kind: str, channel: str, value: Any) -> None:
        """Set the player's choice for one kind of notifications on one channel. Does not save the row."""
        self.chosen = {**self.chosen, kind: {**self.chosen.get(kind, {}), channel: value}}


class GameMute(models.Model):
    """A player's mute of a game. The player then only gets notices on pages, and warnings that time is running
    short."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", db_index=False)

    class Meta:
        verbose_name = pgettext_lazy("name", "muted game")
        verbose_name_plural = pgettext_lazy("name", "muted games")
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_mute_a_game")]
        indexes = [models.Index(fields=["game"], name="mute_of_game")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.game_id}"


class RefusedAddress(models.Model):
    """An address whose mail server refused e-mails. `refusals` is the number of refusals in a row, and `stopped_at` is
    since when no more optional e-mails are sent, null if they are still sent."""

    address = models.CharField(pgettext_lazy("field", "address"), max_length=320, unique=True)
    refusals = models.PositiveSmallIntegerField(pgettext_lazy("field", "consecutive refusals"), default=0)
    stopped_at = models.DateTimeField(_("e-mails stopped on"), null=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "bouncing address")
        verbose_name_plural = pgettext_lazy("name", "bouncing addresses")

    def __str__(self) -> str:
        return self.address
