"""Games of a class's pupils: games in progress, and reviews of finished games (T3)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from classes.access import pupils_of
from classes.models import Classroom
from games.event_boards import EventBoards, event_boards
from games.models import Game, Seat
from games.models.game import GameQuerySet
from study.models import ReaderTree, Sharing, StudySettings, Teacher, Tree

MOST_REVIEWS = 12
RECENT = timedelta(days=180)
"""How long ago a game on the class page may have ended, so that the page does not read all games of the pupils."""


def running_games(players: Collection[int]) -> GameQuerySet:
    """Return these players' games in progress, including those that not everyone may see."""
    seats = Seat.objects.filter(player__in=players, finished_at=None)
    return Game.objects.filter(pk__in=seats.values("game_id"))


def running_boards(players: Collection[int], viewer: Player) -> EventBoards:
    """Return the boards of these players' games in progress, without games that the viewer may not see. A fixed number
    of queries."""
    return event_boards(running_games(players), viewer)


def reviewed_games(players: Collection[int], viewer: Player, since: datetime | None = None) -> GameQuerySet:
    """Return these players' finished games that someone has reviewed: games with a shared analysis, with variations by
    a reader, or with an invited teacher. Games that the viewer may not see are left out, and with `since` also games
    that ended before."""
    seats = Seat.objects.filter(player__in=players, finished_at__isnull=False)
    if since is not None:
        seats = seats.filter(finished_at__gt=since)
    always = StudySettings.objects.filter(sharing=Sharing.ALWAYS, player__is_child=False).values("player")
    is_shared = Q(shared=True) | Q(shared=None, seat__player__in=always)
    reviewed = (
        Q(Exists(Tree.objects.filter(is_shared, seat__game=OuterRef("pk"), hidden_at=None)))
        | Q(Exists(ReaderTree.objects.filter(game=OuterRef("pk"), hidden_at=None)))
        | Q(Exists(Teacher.objects.filter(game=OuterRef("pk"))))
    )
    return Game.objects.filter(reviewed, pk__in=seats.values("game_id")).visible_to(viewer)


def class_games(classroom: Classroom, viewer: Player, *, reviewed: bool) -> GameQuerySet:
    """Return the pupils' games in progress or, with `reviewed`, their reviewed games (`reviewed_games`). Games that the
    viewer may not see are left out."""
    people = list(pupils_of(classroom).values_list("player_id", flat=True))
    return reviewed_games(people, viewer) if reviewed else running_games(people).visible_to(viewer)


def latest_reviewed_games(players: Collection[int], viewer: Player, now: datetime) -> list[Game]:
    """Return the latest of these players' reviewed games that ended in the last 180 days and that the viewer may see. A
    fixed number of queries."""
    games = reviewed_games(players, viewer, now - RECENT).with_people().defer("snapshot", "position_keys")
    return list(games.order_by("-finished_at", "-pk")[:MOST_REVIEWS])
