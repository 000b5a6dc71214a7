"""What the planner of PostgreSQL knows of the rows of a test."""

from __future__ import annotations

from django.db import connection


def analyze() -> None:
    """Count the rows of our own tables. A bare ANALYZE takes those of the whole server, too, and holds them until the
    transaction around the test ends: the same test of another process would wait for them in vain."""
    with connection.cursor() as cursor:
        tables = [connection.ops.quote_name(name) for name in connection.introspection.table_names(cursor)]
        cursor.execute(f"ANALYZE {', '.join(tables)}")
