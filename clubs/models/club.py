"""Clubs: their names, how players join, and who may create their events (E75, E76, E78)."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.core.validators import MaxLengthValidator, MinLengthValidator, URLValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.names import lookalike_key, search_words
from foundation.paths import path_of
from foundation.text import check_single_line, check_text

from .membership import ClubRole

SHORTEST_NAME, LONGEST_NAME = 3, 60
LONGEST_PLACE, LONGEST_LINK, LONGEST_TEXT, LONGEST_LETTERS = 60, 200, 2000, 2


class JoiningPolicy(models.TextChoices):
    """How players become members (E76)."""

    OPEN = "open", _("open: anyone can join")
    REQUEST = "request", _("by request, approved by a manager")
    INVITATION = "invitation", _("by invitation only")


class EmblemShape(models.TextChoices):
    """The background shape of an emblem."""

    STONE = "stone", pgettext_lazy("option", "stone")
    BOARD = "board", pgettext_lazy("emblem", "board")
    SHIELD = "shield", pgettext_lazy("option", "shield")
    DIAMOND = "diamond", pgettext_lazy("option", "diamond")


class EmblemColor(models.TextChoices):
    """The colour of an emblem."""

    BLACK = "black", pgettext_lazy("colour of an emblem", "black")
    WHITE = "white", pgettext_lazy("colour of an emblem", "white")
    RED = "red", pgettext_lazy("option", "red")
    ORANGE = "orange", pgettext_lazy("option", "orange")
    GREEN = "green", pgettext_lazy("option", "green")
    TEAL = "teal", pgettext_lazy("option", "teal")
    BLUE = "blue", pgettext_lazy("option", "blue")
    PURPLE = "purple", pgettext_lazy("option", "purple")


class ClubOptions(models.Model):
    """A club's name, description and settings, each declared once.

    `events_by` is the lowest role that may create the club's events. With `hidden_members`, only members may see the
    list of members. `letters` are the emblem's letters, in capitals.
    """

    name = models.CharField(
        pgettext_lazy("field", "Club name"),
        max_length=LONGEST_NAME,
        validators=[MinLengthValidator(SHORTEST_NAME), check_single_line],
    )
    about = models.TextField(_("About the club"), blank=True, validators=[check_text, MaxLengthValidator(LONGEST_TEXT)])
    rules = models.TextField(
        pgettext_lazy("field", "Club rules"), blank=True, validators=[check_text, MaxLengthValidator(LONGEST_TEXT)]
    )
    place = models.CharField(
        _("Town or country"), max_length=LONGEST_PLACE, blank=True, validators=[check_single_line],
        help_text=_("A town, a country, or “online”. Players can search for clubs by location."),
    )  # fmt: skip
    link = models.URLField(
        pgettext_lazy("of a club", "Website"),
        max_length=LONGEST_LINK,
        blank=True,
        validators=[URLValidator(schemes=["https"])],
    )
    letters = models.CharField(_("initials in the emblem"), max_length=2 * LONGEST_LETTERS, blank=True)
    shape = models.CharField(
        pgettext_lazy("field", "Shape"), max_length=7, choices=EmblemShape, default=EmblemShape.STONE
    )
    shade = models.CharField(
        pgettext_lazy("field", "Colour"), max_length=6, choices=EmblemColor, default=EmblemColor.BLACK
    )
    joining = models.CharField(
        pgettext_lazy("field", "Membership"), max_length=10, choices=JoiningPolicy, default=JoiningPolicy.OPEN
    )
    hidden_members = models.BooleanField(_("Hide the member list from non-members"), default=False)
    events_by = models.CharField(
        _("Who can create club tournaments and ladders"), max_length=7, default=ClubRole.MANAGER,
        choices=[
            (ClubRole.OWNER, pgettext_lazy("option", "the owner")),
            (ClubRole.MANAGER, pgettext_lazy("option", "managers")),
            (ClubRole.CAPTAIN, _("captains and managers")),
            (ClubRole.MEMBER, pgettext_lazy("option", "all members")),
        ],
    )  # fmt: skip

    class Meta:
        abstract = True


SENT = {
    "place": "Where it is.",
    "link": "Its web page, https.",
    "letters": "One or two letters of the name, in its order; empty for the first ones.",
    "shape": "The shape behind the letters.",
    "shade": "The colour of the emblem.",
}
"""The API's descriptions of options in request bodies, where they differ from those in responses."""


class ClubQuerySet(models.QuerySet["Club"]):
    """Queries for clubs."""

    def open(self) -> Self:
        """Select clubs that are not closed."""
        return self.filter(closed_at__isnull=True)

    def matching(self, text: str) -> Self:
        """Select clubs whose name or place contains all these words, ignoring case and accents."""
        rows = self
        for word in search_words(text):
            rows = rows.filter(words__contains=word)
        return rows


class Club(ClubOptions):
    """A club.

    `key` is the look-alike form of the name, unique among open clubs. `words` are name and place for searching.
    `picture` is the digest of the uploaded crest (ClubPicture), empty if the emblem is shown. `invite_key` is the
    secret of the link with which anyone can join, empty if there is no link. `member_count` is a copy of the number of
    members, changed under the club's lock. `closed_by_staff` means that moderators closed the club, so that only they
    can reopen it.
    """

    key = models.CharField(max_length=120, editable=False)
    words = models.CharField(max_length=250, editable=False)
    founder = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="+",
        verbose_name=pgettext_lazy("field", "founder"),
    )
    picture = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    invite_key = models.CharField(max_length=43, blank=True, editable=False)
    member_count = models.PositiveIntegerField(_("number of members"), default=0)
    created_at = models.DateTimeField(pgettext_lazy("field", "created"))
    closed_at = models.DateTimeField(pgettext_lazy("field", "closed"), null=True)
    closed_by_staff = models.BooleanField(_("closed by moderators"), default=False)
    checked_at = models.DateTimeField(pgettext_lazy("field", "last checked"), null=True)

    objects = ClubQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "club")
        verbose_name_plural = pgettext_lazy("name", "clubs")
        constraints = [
            models.UniqueConstraint(fields=["key"], condition=Q(closed_at__isnull=True), name="one_club_a_look")
        ]
        indexes = [
            models.Index(fields=["-id"], name="club_open", condition=Q(closed_at__isnull=True)),
            models.Index(fields=["checked_at"], name="club_to_check", condition=Q(closed_at__isnull=True)),
            models.Index(fields=["invite_key"], name="club_by_link", condition=~Q(invite_key="")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return path_of("clubs:club", self.pk)

    @property
    def crest_path(self) -> str:
        """Return the path of the uploaded crest; "" if there is none or the server shows no pictures."""
        return path_of("clubs:crest", self.picture) if self.picture and settings.IGO_PICTURES else ""

    @property
    def invitation_path(self) -> str:
        """Return the path of the link with which anyone can join. `invite_key` must not be empty."""
        return f"{self.get_absolute_url()}?invitation={self.invite_key}"

    def set_name_and_place(self, name: str, place: str) -> None:
        """Set the name and the place, with the fields used for searching and comparing them. Does not save."""
        self.name, self.place = name, place
        self.key, self.words = lookalike_key(name), " ".join(search_words(f"{name} {place}"))[:250]

    @property
    def is_open(self) -> bool:
        """Return whether the club is not closed."""
        return self.closed_at is None
