"""A tournament: its games' terms, the conditions of entry, its start, and its format (E1, E2, E10, E13)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from foundation.paths import path_of
from games.terms import RatingConditions
from rules import ORDINARY, Variant
from rules.variants.presets import capture_go

from .own import server_event_description, server_event_name
from .terms import EvenTerms, NamedEvent
from .tournament_options import EntryOptions, RoundOptions, StageOptions

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


class TournamentState(models.TextChoices):
    """The state of a tournament (E2)."""

    DRAFT = "draft", pgettext_lazy("option", "draft")
    OPEN = "open", pgettext_lazy("option", "entry open")
    RUNNING = "running", pgettext_lazy("tournament", "in progress")
    REVIEW = "review", pgettext_lazy("option", "under review")
    FINISHED = "finished", pgettext_lazy("tournament", "finished")
    CANCELLED = "cancelled", pgettext_lazy("option", "cancelled")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Queries for tournaments."""

    def visible_to(self, viewer: Player | AnonymousUser) -> Self:
        """Select the tournaments that the viewer may see: those that were opened, and the viewer's own. Moderators see
        all."""
        if may(viewer, StaffPermission.MODERATE):
            return self
        if not isinstance(viewer, Player):
            return self.opened()
        directed = self.model.objects.filter(directors__player=viewer).values("pk")
        return self.filter(Q(opened_at__isnull=False) | Q(owner=viewer) | Q(pk__in=directed))

    def opened(self) -> Self:
        """Select the tournaments whose entry has been opened. Drafts are left out, even after they were cancelled."""
        return self.filter(opened_at__isnull=False)

    def listed(self) -> Self:
        """Select opened tournaments with a page of their own. A league's groups are shown on the league's page
        instead."""
        return self.opened().filter(league_group__isnull=True)


class Tournament(NamedEvent, EvenTerms, RoundOptions, EntryOptions):
    """A tournament. All its games have the same terms. If `komi` is null, the rule set's komi is used. Ranks are steps
    above 30k.

    `seed` decides all random draws, and is public from the start. `previous` is the previous tournament of a series.
    `regular_at` is the start date before it was postponed, and `repeat_day` the day of the month on which the series
    began. `postponed` means that there were too few entrants at the first date (E13). `asked_at` is when absent players
    were asked to confirm before the start. `ended_at` is when the last game ended and the review began. `own` is the
    key of a tournament that the server itself runs (models.own), which has no owner. `revision` is the id of the latest
    log line that changed the rules after entry had opened, 0 for none (E11).
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        related_name="tournaments",
        verbose_name=pgettext_lazy("field", "organiser"),
    )
    own = models.CharField(max_length=20, blank=True, default="", db_default="", editable=False)
    state = models.CharField(
        pgettext_lazy("field", "state"), max_length=9, choices=TournamentState, default=TournamentState.DRAFT
    )
    regular_at = models.DateTimeField(pgettext_lazy("field", "original start"), null=True)
    repeat_day = models.PositiveSmallIntegerField(_("day of the month"), default=0)
    previous = models.OneToOneField(
        "self",
        models.SET_NULL,
        null=True,
        related_name="next_one",
        verbose_name=pgettext_lazy("field", "previous tournament"),
    )
    postponed = models.BooleanField(pgettext_lazy("field", "start postponed"), default=False)
    asked_at = models.DateTimeField(pgettext_lazy("field", "confirmation requested"), null=True)
    seed = models.CharField(_("random seed for the draw"), max_length=16, blank=True)
    revision = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    created_at = models.DateTimeField(pgettext_lazy("field", "created"))
    opened_at = models.DateTimeField(pgettext_lazy("field", "opened"), null=True)
    started_at = models.DateTimeField(pgettext_lazy("field", "started"), null=True)
    ended_at = models.DateTimeField(pgettext_lazy("field", "ended"), null=True)
    finished_at = models.DateTimeField(pgettext_lazy("field", "finished"), null=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        db_table = "competitions_tournament"
        verbose_name = pgettext_lazy("name", "tournament")
        verbose_name_plural = pgettext_lazy("name", "tournaments")
        constraints = [models.UniqueConstraint(fields=["own"], condition=~Q(own=""), name="own_tournament_once")]
        indexes = [
            models.Index(fields=["state", "-id"], name="tournament_by_state"),
            models.Index(fields=["starts_at"], name="tournament_to_start", condition=Q(state=TournamentState.OPEN)),
        ]

    @property
    def agreed_variant(self) -> Variant:
        """Return capture Go with the same number of stones for both (V11), or standard Go."""
        needed = self.stones_to_capture
        return capture_go((needed, needed)) if needed else ORDINARY

    @property
    def rating_conditions(self) -> RatingConditions:
        """Return the values that decide whether an even game of the tournament is rated (R43, V2)."""
        return replace(super().rating_conditions, ordinary=not self.stones_to_capture)

    @property
    def shown_name(self) -> str:
        """Return the tournament's name, in the reader's language if the server runs the tournament."""
        return server_event_name(self.own) or self.name

    @property
    def shown_about(self) -> str:
        """Return the tournament's description, in the reader's language if the server runs the tournament."""
        return server_event_description(self.own) or self.about

    def get_absolute_url(self) -> str:
        return path_of("tournaments:tournament", self.pk)

    @property
    def public_seed(self) -> str:
        """Return the seed of the random draws, which is public once the tournament has started. Return "" before, when
        it is only used for a preview."""
        return self.seed if self.started_at is not None else ""

    @property
    def unrated_reason(self) -> str:
        """Return the key of the reason (in UNRATED_REASONS) why the games are unrated, "" if they are rated."""
        return "handicap" if self.handicaps else self.rating_conditions.unrated_reason

    @property
    def is_over(self) -> bool:
        """Return whether the tournament is under review, finished or cancelled."""
        return self.state in (TournamentState.REVIEW, TournamentState.FINISHED, TournamentState.CANCELLED)


class Stage(StageOptions):
    """A part of a tournament that is paired by one system. `first_round` is the tournament's number of the stage's
    first round.

    `groups` are the sections, each a list of entry numbers in table order. In a knockout after sections, `groups` has a
    single list with the seeds. It is empty in other stages.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages", db_index=False)
    number = models.PositiveSmallIntegerField(default=1)
    first_round = models.PositiveSmallIntegerField(default=1)
    groups = models.JSONField(default=list, blank=True)

    class Meta:
        db_table = "competitions_stage"
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_a_number")]

    def __str__(self) -> str:
        return f"{self.tournament_id}.{self.number} {self.kind}"
