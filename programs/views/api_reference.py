"""The API's schema in the form that the page /api/docs/ needs: operations, object types, and a short description of
each type."""

from __future__ import annotations

import json
from collections import defaultdict
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
class TypeTextPart:
    """A part of the description of a type: plain text, or the name of an object type on the same page."""

    text: str
    is_shape: bool = False


@dataclass(frozen=True)
class DocstringBlock:
    """A paragraph of a docstring (`text`), or the items of a list in it (`listed`)."""

    text: str = ""
    listed: tuple[str, ...] = ()


def split_docstring(text: str) -> list[DocstringBlock]:
    """Return the paragraphs and lists of a docstring, in order."""
    blocks = [block.strip() for block in text.split("\n\n")]
    return [
        DocstringBlock(listed=tuple(block.removeprefix("- ").split("\n- ")))
        if block.startswith("- ")
        else DocstringBlock(block)
        for block in blocks
        if block
    ]


@dataclass(frozen=True)
class FieldDoc:
    """The description of a field of a body, a response or an object type, or of a parameter. `where` is the parameter's
    location."""

    name: str
    type: list[TypeTextPart]
    required: bool
    text: str = ""
    where: str = ""


@dataclass(frozen=True)
class ObjectTypeDoc:
    """The description of an object type of responses or bodies."""

    name: str
    text: str
    fields: list[FieldDoc]


@dataclass(frozen=True)
class ResponseDoc:
    """The description of a successful response of an operation."""

    status: str
    media_type: str
    text: str
    type: list[TypeTextPart]
    fields: list[FieldDoc]


@dataclass(frozen=True)
class OperationDoc:
    """The description of an operation. `scope` is the scope that a token needs, "" for none. `public` means that no
    token is needed."""

    id: str
    method: str
    path: str
    text: list[DocstringBlock]
    scope: str
    public: bool
    deprecated: bool
    parameters: list[FieldDoc]
    fields: list[FieldDoc]
    answers: list[ResponseDoc]
    examples: list[tuple[str, str]] = field(default_factory=list)

    @property
    def group(self) -> str:
        """Return the first part of the path, under which the page lists the operation."""
        return self.path.split("/")[3] or "server"

    @property
    def segments(self) -> list[str]:
        """Return the parts of the path. The page allows a line break before each."""
        return self.path.split("/")[1:]


@dataclass(frozen=True)
class OperationGroup:
    """The operations with one tag, and the tag's name for people and description."""

    name: str
    text: str
    tag: str
    operations: list[OperationDoc]


