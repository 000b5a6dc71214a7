"""ORM queries that are compiled to SQL once per process, for queries that pages run very often.

    _ENDED = CompiledQuery(lambda player: Seat.objects.filter(player=player).ended().values_list("game_id"))
    _ENDED.rows(player.pk)

Building and compiling such a query takes longer than running it. It is compiled at the first use, with a placeholder
for each parameter; later uses only bind the parameters. The SQL must not depend on the parameters: a list or None needs
another query. A time delta can be added to or subtracted from a placeholder (`now - WEEK`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from inspect import signature
from typing import Any

from django.db.models import Expression, QuerySet

from foundation.statements import database_connection, rows_of


class Placeholder(Expression):
    """An expression in the place of a query's parameter, whose value is not known until the query runs."""

    def __init__(self, place: int, later: timedelta = timedelta()) -> None:
        super().__init__()
        self.mark = _BoundParameter(place, later)

    def __add__(self, time: timedelta) -> Placeholder:  # type: ignore[override]
        """Return a placeholder for the bound time plus `time`."""
        return Placeholder(self.mark.place, self.mark.later + time)

    def __sub__(self, time: timedelta) -> Placeholder:  # type: ignore[override]
        """Return a placeholder for the bound time minus `time`."""
        return self + -time

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, tuple[Any, ...]]:
        """Return one SQL parameter. Its value is a mark, which is replaced by the real value when the query runs."""
        return "%s", (self.mark,)

    def get_group_by_cols(self) -> list[Any]:
        """Return no columns, because a parameter is the same for all rows."""
        return []


@dataclass(frozen=True, slots=True)
class _BoundParameter:
    """A parameter in a compiled SQL text, by its place among the arguments. `later` is added to a time."""

    place: int
    later: timedelta

    def value(self, parameters: tuple[Any, ...]) -> Any:
        """Return the value of the parameter as the database expects it."""
        value = parameters[self.place]
        if self.later:
            value += self.later
        return database_connection().ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


@dataclass(frozen=True, slots=True)
class _CompiledSQL:
    """The SQL text of a query, its values with marks for the parameters, and the converter of its rows."""

    text: str
    values: tuple[Any, ...]
    read: Callable[[list[Any]], Any]
    """Converts the database values of rows to Python values."""


class CompiledQuery:
    """A query whose SQL is always the same. `make` gets one placeholder per parameter and returns a `values_list`."""

    def __init__(self, make: Callable[..., QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._make = make

    def rows(self, *parameters: Any) -> list[tuple[Any, ...]]:
        """Run the query and return its rows. Model instances are passed as their primary keys."""
        known = self._compiled
        values = [value.value(parameters) if type(value) is _BoundParameter else value for value in known.values]
        found: list[tuple[Any, ...]] = known.read(rows_of(known.text, values))
        return found

    @cached_property
    def _compiled(self) -> _CompiledSQL:
        count = len(signature(self._make).parameters)
        query = self._make(*map(Placeholder, range(count)))
        compiler = query.query.get_compiler(connection=database_connection())
        text, values = compiler.as_sql()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])

        def read(rows: list[Any]) -> Any:
            here = get_compiler()
            return list(map(tuple, here.apply_converters(rows, converters))) if converters else rows

        def get_compiler() -> Any:
            """Return a compiler with this thread's connection, which the converters need."""
            return query.query.get_compiler(connection=database_connection())

        return _CompiledSQL(text, tuple(values), read)
