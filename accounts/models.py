"""People."""

from __future__ import annotations

import zoneinfo
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.names import check_name, skeleton


class PlayerManager(DjangoUserManager["Player"]):
    """People by name, whatever its capitals."""

    def get_by_natural_key(self, username: str | None) -> Player:
        """The person of this name; capitals do not matter."""
        return self.get(username__iexact=username)


class Theme(models.TextChoices):
    """How the pages look; empty follows the device."""

    AUTO = "", _("Automatic")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")
    CONTRAST = "contrast", _("Contrast")


class AfterSending(models.TextChoices):
    """Where to go when a move was sent."""

    STAY = "stay", _("Stay in the game")
    NEXT = "next", _("Go to the next game that waits for me")


class Player(AbstractUser):
    """Somebody who can sign in, with what they chose to set.

    `name_key` is what names are compared by: two names that look alike have the same.
    `language` empty follows the browser.
    """

    username = models.CharField(
        _("name"),
        max_length=30,
        unique=True,
        validators=[check_name],
        help_text=_("2 to 30 letters, digits, and - _ . inside."),
        error_messages={"unique": _("This name is taken, or looks like one that is.")},
    )
    name_key = models.CharField(max_length=120, unique=True, editable=False)
    language = models.CharField(
        _("language"),
        max_length=2,
        blank=True,
        choices=[("", _("as the browser says")), ("en", "English"), ("fi", "suomi"), ("fa", "فارسی")],
    )
    time_zone = models.CharField(_("time zone"), max_length=40, default="UTC")
    theme = models.CharField(_("theme"), max_length=8, blank=True, choices=Theme)
    after_sending = models.CharField(
        _("after sending a move"), max_length=4, choices=AfterSending, default=AfterSending.STAY
    )
    bio = models.TextField(_("about me"), max_length=500, blank=True)

    objects: ClassVar[PlayerManager] = PlayerManager()  # type: ignore[misc]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [models.UniqueConstraint(Lower("username"), name="one_name_whatever_its_capitals")]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the key of the name in step with the name."""
        self.name_key = skeleton(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("games:profile", args=[self.username])

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The time zone in which this person reads moments; UTC if the stored name is none."""
        try:
            return zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            return zoneinfo.ZoneInfo("UTC")
