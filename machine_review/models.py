"""Computer analyses of games, positions of games in progress, and players who hide analyses."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import pgettext_lazy

from games.models import Game


class AnalysisStatus(models.TextChoices):
    """The state of an analysis."""

    WAITING = "waiting", pgettext_lazy("option", "waiting")
    RUNNING = "running", pgettext_lazy("option", "running")
    DONE = "done", pgettext_lazy("option", "done")
    FAILED = "failed", pgettext_lazy("option", "failed")


class ReviewJob(models.Model):
    """The computer analysis of one game: a task that any process can claim, and its result.

    `colors` are the letters of the moves' colours. `judgements` has an entry for each position from the first on. An
    entry is null until the position is evaluated. Then it is [win rate in thousandths or null, score in tenths of a
    point or null, best point, visits], from Black's view.

    `lines` are the engine's continuations by the number of the position; a finished analysis keeps only those before
    the moves with the largest losses. `slot` is 1 for the analysis in progress, of which there is only one on the whole
    server. `claim` names the process that works on the analysis, and `claimed_at` is its last heartbeat. `reason` is
    why the analysis failed.
    """

    game = models.OneToOneField(
        Game, models.CASCADE, related_name="machine_review", verbose_name=pgettext_lazy("field", "game")
    )
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", db_index=False)
    asked_at = models.DateTimeField(pgettext_lazy("analysis", "requested"))
    status = models.CharField(
        pgettext_lazy("field", "status"), max_length=7, choices=AnalysisStatus, default=AnalysisStatus.WAITING
    )
    reason = models.CharField(max_length=20, blank=True)
    slot = models.PositiveSmallIntegerField(null=True, unique=True)
    claim = models.CharField(max_length=32, blank=True)
    claimed_at = models.DateTimeField(null=True)
    engine = models.CharField(pgettext_lazy("field", "engine"), max_length=80, blank=True)
    colors = models.TextField(blank=True)
    judgements = models.JSONField(default=list)
    lines = models.JSONField(default=dict)
    finished_at = models.DateTimeField(pgettext_lazy("field", "finished"), null=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "computer analysis")
        verbose_name_plural = pgettext_lazy("name", "computer analyses")
        indexes = [
            models.Index(fields=["asked_at", "id"], name="review_waiting", condition=Q(status="waiting")),
            models.Index(fields=["asked_by", "asked_at"], name="review_asked_by"),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.status}"

    @property
    def done(self) -> int:
        """Return the number of evaluated positions."""
        return sum(judgement is not None for judgement in self.judgements)

    @property
    def total(self) -> int:
        """Return the number of positions, 0 before the analysis has begun."""
        return len(self.judgements)


class HiddenReviews(models.Model):
    """A player who does not want to see computer analyses."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"player {self.player_id}"


class WatchedGame(models.Model):
    """A game in progress whose positions up to `state_number` are stored as PlayedPosition."""

    game = models.OneToOneField(Game, models.CASCADE, primary_key=True, related_name="watched")
    state_number = models.PositiveIntegerField()
    last_action_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"game {self.game_id} at {self.state_number}"


class PlayedPosition(models.Model):
    """A position of a game in progress after its opening, as the key that `rules` computes from the stones, without the
    side to move."""

    key = models.BigIntegerField()
    game = models.ForeignKey(WatchedGame, models.CASCADE, related_name="positions")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["key", "game"], name="one_key_a_game")]

    def __str__(self) -> str:
        return f"{self.key:x} in game {self.game_id}"
