"""Visibility of ranks (C202): players can hide their rank from others, and can choose not to see any.

Pairing and rating use the ranks as ever; only what is shown asks here. Outside of a request, no reader is known: hidden
ranks are then shown to no one.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import NamedTuple

from accounts.models import Player


class _RankReader(NamedTuple):
    """The reader: the number, whether the reader wants to see ranks, and whether they also see hidden ranks."""

    pk: int | None = None
    sees: bool = True
    sees_hidden: bool = False


_UNKNOWN = _RankReader()
_reader: ContextVar[_RankReader] = ContextVar("reader_of_ranks", default=_UNKNOWN)


class ranks_visible_to:  # noqa: N801  # like the functions of contextlib
    """Show ranks as this viewer may and wants to see them, within this context."""

    def __init__(self, viewer: object) -> None:
        self._viewer = viewer if isinstance(viewer, Player) else None

    def __enter__(self) -> None:
        viewer = self._viewer
        self._before = _reader.set(_RankReader() if viewer is None else _RankReader(viewer.pk, viewer.sees_ranks))

    def __exit__(self, *failed: object) -> None:
        _reader.reset(self._before)


def show_ranks_to_program(viewer: object) -> None:
    """Show ranks to a program of this player for the rest of this request: the player's own, and those that are not
    hidden."""
    _reader.set(_RankReader(viewer.pk if isinstance(viewer, Player) else None))


def show_hidden_ranks_to_viewer() -> None:
    """Also show hidden ranks for the rest of this request, because its viewer directs an event. Do nothing outside of
    a request."""
    reader = _reader.get()
    if reader.pk is not None:
        _reader.set(reader._replace(sees=True, sees_hidden=True))


def sees_ranks() -> bool:
    """Return whether the reader wants to see ranks."""
    return _reader.get().sees


def is_rank_shown(player: Player) -> bool:
    """Return whether this player's rank is shown to the reader."""
    reader = _reader.get()
    return reader.sees and (not player.hides_rank or reader.sees_hidden or player.pk == reader.pk)
