"""Empty the database quickly after a test with real transactions.

Django deletes the rows of every table (on PostgreSQL it creates new files for each by truncating it) and then recreates
the rows of every migrated database: content types, permissions, groups. Most tables are empty after a test, and hardly
any test changes the rows that every database has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.core.management.color import Style
from django.core.management.commands import flush
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.operations import BaseDatabaseOperations

STANDING = ("django_content_type", "auth_permission", "auth_group", "auth_group_permissions")
"""Tables that Django and accounts.security.staff_permissions fill after the migrations, and nothing else does."""


def install(connection: BaseDatabaseWrapper) -> None:
    """Let `flush` delete only the rows of tables that have any. It leaves the rows that every database has, and
    recreates them only if they have changed. On PostgreSQL, triggers and foreign keys are not checked."""
    as_migrated, command = _standing(connection), cast(Any, flush)
    again = command.emit_post_migrate_signal

    def sql_flush(operations: BaseDatabaseOperations, style: Style, tables: Sequence[str], **options: Any) -> list[str]:
        """Return statements for Django to execute in one transaction. Sequences continue; `flush --reset-sequences` is
        not for tests."""
        assert not options.get("reset_sequences")
        kept = STANDING if _standing(connection) == as_migrated else ()
        filled = _filled(connection, [table for table in tables if table not in kept])
        first = ["SET LOCAL session_replication_role = replica"] if connection.vendor == "postgresql" else []
        return first + [f"DELETE FROM {operations.quote_name(table)}" for table in filled]

    def recreate(*arguments: Any, **options: Any) -> None:
        nonlocal as_migrated
        if _standing(connection) != as_migrated:
            again(*arguments, **options)
            as_migrated = _standing(connection)

    operations: Any = type(connection.ops)
    operations.sql_flush = sql_flush
    command.emit_post_migrate_signal = recreate


def _standing(connection: BaseDatabaseWrapper) -> list[list[Any]]:
    with connection.cursor() as cursor:
        rows = []
        for table in STANDING:
            cursor.execute(f"SELECT * FROM {table} ORDER BY id")
            rows.append(cursor.fetchall())
        return rows


def _filled(connection: BaseDatabaseWrapper, tables: Sequence[str]) -> list[str]:
    """Return the tables that have rows."""
    if not tables:
        return []
    question = " UNION ALL ".join(
        f"SELECT %s WHERE EXISTS (SELECT 1 FROM {connection.ops.quote_name(table)})" for table in tables
    )
    with connection.cursor() as cursor:
        cursor.execute(question, list(tables))
        return [table for (table,) in cursor.fetchall()]
