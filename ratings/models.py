"""Models of ratings: an event for each player of a rated game, and copies of the newest events."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import pgettext_lazy

from ratings.glicko2 import Strength
from ratings.ranks import Rank, is_provisional


class Category(models.IntegerChoices):
    """The games that a rating covers: all games, or games on one board size."""

    OVERALL = 0, pgettext_lazy("option", "Overall")
    NINE = 9, "9×9"
    THIRTEEN = 13, "13×13"
    NINETEEN = 19, "19×19"


SIZES = tuple(int(category) for category in Category if category != Category.OVERALL)


class RatingLedger(models.Model):
    """The single row that is locked to write rating events, so that they have the same order on every database.

    `last_number` is the number of the newest event. Events from `replay_from` on must be recalculated; null if there
    are none.
    """

    last_number = models.PositiveBigIntegerField(default=0)
    replay_from = models.PositiveBigIntegerField(null=True)

    class Meta:
        db_table = "ratings_book"

    def __str__(self) -> str:
        return str(self.last_number)


class RatingEventQuerySet(models.QuerySet["RatingEvent"]):
    """Queries for rating events."""

    def in_rating_order(self) -> Self:
        """Return the events in the order in which they were rated, with Black's event of a game before White's."""
        return self.order_by("number", "color")

    def newest_first(self) -> Self:
        """Return the events, newest first."""
        return self.order_by("-number")


class RatingEvent(models.Model):
    """The effect of one finished rated game on one player's ratings.

    Both events of a game have its `number` in the order of all rated games. `at` is the game's end; `score` is 1 for a
    win, 0.5 for a draw, 0 for a loss. `weight` is the weight of the game, more than 0 and at most 1, the same for both
    (R46). It is decided when the game ends, and never changes.

    `rating_before`, and `rating` and the three fields after it, are the overall values; the fields with `size_` are for
    games on this size only. The columns from `rating_before` on can be computed from the other columns of this event
    and earlier events. They are recalculated when an earlier event is withdrawn.
    """

    number = models.PositiveBigIntegerField()
    game = models.ForeignKey("games.Game", models.PROTECT, related_name="rating_events", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rating_events", db_index=False)
    opponent = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    size = models.PositiveSmallIntegerField()
    color = models.PositiveSmallIntegerField()
    score = models.FloatField()
    weight = models.FloatField(default=1.0)
    at = models.DateTimeField()
    rating_before = models.FloatField()
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField()
    size_rating = models.FloatField()
    size_deviation = models.FloatField()
    size_volatility = models.FloatField()
    size_games = models.PositiveIntegerField()

    objects = RatingEventQuerySet.as_manager()

    RECKONED = (
        "rating_before",
        "rating",
        "deviation",
        "volatility",
        "games",
        "size_rating",
        "size_deviation",
        "size_volatility",
        "size_games",
    )

    class Meta:
        verbose_name = pgettext_lazy("name", "rating change")
        verbose_name_plural = pgettext_lazy("name", "rating changes")
        constraints = [
            models.UniqueConstraint(fields=["game", "player"], name="one_rating_event_a_player"),
            models.UniqueConstraint(fields=["number", "color"], name="one_rating_event_a_color"),
            models.CheckConstraint(condition=Q(size__in=SIZES), name="rated_sizes"),
            models.CheckConstraint(condition=Q(score__in=(0.0, 0.5, 1.0)), name="rated_scores"),
            models.CheckConstraint(condition=Q(weight__gt=0.0, weight__lte=1.0), name="rated_weights"),
        ]
        indexes = [
            models.Index(fields=["player", "-number"], name="rating_event_of_player"),
            models.Index(fields=["player", "size", "-number"], name="rating_event_of_size"),
            models.Index(fields=["player", "-at"], name="rating_event_course", include=["rating", "games"]),
            models.Index(fields=["player", "games"], name="rating_event_by_games"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.rating:.0f}"

    @property
    def change(self) -> float:
        """Return by how many points the game changed the overall rating."""
        return self.rating - self.rating_before

    @property
    def rank(self) -> Rank:
        """Return the rank after the game."""
        return Rank.of_rating(self.rating)

    def strength(self, category: int) -> Strength:
        """Return the strength after the game, overall or on the game's board size."""
        if category == Category.OVERALL:
            return Strength(self.rating, self.deviation, self.volatility)
        return Strength(self.size_rating, self.size_deviation, self.size_volatility)


class RatingQuerySet(models.QuerySet["Rating"]):
    """Queries for ratings."""

    def overall(self) -> Self:
        """Return the ratings over all games."""
        return self.filter(category=Category.OVERALL)


class Rating(models.Model):
    """A player's current rating: a copy of the player's newest event in this category. Only `services` writes it.

    `games` counts the rated games; `at` is the end of the last one. Without any games the rating is a copy of a
    StartRating.
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings", db_index=False)
    category = models.PositiveSmallIntegerField(choices=Category)
    rating = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    games = models.PositiveIntegerField()
    at = models.DateTimeField()

    objects = RatingQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "rating")
        verbose_name_plural = pgettext_lazy("name", "ratings")
        ordering = ["category"]
        constraints = [models.UniqueConstraint(fields=["player", "category"], name="one_rating_a_category")]
        indexes = [models.Index("category", F("rating").desc(), name="rating_strongest_first")]

    def __str__(self) -> str:
        return f"{self.label} {self.rating:.0f} ± {self.deviation:.0f}"

    @property
    def strength(self) -> Strength:
        """Return rating, deviation and volatility as a Strength."""
        return Strength(self.rating, self.deviation, self.volatility)

    @property
    def rank(self) -> Rank:
        """Return the rank of the rating."""
        return Rank.of_rating(self.rating)

    @property
    def is_provisional(self) -> bool:
        """Return whether the rating is provisional, because its deviation is still large."""
        return is_provisional(self.deviation)

    @property
    def label(self) -> str:
        """Return the rank as displayed after a name: 6k, with a question mark if it is provisional."""
        return f"{self.rank}?" if self.is_provisional else str(self.rank)


class StartRating(models.Model):
    """The rank that a player stated before their first rated game, and the corresponding rating on this server (E152).

    `system` is a rating system of `ratings.equivalents`, `rank` the rank in that system in steps above 30k.
    """

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="start_rating"
    )
    system = models.CharField(max_length=3)
    rank = models.PositiveSmallIntegerField()
    rating = models.FloatField()
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("name", "starting rating")
        verbose_name_plural = pgettext_lazy("name", "starting ratings")

    def __str__(self) -> str:
        return f"{self.system} {self.stated_rank}"

    @property
    def stated_rank(self) -> Rank:
        """Return the rank that the player stated, which is a rank in another rating system."""
        return Rank(self.rank)


class Withdrawal(models.Model):
    """The record that the rating events of a game were withdrawn, so that every rating history can be explained.

    `number` is the game's number in the order of rated games; `at` is when the events were withdrawn.
    """

    number = models.PositiveBigIntegerField()
    game = models.ForeignKey("games.Game", models.PROTECT, related_name="rating_withdrawals")
    at = models.DateTimeField()

    class Meta:
        verbose_name = pgettext_lazy("name", "reversed rating change")
        verbose_name_plural = pgettext_lazy("name", "reversed rating changes")
        ordering = ["number"]

    def __str__(self) -> str:
        return str(self.number)
