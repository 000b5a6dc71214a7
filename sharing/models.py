"""Data of finished games for the openings and the search of local patterns."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from games.models import Game


class Opening(models.Model):
    """A position in the opening of a finished public game, after `move` moves (passes included).

    All columns are copied from the record (`openings.filling`) and can be created again. `key` is the key of the
    position's canonical image (`symmetry`). `next` is the game's next move in that image: PASS for a pass, null where
    the game ended. `winner` is a colour, null for a draw. `bots` is whether a bot played in the game.
    """

    PASS = -1

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    move = models.PositiveSmallIntegerField(pgettext_lazy("field", "moves"))
    key = models.BigIntegerField()
    next = models.SmallIntegerField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    bots = models.BooleanField(default=False)

    class Meta:
        verbose_name = pgettext_lazy("name", "opening")
        verbose_name_plural = pgettext_lazy("name", "openings")
        constraints = [models.UniqueConstraint(fields=["game", "move"], name="one_opening_a_move")]
        indexes = [
            models.Index(fields=["key", "-game"], name="opening_position"),
            models.Index(fields=["key", "-game"], name="opening_of_people", condition=Q(bots=False)),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id}, {self.move}"


class AbstractPattern(models.Model):
    """A pattern at a corner or side that appears in a game after `number` moves, or in a record after `number` nodes
    (`patterns.rows.PatternRow`). `winner` is the colour that won, or null if there is none."""

    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "moves"))
    key = models.BigIntegerField()
    room = models.BinaryField(max_length=7)
    next = models.BinaryField(max_length=100)
    winner = models.PositiveSmallIntegerField(null=True)

    class Meta:
        abstract = True


class GamePattern(AbstractPattern):
    """A pattern of a finished public game in which no bot played."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="+")

    class Meta:
        verbose_name = pgettext_lazy("name", "local pattern")
        verbose_name_plural = pgettext_lazy("name", "local patterns")
        indexes = [models.Index(fields=["key", "-game"], name="local_pattern")]

    def __str__(self) -> str:
        return f"#{self.game_id}, {self.number}"