def all_operations(schema: Schema) -> list[OperationDoc]:
    """Return all operations in the order of the schema."""
    return [
        _read_operation(schema, path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def operations_by_task(schema: Schema) -> list[tuple[str, list[OperationGroup]]]:
    """Return the names of the tasks in the schema (x-tagGroups), each with its groups of operations."""
    tags = {tag["name"]: tag for tag in schema["tags"]}
    operations = defaultdict(list)
    for operation in all_operations(schema):
        operations[operation.group].append(operation)
    return [
        (
            task["name"],
            [
                OperationGroup(tags[name]["x-displayName"], tags[name]["description"], name, operations[name])
                for name in task["tags"]
            ],
        )
        for task in schema["x-tagGroups"]
    ]


def all_object_types(schema: Schema) -> list[ObjectTypeDoc]:
    """Return all object types, sorted by name."""
    return [
        ObjectTypeDoc(name, component.get("description", ""), _read_fields(schema, component))
        for name, component in sorted(schema["components"]["schemas"].items())
        if "properties" in component
    ]


def _read_operation(schema: Schema, path: str, method: str, operation: Schema) -> OperationDoc:
    body = operation.get("requestBody", {}).get("content", {}).get(JSON, {})
    security = operation.get("security") or [{}]
    scopes = [scope for one in security for scope in one.get("token", [])]
    return OperationDoc(
        id=operation["operationId"],
        method=method.upper(),
        path=path,
        text=split_docstring(operation.get("description", "")),
        scope=scopes[0] if scopes else "",
        public={} in security,
        deprecated=operation.get("deprecated", False),
        parameters=[_read_parameter(schema, one) for one in operation.get("parameters", [])],
        fields=_read_fields(schema, _resolve_reference(schema, body.get("schema", {}))),
        answers=[
            one
            for status, answer in operation["responses"].items()
            if status < "4"
            for one in _read_responses(schema, status, answer)
        ],
        examples=[
            (example.get("summary", ""), json.dumps(example["value"], indent=2))
            for example in body.get("examples", {}).values()
        ],
    )


def _read_parameter(schema: Schema, parameter: Schema) -> FieldDoc:
    text, required = parameter.get("description", ""), parameter.get("required", False)
    return FieldDoc(parameter["name"], describe_type(schema, parameter["schema"]), required, text, parameter["in"])


def _read_responses(schema: Schema, status: str, answer: Schema) -> Iterator[ResponseDoc]:
    """Yield a response for each media type. An empty response has no media type."""
    for media_type, content in (answer.get("content") or {"": {}}).items():
        shape = content.get("schema", {})
        kind, fields = (
            describe_type(schema, shape) if media_type else [],
            _read_fields(schema, _resolve_reference(schema, shape)),
        )
        yield ResponseDoc(status, media_type, answer.get("description", ""), kind, fields)


def _read_fields(schema: Schema, shape: Schema) -> list[FieldDoc]:
    required = shape.get("required", [])
    return [
        FieldDoc(name, describe_type(schema, one), name in required, _field_text(one))
        for name, one in shape.get("properties", {}).items()
    ]


def _field_text(field_schema: Schema) -> str:
    """Return the description of a field and its default, without the enumeration values that drf-spectacular adds to
    the description."""
    text: str = field_schema.get("description", "").partition("* `")[0].strip()
    default = f"default: {json.dumps(field_schema['default'])}" if field_schema.get("default") is not None else ""
    return "; ".join(part for part in (text, default) if part)


def _resolve_reference(schema: Schema, shape: Schema) -> Schema:
    name = shape.get("$ref", "").rpartition("/")[2]
    found: Schema = schema["components"]["schemas"][name] if name else shape
    return found


def describe_type(schema: Schema, shape: Schema) -> list[TypeTextPart]:
    """Return a short description of the type, with its allowed values."""
    resolved = _resolve_reference(schema, shape)
    if "$ref" in shape and "properties" in resolved:
        return [TypeTextPart(shape["$ref"].rpartition("/")[2], is_shape=True)]
    if "enum" in resolved:
        return [TypeTextPart(_enumeration_text(resolved["enum"]))]
    choices = next((resolved[name] for name in ("anyOf", "oneOf", "allOf") if name in resolved), None)
    if choices is not None:
        return _join_choices([describe_type(schema, choice) for choice in choices])
    if resolved.get("type") == "array":
        return [TypeTextPart("list of "), *describe_type(schema, resolved["items"])]
    if "additionalProperties" in resolved:
        return [TypeTextPart("object of "), *describe_type(schema, resolved["additionalProperties"])]
    return [TypeTextPart(_type_text(resolved))]


def _enumeration_text(words: list[Any]) -> str:
    shown = [json.dumps(word) for word in words[:MOST_WORDS]]
    return " | ".join(shown if len(words) <= MOST_WORDS else [*shown[:3], "..."])


def _join_choices(choices: list[list[TypeTextPart]]) -> list[TypeTextPart]:
    found: list[TypeTextPart] = []
    for choice in choices:
        found += [TypeTextPart(" | "), *choice] if found else choice
    return found


def _type_text(shape: Schema) -> str:
    name = str(shape.get("type", "anything"))
    if "format" in shape:
        name += f" ({shape['format']})"
    if "minimum" in shape:
        name += f", {shape['minimum']} to {shape['maximum']}" if "maximum" in shape else f", from {shape['minimum']}"
    return f"{name}, at most {shape['maxLength']} characters" if "maxLength" in shape else name
