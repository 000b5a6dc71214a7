"""Search a position in records and in the server's public games (L10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from accounts.models import Player
from library.access import of_owner, shared_with
from library.models import Record, RecordPosition
from rules import Board, Color
from sharing.openings.book import Continuation, continuations_of, page_of
from sharing.symmetry import form_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

SHOWN = 24


@dataclass(frozen=True, slots=True)
class Found:
    """The games from a position: in the records that the viewer may see, and in public games of this server,
    whose first 24 moves are known. `records` are the newest ones, each with its node at the position."""

    in_records: list[Continuation]
    in_games: list[Continuation]
    records: list[tuple[Record, int]]


def search(viewer: Player | AnonymousUser, board: Board, to_play: Color) -> Found:
    """Return what was played from this position, in any of its symmetries. Five queries."""
    form = form_of(board, to_play)
    visible = Q(record__in=shared_with(viewer).values("pk"))
    if isinstance(viewer, Player):
        visible |= Q(record__in=of_owner(viewer).values("pk"))
    here = RecordPosition.objects.filter(visible, key=form.key).order_by("-record")
    nodes = dict(here.values_list("record_id", "node")[:SHOWN])
    rows = Record.objects.filter(pk__in=nodes).defer("data").select_related("owner").order_by("-pk")
    games = page_of(board, to_play, with_bots=False).continuations
    played = [one for _next, one in continuations_of(here, form)]
    return Found(played, games, [(row, nodes[row.pk]) for row in rows])
