"""A tournament: the terms of its games, who may enter, when it starts, and how it is played (E1, E2, E10, E13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player
from accounts.security.powers import Power, may
from competitions.systems.types import Kind
from foundation.paths import path_of

from .own import own_about, own_name
from .terms import EvenTerms

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

LONGEST_NAME, LONGEST_ABOUT = 60, 2000

KIND_NAMES = {
    Kind.ROUND_ROBIN: _("round robin"),
    Kind.SWISS: _("Swiss system"),
    Kind.MCMAHON: _("McMahon system"),
    Kind.GROUPS: _("McMahon in groups"),
    Kind.SECTIONS: _("sections"),
    Kind.KNOCKOUT: _("knockout"),
    Kind.DOUBLE_KNOCKOUT: _("double knockout"),
}
"""The systems that tournaments may be played by so far."""


class State(models.TextChoices):
    """Where a tournament stands (E2)."""

    DRAFT = "draft", _("draft")
    OPEN = "open", _("entry open")
    RUNNING = "running", _("running")
    REVIEW = "review", _("under review")
    FINISHED = "finished", pgettext_lazy("tournament", "finished")
    CANCELLED = "cancelled", _("cancelled")


class Entering(models.TextChoices):
    """Who may enter (E10)."""

    OPEN = "open", _("anyone within the limits")
    CLUB = "club", _("members of the club")
    APPROVAL = "approval", _("anyone a director approves")
    INVITATION = "invitation", _("players who are invited")


class Starting(models.TextChoices):
    """When it starts (E13)."""

    HAND = "hand", _("when a director starts it")
    DATE = "date", _("on a date")
    FULL = "full", _("when it is full")


class Repeats(models.TextChoices):
    """How often a tournament that starts on a date comes again (E13)."""

    NEVER = "", _("never")
    WEEK = "week", _("every week")
    MONTH = "month", _("every month")
    QUARTER = "quarter", _("every three months")


class Following(models.TextChoices):
    """When the next round starts (E21)."""

    OVER = "over", _("when the last game of a round has ended")
    DATE = "date", _("when the days for a round are over, and its games as well")
    HAND = "hand", _("when a director starts it")


class AfterTimeout(models.TextChoices):
    """What follows from a loss on time (E51)."""

    ASK = "ask", _("the player is asked whether they go on; no answer in three days means they withdraw")
    OUT = "out", _("the player is out")
    IGNORE = "ignore", _("nothing but the loss")


class TournamentQuerySet(models.QuerySet["Tournament"]):
    """Questions about many tournaments."""

    def visible_to(self, viewer: Player | AnonymousUser) -> Self:
        """All but what others never opened; moderators see that, too."""
        if may(viewer, Power.MODERATE):
            return self
        if not isinstance(viewer, Player):
            return self.opened()
        directed = self.model.objects.filter(directors__player=viewer).values("pk")
        return self.filter(Q(opened_at__isnull=False) | Q(owner=viewer) | Q(pk__in=directed))

    def opened(self) -> Self:
        """Those that can be or could once be entered: no drafts, and none that was called off as one."""
        return self.filter(opened_at__isnull=False)

    def listed(self) -> Self:
        """Those of them that stand by themselves: groups of leagues stand on the page of their league."""
        return self.opened().filter(league_group__isnull=True)


class Tournament(EvenTerms):
    """Its terms are those of every game. `komi` null means the rule set's own. Ranks are steps above 30k.

    `handicaps`: by rank or by score (E35). `seed` decides what nothing else does, and is public from the start on.
    `previous`: of a series the one before this; `regular_at`: its date before it was postponed, and `repeat_day` the
    day of the month on which the series began. `postponed`: there were too few entrants at the date once (E13).
    `at_once`: how many games of a round robin one plays at a time, 0 for a round at a time (E20). `asked_at`: who was
    away was asked before the start. `strike_out`: of who is put out of a round robin early on no game counts (E52).
    `ended_at`: when the last game had ended and the review began. `own`: the key of one that the server holds itself
    (models.own); it has no owner.
    """

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="tournaments", verbose_name=_("organiser")
    )
    own = models.CharField(max_length=20, blank=True, default="", db_default="", editable=False)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    about = models.TextField(_("description"), max_length=LONGEST_ABOUT, blank=True)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.DRAFT)
    handicaps = models.BooleanField(pgettext_lazy("games of a tournament", "With handicap"), default=False)
    entering = models.CharField(_("who may enter"), max_length=10, choices=Entering, default=Entering.OPEN)
    fewest = models.PositiveSmallIntegerField(_("fewest players"), default=4)
    most = models.PositiveSmallIntegerField(_("most players"), default=16)
    lowest_rank = models.PositiveSmallIntegerField(_("lowest rank"), null=True, blank=True)
    highest_rank = models.PositiveSmallIntegerField(_("highest rank"), null=True, blank=True)
    established = models.BooleanField(_("only established ranks"), default=True)
    least_games = models.PositiveSmallIntegerField(_("finished games needed"), default=0)
    starting = models.CharField(_("starts"), max_length=4, choices=Starting, default=Starting.HAND)
    starts_at = models.DateTimeField(_("start date"), null=True, blank=True)
    repeats = models.CharField(_("repeats"), max_length=7, choices=Repeats, default=Repeats.NEVER, blank=True)
    regular_at = models.DateTimeField(_("regular start"), null=True)
    repeat_day = models.PositiveSmallIntegerField(_("day of the month"), default=0)
    previous = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="next_one", verbose_name=_("tournament before")
    )
    postponed = models.BooleanField(_("start postponed"), default=False)
    following = models.CharField(_("next round"), max_length=4, choices=Following, default=Following.OVER)
    round_days = models.PositiveSmallIntegerField(_("days for a round"), null=True, blank=True)
    after_timeout = models.CharField(
        _("after a loss on time"), max_length=6, choices=AfterTimeout, default=AfterTimeout.ASK
    )
    strike_out = models.BooleanField(_("games of who is out struck out"), default=True, db_default=True)
    late_entry = models.BooleanField(_("late entry"), default=False)
    asked_at = models.DateTimeField(_("asked before the start"), null=True)
    at_once = models.PositiveSmallIntegerField(_("simultaneous games"), default=0)
    seed = models.CharField(_("seed of the draw"), max_length=16, blank=True)
    created_at = models.DateTimeField(_("created"))
    opened_at = models.DateTimeField(_("opened"), null=True)
    started_at = models.DateTimeField(_("started"), null=True)
    ended_at = models.DateTimeField(_("ended"), null=True)
    finished_at = models.DateTimeField(_("finished"), null=True)

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        constraints = [models.UniqueConstraint(fields=["own"], condition=~Q(own=""), name="own_tournament_once")]
        indexes = [
            models.Index(fields=["state", "-id"], name="tournament_by_state"),
            models.Index(fields=["starts_at"], name="tournament_to_start", condition=Q(state=State.OPEN)),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def shown_name(self) -> str:
        """Its name; that of one of the server's own in the reader's language."""
        return own_name(self.own) or self.name

    @property
    def shown_about(self) -> str:
        """What is said about it; about one of the server's own in the reader's language."""
        return own_about(self.own) or self.about

    def get_absolute_url(self) -> str:
        return path_of("competitions:tournament", self.pk)

    @property
    def unrated_reason(self) -> str:
        """Why its games are unrated (a key of UNRATED_REASONS), "" when they are rated."""
        return "handicap" if self.handicaps else self.conditions.unrated_reason

    @property
    def is_over(self) -> bool:
        """Whether nothing is played in it any more."""
        return self.state in (State.REVIEW, State.FINISHED, State.CANCELLED)


class Seeding(models.TextChoices):
    """Who meets whom first in a knockout (E38)."""

    RANK = "rank", _("by rank: the strongest meet last")
    DRAWN = "drawn", _("drawn by lot")


class Drawing(models.TextChoices):
    """How players come into their sections (E31)."""

    SNAKE = "snake", _("by rank, so that sections are equally strong")
    DRAWN = "drawn", _("drawn by lot")
    HAND = "hand", _("by hand: dealt by rank, a director may exchange players before the first round")


class Then(models.TextChoices):
    """What follows sections (E31)."""

    SECTIONS = "sections", _("sections of the winners, until one is left; the last two play first to three wins")
    KNOCKOUT = "knockout", _("a knockout of the winners")


class Stage(models.Model):
    """A part of a tournament that is paired by one system. `first_round` is the number of its first round in the
    tournament; `tiebreaks` are names of `systems.types.Criterion`, none for those that the system usually has. In a
    knockout `games_each` is the games of a match. `half_for_missed`: a game that was not played counts half a point in
    the SOS of others (E34).

    `groups`: the sections, each with the numbers of its entries in the order of its table; of a knockout that follows
    sections one list, its seeds; else none. Of sections: `drawing` says how they are dealt, `best` how many go on of
    each, 0 for all who share the first place, `then` what follows, `final_games` the games of a match there.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages", db_index=False)
    number = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(max_length=15, choices=[(kind.value, kind.value) for kind in Kind])
    rounds = models.PositiveSmallIntegerField(_("rounds"), default=5)
    first_round = models.PositiveSmallIntegerField(default=1)
    games_each = models.PositiveSmallIntegerField(_("games with each opponent"), default=1)
    third_place = models.BooleanField(_("game for the third place"), default=False)
    seeding = models.CharField(_("seeding"), max_length=5, choices=Seeding, default=Seeding.RANK)
    bar = models.PositiveSmallIntegerField(_("McMahon bar"), default=33)
    floor = models.PositiveSmallIntegerField(_("McMahon floor"), default=10)
    tiebreaks = models.JSONField(default=list, blank=True)
    half_for_missed = models.BooleanField(_("half a point for games not played"), default=False, db_default=False)
    groups = models.JSONField(default=list, blank=True)
    group_size = models.PositiveSmallIntegerField(_("players of a group"), default=8)
    drawing = models.CharField(_("drawing"), max_length=5, choices=Drawing, default=Drawing.SNAKE)
    best = models.PositiveSmallIntegerField(_("how many go on"), default=0)
    then = models.CharField(_("what follows"), max_length=8, choices=Then, default=Then.SECTIONS)
    final_games = models.PositiveSmallIntegerField(_("games of a match"), default=1)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_stage_a_number")]

    def __str__(self) -> str:
        return f"{self.tournament_id}.{self.number} {self.kind}"
