"""Rounds, pairings, and directors' adjustments of points."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from rules import Phase
from tournaments.systems.types import EventResult

from .entry import Entry
from .tournament import Stage, Tournament

RESULTS = {
    EventResult.BLACK_WINS: pgettext_lazy("text", "Black wins"),
    EventResult.WHITE_WINS: pgettext_lazy("text", "White wins"),
    EventResult.DRAW: pgettext_lazy("result", "draw"),
    EventResult.BLACK_BY_DEFAULT: _("Black wins by forfeit"),
    EventResult.WHITE_BY_DEFAULT: _("White wins by forfeit"),
    EventResult.BOTH_LOSE: pgettext_lazy("result", "both lose"),
    EventResult.BOTH_WIN: pgettext_lazy("result", "both win"),
    EventResult.VOID: pgettext_lazy("result", "void"),
}
"""The event results that a director may give (E4)."""
RESULT_NAMES = RESULTS | {EventResult.STRUCK: pgettext_lazy("result", "voided")}
"""Labels of all results, including those that the rules of a tournament give (E52)."""


class RoundState(models.TextChoices):
    """The state of a round (E2)."""

    PLANNED = "planned", pgettext_lazy("option", "planned")
    PROPOSED = "proposed", pgettext_lazy("option", "proposed")
    PUBLISHED = "published", pgettext_lazy("option", "published")
    PLAYING = "playing", pgettext_lazy("option", "in progress")
    DONE = "done", pgettext_lazy("round", "finished")


class Round(models.Model):
    """A round of a tournament. Numbers count from 1 through all stages.

    `inputs` is the hash of the data from which the proposed pairings were computed; a proposal is out of date if the
    hash of the current data differs. `proposal` is the hash of these pairings and `inputs` (E90). `wanted` is when
    pairing in the background was requested, null if no request is waiting.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rounds", db_index=False)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "number"))
    state = models.CharField(
        pgettext_lazy("field", "state"), max_length=9, choices=RoundState, default=RoundState.PLANNED
    )
    inputs = models.CharField(max_length=64, blank=True)
    proposal = models.CharField(max_length=16, blank=True)
    wanted = models.DateTimeField(null=True)
    published_at = models.DateTimeField(null=True)
    ends_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "competitions_round"
        verbose_name = pgettext_lazy("name", "round")
        verbose_name_plural = pgettext_lazy("name", "rounds")
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_a_number")]
        indexes = [
            models.Index(fields=["id"], name="round_published", condition=Q(state=RoundState.PUBLISHED)),
            models.Index(fields=["id"], name="round_playing", condition=Q(state=RoundState.PLAYING)),
            models.Index(fields=["id"], name="round_wanted", condition=Q(wanted__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.number}"


class PairingQuerySet(models.QuerySet["Pairing"]):
    """Queries for pairings."""

    def published(self) -> Self:
        """Select the pairings of published rounds, without proposals, which are for directors only."""
        return self.exclude(round__state__in=(RoundState.PLANNED, RoundState.PROPOSED))

    def undecided(self) -> Self:
        """Select pairings of two players that have no result yet: no director and no rule has set one, and the game has
        not ended."""
        over = Q(game__phase=Phase.FINISHED.value)
        return self.filter(result="", white__isnull=False).exclude(over)

    def decided(self) -> Self:
        """Select byes, and pairings that have a result: a director or a rule has set one, or the game has ended."""
        over = Q(game__phase=Phase.FINISHED.value)
        return self.filter(over | Q(white__isnull=True) | ~Q(result=""))

    def without_started_game(self) -> Self:
        """Select the pairings whose game has not started."""
        return self.filter(game__isnull=True, result="", white__isnull=False)


class Pairing(models.Model):
    """A pairing of two entrants, or a bye (`white` null).

    `result` is set by a director or by the tournament's rules; if it is empty, the game's own result counts (E4).
    `komi` is in halves. `reasons` explain why these two were paired (E85). `lapsed` means that the game was lost on
    time and the consequence is still to be applied (E51). In a knockout, `board` is the match's number and `match_game`
    the game's number in the match; `counted` means that the bracket has been updated after the game. `group` is the
    number of the section or group from 1, or 0 if there are none.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="pairings", db_index=False)
    board = models.PositiveSmallIntegerField(pgettext_lazy("field", "board"))
    black = models.ForeignKey(Entry, models.PROTECT, related_name="as_black")
    white = models.ForeignKey(Entry, models.PROTECT, related_name="as_white", null=True)
    handicap = models.PositiveSmallIntegerField(pgettext_lazy("field", "handicap"), default=0)
    komi = models.SmallIntegerField(pgettext_lazy("field", "komi"))
    game = models.OneToOneField("games.Game", models.PROTECT, null=True, related_name="pairing")
    result = models.CharField(
        pgettext_lazy("field", "result"),
        max_length=16,
        blank=True,
        choices=[(one.value, name) for one, name in RESULTS.items()],
    )
    reasons = models.JSONField(default=list, blank=True)
    match_game = models.PositiveSmallIntegerField(default=1)
    group = models.PositiveSmallIntegerField(pgettext_lazy("field", "group"), default=0)
    counted = models.BooleanField(default=True)
    lapsed = models.BooleanField(default=False)

    objects = PairingQuerySet.as_manager()

    class Meta:
        db_table = "competitions_pairing"
        verbose_name = pgettext_lazy("name", "pairing")
        verbose_name_plural = pgettext_lazy("name", "pairings")
        constraints = [
            models.UniqueConstraint(fields=["round", "board", "match_game"], name="one_pairing_a_board"),
            models.UniqueConstraint(fields=["round", "black", "white", "match_game"], name="one_pairing_of_two"),
        ]
        indexes = [
            models.Index(fields=["id"], name="pairing_lapsed", condition=Q(lapsed=True)),
            models.Index(fields=["id"], name="pairing_to_count", condition=Q(counted=False)),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.board}"

    @property
    def player_to_move(self) -> Player | None:
        """Return the player whose turn it is in the game, None if no clock is running. Players and game must be
        loaded."""
        game = self.game
        if game is None or game.deadline is None or game.turn is None or self.white is None:
            return None
        return (self.black.player, self.white.player)[game.turn]


class Adjustment(models.Model):
    """Points that a director gave or subtracted, in halves. They count in this and later rounds (E55)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="adjustments")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="+")
    halves = models.SmallIntegerField()
    round = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "competitions_adjustment"

    def __str__(self) -> str:
        return f"{self.entry_id}: {self.halves}"
