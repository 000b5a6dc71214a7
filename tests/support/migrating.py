"""A database at other migrations than the newest: for tests of how an older one comes along."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import StateApps


@contextmanager
def at(*targets: tuple[str, str | None]) -> Iterator[StateApps]:
    """The models of the time when these migrations were the newest; afterwards the database is at the newest again."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate(list(targets))
        known = [(app, name) for app, name in targets if name is not None]
        yield MigrationExecutor(connection).loader.project_state(known).apps
    finally:
        MigrationExecutor(connection).migrate(newest)
