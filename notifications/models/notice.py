"""What a person should hear of: the bell in the header."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

KINDS: dict[str, Promise] = {
    "challenged": _("%(name)s challenges you"),
    "challenge_countered": _("%(name)s answered your challenge with other terms"),
    "challenge_declined": _("%(name)s declined your challenge"),
    "komi_bid": _("%(name)s agrees on the komi of a game with you: see whether it is your turn to bid"),
    "komi_lapsed": _("The komi of a game was not agreed on in time: it does not begin"),
    "seats_changed": _("%(name)s has changed who sits where in a game: agree once more"),
    "game_started": _("Your game with %(name)s has started"),
    "game_finished": _("Your game with %(name)s has ended"),
    "event_invited": _("You are invited to a tournament"),
    "event_place": _("You have a place in a tournament"),
    "event_still_in": _("Do you still play in the tournament? Answer on its page"),
    "event_dropped": _("You are out of a tournament: see its log for the reason"),
    "event_soon": _("A tournament that you entered starts in three days or less"),
    "event_started": _("A tournament that you entered has started"),
    "event_paired": _("Your next tournament game is against %(name)s"),
    "event_bye": _("You have a bye in this round of a tournament"),
    "event_act": _("A tournament director has made a decision that concerns you"),
    "event_notice": _("A tournament director has a notice for all players"),
    "event_review": _("All games of your tournament have ended: check the results"),
    "match_found": _("Your search has found %(name)s, who wants the same kind of game: it has started"),
    "search_wider": _("Your search has found nobody for a day: do you want to widen it?"),
    "search_over": _("Your search for opponents has ended after 30 days"),
    "ladder_challenged": _("%(name)s has challenged you on a ladder: the game has started"),
    "ladder_moved": _("A ladder game of yours has ended and has changed places"),
    "ladder_hold": _("You are on hold on a ladder: say that you are back"),
    "ladder_closed": _("A ladder that you are on is closed"),
    "ladder_month": _("A new month of a ladder that you play on has begun"),
    "ladder_out": _("You are off a ladder, for you were away too long or lost on time twice"),
    "event_overdue": _("The days of a round of your tournament are over: decide about the games that still run"),
    "league_season": _("A season of your league has started: see your group"),
    "league_asked": _("Do you play the next season of your league? Answer on its page within 72 hours"),
    "league_out": _("You do not play the next season of a league: see its log for the reason"),
    "league_challenged": _("%(name)s has challenged you in your league: the game has started"),
    "league_review": _("All games of a season of your league have ended: check the results"),
    "league_overdue": _("The season of your league is over, but games are still running: decide how it goes on"),
    "league_act": _("A director of a league has made a decision that concerns you"),
    "league_notice": _("A director of your league has a notice for all players"),
    "match_offered": _("Another club challenges your club to a team match: accept or decline it within a week"),
    "match_accepted": _("The team match of your club has been accepted: say whether you play"),
    "match_declined": _("The team match of your club has been declined"),
    "match_asked": _("Your club asks you to play in a team match"),
    "match_lineup": _("The next round of a team match is coming: set the lineup of your club"),
    "match_paired": _("Your game against %(name)s in a team match has started"),
    "match_finished": _("A team match of your club has ended"),
    "match_decided": _("A moderator has made a decision in a team match"),
    "league_ended": _("Your league has been closed: no more seasons follow"),
    "event_stray": _("A corrected result has changed who should go on: decide what follows"),
    "event_finished": _("The results of a tournament that you played in are final"),
    "event_cancelled": _("A tournament that you entered has been cancelled"),
    "club_request": _("%(name)s asks to join the club %(title)s"),
    "club_invited": _("%(name)s invites you to the club %(title)s"),
    "club_admitted": _("You are a member of the club %(title)s now"),
    "club_declined": _("The club %(title)s has declined your request to join"),
    "club_removed": _("You are no longer a member of the club %(title)s"),
    "club_role": _("You have another role in the club %(title)s"),
    "club_owner": _("You own the club %(title)s now"),
    "club_notice": _("The club %(title)s has a notice for its members"),
    "club_closed": _("The club %(title)s has been closed by its owner"),
    "club_moderated": _("The moderators have made a decision about the club %(title)s"),
    "referee_wanted": _("%(name)s calls a referee"),
    "clock_day": _("You have less than a day for your move against %(name)s"),
    "clock_hours": _("You have less than six hours for your move against %(name)s"),
    "claimable": _("%(name)s has run out of time: you may claim the win or give more time"),
    "grace": _("Time ran out in your game with %(name)s, and three extra days were given"),
    "paused_by_staff": _("The clocks of your game with %(name)s are stopped: their account is suspended"),
    "look_please": _("%(name)s has reported stalling in the scoring of a game"),
    "vacation_began": _("Your vacation started automatically, before a loss on time"),
    "webhook_disabled": _("One of your webhooks has been failing for days and is now switched off"),
    "message": _("Message from %(name)s"),
    "private_message": _("%(name)s has written to you"),
    "asked_to_teach": _("%(name)s asks you to comment on a game"),
    "follower": _("%(name)s follows you"),
    "followed_began": _("%(name)s has begun a game"),
    "followed_ended": _("A game that you follow has ended"),
    "order_decided": _("The moderators have made a decision that concerns you"),
    "order_undone": _("The moderators have reversed a decision about you"),
    "appeal_answered": _("Your appeal has been answered"),
    "report_answered": _("Your report has been answered"),
    "case_waits": _("A case is waiting for a moderator"),
    "letters_stopped": _("E-mails to your address are refused, so you get no more of them"),
}
"""What each kind says; the verbs of games add theirs. `%(name)s` is who did it, or who the game is played
with; `%(title)s` what it is about, such as a club."""


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Questions about many notices."""

    def unread(self) -> Self:
        """Not seen yet."""
        return self.filter(read_at__isnull=True)

    def with_offers(self) -> Self:
        """Fetch the offers along, with the people whose ranks decide their terms."""
        rows = self.select_related("challenge__creator", "challenge__opponent")
        return rows.prefetch_related("challenge__creator__ratings", "challenge__opponent__ratings")


class Notice(models.Model):
    """One notice for one person. Whose turn it is is not a notice: the games themselves say it.

    `path` is the page of this site that has more, where that is neither the game's nor the challenge's; `title` what
    that is called, where the sentence says it. `untold`: what its player chose about notices has not been asked yet
    (notifications.services.sorting).
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=20)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    challenge = models.ForeignKey("challenges.Challenge", models.CASCADE, null=True, related_name="+")
    path = models.CharField(max_length=100, blank=True)
    title = models.CharField(max_length=60, blank=True, default="", db_default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    untold = models.BooleanField(default=True, db_default=False)

    objects = NoticeQuerySet.as_manager()

    class Meta:
        db_table = "games_notice"  # where the rows were when notices were a part of games
        ordering = ["-created_at", "-pk"]
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        indexes = [
            models.Index(fields=["player", "-created_at", "-id"], name="notice_latest"),
            models.Index(fields=["player", "-id"], name="notice_newest"),
            models.Index(fields=["player"], name="notice_unread", condition=models.Q(read_at__isnull=True)),
            models.Index(fields=["id"], name="notice_untold", condition=models.Q(untold=True)),
        ]

    def __str__(self) -> str:
        return self.kind

    @property
    def sentence(self) -> str:
        """What it says, in the current language; with a place for the name where it is about somebody (KINDS)."""
        return str(KINDS[self.kind])
