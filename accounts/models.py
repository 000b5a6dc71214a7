"""People."""

from __future__ import annotations

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _


class Player(AbstractUser):
    """Somebody who can sign in."""

    language = models.CharField(_("language"), max_length=2, blank=True)

    def get_absolute_url(self) -> str:
        return reverse("games:profile", args=[self.username])
