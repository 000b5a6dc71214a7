"""The smallest model of a game: whose turn it is, the number of moves, the board as bytes."""

from django.db import models
from django.utils import timezone


class Game(models.Model):
    """A game of the naive reference server."""

    moves_made = models.IntegerField(default=0)
    to_move = models.SmallIntegerField(default=1)
    over = models.BooleanField(default=False)
    board = models.BinaryField()
    deadline = models.DateTimeField()
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "reference_game"


class Move(models.Model):
    """A move of a game on the naive reference server."""

    game = models.ForeignKey(Game, models.CASCADE, db_index=False)
    number = models.IntegerField()
    point = models.SmallIntegerField()
    color = models.SmallIntegerField()
    played_at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "reference_move"
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_move_a_number")]
