"""Games that a club imported from other servers, and their players' names (E150, E151).

They are not stored in the models of `games`, so that they never appear in lists, counts or ratings of this server's
games.
"""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.reading.archives import LONGEST_PATH
from clubs.reading.records import LONGEST_NAME, LONGEST_RESULT, Server
from foundation.paths import path_of
from rules import Board

from .club import Club

SERVERS = [
    (Server.OGS.value, "OGS"),
    (Server.DGS.value, "DGS"),
    (Server.KGS.value, "KGS"),
    (Server.IGS.value, "IGS"),
    (Server.OTHER.value, pgettext_lazy("server that games come from", "other")),
]
LONGEST_FILE_NAME = 100


class GameImport(models.Model):
    """An upload of games. `data` has the file until it is read. `games` counts the added games, and `known` the games
    that the club already had. `errors` are file, code and line of unreadable games, and `more_errors` the number of
    further errors."""

    class State(models.TextChoices):
        """Whether the upload has been read."""

        WAITING = "waiting", pgettext_lazy("state of an upload", "waiting")
        DONE = "done", pgettext_lazy("state of an upload", "processed")
        FAILED = "failed", pgettext_lazy("state of an upload", "failed")

    club = models.ForeignKey(Club, models.CASCADE, related_name="imports", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    file_name = models.CharField(max_length=LONGEST_FILE_NAME)
    data = models.BinaryField(null=True)
    state = models.CharField(max_length=7, choices=State, default=State.WAITING)
    at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)
    games = models.PositiveIntegerField(default=0)
    known = models.PositiveIntegerField(default=0)
    errors = models.JSONField(default=list)
    more_errors = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = pgettext_lazy("name", "game import")
        verbose_name_plural = pgettext_lazy("name", "game imports")
        indexes = [
            models.Index(fields=["club", "-id"], name="import_of_club"),
            models.Index(fields=["id"], name="import_waiting", condition=Q(state="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.club_id}: {self.file_name}"


class ImportedNameQuerySet(models.QuerySet["ImportedName"]):
    """Queries for imported names."""

    def confirmed(self) -> Self:
        """Return the names that members have confirmed as theirs."""
        return self.filter(confirmed_at__isnull=False)


class ImportedName(models.Model):
    """A player's name in imported games of one server. `player` is the member to whom the name is mapped; until
    `confirmed_at` is set, the mapping is only proposed."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="imported_names", db_index=False)
    server = models.CharField(max_length=5, choices=SERVERS)
    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_NAME)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="imported_names")
    confirmed_at = models.DateTimeField(null=True)

    objects = ImportedNameQuerySet.as_manager()

    class Meta:
        verbose_name = _("name in imported games")
        verbose_name_plural = _("names in imported games")
        constraints = [models.UniqueConstraint(fields=["club", "server", "name"], name="one_imported_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_confirmed(self) -> bool:
        """Return whether the member has confirmed that the name is theirs."""
        return self.confirmed_at is not None


class ImportedGame(models.Model):
    """A finished, unrated game from another server. `sgf` is its record without comments, `rows` the last position.
    `komi` and `result` are "" if the record has none."""

    club = models.ForeignKey(Club, models.CASCADE, related_name="imported_games", db_index=False)
    upload = models.ForeignKey(GameImport, models.CASCADE, related_name="imported")
    server = models.CharField(max_length=5, choices=SERVERS)
    file = models.CharField(max_length=LONGEST_PATH)
    black = models.ForeignKey(ImportedName, models.CASCADE, related_name="as_black")
    white = models.ForeignKey(ImportedName, models.CASCADE, related_name="as_white")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    handicap = models.PositiveSmallIntegerField()
    komi = models.CharField(max_length=8)
    result = models.CharField(max_length=LONGEST_RESULT, blank=True)
    played_on = models.DateField(null=True)
    moves = models.PositiveSmallIntegerField()
    rows = models.TextField()
    sgf = models.TextField()
    digest = models.CharField(max_length=40)

    class Meta:
        verbose_name = pgettext_lazy("name", "imported game")
        verbose_name_plural = pgettext_lazy("name", "imported games")
        constraints = [models.UniqueConstraint(fields=["club", "digest"], name="one_imported_game")]
        indexes = [models.Index(fields=["club", "-id"], name="imported_game_of_club")]

    def __str__(self) -> str:
        return f"{self.black} – {self.white}"

    def get_absolute_url(self) -> str:
        return path_of("clubs:imported_game", self.club_id, self.pk)

    @property
    def played_at(self) -> datetime | None:
        """Return noon of the day on which the game began, None if the record has no date."""
        return None if self.played_on is None else datetime.combine(self.played_on, time(12), UTC)

    @property
    def board(self) -> Board:
        """Return the last position of the game."""
        return Board.from_rows(self.rows.splitlines())
