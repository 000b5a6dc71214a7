"""A player's seat in a game."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import pgettext_lazy

from rules.off_time import Schedule, usual_weekend
from wording import words

from .results import SeatResult
from .seat_indexes import SeatQuerySet, seat_indexes


class Seat(models.Model):
    """A seat in a game: its index in the order of play, its colour, its player. Partners have the same colour (V30). If
    players share the colours, `color` is the colour of the seat's current turn or of its last turn (V73).

    The columns from `private` on are copies of the game's columns, so that every list of games can use an index; only
    `Game.sync_seat` assigns them. No move changes them, except `color` if players share the colours. `size` is the size
    of a square board, 0 for other boards; `result` is this player's result; `variant` is "" for standard Go.

    `weekend_zone` is not a copy: it is the player's time zone at the start of the game. The usual weekend of this zone
    stops the player's clock until they choose a weekend (R56). It is "" if the game allows no weekends, and in games
    started before usual weekends existed. It never changes, so that no clock changes during a turn.
    """

    game = models.ForeignKey("games.Game", models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    color = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "colour"), choices=[(int(color), name) for color, name in words.COLOR_NAMES.items()]
    )
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="seats",
        verbose_name=pgettext_lazy("field", "player"),
        db_index=False,
    )
    private = models.BooleanField(default=False, db_default=False)
    rated = models.BooleanField(default=False, db_default=False)
    rule_set = models.CharField(max_length=20, default="", db_default="")
    size = models.PositiveSmallIntegerField(default=0, db_default=0)
    started_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True)
    result = models.CharField(max_length=9, blank=True, default="", db_default="", choices=SeatResult)
    variant = models.CharField(max_length=12, blank=True, default="", db_default="")
    weekend_zone = models.CharField(max_length=40, blank=True, default="", db_default="", editable=False)

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "index"], name="one_seat_an_index"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
        ]
        indexes = seat_indexes()

    def __str__(self) -> str:
        return str(self.get_color_display())

    @property
    def usual_weekend_schedule(self) -> Schedule:
        """Return the usual weekend of the player's time zone, which applies in this game until the player has set their
        own. Return an empty schedule for games without a usual weekend."""
        if not self.weekend_zone:
            return NO_WEEK
        return Schedule(zone=self.weekend_zone, weekend=usual_weekend(self.weekend_zone))

    MIRRORED = ("color", "private", "rated", "rule_set", "size", "started_at", "finished_at", "result", "variant")


NO_WEEK = Schedule()
