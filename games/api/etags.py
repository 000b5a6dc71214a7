"""Cached ETags of game states, so that an unchanged game is recognised without loading it.

For each response that a program may request again, the cache stores a fingerprint. A fingerprint is the database
values that determine the response, as text: the game, its seats, ratings and rating changes. It is read before the
response is computed. While the fingerprint is the same and no time limit has passed, the response is the same. If the
response depends on anything else (off time, open requests, marking, hidden stones, staff permissions), it is not
cached.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from django.db import connection

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from foundation.caches import LRUCache
from foundation.statements import LARGEST_NUMBER, ModelTable, rows_of
from games.models import Game, Outage, Seat, TimeSettings, Vacation
from games.services.deadlines import OffTimeByPlayer, clock_now
from games.verbs.agreement import MOST
from games.verbs.time import REFUSE_WITHIN
from ratings.models import Rating, RatingEvent
from rules import Phase
from rules.calendar import stretches
from rules.clock import SideClockState

if TYPE_CHECKING:
    from games.access import Viewer

FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)
NOT_YET_NOTED = timedelta(minutes=10)
"""The longest time between the end of an outage and its storage."""
FOLLOWS = ("setup", "snapshot", "position_keys")
"""Large columns of a game that change only together with its number."""


class GameStateRequest(NamedTuple):
    """A request for the state of a game: the game's id, the viewer's id (None for a visitor), and whether the legal
    points and the line of moves are requested."""

    game_id: int
    viewer: int | None
    legal: bool
    line: bool


class CachedEtag(NamedTuple):
    """The ETag of a response. `fingerprint` is a text of the stored values that determine the response, as read at the
    time `at`. `until` is when the response may change although no one acts."""

    etag: str
    fingerprint: str
    at: datetime
    until: datetime


_answers: LRUCache[GameStateRequest, CachedEtag] = LRUCache(20_000)
"""Cached answers, up to 1 kB each."""


def cached_etag(requested: GameStateRequest, viewer: Viewer, now: datetime) -> str | None:
    """Return the ETag of the last response to this request if it is still valid, otherwise None. At most one query."""
    known = _answers.get(requested)
    if known is None or not known.at <= now < known.until or not _has_ordinary_permissions(viewer, now):
        return None
    return known.etag if state_fingerprint(requested.game_id, known.at) == known.fingerprint else None


def cache_etag(requested: GameStateRequest, answer: CachedEtag) -> None:
    """Cache the ETag of a response."""
    _answers.put(requested, answer)


def unchanged_until(game: Game, viewer: Viewer, now: datetime) -> datetime | None:
    """Return the time until which the response stays the same unless someone acts. Return FOR_EVER if no such time is
    known, and None if the response must not be cached."""
    is_open = game.phase == Phase.STONE_REMOVAL.value or game.requests or game.pauses or game.has_hidden_info
    if is_open or not _has_ordinary_permissions(viewer, now):
        return None
    if game.is_finished:
        refusable = (game.finished_at or now) + REFUSE_WITHIN
        return refusable if now < refusable else FOR_EVER
    if game.has_off_time or game.number - game.move_number >= MOST:
        return None
    return FOR_EVER if game.deadline is None else _next_clock_change(game, now)


def _has_ordinary_permissions(viewer: Viewer, now: datetime) -> bool:
    """Return whether the viewer's permissions depend only on this game. Those of staff and suspended players do not."""
    return not viewer.is_staff and not (
        isinstance(viewer, Player) and is_restricted(viewer, RestrictionKind.SUSPENDED, now)
    )


def _next_clock_change(game: Game, now: datetime) -> datetime | None:
    """Return when the running clock next changes by itself: at the end of main time or a period, at its deadline, or
    when a usual weekend begins or ends. Return None if no clock runs or the time is over."""
    running = game.clock_value().running
    facts: SideClockState | None = None if running is None else clock_now(game, now).facts[running]
    if running is None or facts is None or game.deadline is None or game.deadline <= now:
        return None
    steps = [facts.left, facts.period if facts.in_overtime else facts.main]
    first = next(stretches(now, game.deadline, OffTimeByPlayer([game]).schedule_of(game, running)))
    return min([game.deadline, first.end, *(now + step for step in steps if step)])


def state_fingerprint(game_id: int, since: datetime) -> str | None:
    """Return one text with all stored values that determine the game's state: the columns of the game and its seats,
    and the players' ratings. Takes one query. Return None if there is no such game, or if off time or an outage after
    `since` may affect it."""
    instant = connection.ops.adapt_datetimefield_value(since - NOT_YET_NOTED)
    rows = rows_of(_fingerprint_sql(connection.vendor), [instant, instant, min(game_id, LARGEST_NUMBER)])
    if not rows or any(any(row[2:]) for row in rows):
        return None
    return "\n".join([rows[0][0], *(row[1] for row in rows)])


@lru_cache(maxsize=2)
def _fingerprint_sql(vendor: str) -> str:
    game, seat, rating = ModelTable(Game), ModelTable(Seat), ModelTable(Rating)
    row, joined = ("ROW({})::text", "STRING_AGG") if vendor == "postgresql" else ("JSON_ARRAY({})", "GROUP_CONCAT")
    columns = ", ".join(f'g."{field.column}"' for field in game.fields if field.attname not in FOLLOWS)
    events = row.format(ModelTable(RatingEvent).columns("e"))
    of_ratings = f"(SELECT {joined}({events}, ';') FROM {ModelTable(RatingEvent).name} e WHERE e.game_id = g.id)"
    people = f"{seat.columns('s')}, p.username, p.is_bot, p.deleted_at, p.hides_rank, {rating.columns('r')}"
    return (
        f"SELECT {row.format(f'{columns}, {of_ratings}')}, {row.format(people)},"
        f' EXISTS (SELECT 1 FROM {ModelTable(Outage).name} WHERE "end" > %s),'
        f" EXISTS (SELECT 1 FROM {ModelTable(TimeSettings).name} t WHERE t.player_id = p.id),"
        f' EXISTS (SELECT 1 FROM {ModelTable(Vacation).name} v WHERE v.player_id = p.id AND v."end" > %s)'
        f" FROM {seat.name} s JOIN {ModelTable(Player).name} p ON p.id = s.player_id JOIN {game.name} g"
        f" ON g.id = s.game_id LEFT JOIN {rating.name} r ON r.player_id = p.id"
        f' WHERE s.game_id = %s ORDER BY s."index", r.category'
    )
