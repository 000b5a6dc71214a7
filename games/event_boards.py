"""The boards on an event's page: the viewer's own game as a large board, and other games as small ones."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Case, F, Max, Min, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString

from accounts.models import Player
from games.models import Game
from games.models.game import GameQuerySet
from games.thumbnails import thumbnails

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

MOST_BOARDS, MOST_IN_A_ROW = 12, 4


@dataclass(frozen=True, slots=True)
class EventBoards:
    """The boards on an event's page: the viewer's most urgent game, if any, whether it is the viewer's turn in it, and
    at most 12 other games."""

    own: Game | None
    is_my_turn: bool
    games: list[Game]


def event_boards(games: GameQuerySet, viewer: Player | AnonymousUser) -> EventBoards:
    """Return the boards on an event's page for this viewer, from all games of the event. Games in progress come first,
    then the newest games. Takes a fixed number of queries."""
    own = _most_urgent_own_game(games, viewer) if isinstance(viewer, Player) else None
    shown = games.visible_to(viewer).order_by(F("finished_at").desc(nulls_first=True), "-move_number", "-pk")
    rest = [game for game in _with_people(shown)[: MOST_BOARDS + 1] if own is None or game.pk != own.pk]
    seat = None if own is None else own.seat_of(viewer)
    is_my_turn = own is not None and seat is not None and own.turn == seat.index
    return EventBoards(own, is_my_turn, rest[:MOST_BOARDS])


def event_boards_of_games(game_ids: Collection[int], viewer: Player | AnonymousUser) -> EventBoards:
    """Return the boards for this viewer from the games with these ids. Games that the viewer may not watch are left
    out."""
    return event_boards(Game.objects.filter(pk__in=game_ids), viewer)


def longest_games_in_progress(games: GameQuerySet, viewer: Player | AnonymousUser) -> list[Game]:
    """Return the games in progress among these that this viewer may watch, those with the most moves first, enough for
    one row of boards. Takes a fixed number of queries."""
    shown = games.visible_to(viewer).filter(finished_at=None).order_by("-move_number", "-pk")
    return list(_with_people(shown)[:MOST_IN_A_ROW])


def event_pictures(games: GameQuerySet, event_lookup: str, viewer: Player | AnonymousUser) -> dict[int, SafeString]:
    """Return a small picture of a board for each event that has a public game, by event id. The picture shows the
    event's oldest game in progress, otherwise its newest game. `event_lookup` is the path from a game to its event.
    Takes a fixed number of queries."""
    running = Min("pk", filter=Q(finished_at=None))
    chosen = games.filter(private=False).order_by().values(event_lookup).annotate(shown=Coalesce(running, Max("pk")))
    events = {row["shown"]: row[event_lookup] for row in chosen}
    loaded = Game.objects.filter(pk__in=events).with_seats().defer("snapshot", "position_keys")
    seats = {game: game.seat_of(viewer) for game in loaded}
    asked = [(game.pk, game.number, None if seat is None else seat.color) for game, seat in seats.items()]
    return {events[pk]: picture for pk, picture in thumbnails(asked, viewer).items()}


def _most_urgent_own_game(games: GameQuerySet, player: Player) -> Game | None:
    waits = Case(When(turn=F("seats__index"), then=Value(0)), default=Value(1))
    return _with_people(games.running_of(player).order_by(waits, F("deadline").asc(nulls_last=True), "pk")).first()


def _with_people(games: GameQuerySet) -> GameQuerySet:
    return games.with_people().defer("snapshot", "position_keys")
