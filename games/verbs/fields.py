"""The input fields of verbs, such as a point or a number. Forms, serializers and API documentation are generated from
them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from functools import cache
from typing import Any

from games.errors import RulingDoesNotFitColors
from games.models import Game
from rules import Color, Point, parse_vertex
from rules.outcome import Ranking
from rules.plan import Plan, read_plan

MOST_POINTS = 625


class FieldKind:
    """A type of input field. It parses a value from JSON or a form, and converts a value to JSON."""

    def read(self, value: Any, game: Game) -> Any:
        """Return the parsed value for this game. Raises a RulesError if the value is not valid, such as a point that is
        not on the board."""
        return value

    def to_json(self, value: Any) -> Any:
        """Return the value as JSON. Equal values give the same JSON."""
        return value


@dataclass(frozen=True, slots=True)
class Vertex(FieldKind):
    """One point as a vertex such as "K11"."""

    def read(self, value: Any, game: Game) -> Point:
        """Return the point of the vertex. Raises BadVertex, OffBoard."""
        return parse_vertex(value.strip(), game.width, game.height)

    def to_json(self, value: Point) -> list[int]:
        """Return the point as a list of column and row, counted from 0."""
        return list(value)


@dataclass(frozen=True, slots=True)
class Vertices(FieldKind):
    """A set of points as vertices."""

    def read(self, value: Collection[str], game: Game) -> frozenset[Point]:
        """Return the points of the vertices. Raises BadVertex, OffBoard."""
        return frozenset(parse_vertex(text, game.width, game.height) for text in value)

    def to_json(self, value: frozenset[Point]) -> list[list[int]]:
        """Return the points as a sorted list of pairs of column and row, counted from 0."""
        return sorted(map(list, value))


@dataclass(frozen=True, slots=True)
class WholeNumber(FieldKind):
    """A whole number within bounds."""

    least: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Text(FieldKind):
    """A text of limited length."""

    longest: int


@dataclass(frozen=True, slots=True)
class YesNo(FieldKind):
    """A yes-or-no value."""


@dataclass(frozen=True, slots=True)
class Time(FieldKind):
    """A time with its time zone."""

    def to_json(self, value: datetime) -> str:
        """Return the time as ISO 8601."""
        return value.isoformat()


@dataclass(frozen=True, slots=True)
class EnumValue(FieldKind):
    """One value of an enum."""

    words: type[StrEnum]

    def read(self, value: Any, game: Game) -> StrEnum:
        """Return the value as an enum member."""
        return self.words(value)

    def to_json(self, value: StrEnum) -> str:
        """Return the value as text."""
        return value.value

    @property
    def choices(self) -> list[str]:
        """Return the possible values."""
        return [word.value for word in self.words]


@dataclass(frozen=True, slots=True)
class ColorByLetter(FieldKind):
    """A colour by its letter, "" for none. `field` is the field's name, for errors."""

    field: str

    def read(self, value: Any, game: Game) -> Color | None:
        """Return the colour. Raises RulingDoesNotFitColors for a colour that is not in this game."""
        color = Color.from_letter(value) if value else None
        if color not in (None, *game.agreed_setup.order.colors):
            raise RulingDoesNotFitColors(field=self.field)
        return color

    def to_json(self, value: Color | None) -> str | None:
        """Return the letter."""
        return None if value is None else value.letter

    @property
    def choices(self) -> list[str]:
        """Return the letters of all colours."""
        return [color.letter for color in Color]


@dataclass(frozen=True, slots=True)
class Places(FieldKind):
    """All colours of a game by place, first place first: a string of colour letters for each place (V58)."""

    def read(self, value: Collection[str] | None, game: Game) -> Ranking:
        """Return the ranking, or () without a value. Raises RulingDoesNotFitColors unless each colour of the game has
        one place."""
        if not value:
            return ()
        letters = sorted(color.letter for color in game.agreed_setup.order.colors)
        if not all(value) or sorted("".join(value)) != letters:
            raise RulingDoesNotFitColors(field="ranking")
        return tuple(tuple(sorted(map(Color.from_letter, place))) for place in value)

    def to_json(self, value: Ranking) -> list[str]:
        """Return a string of colour letters for each place."""
        return ["".join(color.letter for color in place) for place in value]


@dataclass(frozen=True, slots=True)
class ConditionalMoves(FieldKind):
    """Conditional moves in the JSON form of `rules.plan`."""

    def read(self, value: Any, game: Game) -> Plan | None:
        """Return the plan. Raises the errors of `read_plan`."""
        return None if value is None else read_plan(value, game.agreed_setup)

    def to_json(self, value: Plan | None) -> str | None:
        """Return a text that is equal for equal plans, or None if there is no plan."""
        return None if value is None else repr(value)


@dataclass(frozen=True, slots=True)
class VerbField:
    """A field of a verb: its name, its kind, whether it is required, and its description for clients."""

    name: str
    kind: FieldKind
    help: str
    required: bool


def verb_field(kind: FieldKind, about: str, default: Any = MISSING) -> Any:
    """Declare an input field of a verb dataclass; use the result as the field's default. The field is optional if
    `default` is given. `about` is its help text."""
    return field(default=default, metadata={"kind": kind, "about": about})


def fields_of(verb: Any) -> tuple[VerbField, ...]:
    """Return the input fields of a verb (an instance or a class), in order."""
    return _fields_of(verb if isinstance(verb, type) else type(verb))


@cache
def _fields_of(verb: type[Any]) -> tuple[VerbField, ...]:
    return tuple(
        VerbField(f.name, f.metadata["kind"], f.metadata["about"], f.default is MISSING)
        for f in fields(verb)
        if "kind" in f.metadata
    )


def read_values(verb: Any, raw_values: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """Return the values of the verb's fields, parsed from `raw_values`, by field name. Fields that `raw_values` lacks
    are left out. Raises RulesError."""
    readers: dict[str, Callable[[Any, Game], Any]] = {f.name: f.kind.read for f in fields_of(verb)}
    return {name: read(raw_values[name], game) for name, read in readers.items() if name in raw_values}


def values_as_json(verb: Any) -> dict[str, Any]:
    """Return the values of the verb's fields as JSON, by name."""
    return {f.name: f.kind.to_json(getattr(verb, f.name)) for f in fields_of(verb)}
