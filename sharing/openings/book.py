"""The openings of a position: two queries, and a limited number of games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Q

from foundation.keyset import Key
from games.models import Game
from games.services.listing import games_of
from rules import Board, Color, Point, vertex
from sharing.models import Opening
from sharing.symmetry import form_of

from .lines import PASS

if TYPE_CHECKING:
    from games.access import Viewer

MOST_GAMES = 5000
"""The number of the newest games of a position that are counted."""
SHOWN = 10
"""The number of games that a page lists."""


@dataclass(frozen=True, slots=True)
class Continuation:
    """A move that was played (None where the games ended), with the number of these games and their results."""

    move: str | None
    games: int
    black: int
    white: int

    @property
    def draws(self) -> int:
        """Return the number of games without a winner."""
        return self.games - self.black - self.white


@dataclass(frozen=True, slots=True)
class Page:
    """The openings of a position. `alike`: the points that are equivalent to each move by symmetry."""

    continuations: list[Continuation]
    alike: dict[str, str]
    game_ids: list[int]

    @property
    def whole(self) -> Continuation:
        """Return the totals over all moves."""
        parts = self.continuations
        counts = (sum(part.games for part in parts), sum(p.black for p in parts), sum(p.white for p in parts))
        return Continuation(None, *counts)

    @property
    def is_cut(self) -> bool:
        """Return whether there may be older games than the counted ones."""
        return self.whole.games >= MOST_GAMES


def page_of(board: Board, to_play: Color | None, *, with_bots: bool) -> Page:
    """Return the openings at this position, the most played move first."""
    form = form_of(board, to_play)
    here = Opening.objects.filter(key=form.key, **({} if with_bots else {"bots": False})).order_by("-game")
    counted = Opening.objects.filter(pk__in=here.values("pk")[:MOST_GAMES])
    rows = counted.values_list("next").annotate(
        games=Count("pk"),
        black=Count("pk", filter=Q(winner=int(Color.BLACK))),
        white=Count("pk", filter=Q(winner=int(Color.WHITE))),
    )
    found: list[Continuation] = []
    alike: dict[str, str] = {}
    for after, games, black, white in sorted(rows, key=lambda row: (-row[1], -1 if row[0] is None else row[0])):
        move = _written(after, form.outward, board)
        found.append(Continuation(move, games, black, white))
        if after is not None and after >= 0 and move is not None:
            alike |= {vertex(point, board.height): move for point in form.alike(after)}
    return Page(found, alike, list(here.values_list("game_id", flat=True)[:SHOWN]))


def _written(after: int | None, outward: Any, board: Board) -> str | None:
    if after is None:
        return None
    point: Point | None = None if after == Opening.PASS else outward(after)
    return PASS if point is None else vertex(point, board.height)


def games_shown(page: Page, viewer: Viewer) -> list[Game]:
    """Return the newest games of the position that the viewer may see."""
    keys: Iterable[Key] = [(pk, pk) for pk in page.game_ids]
    return games_of(list(keys), viewer)
