"""What people chose about notices, and addresses that take no e-mails."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from notifications.kinds import When


class Level(models.TextChoices):
    """How much an e-mail about a game says. The names are part of the API."""

    NOTICE = "notice", _("what happened, with a link to the game")
    MOVES = "moves", _("also the moves and messages since your last move")
    BOARD = "board", _("also the board, as text")
    PICTURE = "picture", _("also the board, as a picture")


class Quiet(models.TextChoices):
    """Which hours are quiet. The names are part of the API."""

    CLOCK = "clock", _("same as the night hours of my clock (Settings, Time)")
    OWN = "own", _("these hours")
    NONE = "none", pgettext_lazy("option", "none")


class NoticeSettings(models.Model):
    """What a player chose about notices, and how far the e-mails to them have come.

    `chosen` has, by kind and channel, only what differs from what applies without it (notifications.wishes);
    `rest`: when e-mails leave about all that nothing else is said of, the answer to the one question of signing up.
    `daily_at` is an hour of the wall clock in the player's zone. `feed` is the secret in the address of the feed of
    turns, empty when there is none. `play_by_link`: e-mails have a link that plays the turn; `play_by_reply`: so does a
    reply to them. `next_email_at` is when an e-mail may leave next, null when nothing waits (in the
    database still `due_at`, as in released versions); `digest_at` when the last digest left, and `letters_at` when the
    last six e-mails did (seconds since 1970).
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_settings")
    chosen = models.JSONField(default=dict, blank=True)
    rest = models.CharField(pgettext_lazy("field", "e-mails"), max_length=6, choices=When, default=When.DAILY)
    level = models.CharField(_("e-mail content"), max_length=7, choices=Level, default=Level.BOARD)
    daily_at = models.PositiveSmallIntegerField(_("daily e-mail at"), default=8)
    quiet = models.CharField(_("quiet hours"), max_length=5, choices=Quiet, default=Quiet.CLOCK)
    quiet_begin = models.TimeField(pgettext_lazy("field", "from"), null=True, blank=True)
    quiet_end = models.TimeField(pgettext_lazy("field", "until"), null=True, blank=True)
    play_by_link = models.BooleanField(_("play through a link in e-mails"), default=False, db_default=False)
    play_by_reply = models.BooleanField(_("play by replying to e-mails"), default=False, db_default=False)
    feed = models.CharField(max_length=43, blank=True, db_index=True)
    next_email_at = models.DateTimeField(null=True, db_column="due_at")
    digest_at = models.DateTimeField(null=True)
    letters_at = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("notification settings")
        verbose_name_plural = _("notification settings of players")
        indexes = [
            models.Index(
                fields=["next_email_at"], name="notice_letter_due", condition=models.Q(next_email_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return f"notices of {self.player_id}"

    def put(self, kind: str, channel: str, value: Any) -> None:
        """Choose one thing; the caller saves."""
        self.chosen = {**self.chosen, kind: {**self.chosen.get(kind, {}), channel: value}}


class GameMute(models.Model):
    """A game of which its player wants to hear nothing but that time is running short."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    game = models.ForeignKey("games.Game", models.CASCADE, related_name="+", db_index=False)

    class Meta:
        verbose_name = _("muted game")
        verbose_name_plural = _("muted games")
        constraints = [models.UniqueConstraint(fields=["player", "game"], name="one_mute_a_game")]
        indexes = [models.Index(fields=["game"], name="mute_of_game")]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.game_id}"


class RefusedAddress(models.Model):
    """An address whose mail server refused e-mails: how many in a row, and since when it gets none."""

    address = models.CharField(pgettext_lazy("field", "address"), max_length=320, unique=True)
    refusals = models.PositiveSmallIntegerField(_("refused in a row"), default=0)
    stopped_at = models.DateTimeField(_("no e-mails since"), null=True)

    class Meta:
        verbose_name = _("refused address")
        verbose_name_plural = _("refused addresses")

    def __str__(self) -> str:
        return self.address
