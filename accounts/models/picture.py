"""Pictures of players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import pgettext_lazy


class PlayerPicture(models.Model):
    """The picture that a player has uploaded, re-encoded (accounts.core.pictures) as WebP of 128 by 128 pixels, in
    base64.

    Pages show it if `Player.picture` equals its digest. To hide the picture, moderators clear that field.
    """

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    digest = models.CharField(max_length=16, db_index=True)
    webp = models.TextField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("name", "player picture")
        verbose_name_plural = pgettext_lazy("name", "player pictures")

    def __str__(self) -> str:
        return f"picture of {self.player_id}"
