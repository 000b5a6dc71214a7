"""Migrations may take their time."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections

from goserver import new_database, upgrading

migrate.MigrationExecutor = upgrading.Executor  # type: ignore[attr-defined, misc]
ONLY = ("app_label", "migration_name", "fake", "fake_initial", "plan", "check_unapplied", "prune", "run_syncdb")
"""Who asks for one of these does not ask for a whole database."""


class Command(migrate.Command):
    """Django's command, without the bounds that requests have on PostgreSQL.

    The bound on waiting for locks stays, so that a migration never stands in the way of the moves behind it.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """Lift the bounds of this connection; make what is not there at all, or migrate what is."""
        connection = connections[options["database"]]
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        is_whole = not any(options.get(name) for name in ONLY)
        if is_whole and new_database.make(connection) and options["verbosity"]:
            self.stdout.write("A new database has been made.")
        super().handle(*args, **options)
