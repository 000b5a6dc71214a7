"""Stored progress of learners with accounts. Lessons and problems themselves are not stored (`learn.lessons`,
`learn.problems`)."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Progress(models.Model):
    """A player's progress in one item, such as a lesson, by its key. `done` has one bit for each page, 1 for the
    first; pages are only ever appended."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="progress", db_index=False)
    item = models.CharField(max_length=40)
    done = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "item"], name="progress_in_an_item_once")]

    def __str__(self) -> str:
        return self.item


class Tried(models.Model):
    """A player's first try at a problem, and whether it was correct. `card` and `due` are for spaced repetition, null
    for players who do not use it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tried", db_index=False)
    problem = models.CharField(max_length=40)
    was_right = models.BooleanField()
    at = models.DateTimeField()
    card = models.JSONField(null=True)
    due = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "problem"], name="tried_a_problem_once")]
        indexes = [models.Index(fields=["player", "due"], name="problems_due")]

    def __str__(self) -> str:
        return self.problem


class Tally(models.Model):
    """How many players have tried a problem, and how many of them were correct at the first try."""

    problem = models.CharField(max_length=40, primary_key=True)
    tried = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.problem


class Repeating(models.Model):
    """A player who uses spaced repetition."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="repeating", primary_key=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.player_id)


class DailyReader(models.Model):
    """A player who is notified of the problem of the day, and the day (UTC) of the last notification."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", primary_key=True)
    told_on = models.DateField(db_index=True)

    def __str__(self) -> str:
        return str(self.player_id)


class DailyStreak(models.Model):
    """A player's streak of problems of the day: the number of solved days, and the last one (UTC)."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", primary_key=True)
    days = models.PositiveIntegerField()
    last_on = models.DateField()

    def __str__(self) -> str:
        return str(self.player_id)


class OwnProblem(models.Model):
    """A problem that a player made from their own game. `question` is the player's input. After it is proved, `stored`
    holds the published problem with its proof (`learn.problems.problem.Stored`); if it is refused, `why` is the
    code of the reason."""

    class State(models.TextChoices):
        """The state of an own problem."""

        WAITING = "waiting"
        PROVED = "proved"
        REFUSED = "refused"

    author = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="own_problems", db_index=False)
    game = models.PositiveBigIntegerField()
    move = models.PositiveIntegerField()
    question = models.JSONField()
    stored = models.JSONField(null=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    why = models.CharField(max_length=20, blank=True)
    made_at = models.DateTimeField()
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["author", "-made_at"], name="own_problems_of_a_player"),
            models.Index(fields=["state", "id"], name="own_problems_by_state"),
        ]

    def __str__(self) -> str:
        return f"own-{self.pk}"
