"""The models of players' game records, their tags, and their indexed positions."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from clubs.models import WITH_ONE, SharedWith
from library.core.files import with_utf8_declared
from sharing.models import AbstractPattern

LONGEST_NAME, LONGEST_FOLDER, LONGEST_TAG = 100, 60, 30


class RecordQuerySet(models.QuerySet["Record"]):
    """Queries for records. Files are not loaded, because they are needed only one at a time."""

    def kept(self) -> Self:
        """Select the records that their owner has kept, without uploads that are waiting for a choice."""
        return self.exclude(kept_at=None)

    def waiting_for_choice(self) -> Self:
        """Select the uploaded records that their owner has not yet chosen to keep."""
        return self.filter(kept_at=None)


class Record(models.Model):
    """A player's game record. `data` is the uploaded file, or the game's part of a collection, in the encoding `codec`.
    All other values are read from it (`core.facts`), and could be read again.

    `kept_at` is null until the owner decides to keep the record; otherwise the row is deleted after a day. `position`
    is the last position of the main line, with rows joined by "/", and `last` its last move. `played` is an ISO date,
    possibly without day or month. `names` are both players and `events` the event, case-folded for searching. If
    moderators have set `hidden_at`, only the owner can see the record and read `hidden_reason`. `is_indexed` means that
    its positions can be searched.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    added_at = models.DateTimeField()
    kept_at = models.DateTimeField(null=True)
    name = models.CharField(max_length=LONGEST_NAME)
    folder = models.CharField(max_length=LONGEST_FOLDER, blank=True)
    black = models.CharField(max_length=LONGEST_NAME, blank=True)
    white = models.CharField(max_length=LONGEST_NAME, blank=True)
    black_rank = models.CharField(max_length=20, blank=True)
    white_rank = models.CharField(max_length=20, blank=True)
    names = models.CharField(max_length=2 * LONGEST_NAME + 50, blank=True)
    event = models.CharField(max_length=LONGEST_NAME, blank=True)
    events = models.CharField(max_length=LONGEST_NAME + 50, blank=True)
    played = models.CharField(max_length=10, blank=True)
    result = models.CharField(max_length=30, blank=True)
    rules = models.CharField(max_length=20, blank=True)
    komi = models.CharField(max_length=10, blank=True)
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    handicap = models.PositiveSmallIntegerField()
    moves = models.PositiveIntegerField()
    nodes = models.PositiveIntegerField()
    comments = models.PositiveIntegerField()
    branches = models.PositiveIntegerField()
    position = models.CharField(max_length=700)
    last = models.CharField(max_length=4, blank=True)
    codec = models.CharField(max_length=20)
    size = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    data = models.BinaryField()
    is_public = models.BooleanField(default=False)
    hidden_at = models.DateTimeField(null=True)
    hidden_reason = models.TextField(blank=True)
    is_indexed = models.BooleanField(default=False)

    objects = RecordQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("library", "record")
        verbose_name_plural = pgettext_lazy("library", "records")
        constraints = [models.UniqueConstraint(fields=["owner", "digest"], name="a_record_once")]
        indexes = [
            models.Index(fields=["owner", "-id"], name="library_of_player"),
            models.Index(fields=["id"], name="library_to_index", condition=Q(is_indexed=False)),
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """Return the URL of the record's page."""
        return reverse("library:record", args=[self.pk])

    @property
    def title(self) -> str:
        """Return the players' names, or the name of the file if there are none."""
        return f"{self.black} – {self.white}" if self.black and self.white else self.black or self.white or self.name

    @property
    def text(self) -> str:
        """Return the record's SGF as text, with UTF-8 as its declared encoding (property CA)."""
        text = bytes(self.data).decode(self.codec, "replace").removeprefix("\ufeff")
        return text if self.codec == "utf-8" else with_utf8_declared(text)


class Share(SharedWith):
    """A recipient of a shared record: a player, all members of a club, or all pupils of a class."""

    record = models.ForeignKey(Record, models.CASCADE, related_name="shares", db_index=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["record", "player"], name="shared_with_player_once"),
            models.UniqueConstraint(fields=["record", "club"], name="shared_with_club_once"),
            models.UniqueConstraint(fields=["record", "classroom"], name="shared_with_class_once"),
            models.CheckConstraint(condition=WITH_ONE, name="shared_with_one"),
        ]

    def __str__(self) -> str:
        return f"record {self.record_id}"


class Tag(models.Model):
    """A tag of a record, case-folded."""

    record = models.ForeignKey(Record, models.CASCADE, related_name="tags", db_index=False)
    name = models.CharField(max_length=LONGEST_TAG)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["record", "name"], name="a_tag_once")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class RecordPosition(models.Model):
    """A position in a record's main line, with the index of its node. `key` identifies the position in any rotation or
    reflection, and `next` is the next move, both as in sharing.models.Opening. `winner` is a colour, null if the record
    has none. `private_owner` is the owner's id, null for public records. With it, a search finds its rows by index, no
    matter how many other players' records have the position."""

    record = models.ForeignKey(Record, models.CASCADE, related_name="positions", db_index=False)
    node = models.PositiveIntegerField()
    key = models.BigIntegerField()
    next = models.SmallIntegerField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    private_owner = models.BigIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["record", "key"], name="a_position_once")]
        indexes = [models.Index(fields=["key", "private_owner", "-record"], name="library_position_of")]

    def __str__(self) -> str:
        return f"record {self.record_id}, node {self.node}"


class RecordPattern(AbstractPattern):
    """A local pattern in a record's main line. `private_owner` is as in RecordPosition."""

    record = models.ForeignKey(Record, models.CASCADE, related_name="patterns")
    private_owner = models.BigIntegerField(null=True)

    class Meta:
        indexes = [models.Index(fields=["key", "private_owner", "-record"], name="library_pattern_of")]

    def __str__(self) -> str:
        return f"record {self.record_id}, node {self.number}"
