"""Visibility of ranks (C202): players can hide their rank from others, and can choose not to see any.

Pairing and rating always use the ranks; only the display checks the visibility. Outside of a request no viewer is
known, so hidden ranks are shown to no one.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import NamedTuple

from accounts.models import Player


class _RankViewer(NamedTuple):
    """The viewer: their player id, whether they want to see ranks, and whether they may also see hidden ranks."""

    pk: int | None = None
    sees: bool = True
    sees_hidden: bool = False


_UNKNOWN = _RankViewer()
_reader: ContextVar[_RankViewer] = ContextVar("reader_of_ranks", default=_UNKNOWN)


class ranks_visible_to:  # noqa: N801  # like the functions of contextlib
    """A context manager in which pages show the ranks that this viewer may see and wants to see."""

    def __init__(self, viewer: object) -> None:
        self._viewer = viewer if isinstance(viewer, Player) else None

    def __enter__(self) -> None:
        viewer = self._viewer
        self._before = _reader.set(_RankViewer() if viewer is None else _RankViewer(viewer.pk, viewer.sees_ranks))

    def __exit__(self, *failed: object) -> None:
        _reader.reset(self._before)


def show_ranks_to_program(viewer: object) -> None:
    """For the rest of the request, show this player's program the player's own rank and all ranks that are not hidden.
    The player's wish to see no ranks does not apply to programs."""
    _reader.set(_RankViewer(viewer.pk if isinstance(viewer, Player) else None))


def show_hidden_ranks_to_viewer() -> None:
    """Also show hidden ranks for the rest of this request, because its viewer is a tournament director. Do nothing
    outside of a request."""
    reader = _reader.get()
    if reader.pk is not None:
        _reader.set(reader._replace(sees=True, sees_hidden=True))


def viewer_wants_ranks() -> bool:
    """Return whether the viewer of the current request wants to see ranks."""
    return _reader.get().sees


def is_rank_shown(player: Player) -> bool:
    """Return whether the viewer of the current request sees this player's rank."""
    reader = _reader.get()
    return reader.sees and (not player.hides_rank or reader.sees_hidden or player.pk == reader.pk)
