"""Leagues: seasons and groups, members, and the league's log (E70 to E73)."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from foundation.options import range_validators
from foundation.paths import path_of
from tournaments.models.log import AbstractLogLine
from tournaments.models.terms import EvenTerms, NamedEvent
from tournaments.models.tournament import Tournament
from wording.words import localized_number_lazy

SIZES, FACTORS, MOST_RISING = range(5, 11), range(1, 4), 5


def _number_choices(numbers: Iterable[int]) -> list[tuple[int, str]]:
    return [(number, localized_number_lazy(number)) for number in numbers]


class LeagueOptions(models.Model):
    """The options of a league.

    `size` is the number of players in a group, `up` how many of each group are promoted, and `factor` the number of
    groups below each group. `months` is the length of a season. `at_once` is the number of games at the same time, 0
    for all. With `free`, players of a group challenge each other instead (E73). `starts_at` is when the first season
    begins; if it is null, a director starts the season.
    """

    size = models.PositiveSmallIntegerField(
        _("Players per group"),
        default=6,
        choices=_number_choices(SIZES),
        validators=range_validators(min(SIZES), max(SIZES)),
    )
    up = models.PositiveSmallIntegerField(
        _("Promoted from each group"), default=2, choices=_number_choices(range(1, MOST_RISING + 1)),
        validators=range_validators(1, MOST_RISING),
        help_text=_("The same number are relegated from the group above, so group sizes stay the same."),
    )  # fmt: skip
    factor = models.PositiveSmallIntegerField(
        _("Number of groups directly below each group"), default=1, choices=_number_choices(FACTORS),
        validators=range_validators(min(FACTORS), max(FACTORS)),
    )  # fmt: skip
    months = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "Season length"),
        default=3,
        choices=[(1, pgettext_lazy("option", "one month")), (3, pgettext_lazy("option", "three months"))],
    )
    at_once = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "Simultaneous games"), default=0, validators=range_validators(0, max(SIZES) - 1),
        help_text=_("Maximum number of games at the same time. The next starts when one ends. 0 = all games start "
                    "together."),
    )  # fmt: skip
    free = models.BooleanField(
        pgettext_lazy("field", "Free pairing"), default=False,
        help_text=_(
            "Group members challenge each other up to twice. A win is worth 2 points, a loss 0.5. If unticked, "
            "each group is a round robin."
        ),
    )  # fmt: skip
    starts_at = models.DateTimeField(
        _("Start of the first season (UTC)"), null=True, blank=True,
        help_text=_("If fewer than four players have joined by this date, the season starts when the fourth joins. "
            "Leave empty to start the season yourself."),
    )  # fmt: skip

    class Meta:
        abstract = True


SENT = {
    "up": "How many players of each group are promoted.",
    "months": "How long a season lasts.",
    "at_once": "The number of games that a player has at the same time; 0 = all of them.",
    "free": "Whether players of a group challenge each other instead of playing everyone.",
}
"""The API's descriptions of options in request bodies, where they differ from those in responses."""


class League(NamedEvent, EvenTerms, LeagueOptions):
    """A league. Each group of a season is a tournament, so that a league is a chain of events (E1)."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="leagues",
        verbose_name=pgettext_lazy("field", "organiser"),
    )
    created_at = models.DateTimeField(pgettext_lazy("field", "created"))
    closed_at = models.DateTimeField(pgettext_lazy("field", "closed"), null=True)

    class Meta:
        db_table = "competitions_league"
        verbose_name = pgettext_lazy("name", "league")
        verbose_name_plural = pgettext_lazy("name", "leagues")

    def get_absolute_url(self) -> str:
        return path_of("leagues:league", self.pk)

    @property
    def unrated_reason(self) -> str:
        """Return the key of the reason (in UNRATED_REASONS) why the league's games are unrated, "" if they are
        rated."""
        return self.rating_conditions.unrated_reason


class LeagueDirector(models.Model):
    """A director of a league and of its seasons' groups, in addition to its organiser (E54)."""

    league = models.ForeignKey(League, models.CASCADE, related_name="directors", db_index=False)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")

    class Meta:
        db_table = "competitions_leaguedirector"
        constraints = [models.UniqueConstraint(fields=["league", "player"], name="a_league_director_once")]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.player_id}"


class SeasonState(models.TextChoices):
    """The state of a season (E57)."""

    RUNNING = "running", pgettext_lazy("option", "running")
    REVIEW = "review", pgettext_lazy("option", "under review")
    DONE = "done", pgettext_lazy("season", "finished")


