"""A player's events for programs, in an order without gaps or duplicates."""

from __future__ import annotations

from typing import Self

from django.conf import settings
from django.db import models

from games.models import Game


class EventKind(models.TextChoices):
    """The kinds of events. The names are part of the API."""

    GAME_STARTED = "game.started"
    GAME_ACTION = "game.action"
    GAME_FINISHED = "game.finished"
    GAME_TIME_SHORT = "game.time_short"
    CHAT = "chat"
    CHALLENGE_CREATED = "challenge.created"
    CHALLENGE_ACCEPTED = "challenge.accepted"
    CHALLENGE_DECLINED = "challenge.declined"
    CHALLENGE_WITHDRAWN = "challenge.withdrawn"
    CHALLENGE_COUNTERED = "challenge.countered"
    CHALLENGE_CHANGED = "challenge.changed"
    MESSAGE_WRITTEN = "message.written"
    TALK = "talk"
    FOLLOW_CREATED = "follow.created"
    FOLLOWED_STARTED = "followed.started"
    FOLLOWED_FINISHED = "followed.finished"
    PROBLEM_DAILY = "problem.daily"
    EVENT_CHANGED = "event_changed"
    ROUND_STARTED = "round_started"
    ROUND_DONE = "round_done"
    ENTRY_CHANGED = "entry_changed"
    LADDER_CHALLENGED = "ladder_challenged"
    LADDER_MOVED = "ladder_moved"
    LEAGUE_CHANGED = "league_changed"
    TEAM_MATCH_CHANGED = "team_match_changed"
    MATCH_FOUND = "match_found"
    CLUB_REQUEST = "club_request"


class EventQuerySet(models.QuerySet["Event"]):
    """Queries for events."""

    def waiting(self) -> Self:
        """Select events without a number."""
        return self.filter(number__isnull=True)

    def after(self, number: int) -> Self:
        """Select the events after this number in order, with their subjects loaded."""
        rows = self.filter(number__gt=number).order_by("number")
        rows = rows.select_related("player", "action", "message__author", "post__author", "by").select_related(
            "challenge__creator", "challenge__opponent"
        )
        games = models.Prefetch("action__game", Game.objects.with_seats())
        return rows.prefetch_related(
            games, "player__ratings", "challenge__creator__ratings", "challenge__opponent__ratings"
        )


class Event(models.Model):
    """An event of one player. Old events are deleted, because the games themselves are the permanent record.

    The transaction that causes the event stores it without a number, because transactions may commit in another order
    than they write. Readers number the committed events (services.feed), from 1 without gaps for each player. `at` is
    when the event was stored. `post` is a private message or a comment, and `by` the other player. `about` has other
    subjects, such as the tournament and the round (api_types.EventAbout).

    Storing must be fast, because every move stores two events. Indexes therefore leave out rows without a value, and
    the database does not check the foreign keys of player, game and action. They are valid nevertheless: the same
    statement stores the action, whose own keys are checked, and an action is deleted only with its game.
    """

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False, db_constraint=False
    )
    number = models.PositiveBigIntegerField(null=True)
    kind = models.CharField(max_length=20, choices=EventKind)
    game = models.ForeignKey(
        "games.Game", models.CASCADE, null=True, related_name="+", db_index=False, db_constraint=False
    )
    action = models.ForeignKey(
        "games.Action", models.DO_NOTHING, null=True, related_name="+", db_index=False, db_constraint=False
    )
    message = models.ForeignKey("games.Message", models.CASCADE, null=True, related_name="+", db_index=False)
    challenge = models.ForeignKey("challenges.Challenge", models.CASCADE, null=True, related_name="+", db_index=False)
    post = models.ForeignKey("social.Post", models.CASCADE, null=True, related_name="+", db_index=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", db_index=False)
    about = models.JSONField(null=True)
    at = models.DateTimeField(db_index=True)

    objects = EventQuerySet.as_manager()

    class Meta:
        db_table = "games_event"  # where the rows were when programs were a part of games
        constraints = [models.UniqueConstraint(fields=["player", "number"], name="one_event_a_number")]
        indexes = [
            models.Index(fields=[name], name=f"event_{name}", condition=models.Q(**{f"{name}__isnull": False}))
            for name in ("game", "message", "challenge", "post", "by")
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.kind}"


class Feed(models.Model):
    """The feed of a player's events: the number of the last numbered event. Its row is locked while events are
    numbered."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    number = models.PositiveBigIntegerField(default=0)

    class Meta:
        db_table = "games_feed"

    def __str__(self) -> str:
        return str(self.number)
