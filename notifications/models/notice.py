"""Notices, which pages show under the bell in the header."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

LONGEST_TITLE = 60

KINDS: dict[str, Promise] = {
    "challenged": _("%(name)s has challenged you to a game"),
    "challenge_countered": _("%(name)s made a counter-offer to your challenge"),
    "challenge_declined": _("%(name)s declined your challenge"),
    "komi_bid": _("You and %(name)s are bidding for komi. Check whether it's your turn."),
    "komi_lapsed": _("The game was cancelled because no komi was agreed in time"),
    "simul_joined": _("%(name)s joined your simultaneous games"),
    "simul_left": _("%(name)s gave up a place in your simultaneous games"),
    "simul_started": _("Your simultaneous games with %(name)s have started"),
    "simul_cancelled": _("%(name)s cancelled the simultaneous games before they started"),
    "seats_changed": _("%(name)s changed the seats in a game. Confirm your seat again."),
    "game_started": _("Your game with %(name)s has started"),
    "game_finished": _("Your game with %(name)s has ended"),
    "event_invited": _("You've been invited to the tournament %(title)s"),
    "event_place": _("You have a place in the tournament %(title)s"),
    "event_still_in": _("Are you still playing in the tournament %(title)s? Answer on its page."),
    "event_revised": _("The terms of the tournament %(title)s have changed. Accept them on its page."),
    "event_dropped": _("You've been removed from the tournament %(title)s. See its log for the reason."),
    "event_soon": _("The tournament %(title)s starts within three days"),
    "event_started": _("The tournament %(title)s has started"),
    "event_paired": _("Your next tournament game is against %(name)s"),
    "event_bye": _("You have a bye in this round of the tournament %(title)s"),
    "event_act": _("A director of the tournament %(title)s has made a decision about you"),
    "event_notice": _("A director of the tournament %(title)s has sent a message to all players"),
    "event_message": _("A director of the tournament %(title)s has sent you a message. See the tournament's log."),
    "event_moderated": _("The moderators have made a decision about the event %(title)s"),
    "event_review": _("All games in your tournament have ended. Check the results."),
    "match_found": _("Opponent found. Your game with %(name)s has started."),
    "search_wider": _("No opponent found in 24 hours. Widen your search?"),
    "search_over": _("Your search for opponents has ended after 30 days"),
    "ladder_challenged": _("%(name)s has challenged you on a ladder. The game has started."),
    "ladder_moved": _("Your place on a ladder has changed after a game"),
    "ladder_hold": _("You're on hold on a ladder. Confirm that you're back."),
    "ladder_closed": _("A ladder that you are on has been closed"),
    "ladder_month": _("A new month has started on your ladder"),
    "ladder_out": _("You were removed from a ladder. See its history for the reason."),
    "event_overdue": _("A round of your tournament is past its time limit. Rule on the unfinished games."),
    "league_season": _("A new season of your league has started. See your group."),
    "league_asked": _("Will you play in your league's next season? Answer on the league page within 72 hours."),
    "league_out": _("You're not in a league's next season. See the league's log for the reason."),
    "league_challenged": _("%(name)s has challenged you in your league. The game has started."),
    "league_review": _("All games in your league's season have ended. Check the results."),
    "league_overdue": _("Your league's season is over, but some games are unfinished. Decide how to continue."),
    "league_act": _("A league director has made a decision about you"),
    "league_notice": _("A director of your league has sent a message to all players"),
    "match_offered": _("Another club has challenged your club to a team match. Accept or decline within a week."),
    "match_accepted": _("Your club will play a team match. Let your club know whether you'll play."),
    "match_declined": _("Your club's team match challenge has been declined"),
    "match_asked": _("Your club has invited you to play in a team match"),
    "match_lineup": _("The next round of a team match starts soon. Set your club's lineup."),
    "match_paired": _("Your team match game against %(name)s has started"),
    "match_finished": _("Your club's team match has ended"),
    "match_decided": _("A moderator has made a decision about a team match"),
    "league_ended": _("Your league has been closed. There will be no more seasons."),
    "event_stray": _("A corrected result changes who advances. Decide how to continue."),
    "event_finished": _("The results of the tournament %(title)s are final"),
    "event_postponed": _("The tournament %(title)s has been postponed by a week because it has too few players"),
    "event_cancelled": _("The tournament %(title)s has been cancelled"),
    "club_request": _("%(name)s has asked to join the club %(title)s"),
    "club_invited": _("%(name)s has invited you to the club %(title)s"),
    "club_admitted": _("You are now a member of the club %(title)s"),
    "club_declined": _("The club %(title)s has declined your request to join"),
    "club_removed": _("You are no longer a member of the club %(title)s"),
    "club_name": _("%(name)s has asked whether you played in games imported by the club %(title)s"),
    "club_role": _("Your role in the club %(title)s has changed"),
    "club_owner": _("You now own the club %(title)s"),
    "club_notice": _("New notice from the club %(title)s"),
    "club_closed": _("The club %(title)s has been closed by its owner"),
    "club_moderated": _("The moderators have made a decision about the club %(title)s"),
    "class_invited": _("%(name)s has invited you to the class %(title)s"),
    "class_message": _("%(name)s has written to the class %(title)s"),
    "class_removed": _("You are no longer a pupil in the class %(title)s"),
    "referee_wanted": _("%(name)s has called a referee"),
    "clock_three_days": _("Less than three days left to move against %(name)s"),
    "clock_two_days": _("Less than two days left to move against %(name)s"),
    "clock_day": _("Less than a day left to move against %(name)s"),
    "clock_half_day": _("Less than 12 hours left to move against %(name)s"),
    "clock_hours": _("Less than six hours left to move against %(name)s"),
    "clock_three_hours": _("Less than three hours left to move against %(name)s"),
    "clock_hour": _("Less than an hour left to move against %(name)s"),
    "claimable": _("%(name)s has run out of time. You can claim the win or give more time."),
    "grace": _("Time ran out in your game with %(name)s. The player to move now has three extra days."),
    "paused_by_staff": _(
        "The clocks in your game with %(name)s have stopped because your opponent's account is suspended"
    ),
    "look_please": _("%(name)s has reported stalling during scoring"),
    "vacation_began": _("Your vacation started automatically to prevent a loss on time"),
    "webhook_disabled": _("One of your webhooks has been failing for days and has been turned off"),
    "message": _("Message from %(name)s"),
    "private_message": _("%(name)s sent you a message"),
    "shared": _("%(name)s has shared “%(title)s” with you"),
    "asked_to_teach": _("%(name)s has asked you to comment on a game"),
    "follower": _("%(name)s started following you"),
    "followed_began": _("%(name)s has started a game"),
    "topic_post": _("New posts in the topic “%(title)s”"),
    "followed_ended": _("A game that you follow has ended"),
    "order_decided": _("The moderators have made a decision about you"),
    "order_undone": _("The moderators have reversed a decision about you"),
    "appeal_answered": _("Your appeal has been answered"),
    "report_answered": _("Your report has been answered"),
    "case_waits": _("A case is waiting for a moderator"),
    "letters_stopped": _("E-mails to your address keep bouncing, so we've stopped sending them"),
}
"""The sentence of each kind; the verbs of games add theirs. `%(name)s` is the acting player or the opponent;
`%(title)s` the name of the subject, such as a club."""


class NoticeQuerySet(models.QuerySet["Notice"]):
    """Queries for notices."""

    def unread(self) -> Self:
        """Select unread notices."""
        return self.filter(read_at__isnull=True)

    def with_offers(self) -> Self:
        """Load the offers of the notices, with the players whose ranks determine the terms, and their games."""
        rows = self.select_related("challenge__creator", "challenge__opponent", "challenge__game")
        return rows.prefetch_related("challenge__creator__ratings", "challenge__opponent__ratings")


class Notice(models.Model):
    """A notice for one player. "Your turn" is not a notice; the games app provides it.

    `path` is the page with details, unless that is the page of the game or challenge. `title` is the page's name if the
    sentence contains it. `pending` is true until the player's settings have been applied
    (notifications.services.scheduling).
    """

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices", db_index=False)
    kind = models.CharField(max_length=20)
    game = models.ForeignKey("games.Game", models.CASCADE, null=True, related_name="+")
    challenge = models.ForeignKey("challenges.Challenge", models.CASCADE, null=True, related_name="+")
    path = models.CharField(max_length=100, blank=True)
    title = models.CharField(max_length=LONGEST_TITLE, blank=True, default="", db_default="")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    pending = models.BooleanField(default=True, db_default=False, db_column="untold")

    objects = NoticeQuerySet.as_manager()

    class Meta:
        db_table = "games_notice"  # where the rows were when notices were a part of games
        ordering = ["-created_at", "-pk"]
        verbose_name = pgettext_lazy("name", "notification")
        verbose_name_plural = pgettext_lazy("name", "notifications")
        indexes = [
            models.Index(fields=["player", "-created_at", "-id"], name="notice_latest"),
            models.Index(fields=["player", "-id"], name="notice_newest"),
            models.Index(fields=["player"], name="notice_unread", condition=models.Q(read_at__isnull=True)),
            models.Index(fields=["id"], name="notice_untold", condition=models.Q(pending=True)),
        ]

    def __str__(self) -> str:
        return self.kind

    @property
    def sentence(self) -> str:
        """Return the notice's sentence in the current language, with a placeholder for the name (KINDS)."""
        return str(KINDS[self.kind])
