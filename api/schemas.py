"""The schemas of the API's responses, generated from their types (api_types)."""

from __future__ import annotations

import ast
import inspect
import sys
import types
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from drf_spectacular.utils import OpenApiResponse

import api_types as shapes

PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}
COMPONENTS: dict[str, dict[str, Any]] = {}
"""The schemas of response types by name, as far as responses use them."""


def schema_of(hint: Any) -> dict[str, Any]:
    """Return the OpenAPI 3.1 schema of a type. A TypedDict becomes a component. Raises KeyError for an unknown type."""
    if is_typeddict(hint):
        return _component_reference(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        description = arguments[1]
        return {
            **schema_of(arguments[0]),
            **({"enum": list(description)} if isinstance(description, tuple) else {"format": description}),
        }
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(one) for one in arguments]}
    if origin is list:
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(arguments[1])}
    return PLAIN[hint]


def _component_reference(shape: Any) -> dict[str, Any]:
    name = shape.__name__
    if name not in COMPONENTS:
        COMPONENTS[name] = {}  # allows recursive schemas
        hints, descriptions = get_type_hints(shape, include_extras=True), texts_of_fields().get(name, {})
        COMPONENTS[name] = {
            "type": "object",
            "description": inspect.getdoc(shape) or "",
            "properties": {
                field: {
                    **schema_of(_unwrap_not_required(one)),
                    **({"description": descriptions[field]} if field in descriptions else {}),
                }
                for field, one in hints.items()
            },
            "required": sorted(shape.__required_keys__),
        }
    return {"$ref": f"#/components/schemas/{name}"}


def request_schema(shape: Any, *needed: str) -> dict[str, Any]:
    """Return the schema of a response type for use as a request body, which requires only the `needed` fields and
    allows no others."""
    return _add_request_component(schema_of(shape), needed)


def _add_request_component(reference: dict[str, Any], needed: Collection[str] = ()) -> dict[str, Any]:
    name = reference["$ref"].rpartition("/")[2]
    shape = COMPONENTS[name]
    properties = {
        field: _add_request_component(one) if "$ref" in one else one for field, one in shape["properties"].items()
    }
    made = {**shape, "properties": properties, "required": list(needed), "additionalProperties": False}
    COMPONENTS[f"{name}Request"] = made if needed else {key: part for key, part in made.items() if key != "required"}
    return {**reference, "$ref": f"#/components/schemas/{name}Request"}


@lru_cache(maxsize=1)
def texts_of_fields() -> dict[str, dict[str, str]]:
    """Return the descriptions of fields in api_types, by the name of the type and of the field. A description is the
    string below the field; inherited fields are included."""
    classes = _classes()
    return {name: _texts_with_inherited(name, classes) for name in classes}


def _classes() -> dict[str, ast.ClassDef]:
    """Return the syntax tree of every response type's class, by name."""
    modules = {sys.modules[shape.__module__] for shape in vars(shapes).values() if is_typeddict(shape)}
    found = [one for module in modules for one in ast.parse(inspect.getsource(module)).body]
    return {one.name: one for one in found if isinstance(one, ast.ClassDef)}


def _texts_with_inherited(name: str, classes: dict[str, ast.ClassDef]) -> dict[str, str]:
    if name not in classes:
        return {}
    bases = [base.id for base in classes[name].bases if isinstance(base, ast.Name)]
    inherited = [_texts_with_inherited(base, classes) for base in bases]
    return {field: text for texts in (*inherited, _field_docstrings(classes[name])) for field, text in texts.items()}


def _field_docstrings(shape: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in pairwise(shape.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    }


def _unwrap_not_required(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def answers(
    shape: Any, status: int = 200, description: str = "", *, refuses: Collection[int] = ()
) -> dict[Any, OpenApiResponse]:
    """Return an operation's responses for the schema: a successful one of this type, and the error statuses in
    `refuses`.

    Errors that every operation can return, and those that follow from its path, headers and body, are added later
    (api.refusals).
    """
    good = OpenApiResponse(None, "Done. The answer has no body.")
    if shape is not None:
        good = OpenApiResponse(schema_of(shape), description or _summary(shape))
    return {status: good, **refusing(*refuses)}


def refusing(*statuses: int) -> dict[Any, OpenApiResponse]:
    """Return the error responses of an operation for the schema, if its successful response has no type in
    api_types."""
    return {status: OpenApiResponse(None) for status in statuses}


def _summary(shape: Any) -> str:
    return (inspect.getdoc(shape) or "").partition("\n")[0]
