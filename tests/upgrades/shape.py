"""The structure of a database, regardless of the order of its columns and of Django's names for indexes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.db import connection

_OF_SQLITE = "SELECT type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
_OF_POSTGRESQL = """
SELECT 'column', table_name, concat_ws(' ', column_name, data_type, character_maximum_length, numeric_precision,
    numeric_scale, is_nullable, column_default, is_identity, collation_name)
    FROM information_schema.columns WHERE table_schema = 'public'
UNION ALL SELECT 'constraint', conrelid::regclass::text, conname || ' ' || pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 't'
UNION ALL SELECT 'index', tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'
UNION ALL SELECT 'trigger', tgrelid::regclass::text, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
"""
_MADE_UP = re.compile(r'"?\b\w+_([0-9a-f]{8}(_\w+)?|key|check|pkey|like)\b"?')
"""Names with a sum of what they were called when they were made; a table may have another name today."""


def shape() -> list[tuple[str, str, str]]:
    """Kind, table and definition of all columns, constraints, indexes and triggers of the connected database."""
    with connection.cursor() as cursor:
        cursor.execute(_OF_SQLITE if connection.vendor == "sqlite" else _OF_POSTGRESQL)
        found = cursor.fetchall()
    return sorted(
        (kind, table, _MADE_UP.sub("(made up)", part))
        for kind, table, definition in found
        for part in (_parts(definition) if kind == "table" else [definition])
    )


def _parts(sql: str) -> Iterator[str]:
    """Yield the parts between the outermost commas of CREATE TABLE: columns and constraints."""
    body, depth, begun = sql[sql.index("(") + 1 : sql.rindex(")")], 0, 0
    for place, letter in enumerate(body):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield body[begun:place].strip()
            begun = place + 1
    yield body[begun:].strip()
