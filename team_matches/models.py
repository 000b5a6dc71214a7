"""Team matches: two clubs, their players, the boards of each round, and the match's log (E40, E78)."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from clubs.models import Club
from foundation.options import range_validators
from foundation.paths import path_of
from tournaments.models.log import AbstractLogLine
from tournaments.models.play import RESULTS
from tournaments.models.terms import EvenTerms
from tournaments.systems.teams import LARGEST, SMALLEST


class MatchTeam(models.IntegerChoices):
    """A team of the match: the challenging club's or the challenged club's."""

    HOME = 0, pgettext_lazy("side of a team match", "Home")
    AWAY = 1, pgettext_lazy("side of a team match", "Away")

    @property
    def other(self) -> MatchTeam:
        """Return the other team of the match."""
        return MatchTeam.AWAY if self is MatchTeam.HOME else MatchTeam.HOME


class MatchState(models.TextChoices):
    """The state of a team match."""

    OFFERED = "offered", pgettext_lazy("team match", "awaiting an answer")
    LINEUP = "lineup", pgettext_lazy("team match", "lineups are being set")
    PLAYING = "playing", pgettext_lazy("team match", "in progress")
    DONE = "done", pgettext_lazy("team match", "finished")
    DECLINED = "declined", pgettext_lazy("team match", "declined")
    CANCELLED = "cancelled", pgettext_lazy("team match", "cancelled")


BOARDS, ROUNDS = range(SMALLEST, LARGEST + 1), range(1, 4)


class MatchOptions(models.Model):
    """The options of a team match: the number of boards and of rounds."""

    boards = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "Boards"), default=4, validators=range_validators(SMALLEST, LARGEST)
    )
    rounds = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "Rounds"), default=1, validators=range_validators(min(ROUNDS), max(ROUNDS)),
        help_text=_("Colours change from round to round. Captains can change the lineup before each round."),
    )  # fmt: skip

    class Meta:
        abstract = True


SENT = {"rounds": "Rounds; colours change from one to the next."}
"""The API's descriptions of options in request bodies, where they differ from those in responses."""


class TeamMatch(EvenTerms, MatchOptions):
    """A match of two clubs on a number of boards, in one or more rounds. `club` has challenged `guest`; either is null
    if the club was deleted.

    `round` is the current or next round. `due_at` is the deadline for accepting the challenge, or for the captains'
    lineups, without which a team loses. `home_ready` and `away_ready` mean that the team's lineup is confirmed.
    """

    club = models.ForeignKey(
        Club,
        models.SET_NULL,
        null=True,
        related_name="matches_given",
        verbose_name=pgettext_lazy("field", "club"),
        db_index=False,
    )
    guest = models.ForeignKey(
        Club, models.SET_NULL, null=True, related_name="matches_received", db_index=False,
        verbose_name=pgettext_lazy("field", "opposing club"),
    )  # fmt: skip
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        verbose_name=pgettext_lazy("field", "challenged by"),
        db_index=False,
    )
    round = models.PositiveSmallIntegerField(pgettext_lazy("field", "round"), default=1)
    state = models.CharField(
        pgettext_lazy("field", "state"), max_length=9, choices=MatchState, default=MatchState.OFFERED
    )
    home_ready = models.BooleanField(_("club lineup confirmed"), default=False)
    away_ready = models.BooleanField(_("opposing club's lineup confirmed"), default=False)
    created_at = models.DateTimeField(pgettext_lazy("field", "created"))
    due_at = models.DateTimeField(pgettext_lazy("field", "deadline"), null=True)
    done_at = models.DateTimeField(pgettext_lazy("field", "finished"), null=True)

    class Meta:
        db_table = "competitions_teammatch"
        verbose_name = pgettext_lazy("name", "team match")
        verbose_name_plural = pgettext_lazy("name", "team matches")
        indexes = [
            models.Index(fields=["club", "-id"], name="match_given"),
            models.Index(fields=["guest", "-id"], name="match_received"),
            models.Index(fields=["state", "due_at"], name="match_by_state"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return path_of("team_matches:match", self.pk)

    @property
    def name(self) -> str:
        """Return the names of both clubs."""
        return " – ".join("?" if club is None else club.name for club in (self.club, self.guest))

    @property
    def unrated_reason(self) -> str:
        """Return the key of the reason (in UNRATED_REASONS) why the match's games are unrated, "" if they are rated."""
        return self.rating_conditions.unrated_reason

    def club_of(self, side: MatchTeam) -> Club | None:
        """Return the team's club, None if it was deleted."""
        return self.club if side is MatchTeam.HOME else self.guest

    def is_lineup_confirmed(self, side: MatchTeam) -> bool:
        """Return whether the lineup of this team is confirmed."""
        return self.home_ready if side is MatchTeam.HOME else self.away_ready

    def team_with_black(self, board: int, round_: int) -> MatchTeam:
        """Return which team has Black on this board. The challenged club has Black on the top board of the first round,
        and colours alternate from board to board and from round to round."""
        return MatchTeam.HOME if (board + round_) % 2 else MatchTeam.AWAY


class MemberAnswer(models.TextChoices):
    """A member's answer to the captain's request to play."""

    ASKED = "asked", pgettext_lazy("member of a team", "no answer yet")
    PLAYS = "plays", pgettext_lazy("member of a team", "will play")
    DECLINED = "declined", pgettext_lazy("member of a team", "won't play")


class TeamMember(models.Model):
    """A player whom a captain asked to play, or who offered to play. `board` is the player's board in the next round,
    null if the player sits out. Rating and rank (steps above 30k) are stored when the lineup is set."""

    match = models.ForeignKey(TeamMatch, models.CASCADE, related_name="members", db_index=False)
    side = models.PositiveSmallIntegerField(choices=MatchTeam)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="team_matches",
        verbose_name=pgettext_lazy("field", "player"),
    )
    answer = models.CharField(max_length=8, choices=MemberAnswer, default=MemberAnswer.ASKED)
    board = models.PositiveSmallIntegerField(pgettext_lazy("field", "board"), null=True)
    rating = models.PositiveSmallIntegerField(default=0)
    rank = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "competitions_teammember"
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="once_in_a_match")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.player_id}"


