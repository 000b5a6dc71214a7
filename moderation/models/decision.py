"""Decisions about a player or a game, and appeals."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.models import Player, Restriction
from clubs.models import Club, ClubNotice, Membership
from games.models import Game, Message, Seat
from social.models import Post

from .case import Case, CaseKind

UNDO = timedelta(hours=24)
APPEAL = timedelta(days=30)


class Measure(models.TextChoices):
    """The measures that moderators can take in a case."""

    NONE = "none", _("Close without action")
    WARN = "warn", pgettext_lazy("option", "Warn")
    HIDE = "hide", _("Hide a message")
    HIDE_PROFILE = "hide_profile", _("Hide the profile text")
    HIDE_CLUB = "hide_club", _("Hide a club's text and picture")
    RENAME_CLUB = "rename_club", _("Remove a club's name")
    CLOSE_CLUB = "close_club", _("Close a club")
    HIDE_EVENT = "hide_event", _("Hide an event's name and description")
    MUTED = "muted", _("Mute: no chat")
    UNRATED = "unrated", _("No rated games")
    BARRED = "barred", _("No new games")
    SUSPENDED = "suspended", pgettext_lazy("option", "Suspend")
    RENAME = "rename", _("Remove the name")
    LIFT = "lift", _("Lift a restriction")
    GAME = "game", _("Make a ruling in the game")


DONE: dict[str, Promise] = {
    Measure.NONE: _("Closed without action"),
    Measure.WARN: pgettext_lazy("decision", "Warning"),
    Measure.HIDE: pgettext_lazy("decision", "Message hidden"),
    Measure.HIDE_PROFILE: _("Profile text hidden"),
    Measure.HIDE_CLUB: _("Club text and picture hidden"),
    Measure.RENAME_CLUB: _("Club name removed"),
    Measure.CLOSE_CLUB: pgettext_lazy("decision", "Club closed"),
    Measure.HIDE_EVENT: _("Event name and description hidden"),
    Measure.MUTED: _("Muted: no chat"),
    Measure.UNRATED: _("No rated games"),
    Measure.BARRED: _("No new games"),
    Measure.SUSPENDED: pgettext_lazy("decision", "Suspended"),
    Measure.RENAME: pgettext_lazy("decision", "Name removed"),
    Measure.LIFT: pgettext_lazy("decision", "Restriction lifted"),
    Measure.GAME: _("Ruling in a game"),
}
"""The texts of measures for the player concerned."""


class GamesAfterSuspension(models.TextChoices):
    """The fate of a suspended player's games in progress after the time for an appeal."""

    PLAY_ON = "play_on", _("Games continue with clocks running")
    LOST = "lost", _("Games are lost by forfeit")
    ANNULLED = "annulled", _("Games are annulled")


GAMES_AFTER: dict[str, Promise] = {
    GamesAfterSuspension.PLAY_ON: _("When the appeal period ends, the games and their clocks will resume."),
    GamesAfterSuspension.LOST: _("After the appeal period, the games will be lost by forfeit."),
    GamesAfterSuspension.ANNULLED: _("After the appeal period, the games will be annulled."),
}
"""The texts of GamesAfterSuspension for the suspended player."""

REASONS: dict[str, Promise] = {
    "insults": _("Insults and threats are not allowed."),
    "spam": _("Advertising is not allowed in chats and profiles."),
    "name": _("The name or profile is offensive."),
    "program": _("A program was used to choose moves in games where that is not allowed."),
    "score": _("Living stones were marked dead, or dead stones alive, to change the score."),
    "stalling": _("Games were delayed for no reason."),
    "escaping": _("Games were abandoned instead of being finished or resigned."),
    "sandbagging": _("Games were lost on purpose to lower the rating."),
    "accounts": _("One person played rated games with several accounts."),
    "nothing": _("No breach of the rules was found."),
}
"""The reasons that moderators can choose for a decision, by key. The person concerned reads them in their own
language."""


class DecisionQuerySet(models.QuerySet["Decision"]):
    """Queries for decisions."""

    def concerning(self, player: Player) -> Self:
        """Select the decisions that this player may read and appeal: about them, about one of their games, or about a
        club that they manage now (E79). A decision about a club concerns its owner only as a manager."""
        games = Seat.objects.filter(player=player).values("game_id")
        clubs = Membership.objects.filter(player=player).managing().values("club_id")
        about_player = Q(player=player, club=None) & ~Q(measure=Measure.NONE)
        return self.filter(about_player | Q(player=None, game__in=games) | Q(club__in=clubs))


