"""Classes, their pupils, children's accounts, the teacher's messages, and homework (T1 to T8, T13 to T15)."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Self

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from challenges.server_bots import LEVELS
from challenges.sgf_import import position_from_json
from foundation.paths import path_of
from foundation.text import check_single_line, check_text
from games.terms import LARGEST_KOMI, SMALLEST_KOMI, ColorPreference
from learn.models import Material
from rules import sgf

LONGEST_NAME, LONGEST_TEXT, LONGEST_CHILD_NAME = 60, 2000, 40
KEPT_FOR = timedelta(days=30)
"""How long a child's account is kept after its end."""


class Classroom(models.Model):
    """A class.

    `invite_key` is the secret of the link with which anyone can join, empty if there is no link. `hidden_reason` is why
    moderators have removed the name and the description; it is cleared when the teacher writes new ones.
    `positions_made` is the highest number used for a homework position.
    """

    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=pgettext_lazy("field", "teacher")
    )
    name = models.CharField(
        pgettext_lazy("label", "Class name"), max_length=LONGEST_NAME, validators=[check_single_line]
    )
    about = models.TextField(
        _("About the class"), blank=True, validators=[check_text, MaxLengthValidator(LONGEST_TEXT)]
    )
    invite_key = models.CharField(max_length=43, blank=True, editable=False)
    hidden_reason = models.TextField(blank=True, default="", editable=False)
    positions_made = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    created_at = models.DateTimeField(pgettext_lazy("field", "created"), editable=False)

    class Meta:
        verbose_name = pgettext_lazy("of pupils", "class")
        verbose_name_plural = pgettext_lazy("of pupils", "classes")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return path_of("classes:class", self.pk)

    @property
    def invitation_path(self) -> str:
        """Return the path of the link with which anyone can join. `invite_key` must not be empty."""
        return f"{self.get_absolute_url()}?invitation={self.invite_key}"


class PupilStanding(models.TextChoices):
    """A player's relation to a class, such as pupil or invited. The names are part of the API."""

    INVITED = "invited", pgettext_lazy("status in a class", "invited")
    PUPIL = "pupil", pgettext_lazy("status in a class", "pupil")
    DECLINED = "declined", pgettext_lazy("status in a class", "declined")
    LEFT = "left", pgettext_lazy("status in a class", "left")
    REMOVED = "removed", pgettext_lazy("status in a class", "removed")


class PupilQuerySet(models.QuerySet["Pupil"]):
    """Queries for pupils."""

    def current(self) -> Self:
        """Select the rows of current pupils."""
        return self.filter(standing=PupilStanding.PUPIL)

    def current_or_invited(self) -> Self:
        """Select the rows of current pupils and of invited players."""
        return self.filter(standing__in=(PupilStanding.PUPIL, PupilStanding.INVITED))


class Pupil(models.Model):
    """A player's relation to a class, in one row for each player and class. `at` is the time of the last change."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="pupils", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    standing = models.CharField(pgettext_lazy("in a class", "status"), max_length=8, choices=PupilStanding)
    at = models.DateTimeField()

    objects = PupilQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("of a class", "pupil")
        verbose_name_plural = pgettext_lazy("of a class", "pupils")
        constraints = [models.UniqueConstraint(fields=["classroom", "player"], name="a_pupil_once")]
        indexes = [
            models.Index(fields=["player", "-id"], name="classes_of_pupil"),
        ]

    def __str__(self) -> str:
        return f"{self.classroom_id}: {self.player_id}"


class ChildAccountQuerySet(models.QuerySet["Child"]):
    """Queries for children's accounts."""

    def end_accounts(self, now: datetime) -> None:
        """End these accounts. Their names are deleted now, and the accounts in 30 days (T6)."""
        self.update(classroom=None, name="", ends_at=now + KEPT_FOR)


