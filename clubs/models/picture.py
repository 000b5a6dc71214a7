"""Pictures of clubs."""

from __future__ import annotations

from django.db import models
from django.utils.translation import pgettext_lazy

from .club import Club


class ClubPicture(models.Model):
    """The crest that a manager has uploaded, re-encoded like players' pictures (accounts.core.pictures).

    Pages show it if `Club.picture` equals its digest. To hide the crest, moderators clear that field.
    """

    club = models.OneToOneField(Club, models.CASCADE, primary_key=True, related_name="+")
    digest = models.CharField(max_length=16, db_index=True)
    webp = models.TextField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("name", "club picture")
        verbose_name_plural = pgettext_lazy("name", "club pictures")

    def __str__(self) -> str:
        return f"picture of {self.club_id}"
