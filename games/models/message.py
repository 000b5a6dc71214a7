"""Chat messages in games."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy

from wording.quick_replies import reply_in_words

from .game import Game

LONGEST_MESSAGE = 1000


class Message(models.Model):
    """A chat message of a player in a game. It has a text, or the key of a quick reply in `quick`. `number` is the
    number of the game's last action when the message was sent.

    `hidden_at` is set if moderators have hidden the message. Its author can read why in `hidden_reason`. The text
    remains stored.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", db_index=False)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    text = models.TextField(pgettext_lazy("field", "message"), max_length=LONGEST_MESSAGE, blank=True)
    quick = models.CharField(max_length=12, blank=True, default="", db_default="")
    number = models.PositiveIntegerField()
    said_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)
    hidden_reason = models.TextField(blank=True)

    class Meta:
        ordering = ["said_at", "pk"]
        verbose_name = pgettext_lazy("name", "message")
        verbose_name_plural = pgettext_lazy("name", "messages")
        indexes = [models.Index(fields=["game", "said_at"], name="message_of_game")]

    def __str__(self) -> str:
        return self.shown_text[:40]

    @property
    def is_hidden(self) -> bool:
        """Return whether moderators have hidden the message."""
        return self.hidden_at is not None

    @property
    def words(self) -> str:
        """Return the text, or the quick reply in the reader's language, even if the message is hidden."""
        return reply_in_words(self.quick) if self.quick else self.text

    @property
    def shown_text(self) -> str:
        """Return the text that readers may see: "" for a hidden message."""
        return "" if self.is_hidden else self.words
