"""Ladders: places, challenges, and changes of places (E60 to E66)."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.paths import path_of
from tournaments.models.own import server_event_description, server_event_name
from tournaments.models.terms import EvenTerms, NamedEvent
from tournaments.systems.ladder import HoldReason

HOLD_NAMES = {
    HoldReason.OWN: pgettext_lazy("text", "paused"),
    HoldReason.TIMED_OUT: _("on hold after a loss on time"),
    HoldReason.UNSEEN: _("on hold: inactive for a month"),
}


class LadderOptions(models.Model):
    """The options of a ladder. With `by_rank`, new players start below the last player of the same rank, otherwise in
    the last place (E60)."""

    by_rank = models.BooleanField(
        _("Place newcomers by rank"), default=False,
        help_text=_("New players start just below the last player of the same rank, instead of at the bottom."),
    )  # fmt: skip

    class Meta:
        abstract = True


SENT = {"by_rank": "Whether new players start below the last player of the same rank."}
"""The API's descriptions of options in request bodies, where they differ from those in responses."""


class Ladder(NamedEvent, EvenTerms, LadderOptions):
    """A ladder.

    `checked_at` is when absences were last checked. `closed_by` is the player who closed the ladder, null for the
    server. After that, joining and challenging are not possible, but games in progress continue and still change
    places. `own` is the key of a ladder that the server itself runs (models.own), otherwise empty.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="ladders",
        verbose_name=pgettext_lazy("field", "organiser"),
    )
    created_at = models.DateTimeField(pgettext_lazy("field", "created"))
    checked_at = models.DateTimeField(pgettext_lazy("field", "last checked"), null=True)
    closed_at = models.DateTimeField(pgettext_lazy("field", "closed"), null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        verbose_name=pgettext_lazy("field", "closed by"),
    )
    closed_why = models.CharField(
        pgettext_lazy("field", "reason"), max_length=300, blank=True, default="", db_default=""
    )
    own = models.CharField(max_length=20, blank=True, default="", db_default="", editable=False)

    class Meta:
        db_table = "competitions_ladder"
        verbose_name = pgettext_lazy("name", "ladder")
        verbose_name_plural = pgettext_lazy("name", "ladders")
        constraints = [models.UniqueConstraint(fields=["own"], condition=~Q(own=""), name="own_ladder_once")]

    def get_absolute_url(self) -> str:
        return path_of("ladders:ladder", self.pk)

    @property
    def is_open(self) -> bool:
        """Return whether players can join and challenge."""
        return self.closed_at is None and not self.is_club_closed

    @property
    def shown_name(self) -> str:
        """Return the ladder's name, in the reader's language if the server runs the ladder."""
        return server_event_name(self.own) or self.name

    @property
    def shown_about(self) -> str:
        """Return the ladder's description, in the reader's language if the server runs the ladder."""
        return server_event_description(self.own) or self.about

    @property
    def unrated_reason(self) -> str:
        """Return the key of the reason (in UNRATED_REASONS) why the ladder's games are unrated, "" if they are
        rated."""
        return self.rating_conditions.unrated_reason


class LadderPlaceQuerySet(models.QuerySet["LadderPlace"]):
    """Queries for places on ladders."""

    def current(self) -> Self:
        """Select current places, ordered from the top."""
        return self.filter(place__isnull=False).order_by("place")


class LadderPlace(models.Model):
    """A player's place on a ladder. `place` is null after the player has left.

    Places are 1 to n without gaps, and change only while the ladder is locked. `held_at` is when the place was put on
    hold, and `hold_months` is for how many months of the hold the player has already lost places. `lapses` is the
    number of consecutive games lost on time. `wins` is the number of consecutive games won, and `most_wins` its maximum
    (E66). `leaving` means that the player's games in progress are still to be resigned (E65).
    """

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="ladder_places", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="ladder_places",
        verbose_name=pgettext_lazy("field", "player"),
    )
    place = models.PositiveSmallIntegerField(pgettext_lazy("field", "place"), null=True)
    best = models.PositiveSmallIntegerField(pgettext_lazy("field", "best place"), null=True)
    rank = models.PositiveSmallIntegerField(default=0)
    hold = models.CharField(max_length=9, blank=True, choices=[(hold.value, hold.value) for hold in HoldReason])
    held_at = models.DateTimeField(null=True)
    hold_months = models.PositiveSmallIntegerField(default=0)
    lapses = models.PositiveSmallIntegerField(default=0)
    wins = models.PositiveSmallIntegerField(default=0, db_default=0)
    most_wins = models.PositiveSmallIntegerField(default=0, db_default=0)
    leaving = models.BooleanField(default=False)
    joined_at = models.DateTimeField()

    objects = LadderPlaceQuerySet.as_manager()

    class Meta:
        db_table = "competitions_rung"
        constraints = [models.UniqueConstraint(fields=["ladder", "player"], name="one_rung_a_player")]
        indexes = [
            models.Index(fields=["ladder", "place"], name="rung_by_place"),
            models.Index(fields=["id"], name="rung_leaving", condition=Q(leaving=True)),
            models.Index(fields=["id"], name="rung_held", condition=Q(held_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.place}"


class LadderGame(models.Model):
    """A challenge and the game that it started (E62). `declined` is the colour of the player who cancelled the game
    before it began. Results are applied once, in the order in which games ended, and are then stored in `end` and
    `winner`."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="games", db_index=False)
    challenger = models.ForeignKey(LadderPlace, models.PROTECT, related_name="given")
    defender = models.ForeignKey(LadderPlace, models.PROTECT, related_name="received")
    game = models.OneToOneField("games.Game", models.PROTECT, related_name="ladder_game")
    at = models.DateTimeField()
    declined = models.PositiveSmallIntegerField(null=True)
    booked_at = models.DateTimeField(null=True)
    end = models.CharField(max_length=7, blank=True)
    winner = models.ForeignKey(LadderPlace, models.PROTECT, null=True, related_name="+")

    class Meta:
        db_table = "competitions_laddergame"
        indexes = [
            models.Index(fields=["ladder", "-id"], name="game_of_ladder"),
            models.Index(fields=["id"], name="ladder_game_open", condition=Q(booked_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.challenger_id} - {self.defender_id}"


class LadderMove(models.Model):
    """A change of a player's place caused by that player's game or action. Players who moved up or down only as a
    consequence have no row (E66)."""

    ladder = models.ForeignKey(Ladder, models.CASCADE, related_name="moves", db_index=False)
    ladder_place = models.ForeignKey(LadderPlace, models.CASCADE, related_name="moves", db_column="rung_id")
    at = models.DateTimeField()
    why = models.CharField(max_length=10)
    before = models.PositiveSmallIntegerField(null=True)
    after = models.PositiveSmallIntegerField(null=True)
    game = models.ForeignKey("games.Game", models.PROTECT, null=True, related_name="+")

    class Meta:
        db_table = "competitions_laddermove"
        indexes = [models.Index(fields=["ladder", "-id"], name="move_of_ladder")]

    def __str__(self) -> str:
        return f"{self.ladder_id}: {self.why}"
