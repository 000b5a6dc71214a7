"""Entrants and directors of a tournament, and pairs that must not be paired."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.core.hidden_ranks import is_rank_shown
from ratings.ranks import Rank
from ratings.standing import rank_label_of

from .tournament import Tournament

LONGEST_PROOF = 200
LONGEST_LABEL = 25


class EntryState(models.TextChoices):
    """The state of an entry (E10, E12, E50)."""

    INVITED = "invited", pgettext_lazy("option", "invited")
    APPLIED = "applied", _("waiting for approval")
    ENTERED = "entered", pgettext_lazy("option", "entered")
    WAITING = "waiting", _("on the waiting list")
    DECLINED = "declined", pgettext_lazy("entry", "declined")
    WITHDRAWN = "withdrawn", pgettext_lazy("entry", "withdrawn")
    REMOVED = "removed", _("removed by a director")


IN_PLAY = (EntryState.ENTERED, EntryState.WAITING, EntryState.APPLIED)
"""States of players who entered on the tournament's terms."""


class EntryQuerySet(models.QuerySet["Entry"]):
    """Queries for entries."""

    def entered(self) -> Self:
        """Select the entries of players who currently take part."""
        return self.filter(state=EntryState.ENTERED)

    def with_place_or_waiting(self) -> Self:
        """Select the entries of players who have a place, are on the waiting list, or have applied for a place."""
        return self.filter(state__in=IN_PLAY)

    def ever_took_part(self) -> Self:
        """Select the entries of players who took part from the start or entered late, in any current state."""
        return self.filter(number__isnull=False)


class Entry(models.Model):
    """A player's entry. At the start, `number` is set to the player's drawn lot, and rank and rating are frozen (E10).

    `rank` counts steps above 30k. `seed` is set by a director, 1 for the strongest (E38). `correction` is a director's
    correction in McMahon points. `last_round` is the last round in which the player is paired, null for no limit. With
    `leaving`, the player's games in progress will be resigned (E50). `at` is when the entry was made or last changed,
    which gives the order of the waiting list. `skips` are rounds that the player does not play, including those before
    a late entry (E26). `asked_at` is when the player was asked to confirm; without an answer by `answer_by` the player
    is withdrawn (E13, E51). `struck` means that all games of the player in a round robin are void (E52). `stated` is
    the rank stated by a player who has no established rank, in steps above 30k. `proof` is a link, visible only to that
    player and directors (E108). `family` and `club_group` are labels used for pairing, given by directors and visible
    only to them (E140, E141). `home` is the club whose other members this player meets as late as possible (E84).
    `revision` is the revision of the tournament's rules to which the player agreed (E11). `shares_name` means that
    result files for federations may include the real name and numbers. `named_at` is when a director first made such a
    file (E131).
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="entries",
        verbose_name=pgettext_lazy("field", "player"),
        db_index=False,
    )
    state = models.CharField(pgettext_lazy("field", "state"), max_length=9, choices=EntryState)
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "number"), null=True)
    rank = models.PositiveSmallIntegerField(pgettext_lazy("field", "rank"), null=True)
    stated = models.PositiveSmallIntegerField(pgettext_lazy("field", "declared rank"), null=True)
    proof = models.URLField(_("link to proof of rank"), max_length=LONGEST_PROOF, blank=True, default="", db_default="")
    rating = models.PositiveSmallIntegerField(pgettext_lazy("field", "rating"), null=True)
    shares_name = models.BooleanField(_("real name in result files"), default=False, db_default=False)
    named_at = models.DateTimeField(null=True)
    home = models.ForeignKey("clubs.Club", models.SET_NULL, null=True, related_name="+", db_index=False)
    family = models.CharField(
        pgettext_lazy("field", "family"), max_length=LONGEST_LABEL, blank=True, default="", db_default=""
    )
    club_group = models.CharField(
        _("group of clubs"), max_length=LONGEST_LABEL, blank=True, default="", db_default=""
    )  # fmt: skip
    seed = models.PositiveSmallIntegerField(pgettext_lazy("of a player", "seed"), null=True)
    correction = models.SmallIntegerField(default=0)
    last_round = models.PositiveSmallIntegerField(null=True)
    skips = models.JSONField(default=list, blank=True)
    asked_at = models.DateTimeField(null=True)
    answer_by = models.DateTimeField(null=True)
    struck = models.BooleanField(default=False)
    leaving = models.BooleanField(default=False)
    revision = models.PositiveBigIntegerField(default=0, db_default=0)
    at = models.DateTimeField()

    objects = EntryQuerySet.as_manager()

    class Meta:
        db_table = "competitions_entry"
        verbose_name = pgettext_lazy("name", "entry")
        verbose_name_plural = pgettext_lazy("name", "entries")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "player"], name="one_entry_a_player"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
        ]
        indexes = [
            models.Index(fields=["player", "-id"], name="entry_of_player"),
            models.Index(fields=["tournament", "state", "at"], name="entry_by_state"),
            models.Index(fields=["id"], name="entry_leaving", condition=models.Q(leaving=True)),
            models.Index(fields=["answer_by"], name="entry_asked", condition=models.Q(answer_by__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"

    @property
    def shown_rank(self) -> str:
        """Return the rank in the tournament, set by a director or frozen at the start (E10, E96, E108). Before the
        start, return the stated rank with a question mark, otherwise the current rank. Return "" if there is none, or
        if the reader may not see it (C202)."""
        if not is_rank_shown(self.player):
            return ""
        if self.rank is not None:
            return str(Rank(self.rank))
        return rank_label_of(self.player) if self.stated is None else f"{Rank(self.stated)}?"


class Director(models.Model):
    """A director of a tournament in addition to its organiser (E54)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="directors", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        db_table = "competitions_director"
        constraints = [models.UniqueConstraint(fields=["tournament", "player"], name="a_director_once")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.player_id}"


class Forbidden(models.Model):
    """Two players that a director does not allow to be paired (E85). `one` has the smaller id."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="forbidden", db_index=False)
    one = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    other = models.ForeignKey(Entry, models.CASCADE, related_name="+")

    class Meta:
        db_table = "competitions_forbidden"
        constraints = [models.UniqueConstraint(fields=["tournament", "one", "other"], name="forbidden_once")]

    def __str__(self) -> str:
        return f"{self.one_id} - {self.other_id}"