class Child(models.Model):
    """A child's account, made by a teacher (T5).

    `name` is the teacher's name for the child, which only the class sees. `card` counts the child's cards: a new card
    invalidates the links on the previous one. After the class has ended or the child was removed, `classroom` is null
    and `ends_at` is when the account will be deleted (T6).
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        primary_key=True,
        related_name="child",
        verbose_name=pgettext_lazy("name", "player"),
    )
    classroom = models.ForeignKey(Classroom, models.SET_NULL, null=True, related_name="children")
    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_CHILD_NAME, blank=True)
    card = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(pgettext_lazy("field", "created"))
    ends_at = models.DateTimeField(pgettext_lazy("field", "deleted at"), null=True)

    objects = ChildAccountQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "child's account")
        verbose_name_plural = pgettext_lazy("name", "children's accounts")
        indexes = [models.Index(fields=["ends_at"], name="children_that_end", condition=Q(ends_at__isnull=False))]

    def __str__(self) -> str:
        return str(self.player_id)


class ClassMessage(models.Model):
    """A message from the teacher to all pupils. `hidden_reason` is why moderators have removed the text."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="messages", db_index=False)
    text = models.TextField()
    hidden_reason = models.TextField(blank=True, default="")
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("of a class", "message")
        verbose_name_plural = pgettext_lazy("of a class", "messages")
        indexes = [models.Index(fields=["classroom", "-id"], name="messages_of_class")]

    def __str__(self) -> str:
        return self.text[:80]


class Homework(models.Model):
    """A lesson, the problems of a goal, a lesson or collection of the teacher's own, or a position to play out, with a
    due date. `item` is the key in learn.models.Progress, `own-` and the key of `material`, or `position-` and a
    number."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="homework", db_index=False)
    item = models.CharField(max_length=40)
    material = models.ForeignKey(Material, models.CASCADE, related_name="+", null=True, editable=False)
    due = models.DateField(pgettext_lazy("homework", "Due date"))

    class Meta:
        verbose_name = pgettext_lazy("of a class", "homework")
        verbose_name_plural = pgettext_lazy("of a class", "homework")
        constraints = [models.UniqueConstraint(fields=["classroom", "item"], name="homework_once")]

    def __str__(self) -> str:
        return self.item


POSITION, OWN = "position-", "own-"


def check_whole_or_half(komi: Decimal) -> None:
    """Raise ValidationError if the komi is not a whole or half number."""
    if komi * 2 % 1:
        raise ValidationError(_("The komi must be a whole number or end in .5, such as 6.5."))


class HomeworkPosition(models.Model):
    """A homework position to play out, against the server's bot of this level, or against a classmate if the level is
    null. `start` has the values of `challenges.sgf_import.position_json` and the handicap. If `komi` is null, the rule
    set's komi is used."""

    homework = models.OneToOneField(Homework, models.CASCADE, related_name="position")
    name = models.CharField(pgettext_lazy("homework", "Name"), max_length=LONGEST_NAME, validators=[check_single_line])
    start = models.JSONField(editable=False)
    rule_set = models.CharField(pgettext_lazy("label", "Rules"), max_length=20)
    komi = models.DecimalField(
        pgettext_lazy("label", "Komi"), max_digits=4, decimal_places=1, null=True, blank=True,
        validators=[MinValueValidator(SMALLEST_KOMI), MaxValueValidator(LARGEST_KOMI), check_whole_or_half],
        help_text=_("Leave empty to use the rule set's default komi."),
    )  # fmt: skip
    level = models.PositiveSmallIntegerField(
        pgettext_lazy("label", "Opponent"), null=True, blank=True,
        choices=[(level, str(level)) for level in range(1, LEVELS + 1)],
    )  # fmt: skip
    color = models.CharField(
        pgettext_lazy("label", "Pupil's colour"), max_length=6, default=ColorPreference.BLACK,
        choices=[one for one in ColorPreference.choices if one[0] != ColorPreference.BOTH],
        help_text=_("Only for games against the computer."),
    )  # fmt: skip

    class Meta:
        verbose_name = pgettext_lazy("of a class", "position")
        verbose_name_plural = pgettext_lazy("of a class", "positions")

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return path_of("classes:position", self.homework.classroom_id, self.number)

    @property
    def number(self) -> int:
        """Return the position's number in the class."""
        return int(self.homework.item.removeprefix(POSITION))

    @property
    def position(self) -> sgf.SgfPosition:
        """Return the start position."""
        return position_from_json(self.start)


class HomeworkGame(models.Model):
    """A pupil's game from a position. The game is null while the pupil waits for a classmate with an open `offer`."""

    position = models.ForeignKey(HomeworkPosition, models.CASCADE, related_name="games", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    offer = models.ForeignKey("challenges.Challenge", models.SET_NULL, null=True, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("of a class", "homework game")
        verbose_name_plural = pgettext_lazy("of a class", "homework games")
        indexes = [models.Index(fields=["position", "player", "-id"], name="games_of_homework")]

    def __str__(self) -> str:
        return f"{self.position_id}: {self.player_id}"
