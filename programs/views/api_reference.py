"""The schema in the form that the page /api/docs/ shows: operations, object types, and a short description of every
type."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

METHODS = ("get", "post", "put", "patch", "delete")
JSON = "application/json"
MOST_WORDS = 30
"""The largest number of values that the type of an enumeration shows; of longer ones, such as the time zones, it shows
the first ones."""

Schema = dict[str, Any]


@dataclass(frozen=True)
class Piece:
    """A part of the description of a type: plain text, or the name of an object type on the same page."""

    text: str
    is_shape: bool = False


@dataclass(frozen=True)
class Field:
    """A field of a body, a response or an object type; or a parameter, which is in `where`."""

    name: str
    type: list[Piece]
    required: bool
    text: str = ""
    where: str = ""


@dataclass(frozen=True)
class Shape:
    """An object type of responses or bodies."""

    name: str
    text: str
    fields: list[Field]


@dataclass(frozen=True)
class Answer:
    """A successful response of an operation."""

    status: str
    media_type: str
    text: str
    type: list[Piece]
    fields: list[Field]


@dataclass(frozen=True)
class Operation:
    """An operation. `scope` is the scope that a token needs, "" for none; `public`: no token is needed."""

    id: str
    method: str
    path: str
    text: str
    scope: str
    public: bool
    deprecated: bool
    parameters: list[Field]
    fields: list[Field]
    answers: list[Answer]
    examples: list[tuple[str, str]] = field(default_factory=list)


def operations(schema: Schema) -> list[Operation]:
    """Return all operations in the order of the schema."""
    return [
        _operation(schema, path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def shapes(schema: Schema) -> list[Shape]:
    """Return all object types, by name."""
    return [
        Shape(name, component.get("description", ""), _fields(schema, component))
        for name, component in sorted(schema["components"]["schemas"].items())
        if "properties" in component
    ]


def _operation(schema: Schema, path: str, method: str, operation: Schema) -> Operation:
    body = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    security = operation.get("security") or [{}]
    scopes = [scope for one in security for scope in one.get("token", [])]
    return Operation(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        text=operation.get("description", ""),
        scope=scopes[0] if scopes else "",
        public={} in security,
        deprecated=operation.get("deprecated", False),
        parameters=[_parameter(schema, one) for one in operation.get("parameters", [])],
        fields=_fields(schema, _resolve(schema, body.get("schema", {}))),
        answers=[
            one
            for status, answer in operation["responses"].items()
            if status < "4"
            for one in _answers(schema, status, answer)
        ],
        examples=[
            (example.get("summary", ""), json.dumps(example["value"], indent=2))
            for example in body.get("examples", {}).values()
        ],
    )


def _parameter(schema: Schema, one: Schema) -> Field:
    text, required = one.get("description", ""), one.get("required", False)
    return Field(one["name"], type_of(schema, one["schema"]), required, text, one["in"])


def _answers(schema: Schema, status: str, answer: Schema) -> Iterator[Answer]:
    """Yield a response for each media type; for an empty response, one without a media type."""
    for media_type, content in (answer.get("content") or {"": {}}).items():
        shape = content.get("schema", {})
        kind, fields = type_of(schema, shape) if media_type else [], _fields(schema, _resolve(schema, shape))
        yield Answer(status, media_type, answer.get("description", ""), kind, fields)


def _fields(schema: Schema, shape: Schema) -> list[Field]:
    required = shape.get("required", [])
    return [
        Field(name, type_of(schema, one), name in required, _text(one))
        for name, one in shape.get("properties", {}).items()
    ]


def _text(one: Schema) -> str:
    """Return the description of a field, without the values of an enumeration that drf-spectacular repeats there."""
    text: str = one.get("description", "").partition("* `")[0].strip()
    default = f"default: {json.dumps(one['default'])}" if one.get("default") is not None else ""
    return "; ".join(part for part in (text, default) if part)


def _resolve(schema: Schema, shape: Schema) -> Schema:
    name = shape.get("$ref", "").rpartition("/")[2]
    found: Schema = schema["components"]["schemas"][name] if name else shape
    return found


def type_of(schema: Schema, one: Schema) -> list[Piece]:
    """Return a short description of the type, with its allowed values."""
    resolved = _resolve(schema, one)
    if "$ref" in one and "properties" in resolved:
        return [Piece(one["$ref"].rpartition("/")[2], is_shape=True)]
    if "enum" in resolved:
        return [Piece(_words(resolved["enum"]))]
    choices = next((resolved[name] for name in ("anyOf", "oneOf", "allOf") if name in resolved), None)
    if choices is not None:
        return _join_choices([type_of(schema, choice) for choice in choices])
    if resolved.get("type") == "array":
        return [Piece("list of "), *type_of(schema, resolved["items"])]
    if "additionalProperties" in resolved:
        return [Piece("object of "), *type_of(schema, resolved["additionalProperties"])]
    return [Piece(_type_text(resolved))]


def _words(words: list[Any]) -> str:
    shown = [json.dumps(word) for word in words[:MOST_WORDS]]
    return " | ".join(shown if len(words) <= MOST_WORDS else [*shown[:3], "..."])


def _join_choices(choices: list[list[Piece]]) -> list[Piece]:
    found: list[Piece] = []
    for choice in choices:
        found += [Piece(" | "), *choice] if found else choice
    return found


def _type_text(one: Schema) -> str:
    name = str(one.get("type", "anything"))
    if "format" in one:
        name += f" ({one['format']})"
    if "minimum" in one:
        name += f", {one['minimum']} to {one['maximum']}" if "maximum" in one else f", from {one['minimum']}"
    return f"{name}, at most {one['maxLength']} characters" if "maxLength" in one else name
