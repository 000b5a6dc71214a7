"""Players and their settings."""

from __future__ import annotations

import unicodedata
import zoneinfo
from datetime import datetime
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.db import models
from django.db.models.functions import Lower, Upper
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext, pgettext_lazy

from accounts.countries import check_country
from accounts.names import LONGEST, check_name, lookalike_form
from foundation import languages
from foundation.paths import path_of
from foundation.text import check_text

NAME_TAKEN = _("This name is taken, or too similar to another name.")


class PlayerManager(DjangoUserManager["Player"]):
    """Finds players by name, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> Player:
        """Return the player with this name, ignoring case."""
        found = self.find_by_name(username or "")
        if found is None:
            raise self.model.DoesNotExist
        return found

    def find_by_name(self, name: str) -> Player | None:
        """Return the player with this name, ignoring case, in every script and on every database, by an index; None
        without one.

        A name that only looks similar does not match. Whether the account is closed is not checked.
        """
        if not 1 <= len(name) <= LONGEST or not name.isprintable():
            return None
        found = self.filter(name_key=lookalike_form(name)).first()
        return found if found is not None and differ_only_in_case(found.username, name) else None


def shown_name(username: str, deleted_at: datetime | None) -> str:
    """Return the name as displayed: the name, or that the account is deleted."""
    return username if deleted_at is None else pgettext("text", "deleted player")


def differ_only_in_case(one: str, other: str) -> bool:
    """Return whether two names differ only in case."""
    return _casefolded(one) == _casefolded(other)


def _casefolded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


class Theme(models.TextChoices):
    """The theme of pages; empty follows the device."""

    AUTO = "", pgettext_lazy("option", "Automatic")
    LIGHT = "light", pgettext_lazy("option", "Light")
    DARK = "dark", pgettext_lazy("option", "Dark")
    CONTRAST = "contrast", pgettext_lazy("option", "High contrast")


class BoardTheme(models.TextChoices):
    """The theme of boards; wood is white and flat with high-contrast pages."""

    WOOD = "wood", pgettext_lazy("option", "Wood")
    PAPER = "paper", pgettext_lazy("option", "Paper")
    SLATE = "slate", pgettext_lazy("option", "Slate")
    CONTRAST = "contrast", pgettext_lazy("option", "High contrast")
    BAMBOO = "bamboo", pgettext_lazy("board theme", "Bamboo")
    WALNUT = "walnut", pgettext_lazy("board theme", "Walnut")
    JADE = "jade", pgettext_lazy("board theme", "Jade")
    INDIGO = "indigo", pgettext_lazy("board theme", "Indigo")

    @property
    def is_in_board_css(self) -> bool:
        """Return whether board.css, which every page loads, has the theme; boards.css has the others."""
        return self in (BoardTheme.WOOD, BoardTheme.PAPER, BoardTheme.SLATE, BoardTheme.CONTRAST)


class AfterSending(models.TextChoices):
    """Where to go after a move was sent."""

    STAY = "stay", _("Stay in the game")
    NEXT = "next", _("Go to the next game waiting for me")
    LIST = "list", _("Go back to My games")


class NextOrder(models.TextChoices):
    """The order of waiting games; ties are ordered by nearest deadline."""

    DEADLINE = "deadline", _("Least time left first")
    WAITING = "waiting", _("Longest waiting first")
    OPPONENT = "opponent", pgettext_lazy("option", "By opponent")
    PRIORITY = "priority", _("By my priority")


class DigitsPreference(models.TextChoices):
    """The digits of Persian pages; empty follows the language."""

    PERSIAN = "", pgettext_lazy("option", "Persian: ۱۲۳")
    LATIN = "latin", pgettext_lazy("option", "Latin: 123")


class Calendar(models.TextChoices):
    """The calendar of Persian pages."""

    GREGORIAN = "", pgettext_lazy("option", "Gregorian")
    SOLAR = "solar", pgettext_lazy("option", "Solar Hijri")


class MotionPreference(models.TextChoices):
    """Whether things move on the page; empty follows the device."""

    AUTO = "", _("same as my device")
    NONE = "none", pgettext_lazy("option", "no animation")


class Player(AbstractUser):
    """A player who can sign in, with their settings.

    `name_key` compares names: names that look alike have the same key. `deleted_at`: the account is deleted, and this
    row is a placeholder in its games. `picture`: the digest of the uploaded picture (PlayerPicture), empty for the
    face that is drawn from the name. `language` empty follows the browser. `is_bot`: a program plays, which is public
    and permanent. `is_guest`: plays only bots and by private links, until it becomes an account
    (accounts.security.guests). `is_child`: a guest whom a teacher made for a child (accounts.core.children).
    `..._until` copy the restrictions in force (accounts.core.restrictions), which saves a query per request.
    """

    username = models.CharField(
        pgettext_lazy("field", "name"),
        max_length=30,
        unique=True,
        validators=[check_name],
        help_text=_("2 to 30 letters and digits. You can use - _ . inside the name."),
        error_messages={"unique": NAME_TAKEN},
    )
    name_key = models.CharField(max_length=120, unique=True, editable=False)
    language = models.CharField(
        pgettext_lazy("field", "language"),
        max_length=languages.LONGEST_CODE,
        blank=True,
        choices=languages.language_choices,
    )
    time_zone = models.CharField(pgettext_lazy("field", "time zone"), max_length=40, default="UTC")
    theme = models.CharField(pgettext_lazy("field", "theme"), max_length=8, blank=True, choices=Theme)
    board_theme = models.CharField(
        _("board and stones"),
        max_length=8,
        choices=BoardTheme,
        default=BoardTheme.WOOD,
        db_default=BoardTheme.WOOD,
    )
    after_sending = models.CharField(
        _("after playing a move"), max_length=4, choices=AfterSending, default=AfterSending.STAY
    )
    next_order = models.CharField(
        _("order of the games waiting for me"),
        max_length=8,
        choices=NextOrder,
        default=NextOrder.DEADLINE,
        db_default=NextOrder.DEADLINE,
    )
    show_coordinates = models.BooleanField(_("coordinates around the board"), default=True)
    digits = models.CharField(_("digits on Persian pages"), max_length=7, blank=True, choices=DigitsPreference)
    calendar = models.CharField(
        _("calendar on Persian pages"), max_length=7, blank=True, default="", db_default="", choices=Calendar
    )
    motion = models.CharField(pgettext_lazy("field", "motion"), max_length=7, blank=True, choices=MotionPreference)
    sounds = models.BooleanField(pgettext_lazy("field", "sounds"), default=False, db_default=False)
    country = models.CharField(
        pgettext_lazy("field", "country"),
        max_length=2,
        blank=True,
        default="",
        db_default="",
        validators=[check_country],
    )
    shows_watching = models.BooleanField(
        _("show my name when I watch a game or demonstration board"), default=False, db_default=False
    )
    hides_rank = models.BooleanField(_("hide my rank from others"), default=False, db_default=False)
    sees_ranks = models.BooleanField(_("show ranks and ratings"), default=True, db_default=True)
    bio = models.TextField(pgettext_lazy("field", "about me"), max_length=500, blank=True, validators=[check_text])
    picture = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    is_bot = models.BooleanField(pgettext_lazy("field", "bot"), default=False)
    is_guest = models.BooleanField(pgettext_lazy("field", "guest"), default=False, db_default=False)
    is_child = models.BooleanField(_("child in a class"), default=False, db_default=False)
    deleted_at = models.DateTimeField(null=True, editable=False)
    muted_until = models.DateTimeField(null=True, editable=False)
    unrated_until = models.DateTimeField(null=True, editable=False)
    barred_until = models.DateTimeField(null=True, editable=False)
    suspended_until = models.DateTimeField(null=True, editable=False)

    objects: ClassVar[PlayerManager] = PlayerManager()  # type: ignore[misc]

    class Meta:
        verbose_name = pgettext_lazy("name", "player")
        verbose_name_plural = pgettext_lazy("name", "players")
        constraints = [models.UniqueConstraint(Lower("username"), name="one_name_whatever_its_capitals")]
        indexes = [
            models.Index(Upper("email"), name="player_email"),
            models.Index(fields=["-id"], name="player_staff", condition=models.Q(is_staff=True)),
            models.Index(fields=["-id"], name="player_closed", condition=models.Q(is_active=False)),
            models.Index(fields=["last_login"], name="player_guests", condition=models.Q(is_guest=True)),
        ]
        permissions = [
            ("keep_order", "Helper: may see reports, look into private games, warn and hide texts"),
            ("restrict_players", "Moderator: may mute, bar and suspend players"),
            ("rule_games", "Moderator: may act in games"),
            ("administer", "Administrator: may suspend for good, rename, delete, and give powers"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the player, with the key of the current name."""
        self.name_key = lookalike_form(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return path_of("games:profile", self.username)

    @property
    def shown_name(self) -> str:
        """Return the name as displayed: the name, or that the account is deleted."""
        return shown_name(self.username, self.deleted_at)

    @property
    def can_sign_up(self) -> bool:
        """Return whether this is a guest who can turn the account into a player's."""
        return self.is_guest and not self.is_child

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """Return the player's time zone; UTC if the stored name is not valid."""
        try:
            return zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            return zoneinfo.ZoneInfo("UTC")