class Decision(models.Model):
    """A decision of a moderator: a measure with a reason for the player concerned. The reason is `reason_key` of
    REASONS, the text `reason`, or both.

    `kept` has the values that the measure replaced, such as a profile text or a name, so that it can be reversed; for a
    ruling it has the ruling. For a suspension, `games_then` is what happens at `games_due` to the games in progress.
    `games_stopped_at` is when their clocks were stopped, and `games_settled_at` when `games_then` was applied.
    """

    case = models.ForeignKey(Case, models.PROTECT, related_name="decisions")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="decisions")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=pgettext_lazy("field", "by")
    )
    measure = models.CharField(pgettext_lazy("field", "action taken"), max_length=12, choices=Measure)
    reason_key = models.CharField(
        pgettext_lazy("field", "chosen reason"), max_length=12, blank=True, choices=list(REASONS.items())
    )
    reason = models.TextField(pgettext_lazy("field", "explanation"), blank=True)
    at = models.DateTimeField(pgettext_lazy("field", "time"))
    until = models.DateTimeField(pgettext_lazy("field", "until"), null=True)
    ends_case = models.BooleanField(default=True)
    restriction = models.ForeignKey(Restriction, models.PROTECT, null=True, related_name="+")
    message = models.ForeignKey(Message, models.PROTECT, null=True, related_name="+")
    post = models.ForeignKey(Post, models.SET_NULL, null=True, related_name="+")
    club = models.ForeignKey(Club, models.SET_NULL, null=True, related_name="+")
    club_notice = models.ForeignKey(ClubNotice, models.SET_NULL, null=True, related_name="+")
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="+")
    kept = models.JSONField(default=dict)
    games_then = models.CharField(max_length=8, choices=GamesAfterSuspension, blank=True)
    games_due = models.DateTimeField(null=True)
    games_stopped_at = models.DateTimeField(null=True)
    games_settled_at = models.DateTimeField(null=True)
    undone_at = models.DateTimeField(pgettext_lazy("field", "reversed"), null=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    objects = DecisionQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("name", "decision")
        verbose_name_plural = pgettext_lazy("name", "decisions")
        ordering = ["-at", "-pk"]
        indexes = [
            models.Index(fields=["player", "-at"], name="decision_of_player"),
            models.Index(
                fields=["games_due"],
                name="decision_games_due",
                condition=Q(games_due__isnull=False, games_settled_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case_id} {self.measure}"

    @property
    def measure_text(self) -> str:
        """Return the measure as text; for a ruling, with its action."""
        from games.verbs import ACTION_NAMES  # verbs are above rows

        ruled = ACTION_NAMES.get(self.kept.get("verb", "")) if self.measure == Measure.GAME else None
        return str(DONE[self.measure]) if ruled is None else f"{DONE[self.measure]}: {ruled}"

    @property
    def reason_text(self) -> str:
        """Return the reason as text: the text for `reason_key` in the reader's language, followed by `reason`."""
        chosen = str(REASONS[self.reason_key]) if self.reason_key in REASONS else ""
        return f"{chosen} {self.reason}".strip()

    @property
    def has_stopped_clocks(self) -> bool:
        """Return whether the player's clocks in games in progress are stopped now, to allow an appeal."""
        return self.games_due is not None and self.games_settled_at is None and self.undone_at is None

    @property
    def what_happens_to_games(self) -> Promise | str:
        """Return a sentence on what happens to the games in progress after the time for an appeal, "" if nothing
        happens."""
        return GAMES_AFTER.get(self.games_then, "")

    def can_be_undone(self, at: datetime) -> bool:
        """Return whether the decision can still be reversed: it is less than a day old, has not been reversed, and is
        neither a ruling, a lifted restriction nor the answer to an appeal."""
        return (
            self.undone_at is None and self.measure not in _FINAL and not self.is_appeal_answer and at < self.at + UNDO
        )

    def is_appeal_period_open(self, at: datetime) -> bool:
        """Return whether the decision is of a kind that can be appealed, has not been reversed, and is less than 30
        days old. Does not check for an earlier appeal."""
        is_over = self.undone_at is not None or self.measure in (Measure.NONE, Measure.LIFT) or self.is_appeal_answer
        return not is_over and at < self.at + APPEAL

    @property
    def is_appeal_answer(self) -> bool:
        """Return whether the decision answers an appeal, and is therefore final."""
        return self.case.kind == CaseKind.APPEAL


_FINAL = (Measure.GAME, Measure.LIFT)


class AppealOutcome(models.TextChoices):
    """The possible outcomes of an appeal."""

    UPHELD = "upheld", _("The decision has been upheld.")
    CHANGED = "changed", _("The decision has been changed.")
    LIFTED = "lifted", _("The decision has been reversed.")


class Appeal(models.Model):
    """The only appeal against a decision. A moderator who did not make the decision handles it as a case."""

    decision = models.OneToOneField(Decision, models.PROTECT, related_name="appeal")
    case = models.OneToOneField(Case, models.PROTECT, related_name="appeal")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="appeals")
    text = models.TextField()
    at = models.DateTimeField()
    outcome = models.CharField(max_length=8, choices=AppealOutcome, blank=True)
    reason = models.TextField(blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = pgettext_lazy("name", "appeal")
        verbose_name_plural = pgettext_lazy("name", "appeals")
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.decision_id} {self.outcome}"

    def may_read_text(self, player: Player) -> bool:
        """Return whether this player, whom the decision concerns, may read the text: they appealed, or the decision is
        about a club, whose managers share the appeal (E79)."""
        return self.player_id == player.pk or self.decision.club_id is not None
