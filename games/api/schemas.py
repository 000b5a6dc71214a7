"""The answers of the API as the schema names them, made from the types of the Python client (igo_client.shapes)."""

from __future__ import annotations

import inspect
import types
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from drf_spectacular.utils import OpenApiResponse

from igo_client import shapes

PLAIN: dict[Any, dict[str, Any]] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    Any: {},
}
COMPONENTS: dict[str, dict[str, Any]] = {}
"""The shapes by name, as far as answers use them."""


def schema_of(hint: Any) -> dict[str, Any]:
    """The OpenAPI 3.1 schema of a type; shapes become components. Raises KeyError for a type that it does not know."""
    if is_typeddict(hint):
        return _reference(hint)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return {**schema_of(arguments[0]), "format": arguments[1]}
    if origin is Literal:
        return {"type": "string", "enum": list(arguments)}
    if origin in (Union, types.UnionType):
        return {"anyOf": [schema_of(one) for one in arguments]}
    if origin is list:
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema_of(arguments[1])}
    return PLAIN[hint]


def _reference(shape: Any) -> dict[str, Any]:
    name = shape.__name__
    if name not in COMPONENTS:
        COMPONENTS[name] = {}  # so that a shape may hold itself
        hints = get_type_hints(shape, include_extras=True)
        doc = (inspect.getdoc(shape) or "").strip()
        COMPONENTS[name] = {
            "type": "object",
            **({"description": doc} if shape.__doc__ and not doc.startswith("dict(") else {}),
            "properties": {field: schema_of(_plain(one)) for field, one in hints.items()},
            "required": sorted(shape.__required_keys__),
        }
    return {"$ref": f"#/components/schemas/{name}"}


def _plain(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


def add_components(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Spectacular's POSTPROCESSING_HOOKS: put the shapes among the components."""
    result["components"]["schemas"] = dict(sorted({**result["components"].get("schemas", {}), **COMPONENTS}.items()))
    return result


def answers(shape: Any, status: int = 200, description: str = "", **more: Any) -> dict[Any, Any]:
    """The answers of an operation: this shape, and the refusals that any operation can give."""
    schema = None if shape is None else OpenApiResponse(schema_of(shape), description or _summary(shape))
    return {status: schema, **more, **ERRORS}


def _summary(shape: Any) -> str:
    return (inspect.getdoc(shape) or "").partition("\n")[0]


_WHY = {
    400: "The request cannot be read, or a field is wrong.",
    401: "Sign in: send a token.",
    403: "Not yours to do, or the token lacks a scope.",
    404: "There is no such thing, or it is private.",
    405: "Not this method.",
    406: "Only JSON is answered.",
    408: "The body did not arrive in time.",
    409: "The game has changed (stale_number, out_of_time), or the offer is gone.",
    413: "The body is larger than 64 kB.",
    415: "Only JSON is read.",
    422: "The rules refuse it: the code says why.",
    429: "Too many tries: see Retry-After.",
    503: "The server cannot do that now: see Retry-After.",
}
ERRORS: dict[Any, Any] = {
    (code, "application/problem+json"): OpenApiResponse(schema_of(shapes.Problem), why) for code, why in _WHY.items()
}