class TeamBoard(models.Model):
    """One board of a round; board 1 is the top board. If a seat has no player, this team loses the board by forfeit.
    `result` is set by the server or a moderator; if it is empty, the game's own result counts (E4)."""

    match = models.ForeignKey(TeamMatch, models.CASCADE, related_name="games", db_index=False)
    round = models.PositiveSmallIntegerField(pgettext_lazy("field", "round"))
    board = models.PositiveSmallIntegerField(pgettext_lazy("field", "board"))
    home = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False)
    away = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+", db_index=False)
    game = models.OneToOneField("games.Game", models.PROTECT, null=True, related_name="team_board")
    result = models.CharField(
        pgettext_lazy("field", "result"),
        max_length=16,
        blank=True,
        choices=[(one.value, name) for one, name in RESULTS.items()],
    )

    class Meta:
        db_table = "competitions_teamboard"
        constraints = [models.UniqueConstraint(fields=["match", "round", "board"], name="one_team_board")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.round}.{self.board}"


MATCH_ACTS = {
    "offered": _("%(club)s challenged %(other_club)s"),
    "accepted": pgettext_lazy("record of a team match", "%(club)s accepted the challenge"),
    "declined": pgettext_lazy("record of a team match", "%(club)s declined the challenge"),
    "lapsed": _("The challenge was not answered within a week"),
    "withdrawn": _("%(club)s withdrew the challenge"),
    "asked": _("%(name)s was invited to play"),
    "plays": _("%(name)s will play"),
    "refused": _("%(name)s won't play"),
    "out": _("%(name)s was removed from the team"),
    "ordered": _("%(club)s set its lineup"),
    "ready": _("%(club)s confirmed its lineup"),
    "started": _("Round %(round)s started"),
    "apart": _("Round %(round)s, board %(board)s: void, because these players can't be paired"),
    "round_done": pgettext_lazy("log", "Round %(round)s finished"),
    "result": _("Round %(round)s, board %(board)s: result set"),
    "cancelled": pgettext_lazy("record of a team match", "Match cancelled"),
    "done": pgettext_lazy("record of a team match", "Match finished"),
}
"""The text of each kind of log line (MatchLine.act)."""


class MatchLine(AbstractLogLine):
    """A line of a match's log. `side` is the team that acted or is affected."""

    match = models.ForeignKey(
        TeamMatch, models.PROTECT, related_name="log", db_index=False, verbose_name=pgettext_lazy("field", "team match")
    )
    side = models.PositiveSmallIntegerField(pgettext_lazy("of a match", "team"), choices=MatchTeam, null=True)
    round = models.PositiveSmallIntegerField(pgettext_lazy("field", "round"), null=True)
    board = models.PositiveSmallIntegerField(pgettext_lazy("field", "board"), null=True)

    class Meta:
        db_table = "competitions_matchline"
        ordering = ["-pk"]
        verbose_name = _("team match log entry")
        verbose_name_plural = _("team match log entries")
        indexes = [models.Index(fields=["match", "-id"], name="log_of_match")]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.act}"
