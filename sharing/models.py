"""Data of finished games for the openings."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import Game


class Opening(models.Model):
    """A position in the opening of a finished public game, after `move` moves (passes included).

    All of it is copied from the record (`openings.filling`) and can be created again. `key` is that of the position's
    canonical image (`symmetry`), `next` the game's next move in that image: PASS for a pass, null where the game
    ended. `winner` is a colour, null for a draw. `bots`: a program played.
    """

    PASS = -1

    game = models.ForeignKey(Game, models.CASCADE, related_name="+", db_index=False)
    move = models.PositiveSmallIntegerField(pgettext_lazy("field", "moves"))
    key = models.BigIntegerField()
    next = models.SmallIntegerField(null=True)
    winner = models.PositiveSmallIntegerField(null=True)
    bots = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("opening")
        verbose_name_plural = _("openings")
        constraints = [models.UniqueConstraint(fields=["game", "move"], name="one_opening_a_move")]
        indexes = [
            models.Index(fields=["key", "-game"], name="opening_position"),
            models.Index(fields=["key", "-game"], name="opening_of_people", condition=Q(bots=False)),
        ]

    def __str__(self) -> str:
        return f"#{self.game_id}, {self.move}"
