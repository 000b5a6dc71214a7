"""Rows: how far somebody who has an account has come. Lessons and problems themselves are no rows (`learn.lessons`,
`learn.problems`)."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Progress(models.Model):
    """What a player has done of one item, which is a lesson by its key. `done` has a bit for each page, the first
    page's is 1: pages are only ever added at the end."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="progress", db_index=False)
    item = models.CharField(max_length=40)
    done = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "item"], name="progress_in_an_item_once")]

    def __str__(self) -> str:
        return self.item


class Tried(models.Model):
    """That a player has tried a problem: whether the first answer was right. `card` and `due` are of the repetition,
    null for those who do not repeat."""

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
    """How many players have tried a problem, and how many of them were right at once."""

    problem = models.CharField(max_length=40, primary_key=True)
    tried = models.PositiveIntegerField(default=0)
    right = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return self.problem


class Repeating(models.Model):
    """That a player wants problems to come back."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="repeating", primary_key=True)
    since = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.player_id)


class DailyReader(models.Model):
    """That a player wants to hear of the problem of the day, and on which day (UTC) they last did."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", primary_key=True)
    told_on = models.DateField(db_index=True)

    def __str__(self) -> str:
        return str(self.player_id)


class OwnProblem(models.Model):
    """A problem that a player has made of a game of theirs. It is shown once it is proved: then `stored` holds it with
    its proof (`learn.problems.problem.Stored`). `question` is what was asked, `why` the code of a refusal."""

    class State(models.TextChoices):
        """How far it is."""

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
