"""The PostgreSQL planner's statistics of a test's rows."""

from __future__ import annotations

from django.db import connection


def analyze() -> None:
    """Analyze the application's tables. A bare ANALYZE includes the whole server's tables and locks them until the
    transaction around the test ends, so the same test in another process would wait for them."""
    with connection.cursor() as cursor:
        tables = [connection.ops.quote_name(name) for name in connection.introspection.table_names(cursor)]
        cursor.execute(f"ANALYZE {', '.join(tables)}")
