"""The boards shown next to clubs in the list of clubs (E156)."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from django.db.models import Max, Min, Q
from django.utils.safestring import SafeString

from clubs.models import Club, Membership
from games.models import Game, Seat
from games.models.game import GameQuerySet
from games.thumbnails import thumbnails

if TYPE_CHECKING:
    from clubs.access import Viewer


def member_game_board_by_club(clubs: Collection[int], viewer: Viewer) -> dict[int, SafeString]:
    """Return a small board, by club id, for each club with a public game in progress of a member. The board shows the
    newest such game, or the oldest if another of these clubs already shows the newest. The number of queries does not
    depend on the number of clubs."""
    is_shown = Q(player__seats__private=False, player__seats__finished_at=None)
    members = Membership.objects.members().filter(is_shown, club__in=clubs).order_by()
    newest = members.values("club").annotate(shown=Max("player__seats__game"), oldest=Min("player__seats__game"))
    chosen: dict[int, int] = {}
    for club, game, oldest in newest.values_list("club", "shown", "oldest"):
        chosen[club] = oldest if game in chosen.values() else game
    games = Game.objects.filter(pk__in=set(chosen.values())).with_seats().defer("snapshot", "position_keys")
    seats = {game: game.seat_of(viewer) for game in games}
    asked = [(game.pk, game.number, None if seat is None else seat.color) for game, seat in seats.items()]
    pictures = thumbnails(asked, viewer)
    return {club: pictures[game] for club, game in chosen.items() if game in pictures}


def running_games_of_members(clubs: Collection[Club]) -> GameQuerySet:
    """Return the public games in progress played by members of these clubs."""
    members = Membership.objects.members().filter(club__in=clubs)
    seats = Seat.objects.filter(private=False, finished_at=None, player__in=members.values("player"))
    return Game.objects.filter(pk__in=seats.values("game"))