class Season(models.Model):
    """A season of a league, numbered from 1.

    The next season begins at `ends_at` or later. `asked_at` is when all members were asked whether they play the next
    season, and `answer_by` the deadline for their answers (E72). `overdue_at` is when directors were notified that
    games continue after the end.
    """

    league = models.ForeignKey(League, models.CASCADE, related_name="seasons", db_index=False)
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "number"))
    state = models.CharField(
        pgettext_lazy("field", "state"), max_length=7, choices=SeasonState, default=SeasonState.RUNNING
    )
    started_at = models.DateTimeField(pgettext_lazy("field", "started"))
    ends_at = models.DateTimeField(pgettext_lazy("field", "ends"))
    review_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(null=True)
    answer_by = models.DateTimeField(null=True)
    overdue_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "competitions_season"
        verbose_name = pgettext_lazy("name", "season")
        verbose_name_plural = pgettext_lazy("name", "seasons")
        constraints = [models.UniqueConstraint(fields=["league", "number"], name="one_season_a_number")]
        indexes = [models.Index(fields=["state", "ends_at"], name="season_by_state")]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.number}"

    def get_absolute_url(self) -> str:
        return path_of("leagues:season", self.league_id, self.number)

    @property
    def name(self) -> str:
        """Return the name of the season's league, which notices use."""
        return self.league.name


class LeagueGroup(models.Model):
    """A group of a season, which is a tournament. `division` and `number` count from 1, from the top. The entries of
    the tournament are numbered by their places at the start, which break remaining ties (E71)."""

    season = models.ForeignKey(Season, models.CASCADE, related_name="groups", db_index=False)
    division = models.PositiveSmallIntegerField(pgettext_lazy("field", "division"))
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "number"))
    tournament = models.OneToOneField(Tournament, models.PROTECT, related_name="league_group")

    class Meta:
        db_table = "competitions_leaguegroup"
        constraints = [models.UniqueConstraint(fields=["season", "division", "number"], name="one_group_a_number")]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.division}.{self.number}"


class MemberState(models.TextChoices):
    """The state of a membership."""

    WAITING = "waiting", _("will play from next season")
    PLAYING = "playing", pgettext_lazy("in a league", "playing")
    LEFT = "left", pgettext_lazy("league", "left")


class LeagueMember(models.Model):
    """A current, future or former member of a league. `stays` is whether they play the next season, null without an
    answer. `rank` is their rank, in steps above 30k, when they joined, which determines the order of newcomers
    (E71)."""

    league = models.ForeignKey(League, models.CASCADE, related_name="members", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="league_memberships",
        verbose_name=pgettext_lazy("field", "player"),
    )
    state = models.CharField(
        pgettext_lazy("field", "state"), max_length=7, choices=MemberState, default=MemberState.WAITING
    )
    stays = models.BooleanField(null=True)
    rank = models.PositiveSmallIntegerField(default=0)
    joined_at = models.DateTimeField()

    class Meta:
        db_table = "competitions_leaguemember"
        constraints = [models.UniqueConstraint(fields=["league", "player"], name="one_league_membership_a_player")]
        indexes = [models.Index(fields=["league", "state", "-rank"], name="member_by_state")]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.player_id}"


LEAGUE_ACTS = {
    "created": pgettext_lazy("record of a league", "League created"),
    "joined": pgettext_lazy("record of a league", "%(name)s joined the league"),
    "left": pgettext_lazy("record of a league", "%(name)s left the league"),
    "season": _("Season %(round)s started"),
    "review": _("Season %(round)s: all games have ended, and the results are under review"),
    "overdue": _("Season %(round)s: time is up, but games are still in progress"),
    "asked": _("Season %(round)s: players were asked whether they want to continue"),
    "closed": _("Season %(round)s: results confirmed"),
    "rose": _("%(name)s was promoted"),
    "fell": _("%(name)s was relegated"),
    "silent": _("%(name)s did not reply and was removed from the league"),
    "timed_out": _("%(name)s lost half of their games on time and was removed from the league"),
    "dropped": _("%(name)s had left the group and was removed from the league"),
    "suspended": _("%(name)s was suspended and removed from the league"),
    "removed": pgettext_lazy("log", "%(name)s was removed"),
    "director": _("%(name)s became a director"),
    "no_director": _("%(name)s is no longer a director"),
    "notice": _("Notice to all players"),
    "moderated": _("A moderator changed the name and the description"),
    "ended": pgettext_lazy("record of a league", "League closed"),
}
"""The text of each kind of log line (LeagueLine.act)."""


class LeagueLine(AbstractLogLine):
    """A line of a league's log. Actions in a group are in its tournament's log. `round` is the number of the season."""

    league = models.ForeignKey(
        League, models.PROTECT, related_name="log", db_index=False, verbose_name=pgettext_lazy("field", "league")
    )
    round = models.PositiveSmallIntegerField(pgettext_lazy("field", "season"), null=True)

    class Meta:
        db_table = "competitions_leagueline"
        ordering = ["-pk"]
        verbose_name = _("league log entry")
        verbose_name_plural = _("league log entries")
        indexes = [models.Index(fields=["league", "-id"], name="log_of_league")]

    def __str__(self) -> str:
        return f"{self.league_id}: {self.act}"
