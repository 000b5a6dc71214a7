"""Lists of the games that a viewer may see, each in its own order.

The lists are read from the seats, which have copies of the filtered columns. Each list is merged from a few queries,
each of which reads its rows in the order of an index (`models/seat_indexes.py`). So the lists stay fast for every
viewer and any number of games.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, F, OuterRef

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from foundation.keyset import Key, MergedStreams, Stream, rows_in_key_order
from games.models import Game, Seat
from games.models.game import GameQuerySet
from games.models.seat_indexes import SeatQuerySet
from rules import Phase

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

    Viewer = Player | AnonymousUser

RUNNING = "running"
"""The value of `phase` for games that are not finished."""
FINISHED = Phase.FINISHED.value


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSearch:
    """A search for games; omitted fields match all games. `phase` is a phase of games, or RUNNING for all games in
    progress.

    `mine` matches games that the viewer plays, `waiting` games in which they have to act, `ids` the games with these
    ids. `since` and `until` limit the start time. `active_since` matches games whose last action was then or later.
    """

    player: str = ""
    phase: str = ""
    size: int | None = None
    rule_set: str = ""
    variant: str = ""
    rated: bool | None = None
    mine: bool = False
    waiting: bool = False
    ids: frozenset[int] | None = None
    since: datetime | None = None
    until: datetime | None = None
    active_since: datetime | None = None
    by_number: bool = False

    @property
    def limits_start(self) -> bool:
        """Return whether the search limits the start time; the games are then ordered by it unless `by_number`
        is set."""
        return not self.by_number and (self.since is not None or self.until is not None)

    def filter_seats(self, seats: SeatQuerySet) -> SeatQuerySet:
        """Return the seats of matching games, without filtering by players."""
        wanted: dict[str, Any] = {
            "size": self.size,
            "rule_set": self.rule_set or None,
            "variant": self.variant or None,
            "rated": self.rated,
            "game__in": self.ids,
            "started_at__gte": self.since,
            "started_at__lt": self.until,
        }
        seats = seats.filter(**{name: value for name, value in wanted.items() if value is not None})
        if self.phase in (RUNNING, FINISHED):
            return seats.running() if self.phase == RUNNING else seats.ended()
        return seats.running().filter(game__phase=self.phase) if self.phase else seats


def games_by_last_activity(viewer: Viewer, search: GameSearch) -> MergedStreams:
    """Return the games of the archive that match the search, newest first. A game in progress is as new as its last
    action, and a finished game as its end."""
    player = Player.objects.find_by_name(search.player) if search.player else None
    if search.player and player is None:
        return MergedStreams(())
    scopes = [search.filter_seats(seats) for seats in _visible_seat_sets(viewer, player)]
    ended = [Stream(seats.ended(), "game_id", "finished_at") for seats in scopes]
    if player is None and not search.variant:
        running = [_public_running_games(viewer, search)]
        scopes = [] if not isinstance(viewer, Player) or may(viewer, StaffPermission.MODERATE) else scopes[1:]
    else:
        running = []
    running += [Stream(seats.running(), "game_id", "game__last_action_at") for seats in scopes]
    if search.phase == FINISHED:
        return MergedStreams(ended)
    return MergedStreams([*running, *ended] if not search.phase else running)


def _public_running_games(viewer: Viewer, search: GameSearch) -> Stream:
    """Return the public games in progress that match the search, for moderators also the private ones."""
    games: Any = Game.objects.in_progress()
    wanted: dict[str, Any] = {
        "private": None if may(viewer, StaffPermission.MODERATE) else False,
        "width": search.size,
        "height": search.size,
        "rule_set": search.rule_set or None,
        "rated": search.rated,
    }
    return Stream(
        games.filter(**{n: value for n, value in wanted.items() if value is not None}), "pk", "last_action_at"
    )


def games_by_number_or_start(viewer: Viewer, search: GameSearch) -> MergedStreams:
    """Return the games for the API's list, those with the highest number first. If the search limits the start time,
    the games that started last come first."""
    player = Player.objects.find_by_name(search.player) if search.player else None
    if search.player and player is None:
        return MergedStreams(())
    own: list[SeatQuerySet] | None = None
    if search.mine or search.waiting:
        own = [_seats_against(Seat.objects.filter(player_id=viewer.pk or 0), player, viewer)]
    if search.waiting and own:
        own = [own[0].running().filter(game__turn=F("index"))]
    scopes = [search.filter_seats(seats) for seats in own or _visible_seat_sets(viewer, player)]
    if search.active_since is not None:
        scopes = [piece for seats in scopes for piece in _active_since(seats, search.active_since)]
    return MergedStreams([Stream(seats, "game_id", "started_at" if search.limits_start else "") for seats in scopes])


def _active_since(seats: SeatQuerySet, since: datetime) -> list[SeatQuerySet]:
    """Return the seats of games whose last action was at `since` or later. The result is two querysets, each of which
    uses an index."""
    acted = seats.filter(game__last_action_at__gte=since)
    return [acted.running().exclude(game__phase=FINISHED), acted.ended().filter(game__phase=FINISHED)]


def _visible_seat_sets(viewer: Viewer, player: Player | None) -> list[SeatQuerySet]:
    """Return one seat of every game that the viewer may see, as querysets without common rows, public games first. With
    `player`, return that player's seats or the viewer's seats in that player's games."""
    seats: Any = Seat.objects.first_seats() if player is None else Seat.objects.filter(player=player)
    public = seats.filter(private=False)
    if not viewer.is_authenticated:
        return [public]
    if player is not None and (viewer.pk == player.pk or may(viewer, StaffPermission.MODERATE)):
        return [seats]
    if may(viewer, StaffPermission.MODERATE):
        return [public, seats.filter(private=True)]
    own: Any = Seat.objects.filter(player_id=viewer.pk, private=True)
    return [public, _seats_against(own, player, viewer)]


def _seats_against(seats: SeatQuerySet, player: Player | None, viewer: Viewer) -> SeatQuerySet:
    """Return those of the viewer's seats that are in games of this player, or all of them without a player."""
    if player is None or player.pk == viewer.pk:
        return seats
    return seats.filter(Exists(Seat.objects.filter(game=OuterRef("game"), player=player)))


def visible_seats_of(viewer: Viewer, player: Player) -> list[SeatQuerySet]:
    """Return this player's seats in games that the viewer may see, as querysets without common rows that an index can
    count."""
    seats: Any = Seat.objects.filter(player=player)
    if may(viewer, StaffPermission.MODERATE) or viewer.pk == player.pk:
        return [seats]
    public = seats.filter(private=False)
    if not viewer.is_authenticated:
        return [public]
    met = Seat.objects.filter(game=OuterRef("game"), player_id=viewer.pk)
    return [public, seats.filter(Exists(met), private=True)]


def visible_games_by_keys(keys: list[Key], viewer: Viewer) -> GameQuerySet:
    """Return the games with these keys that the viewer may see, in no particular order. A key is a pair of a sort value
    and the number of a game."""
    return Game.objects.visible_to(viewer).filter(pk__in=[number for _, number in keys])


def games_in_page_order(keys: list[Key], viewer: Viewer) -> list[Game]:
    """Return the games with these keys that the viewer may see, with their players, in the order of the keys."""
    return rows_in_key_order(keys, visible_games_by_keys(keys, viewer).with_people())
