"""Rows read and written by statements that are put together once, from the models: for what is done all the time.

The ORM builds a query and compiles it each time, which takes ten times as long as the database needs to answer. Here
the text is made with the first use and kept; columns, and how values are stored and read, are the models' own, so that
a new column is in every statement automatically. Nothing else of the ORM happens: no signals, no `save` of the model's,
no fields that fill themselves.
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
"""Of a row. The databases do not compare their numbers with larger ones, or read the whole table for it."""
LISTS = {"postgresql": ("= ANY(%s)", "{%s}"), "sqlite": ("IN (SELECT value FROM json_each(%s))", "[%s]")}
"""For each database: how a column is held against any number of numbers by one text, and how these are written, with
commas between them."""
Write = Callable[[Any], Any]
Row = TypeVar("Row", bound=Model)
Readers = list[tuple[int, Callable[[Any], Any]]]
"""Places in a row, and how what the database gives there becomes Python's."""


class Table(Generic[Row]):
    """The table of a model: its columns, and its rows made of what the database gives."""

    def __init__(self, model: type[Row]) -> None:
        self.model = model
        self.fields: tuple[Field[Any, Any], ...] = tuple(model._meta.concrete_fields)  # type: ignore[assignment]
        self._attributes = [field.attname for field in self.fields]

    @cached_property
    def name(self) -> str:
        """The quoted name."""
        return _quoted(self.model._meta.db_table)

    def columns(self, alias: str) -> str:
        """All columns, in the order that `row` takes them, of the table under this alias."""
        return ", ".join(f"{alias}.{_quoted(field.column)}" for field in self.fields)

    def row(self, values: Iterable[Any]) -> Row:
        """The row with these values, one for each column, as the database gives them."""
        found = list(values)
        for index, read in _readers(self.model):
            found[index] = read(found[index])
        return self.model.from_db(DEFAULT_DB_ALIAS, self._attributes, found)


@cache
def _readers(model: type[Model]) -> Readers:
    readers = ((number, _reader(field)) for number, field in enumerate(model._meta.concrete_fields))
    return [(number, read) for number, read in readers if read is not None]


def _reader(field: Any) -> Callable[[Any], Any] | None:
    """How a value of this column becomes Python's; None where it is that already."""
    if _is_plain_json(field):
        return _read_json
    here, column = database(), field.get_col(field.model._meta.db_table)
    converters = [*here.ops.get_db_converters(column), *column.get_db_converters(here)]
    if not converters:
        return None

    def read(value: Any) -> Any:
        here = database()
        for convert in converters:
            value = convert(value, column, here)
        return value

    return read


def _read_json(text: str | None) -> Any:
    """The value of what PostgreSQL keeps as JSON."""
    return None if text is None else json.loads(text)


def database() -> Any:
    """This thread's connection itself: `django.db.connection` looks it up again with every attribute."""
    return connections[DEFAULT_DB_ALIAS]


@cache
def vendor() -> str:
    """Which database it is: "postgresql" or "sqlite"."""
    return str(database().vendor)


def prepare(*models: type[Model]) -> None:
    """Put together now what the first rows of these models that are read and stored would wait for."""
    for model in models:
        _readers(model)
        insert_text(model)
        insert_unless_there_text(model)
        _new_writers(model, ())


def rows_of(text: str, values: Sequence[Any]) -> list[Any]:
    """The rows that a statement gives whose text is always the same, none for one that only changes something.
    PostgreSQL parses and plans it once a connection."""
    here = database()
    if vendor() == "postgresql":
        found: list[Any] = here.rows_of(text, values)
        return found
    with here.cursor() as asking:
        asking.execute(text, values)
        return list(asking.fetchall()) if asking.description else []


def row_of(text: str, values: Sequence[Any]) -> Any:
    """The first row that such a statement gives, None when it gives none."""
    rows = rows_of(text, values)
    return rows[0] if rows else None


def insert(*rows: Model) -> None:
    """Store new rows of one model, in one statement; they do not learn their numbers, but for a single one."""
    if not rows:
        return
    model = type(rows[0])
    if len(rows) == 1:
        rows[0].pk = row_of(insert_text(model), new_values(rows[0]))[0]
    else:
        rows_of(_insert(model, len(rows)), [value for row in rows for value in new_values(row)])


