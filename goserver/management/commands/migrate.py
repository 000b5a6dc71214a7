"""Migrate the database without the time limits that apply to statements of requests."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import migrate
from django.db import connections


class Command(migrate.Command):
    """Django's migrate command without the time limits for requests on PostgreSQL.

    The limit on waiting for locks stays, so that a waiting migration never blocks moves.
    """

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove the time limits of this connection, and migrate."""
        connection = connections[options["database"]]
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        super().handle(*args, **options)
