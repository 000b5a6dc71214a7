"""Frequent queries whose SQL texts are compiled once, from the models.

The ORM builds and compiles a query each time, which takes ten times as long as the database needs to run it. Here the
text is built at the first use and cached. Columns, and how values are stored and read, come from the models, so that a
new column is in every query automatically. The rest of the ORM is bypassed: no signals, no `save` of the model, no
auto-filled fields.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache, cached_property
from typing import Any, Generic, TypeVar, cast

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models import Field, Model

LARGEST_NUMBER = 2**63 - 1
"""The largest primary key: databases refuse to compare a larger number with a key, or read the whole table for
that."""
LISTS = {"postgresql": ("= ANY(%s)", "{%s}"), "sqlite": ("IN (SELECT value FROM json_each(%s))", "[%s]")}
"""For each kind of database: the SQL that compares a column with a list of ids of any length, and the format of the
list's parameter."""
Write = Callable[[Any], Any]
Row = TypeVar("Row", bound=Model)
Readers = list[tuple[int, Callable[[Any], Any]]]
"""Positions in a row, and the functions that convert the database's values there."""


class ModelTable(Generic[Row]):
    """The table of a model: its columns, and a factory of rows from database values."""

    def __init__(self, model: type[Row]) -> None:
        self.model = model
        self.fields: tuple[Field[Any, Any], ...] = tuple(model._meta.concrete_fields)  # type: ignore[assignment]
        self._attributes = [field.attname for field in self.fields]

    @cached_property
    def name(self) -> str:
        """Return the quoted name of the table."""
        return _quote_name(self.model._meta.db_table)

    def columns(self, alias: str) -> str:
        """Return all columns, in the order of `row`, of the table under this alias."""
        return ", ".join(f"{alias}.{_quote_name(field.column)}" for field in self.fields)

    def row(self, values: Iterable[Any]) -> Row:
        """Return the row with these database values, one for each column."""
        found = list(values)
        for index, read in _column_readers(self.model):
            found[index] = read(found[index])
        return self.model.from_db(DEFAULT_DB_ALIAS, self._attributes, found)


@cache
def _column_readers(model: type[Model]) -> Readers:
    readers = ((number, _column_reader(field)) for number, field in enumerate(model._meta.concrete_fields))
    return [(number, read) for number, read in readers if read is not None]


def _column_reader(field: Any) -> Callable[[Any], Any] | None:
    """Return the function that converts a database value of this column to the model's value. Return None if no
    conversion is needed."""
    if _is_plain_json(field):
        return _read_json
    here, column = database_connection(), field.get_col(field.model._meta.db_table)
    converters = [*here.ops.get_db_converters(column), *column.get_db_converters(here)]
    if not converters:
        return None

    def read(value: Any) -> Any:
        here = database_connection()
        for convert in converters:
            value = convert(value, column, here)
        return value

    return read


def _read_json(text: str | None) -> Any:
    """Return the parsed value of a JSON text from PostgreSQL, or None for NULL."""
    return None if text is None else json.loads(text)


def database_connection() -> Any:
    """Return this thread's database connection. This is faster than `django.db.connection`, which looks it up for every
    attribute."""
    return connections[DEFAULT_DB_ALIAS]


@cache
def database_vendor() -> str:
    """Return the kind of the database: "postgresql" or "sqlite"."""
    return str(database_connection().vendor)


def compile_statements(*models: type[Model]) -> None:
    """Build the SQL for reading and inserting rows of these models now, so that its first use does not have to wait."""
    for model in models:
        _column_readers(model)
        insert_sql(model)
        insert_unless_there_sql(model)
        _insert_writers(model, ())


def rows_of(sql: str, values: Sequence[Any]) -> list[Any]:
    """Execute a statement whose text is constant. Return its rows, or [] for a statement that only changes data.
    PostgreSQL parses and plans it once per connection."""
    here = database_connection()
    if database_vendor() == "postgresql":
        found: list[Any] = here.rows_of(sql, values)
        return found
    with here.cursor() as asking:
        asking.execute(sql, values)
        return list(asking.fetchall()) if asking.description else []


def row_of(sql: str, values: Sequence[Any]) -> Any:
    """Execute a query whose text is constant. Return its first row, or None if it has no rows."""
    rows = rows_of(sql, values)
    return rows[0] if rows else None


def insert(*rows: Model) -> None:
    """Store new rows of one model in one query. `pk` is set only if there is a single row."""
    if not rows:
        return
    model = type(rows[0])
    if len(rows) == 1:
        rows[0].pk = row_of(insert_sql(model), insert_values(rows[0]))[0]
    else:
        rows_of(_insert_sql(model, len(rows)), [value for row in rows for value in insert_values(row)])


