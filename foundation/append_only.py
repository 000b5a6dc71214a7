"""Triggers by which the database refuses to change or delete rows of a log."""

from __future__ import annotations

from django.db.backends.base.base import BaseDatabaseWrapper

_SQLITE = """
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END
"""
_POSTGRESQL = """
CREATE OR REPLACE FUNCTION igo_append_only() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$;
CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
FOR EACH ROW EXECUTE FUNCTION igo_append_only()
"""
VERBS = ("UPDATE", "DELETE")


def make_append_only(connection: BaseDatabaseWrapper, table: str) -> None:
    """Refuse every UPDATE and DELETE of this table from now on. Dropping the table or the triggers is not prevented."""
    sql = _POSTGRESQL if connection.vendor == "postgresql" else _SQLITE
    with connection.cursor() as cursor:
        for verb in VERBS:
            cursor.execute(sql.format(table=table, verb=verb))


def allow_changes(connection: BaseDatabaseWrapper, table: str) -> None:
    """Remove the protection. This is for migrating to an earlier version, and for tests that empty all tables."""
    on = f" ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for verb in VERBS:
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{verb}{on}")