def insert_unless_there(row: Model) -> bool:
    """Store a new row; False, and nothing is stored, when there is one that it must not be beside. Waits for another
    transaction that is storing such a row."""
    model = type(row)
    found = row_of(insert_unless_there_text(model), new_values(row))
    if found is None:
        return False
    row.pk = found[0]
    return True


def update(row: Model, names: tuple[str, ...]) -> None:
    """Store these fields of a row that is there."""
    rows_of(update_text(type(row), names), [*changed_values(row, names), row.pk])


def insert_text(model: type[Model]) -> str:
    """The statement that stores a new row with `new_values`, and gives its number."""
    return _insert(model, 1) + _returning(model)


@cache
def insert_unless_there_text(model: type[Model]) -> str:
    """The statement that stores a new row with `new_values`, and gives its number; none when it stored nothing."""
    return f"{_insert(model, 1)} ON CONFLICT DO NOTHING{_returning(model)}"


@cache
def update_text(model: type[Model], names: tuple[str, ...]) -> str:
    """The statement that stores these fields, with `changed_values` and the number of the row."""
    fields = ", ".join(f"{_quoted(field.column)} = %s" for field in _named(model, names))
    return f"UPDATE {_quoted(model._meta.db_table)} SET {fields} WHERE {_quoted(_key(model).column)} = %s"


def new_values(row: Model, but: tuple[str, ...] = ()) -> list[Any]:
    """The values of all columns of a new row but its number and these attributes, as the database takes them."""
    return _written(row, _new_writers(type(row), but))


def changed_values(row: Model, names: tuple[str, ...]) -> list[Any]:
    """The values of these fields, as the database takes them."""
    return _written(row, _changed_writers(type(row), names))


Column = tuple[str, frozenset[type], Write]
"""An attribute, the types of the values that the database takes as they are, and what is made of the others."""


def _written(row: Model, columns: tuple[Column, ...]) -> list[Any]:
    values = row.__dict__
    return [value if type(value := values[name]) in plain else write(value) for name, plain, write in columns]


@cache
def _new_writers(model: type[Model], but: tuple[str, ...]) -> tuple[Column, ...]:
    return tuple(_column(field) for field in _stored(model, but))


@cache
def _changed_writers(model: type[Model], names: tuple[str, ...]) -> tuple[Column, ...]:
    return tuple(_column(field) for field in _named(model, names))


def _column(field: Any) -> Column:
    """How the values of a field become the database's. Both databases take most as they are; the models' own way comes
    to the same, by four calls for each value."""
    plain: set[type] = {type(None)}
    if type(field) in (models.CharField, models.TextField):
        plain.add(str)
    elif type(field) is models.BooleanField:
        plain.add(bool)
    elif type(field) is models.DateTimeField and vendor() == "postgresql":
        plain.add(datetime)
    elif isinstance(field, models.IntegerField | models.ForeignKey):
        plain.add(int)
    write = json.dumps if _is_plain_json(field) else lambda value: field.get_db_prep_save(value, database())
    return field.attname, frozenset(plain), write


def _is_plain_json(field: Any) -> bool:
    is_plain = type(field) is models.JSONField and field.encoder is None and field.decoder is None
    return is_plain and vendor() == "postgresql"


@cache
def insert_many_text(model: type[Model], count: int, instead: tuple[tuple[str, str], ...]) -> str:
    """The statement that stores so many new rows with `new_values`, but for the attributes that have the result of an
    expression instead."""
    return _insert(model, count, instead)


@cache
def _insert(model: type[Model], count: int, instead: tuple[tuple[str, str], ...] = ()) -> str:
    stored, known = _stored(model), dict(instead)
    values = ", ".join(["(" + ", ".join(known.get(field.attname, "%s") for field in stored) + ")"] * count)
    columns = ", ".join(_quoted(field.column) for field in stored)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) VALUES {values}"


@cache
def _returning(model: type[Model]) -> str:
    return f" RETURNING {_quoted(_key(model).column)}"


@cache
def _stored(model: type[Model], but: tuple[str, ...] = ()) -> tuple[Any, ...]:
    fields = model._meta.concrete_fields
    return tuple(field for field in fields if not field.primary_key and field.attname not in but)


@cache
def _named(model: type[Model], names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(model._meta.get_field(name) for name in names)


def _key(model: type[Model]) -> Any:
    return cast("Any", model._meta.pk)


def _quoted(name: str | None) -> str:
    return str(database().ops.quote_name(name))
