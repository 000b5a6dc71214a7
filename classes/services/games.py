"""Games of a class's pupils: games in progress, and reviews of finished games (T3)."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from classes.access import pupils_of
from classes.models import Classroom
from games.event_boards import EventBoards, event_boards
from games.models import Game, Seat
from games.models.game import GameQuerySet
from study.models import ReaderTree, Sharing, StudySettings, Teacher, Tree

MOST_REVIEWS = 12


def running_games(players: Collection[int]) -> GameQuerySet:
    """Return these players' games in progress, including those that not everyone may see."""
    seats = Seat.objects.filter(player__in=players, finished_at=None)
    return Game.objects.filter(pk__in=seats.values("game_id"))


def running_boards(players: Collection[int], viewer: Player) -> EventBoards:
    """Return the boards of these players' games in progress, as far as the viewer may see them. A fixed number of
    queries."""
    return event_boards(running_games(players), viewer)


def reviewed_games(players: Collection[int], viewer: Player) -> GameQuerySet:
    """Return these players' finished games with a shared analysis, a reader's variations or an invited teacher, as far
    as the viewer may see them."""
    seats = Seat.objects.filter(player__in=players, finished_at__isnull=False)
    always = StudySettings.objects.filter(sharing=Sharing.ALWAYS, player__is_child=False).values("player")
    is_shared = Q(shared=True) | Q(shared=None, seat__player__in=always)
    reviewed = (
        Q(Exists(Tree.objects.filter(is_shared, seat__game=OuterRef("pk"), hidden_at=None)))
        | Q(Exists(ReaderTree.objects.filter(game=OuterRef("pk"), hidden_at=None)))
        | Q(Exists(Teacher.objects.filter(game=OuterRef("pk"))))
    )
    return Game.objects.filter(reviewed, pk__in=seats.values("game_id")).visible_to(viewer)


def class_games(classroom: Classroom, viewer: Player, *, reviewed: bool) -> GameQuerySet:
    """Return the pupils' games in progress, or their reviewed games, as far as the viewer may see them."""
    people = list(pupils_of(classroom).values_list("player_id", flat=True))
    return reviewed_games(people, viewer) if reviewed else running_games(people).visible_to(viewer)


def latest_reviews(players: Collection[int], viewer: Player) -> list[Game]:
    """Return the latest of these players' reviewed games that the viewer may see. A fixed number of queries."""
    games = reviewed_games(players, viewer).with_people().defer("snapshot", "position_keys")
    return list(games.order_by("-finished_at", "-pk")[:MOST_REVIEWS])
