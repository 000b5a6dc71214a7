"""Models: classes, their pupils, children's accounts, the teacher's messages, and homework (T1 to T8)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.paths import path_of
from foundation.text import check_line, check_text

LONGEST_NAME, LONGEST_TEXT, LONGEST_CHILD_NAME = 60, 2000, 40
KEPT_FOR = timedelta(days=30)
"""How long a child's account is kept after its end."""


class Classroom(models.Model):
    """A class. `invite_key` is the secret of the link that admits anyone, empty for none. `hidden_reason`: why
    moderators have removed the texts, until the teacher writes others."""

    teacher = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=pgettext_lazy("field", "teacher")
    )
    name = models.CharField(pgettext_lazy("label", "Class name"), max_length=LONGEST_NAME, validators=[check_line])
    about = models.TextField(
        _("About the class"), blank=True, validators=[check_text, MaxLengthValidator(LONGEST_TEXT)]
    )
    invite_key = models.CharField(max_length=43, blank=True, editable=False)
    hidden_reason = models.TextField(blank=True, default="", editable=False)
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
        """Return the path of the link with which anyone can join. Needs `invite_key`."""
        return f"{self.get_absolute_url()}?invitation={self.invite_key}"


class Standing(models.TextChoices):
    """A player's relation to a class. The names are part of the API."""

    INVITED = "invited", pgettext_lazy("status in a class", "invited")
    PUPIL = "pupil", pgettext_lazy("status in a class", "pupil")
    DECLINED = "declined", pgettext_lazy("status in a class", "declined")
    LEFT = "left", pgettext_lazy("status in a class", "left")
    REMOVED = "removed", pgettext_lazy("status in a class", "removed")


class PupilQuerySet(models.QuerySet["Pupil"]):
    """Queries for pupils."""

    def present(self) -> Self:
        """Select those who are pupils now."""
        return self.filter(standing=Standing.PUPIL)

    def open(self) -> Self:
        """Select those who are pupils now, and those who are invited."""
        return self.filter(standing__in=(Standing.PUPIL, Standing.INVITED))


class Pupil(models.Model):
    """A player's relation to a class: one row for each player and class. `at` is the time of the last change."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="pupils", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    standing = models.CharField(pgettext_lazy("in a class", "status"), max_length=8, choices=Standing)
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


class ChildQuerySet(models.QuerySet["Child"]):
    """Queries for children's accounts."""

    def end(self, now: datetime) -> None:
        """End these accounts: their names are deleted now, and the accounts in 30 days (T6)."""
        self.update(classroom=None, name="", ends_at=now + KEPT_FOR)


class Child(models.Model):
    """A child's account, made by a teacher (T5). `name` is what the teacher calls the child; only the class sees it.
    `card` counts the child's cards: the links on a card end with the next one. `classroom` is null, and `ends_at` is
    when the account is deleted, after the class has ended or the child has been removed (T6)."""

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

    objects = ChildQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "child's account")
        verbose_name_plural = pgettext_lazy("name", "children's accounts")
        indexes = [models.Index(fields=["ends_at"], name="children_that_end", condition=Q(ends_at__isnull=False))]

    def __str__(self) -> str:
        return str(self.player_id)


class ClassMessage(models.Model):
    """A message of the teacher to all pupils. `hidden_reason`: why moderators have removed the text."""

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
    """A lesson, or the problems of a goal, with a due date. `item` is its key in learn.models.Progress."""

    classroom = models.ForeignKey(Classroom, models.CASCADE, related_name="homework", db_index=False)
    item = models.CharField(max_length=40)
    due = models.DateField(pgettext_lazy("homework", "Due date"))

    class Meta:
        verbose_name = pgettext_lazy("of a class", "homework")
        verbose_name_plural = pgettext_lazy("of a class", "homework")
        constraints = [models.UniqueConstraint(fields=["classroom", "item"], name="homework_once")]

    def __str__(self) -> str:
        return self.item
