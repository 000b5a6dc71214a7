"""The answers of the API as the schema names them, made from its types (api_types)."""

from __future__ import annotations

import ast
import inspect
import sys
import types
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
        hints, said = get_type_hints(shape, include_extras=True), texts_of_fields().get(name, {})
        COMPONENTS[name] = {
            "type": "object",
            "description": inspect.getdoc(shape) or "",
            "properties": {
                field: {**schema_of(_plain(one)), **({"description": said[field]} if field in said else {})}
                for field, one in hints.items()
            },
            "required": sorted(shape.__required_keys__),
        }
    return {"$ref": f"#/components/schemas/{name}"}


@lru_cache(maxsize=1)
def texts_of_fields() -> dict[str, dict[str, str]]:
    """What api_types says of each field, in the string below it; by shape, inherited fields too."""
    classes = _classes()
    return {name: _with_inherited(name, classes) for name in classes}


def _classes() -> dict[str, ast.ClassDef]:
    """The source of every shape, by its name."""
    modules = {sys.modules[shape.__module__] for shape in vars(shapes).values() if is_typeddict(shape)}
    found = [one for module in modules for one in ast.parse(inspect.getsource(module)).body]
    return {one.name: one for one in found if isinstance(one, ast.ClassDef)}


def _with_inherited(name: str, classes: dict[str, ast.ClassDef]) -> dict[str, str]:
    if name not in classes:
        return {}
    bases = [base.id for base in classes[name].bases if isinstance(base, ast.Name)]
    inherited = [_with_inherited(base, classes) for base in bases]
    return {field: text for texts in (*inherited, _texts(classes[name])) for field, text in texts.items()}


def _texts(shape: ast.ClassDef) -> dict[str, str]:
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in pairwise(shape.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    }


def _plain(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is NotRequired else hint


IN_PATHS = {
    "game_id": "The number of the game.",
    "bulletin_id": "The number of the bulletin.",
    "challenge_id": "The number of the offer.",
    "comment_id": "The number of the comment.",
    "tournament_id": "The number of the tournament.",
    "ladder_id": "The number of the ladder.",
    "search_id": "The number of the search.",
    "league_id": "The number of the league.",
    "match_id": "The number of the team match.",
    "season_number": "The number of the season, from 1.",
    "club_id": "The number of the club.",
    "form": "The kind of file.",
    "system": "The rating system: `egf`, `aga`, `ogs`, `dgs` or `kgs`.",
    "rank": "The rank, from `30k` to `9d`.",
    "round_number": "The number of the round, from 1.",
    "decision_id": "The number of the decision.",
    "token_id": "The number of the token.",
    "session_id": "The number of the session.",
    "webhook_id": "The number of the webhook.",
    "device_id": "The number of the device.",
    "client_id": "What the program calls itself by in OAuth.",
    "lesson": "The name of the lesson.",
    "number": "The number of the page, from 1.",
    "problem": "The name of the problem.",
    "username": "The player's name; capitals do not matter.",
}
"""What stands in the addresses of operations."""
LARGEST_ID = 2**63 - 1


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Spectacular's POSTPROCESSING_HOOKS: the shapes among the components, what addresses hold, and the webhooks."""
    for methods in result["paths"].values():
        for operation in methods.values():
            for parameter in operation.get("parameters", []):
                if parameter["in"] == "path":
                    _explain(parameter)
        if "get" in methods:
            _let_it_be_asked_again(methods["get"])
    result["webhooks"] = {"event": {"post": _webhook()}}
    result["components"]["schemas"] = dict(sorted({**result["components"].get("schemas", {}), **COMPONENTS}.items()))
    return result


TAGGED = ("application/json", "application/x-go-sgf")
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "schema": {"type": "string"},
    "description": "The ETags of the answers that you have, with commas: 304 when nothing has changed.",
}


def _let_it_be_asked_again(operation: dict[str, Any]) -> None:
    """Say that the answer has an ETag, where it has one (api/etags.py)."""
    good = operation["responses"].get("200", {})
    if any(kind in good.get("content", {}) for kind in TAGGED):
        operation["parameters"] = [*operation.get("parameters", []), IF_NONE_MATCH]
        operation["responses"]["304"] = {"description": "Nothing has changed since the answer that has this ETag."}
        good["headers"] = {"ETag": {"schema": {"type": "string"}, "description": "The name of this answer."}}


def _explain(parameter: dict[str, Any]) -> None:
    parameter["description"] = IN_PATHS[parameter["name"]]
    if parameter["schema"]["type"] == "integer":
        parameter["schema"] |= {"minimum": 0, "maximum": LARGEST_ID}


def _webhook() -> dict[str, Any]:
    """What the server sends to a webhook."""
    headers = {
        "webhook-id": ("The name of the event: the same whenever it is sent again.", {"type": "string"}),
        "webhook-timestamp": ("When it was sent, in seconds since 1970 (UTC).", {"type": "string"}),
        "webhook-signature": (
            "`v1,` and the signature in base64; several are separated by blanks.",
            {"type": "string"},
        ),
    }
    return {
        "operationId": "webhook_event",
        "summary": "One of your events",
        "description": "What the server sends to your webhooks: each event as one POST, in order, again until it is "
        "answered 2xx, and signed as Standard Webhooks says.",
        "parameters": [
            {"in": "header", "name": name, "required": True, "description": text, "schema": schema}
            for name, (text, schema) in headers.items()
        ],
        "requestBody": {
            "description": "The event.",
            "required": True,
            "content": {"application/json": {"schema": schema_of(shapes.Event)}},
        },
        "responses": {"2XX": {"description": "You have taken the event; what you answer is not read."}},
    }


def answers(shape: Any, status: int = 200, description: str = "", **more: Any) -> dict[Any, Any]:
    """The answers of an operation: this shape, and the refusals that any operation can give."""
    schema = OpenApiResponse(None, "Done; there is nothing to say.")
    if shape is not None:
        schema = OpenApiResponse(schema_of(shape), description or _summary(shape))
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
    412: "It has changed since the answer that If-Match names.",
    413: "The body is larger than 64 kB.",
    415: "Only JSON is read.",
    422: "The rules refuse it: the code says why.",
    429: "Too many tries: see Retry-After.",
    503: "The server cannot do that now: see Retry-After.",
}
ERRORS: dict[Any, Any] = {
    (code, "application/problem+json"): OpenApiResponse(schema_of(shapes.Problem), why) for code, why in _WHY.items()
}
