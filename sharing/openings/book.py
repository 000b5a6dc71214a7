"""Look up the openings of a position, with four queries and a limited number of games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q, QuerySet

from foundation.keyset import Key
from games.models import Game
from games.services.listing import games_in_page_order
from rules import Board, Color, vertex
from sharing.models import Opening
from sharing.symmetry import CanonicalPosition, canonical_position

from .lines import PASS

if TYPE_CHECKING:
    from games.access import Viewer

MOST_GAMES = 2000
"""The number of the newest games of a position that are counted."""
SHOWN = 10
"""The number of games that a page lists."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A next move (None if the games ended here), with the number of games in which it was played and the numbers of
    those that Black and White won."""

    move: str | None
    games: int
    black: int
    white: int

    @property
    def draws(self) -> int:
        """Return the number of games without a winner."""
        return self.games - self.black - self.white


@dataclass(frozen=True, slots=True)
class PositionOpenings:
    """The next moves that were played from a position. `alike` maps each point that is equivalent by symmetry to a next
    move to that move. `games` are the ids of the newest games with the position, each with the number of the move."""

    continuations: list[Continuation]
    alike: dict[str, str]
    games: list[tuple[int, int]]

    @property
    def totals(self) -> Continuation:
        """Return the total numbers of games and wins over all next moves."""
        parts = self.continuations
        counts = (sum(part.games for part in parts), sum(p.black for p in parts), sum(p.white for p in parts))
        return Continuation(None, *counts)

    @property
    def is_truncated(self) -> bool:
        """Return whether older games may exist that are not counted."""
        return self.totals.games >= MOST_GAMES


def openings_at(board: Board, to_play: Color | None, *, with_bots: bool) -> PositionOpenings:
    """Return the openings at this position, with the most played next move first. `with_bots` includes games in which
    bots played."""
    form = canonical_position(board, to_play)
    here = Opening.objects.filter(key=form.key, **({} if with_bots else {"bots": False})).order_by("-game")
    found = list(continuations_of(newest_rows(here, MOST_GAMES), form))
    alike = {
        vertex(point, board.height): one.move
        for after, one in found
        if after is not None and after >= 0 and one.move is not None
        for point in form.equivalent_points(after)
    }
    return PositionOpenings([one for _after, one in found], alike, list(here.values_list("game_id", "move")[:SHOWN]))


def newest_rows(rows: QuerySet[Any], most: int) -> QuerySet[Any]:
    """Return the rows of the newest games: about `most` rows, and always all rows of each of these games.

    A first query finds the oldest of these games in the index, and the second query starts from that game. In a single
    query with a limit, the database would read and sort all rows.
    """
    oldest = list(rows.order_by("-game_id").values_list("game_id", flat=True)[most - 1 : most])
    return rows.filter(game__gte=oldest[0]) if oldest else rows


def continuations_of(here: QuerySet[Any], form: CanonicalPosition) -> Iterator[tuple[int | None, Continuation]]:
    """Yield the next moves in these rows of one position, the most played first. Each comes with the value of the
    column `next` in its rows. The rows are of Opening, or of another model with the columns `next` and `winner`. One
    query."""
    rows = (
        here.order_by()
        .values_list("next")
        .annotate(
            games=Count("pk"),
            black=Count("pk", filter=Q(winner=int(Color.BLACK))),
            white=Count("pk", filter=Q(winner=int(Color.WHITE))),
        )
    )
    for after, games, black, white in sorted(rows, key=lambda row: (-row[1], -1 if row[0] is None else row[0])):
        yield after, Continuation(_vertex_or_pass(after, form), games, black, white)


def _vertex_or_pass(after: int | None, form: CanonicalPosition) -> str | None:
    if after is None:
        return None
    return PASS if after == Opening.PASS else vertex(form.from_canonical(after), form.board.height)


def visible_games(page: PositionOpenings, viewer: Viewer) -> list[Game]:
    """Return the newest games with the position of `page`, if the viewer may see them."""
    keys: Iterable[Key] = [(pk, pk) for pk, _move in page.games]
    return games_in_page_order(list(keys), viewer)
