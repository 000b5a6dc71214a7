"""Games of a class's pupils: games in progress, and reviews of finished games (T3)."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Exists, OuterRef, Q

from accounts.models import Player
from games.event_boards import EventBoards, event_boards
from games.models import Game, Seat
from study.models import ReaderTree, Sharing, StudySettings, Teacher, Tree

MOST_REVIEWS = 12


def running_boards(players: Collection[int], viewer: Player) -> EventBoards:
    """Return the boards of these players' games in progress, as far as the viewer may see them. A fixed number of
    queries."""
    seats = Seat.objects.filter(player__in=players, finished_at=None)
    return event_boards(Game.objects.filter(pk__in=seats.values("game_id")), viewer)


def reviewed_games(players: Collection[int], viewer: Player) -> list[Game]:
    """Return these players' latest finished games with a shared analysis, a reader's variations or an invited teacher,
    as far as the viewer may see them. A fixed number of queries."""
    seats = Seat.objects.filter(player__in=players, finished_at__isnull=False)
    always = StudySettings.objects.filter(sharing=Sharing.ALWAYS, player__is_child=False).values("player")
    is_shared = Q(shared=True) | Q(shared=None, seat__player__in=always)
    reviewed = (
        Q(Exists(Tree.objects.filter(is_shared, seat__game=OuterRef("pk"), hidden_at=None)))
        | Q(Exists(ReaderTree.objects.filter(game=OuterRef("pk"), hidden_at=None)))
        | Q(Exists(Teacher.objects.filter(game=OuterRef("pk"))))
    )
    games = Game.objects.filter(reviewed, pk__in=seats.values("game_id")).visible_to(viewer)
    return list(games.with_people().defer("snapshot", "position_keys").order_by("-finished_at", "-pk")[:MOST_REVIEWS])
