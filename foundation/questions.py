"""Queries of the ORM that are compiled once: for what pages ask all the time, where the ORM says well what is asked.

    _ENDED = Question(lambda player: Seat.objects.filter(player=player).ended().values_list("game_id"))
    _ENDED.rows(player.pk)

Building and compiling such a query takes longer than its answer. It is made with the first use, with marks where the
values will stand, and its text is kept; the values are told with each use, as the database takes them. What the query
is like must not depend on them: a list of them, or None, is another question. A moment that is told may have time added
or taken off in it (`now - WEEK`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from inspect import signature
from typing import Any

from django.db.models import Expression, QuerySet

from foundation.statements import database, rows_of


class Given(Expression):
    """Stands in a query for a value that is told later."""

    def __init__(self, place: int, later: timedelta = timedelta()) -> None:
        super().__init__()
        self.mark = _Mark(place, later)

    def __add__(self, time: timedelta) -> Given:  # type: ignore[override]
        """The moment that is told, and so much time after it."""
        return Given(self.mark.place, self.mark.later + time)

    def __sub__(self, time: timedelta) -> Given:  # type: ignore[override]
        """The moment that is told, and so much time before it."""
        return self + -time

    def as_sql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, tuple[Any, ...]]:
        """A value, by its mark."""
        return "%s", (self.mark,)

    def get_group_by_cols(self) -> list[Any]:
        """None: a value is the same for all rows."""
        return []


@dataclass(frozen=True, slots=True)
class _Mark:
    place: int
    later: timedelta

    def value(self, told: tuple[Any, ...]) -> Any:
        """Of what was told, as the database takes it."""
        value = told[self.place] + self.later if self.later else told[self.place]
        return database().ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


@dataclass(frozen=True, slots=True)
class _Compiled:
    text: str
    values: tuple[Any, ...]
    read: Callable[[list[Any]], Any]
    """What makes Python's values of rows."""


class Question:
    """A query that always has the same text. `make` is given what stands for each value, and gives a `values_list`."""

    def __init__(self, make: Callable[..., QuerySet[Any, tuple[Any, ...]]]) -> None:
        self._make = make

    def rows(self, *told: Any) -> list[tuple[Any, ...]]:
        """The rows with these values; those that the database knows by their number are told by it."""
        known = self._compiled
        values = [value.value(told) if type(value) is _Mark else value for value in known.values]
        found: list[tuple[Any, ...]] = known.read(rows_of(known.text, values))
        return found

    @cached_property
    def _compiled(self) -> _Compiled:
        count = len(signature(self._make).parameters)
        query = self._make(*map(Given, range(count)))
        compiler = query.query.get_compiler(connection=database())
        text, values = compiler.as_sql()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])

        def read(rows: list[Any]) -> Any:
            here = get_compiler()
            return list(map(tuple, here.apply_converters(rows, converters))) if converters else rows

        def get_compiler() -> Any:
            """Of this thread's connection, which converters are told."""
            return query.query.get_compiler(connection=database())

        return _Compiled(text, tuple(values), read)
