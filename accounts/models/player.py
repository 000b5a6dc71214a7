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
from accounts.names import JOINERS, LONGEST, check_name, lookalike_form
from foundation import languages
from foundation.paths import path_of
from foundation.text import check_text

NAME_TAKEN = _("This name is taken or too similar to another name. Choose a different one.")


class PlayerManager(DjangoUserManager["Player"]):
    """Finds players by name, ignoring case."""

    def get_by_natural_key(self, username: str | None) -> Player:
        """Return the player with this name, ignoring case. Raises Player.DoesNotExist."""
        found = self.find_by_name(username or "")
        if found is None:
            raise self.model.DoesNotExist
        return found

    def find_by_name(self, name: str) -> Player | None:
        """Return the player with this name, None if there is none. Ignores case, in every script and on every database,
        and uses an index.

        A name that only looks similar does not match. The returned account may be closed.
        """
        if not 1 <= len(name) <= LONGEST or not name.translate(JOINERS).isprintable():
            return None
        found = self.filter(name_key=lookalike_form(name)).first()
        return found if found is not None and differ_only_in_case(found.username, name) else None


def shown_name(username: str, deleted_at: datetime | None) -> str:
    """Return the name for display: the username, or a text saying that the account was deleted."""
    return username if deleted_at is None else pgettext("text", "deleted player")


def differ_only_in_case(one: str, other: str) -> bool:
    """Return whether two names differ only in case."""
    return _casefolded(one) == _casefolded(other)


def _casefolded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


class Theme(models.TextChoices):
    """The theme of pages; the empty value follows the device."""

    AUTO = "", pgettext_lazy("option", "Automatic")
    LIGHT = "light", pgettext_lazy("option", "Light")
    DARK = "dark", pgettext_lazy("option", "Dark")
    CONTRAST = "contrast", pgettext_lazy("option", "High contrast")


class BoardTheme(models.TextChoices):
    """The theme of boards. With high-contrast pages, "wood" is drawn flat and white."""

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
        """Return whether the theme is in board.css, which every page loads. All other themes are in boards.css."""
        return self in (BoardTheme.WOOD, BoardTheme.PAPER, BoardTheme.SLATE, BoardTheme.CONTRAST)


class PageAfterMove(models.TextChoices):
    """The page that a player sees after sending a move: the same game, the next game in which it is the player's turn,
    or the list of games."""

    STAY = "stay", _("Stay in the game")
    NEXT = "next", _("Go to the next game waiting for me")
    LIST = "list", _("Go back to My games")


class NextGameOrder(models.TextChoices):
    """The order in which a player visits the games that wait for their move. Games of equal order are sorted by the
    nearest deadline."""

    DEADLINE = "deadline", _("Least time left first")
    WAITING = "waiting", _("Longest waiting first")
    OPPONENT = "opponent", pgettext_lazy("option", "By opponent")
    PRIORITY = "priority", _("By my priority")


class DigitsPreference(models.TextChoices):
    """The digits on Persian pages; the empty value follows the language."""

    PERSIAN = "", pgettext_lazy("option", "Persian: ۱۲۳")
    LATIN = "latin", pgettext_lazy("option", "Latin: 123")


class Calendar(models.TextChoices):
    """The calendar in which Persian pages show dates."""

    GREGORIAN = "", pgettext_lazy("option", "Gregorian")
    SOLAR = "solar", pgettext_lazy("option", "Solar Hijri")


class MotionPreference(models.TextChoices):
    """Whether pages use animations; the empty value follows the device."""

    AUTO = "", _("same as my device")
    NONE = "none", pgettext_lazy("option", "no animation")


class Player(AbstractUser):
    """A player who can sign in, with their settings.

    `name_key` is the same for names that look alike, and is unique. `deleted_at` is set if the account was deleted, and
    this row is only a placeholder in its games. `used_at` is when the player last used the server without a browser, by
    an authorized program or by e-mail (accounts.security.sessions). `picture` is the digest of the uploaded picture
    (PlayerPicture); if it is empty, a face is drawn from the name. An empty `language` follows the browser. `is_bot` is
    for accounts played by a program, which is public and permanent. `is_guest` is for accounts that play only bots and
    by private links until they sign up (accounts.security.guests). `is_child` is for guests that a teacher made for a
    child (accounts.core.children). The `..._until` fields are copies of the restrictions in force
    (accounts.core.restrictions), which save a query per request.
    """

    username = models.CharField(
        pgettext_lazy("field", "name"),
        max_length=30,
        unique=True,
        validators=[check_name],
        help_text=_("2 to 30 letters and digits. You can also use - _ . but not at the start or end."),
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
        _("after playing a move"), max_length=4, choices=PageAfterMove, default=PageAfterMove.STAY
    )
    next_order = models.CharField(
        _("order of the games waiting for me"),
        max_length=8,
        choices=NextGameOrder,
        default=NextGameOrder.DEADLINE,
        db_default=NextGameOrder.DEADLINE,
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
    used_at = models.DateTimeField(null=True, editable=False)
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
            ("administer", "Administrator: may suspend for good, rename, delete, and give permissions"),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the player, with `name_key` computed from the current name."""
        self.name_key = lookalike_form(self.username)
        fields = kwargs.get("update_fields")
        if fields is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return path_of("games:profile", self.username)

    @property
    def shown_name(self) -> str:
        """Return the name for display: the username, or a text saying that the account was deleted."""
        return shown_name(self.username, self.deleted_at)

    @property
    def can_sign_up(self) -> bool:
        """Return whether this is a guest who can turn the account into a full account."""
        return self.is_guest and not self.is_child

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """Return the player's time zone; UTC if the stored name is not valid."""
        try:
            return zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            return zoneinfo.ZoneInfo("UTC")