def insert_unless_there(row: Model) -> bool:
    """Store a new row; return False, without storing it, if it conflicts with an existing row. Waits for another
    transaction that is storing such a row."""
    model = type(row)
    found = row_of(insert_unless_there_sql(model), insert_values(row))
    if found is None:
        return False
    row.pk = found[0]
    return True


def update(row: Model, names: tuple[str, ...]) -> None:
    """Update these fields of an existing row."""
    rows_of(update_sql(type(row), names), [*database_values(row, names), row.pk])


def insert_sql(model: type[Model]) -> str:
    """Return the SQL that stores a new row, with the values of `insert_values`, and returns its primary key."""
    return _insert_sql(model, 1) + _returning_sql(model)


@cache
def insert_unless_there_sql(model: type[Model]) -> str:
    """Return the SQL that inserts a row with the values of `insert_values`, unless a row with the same unique key
    exists. The SQL returns the new primary key, or no row."""
    return f"{_insert_sql(model, 1)} ON CONFLICT DO NOTHING{_returning_sql(model)}"


@cache
def update_sql(model: type[Model], names: tuple[str, ...]) -> str:
    """Return the SQL that updates these fields, with the values of `database_values` and the primary key."""
    fields = ", ".join(f"{_quote_name(field.column)} = %s" for field in _fields_by_name(model, names))
    table, key = _quote_name(model._meta.db_table), _quote_name(_primary_key_field(model).column)
    return f"UPDATE {table} SET {fields} WHERE {key} = %s"


def insert_values(row: Model, but: tuple[str, ...] = ()) -> list[Any]:
    """Return the database values of all columns of a new row, except the primary key and the attributes in `but`."""
    return _column_values(row, _insert_writers(type(row), but))


def database_values(row: Model, names: tuple[str, ...]) -> list[Any]:
    """Return the database values of these fields."""
    return _column_values(row, _update_writers(type(row), names))


Column = tuple[str, frozenset[type], Write]
"""An attribute, the types of its values that the database accepts directly, and the conversion of others."""


def _column_values(row: Model, columns: tuple[Column, ...]) -> list[Any]:
    values = row.__dict__
    return [value if type(value := values[name]) in plain else write(value) for name, plain, write in columns]


@cache
def _insert_writers(model: type[Model], but: tuple[str, ...]) -> tuple[Column, ...]:
    return tuple(_column_writer(field) for field in _stored_fields(model, but))


@cache
def _update_writers(model: type[Model], names: tuple[str, ...]) -> tuple[Column, ...]:
    return tuple(_column_writer(field) for field in _fields_by_name(model, names))


def _column_writer(field: Any) -> Column:
    """Return three values for writing a column: the name of the field's attribute, the types whose values both
    databases accept unchanged, and the function that converts all other values. The types save the model's conversion,
    which takes four calls for each value."""
    plain: set[type] = {type(None)}
    if type(field) in (models.CharField, models.TextField):
        plain.add(str)
    elif type(field) is models.BooleanField:
        plain.add(bool)
    elif type(field) is models.DateTimeField and database_vendor() == "postgresql":
        plain.add(datetime)
    elif isinstance(field, models.IntegerField | models.ForeignKey):
        plain.add(int)
    write = json.dumps if _is_plain_json(field) else lambda value: field.get_db_prep_save(value, database_connection())
    return field.attname, frozenset(plain), write


def _is_plain_json(field: Any) -> bool:
    is_plain = type(field) is models.JSONField and field.encoder is None and field.decoder is None
    return is_plain and database_vendor() == "postgresql"


@cache
def insert_many_sql(model: type[Model], count: int, instead: tuple[tuple[str, str], ...]) -> str:
    """Return the SQL that stores this many new rows, with the values of `insert_values`. `instead` has pairs of an
    attribute and an SQL expression. The expression's result is stored in the attribute's column instead of a value."""
    return _insert_sql(model, count, instead)


@cache
def _insert_sql(model: type[Model], count: int, instead: tuple[tuple[str, str], ...] = ()) -> str:
    stored, known = _stored_fields(model), dict(instead)
    values = ", ".join(["(" + ", ".join(known.get(field.attname, "%s") for field in stored) + ")"] * count)
    columns = ", ".join(_quote_name(field.column) for field in stored)
    return f"INSERT INTO {_quote_name(model._meta.db_table)} ({columns}) VALUES {values}"


@cache
def _returning_sql(model: type[Model]) -> str:
    return f" RETURNING {_quote_name(_primary_key_field(model).column)}"


@cache
def _stored_fields(model: type[Model], but: tuple[str, ...] = ()) -> tuple[Any, ...]:
    fields = model._meta.concrete_fields
    return tuple(field for field in fields if not field.primary_key and field.attname not in but)


@cache
def _fields_by_name(model: type[Model], names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(model._meta.get_field(name) for name in names)


def _primary_key_field(model: type[Model]) -> Any:
    return cast("Any", model._meta.pk)


def _quote_name(name: str | None) -> str:
    return str(database_connection().ops.quote_name(name))
