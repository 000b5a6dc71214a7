"""Check every API answer in every test against the OpenAPI schema: its status, its type, every field.

A field that the schema does not name is also a failure, because undocumented fields cannot be relied upon.
"""

from __future__ import annotations

import json
import re
from functools import cache, lru_cache
from typing import Any

from django.utils import translation
from jsonschema_rs import Draft202012Validator

from api.schema_views import document
from programs.meanings import MEANINGS
from wording.refusals import sentences_by_code

PREFIX = "/api/v1/"
OPEN = ("Problem",)
"""Shapes that may have additional fields."""


occurred: set[tuple[str, int]] = set()
"""Refused operations and their statuses since this was last emptied."""


class NotAsDocumented(AssertionError):
    """Raised for an answer that the schema does not allow."""


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """Return the schema as a client gets it in English."""
    with translation.override("en"):
        plain: dict[str, Any] = json.loads(json.dumps(document("en"), default=str))
    return plain


def resolved(answer: Any) -> Any:
    """Return the answer that a reference points to, or the answer itself; None for none."""
    name = (answer or {}).get("$ref", "").rpartition("/")[2]
    return schema()["components"]["responses"][name] if name else answer


@lru_cache(maxsize=1)
def _strict() -> dict[str, Any]:
    strict: dict[str, Any] = json.loads(json.dumps(schema()))
    for name, one in strict["components"]["schemas"].items():
        if "properties" in one and name not in OPEN:
            one.setdefault("additionalProperties", False)
    return strict


@cache
def _validator(path: str, method: str, status: int, kind: str) -> Draft202012Validator:
    """Return the validator for an answer."""
    answer = resolved(_strict()["paths"][path][method.lower()]["responses"][str(status)])["content"][kind]
    return validator_of(json.dumps(answer["schema"]))


@cache
def validator_of(text: str) -> Draft202012Validator:
    """Return a validator for a part of the schema, given as JSON. It includes only the shapes that the part names: with
    all of them a validator takes long to make."""
    shapes = _strict()["components"]["schemas"]
    components = {"schemas": {name: shapes[name] for name in _named_in(text)}}
    return Draft202012Validator({**json.loads(text), "components": components})


def _named_in(text: str) -> set[str]:
    """Return the shapes that a schema refers to, directly and indirectly."""
    found: set[str] = set()
    waiting = _names(text)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= _named_by(name) - found
    return found


@cache
def _named_by(name: str) -> set[str]:
    return _names(json.dumps(_strict()["components"]["schemas"][name]))


def _names(text: str) -> set[str]:
    return set(re.findall(r'"#/components/schemas/([^"]+)"', text))


@lru_cache(maxsize=1)
def _paths() -> list[tuple[re.Pattern[str], str]]:
    return [
        (re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path.rstrip("/"))) + "/?"), path)
        for path in sorted(schema()["paths"], key=lambda path: path.count("{"))
    ]


@cache
def _documented(path: str) -> str:
    """Return the schema's path that matches this one, "" for none."""
    return next((name for pattern, name in _paths() if pattern.fullmatch(path)), "")


def check(method: str, path: str, status: int, content_type: str, body: bytes) -> None:
    """Raise NotAsDocumented when the schema does not allow this answer. Answers of unknown paths are not checked."""
    found = _documented(path)
    operation = schema()["paths"].get(found, {}).get(method.lower())
    if operation is None:
        return
    if kind_of(content_type) == "application/problem+json":
        _check_code(f"{method} {path}", json.loads(body)["code"])
    if status == 500:
        return  # a bug that a test made on purpose; any other fails its test by itself
    occurred.add((operation["operationId"], status))
    answer = resolved(operation["responses"].get(str(status)))
    if answer is None:
        raise NotAsDocumented(f"{method} {path}: {status} is not documented")
    kind = kind_of(content_type)
    content = answer.get("content")
    if not content:
        return
    if kind not in content:
        raise NotAsDocumented(f"{method} {path}: {kind} is not documented for {status}")
    if kind.endswith("json") and not kind.endswith("ndjson"):
        _validate(f"{method} {path} {status}", _validator(found, method, status, kind), json.loads(body))
    elif kind.endswith("ndjson"):
        for line in filter(None, body.decode().split("\n")):
            _validate(f"{method} {path} {status}", _validator(found, method, status, kind), json.loads(line))


def kind_of(content_type: str) -> str:
    """Return the media type without its parameters."""
    return content_type.partition(";")[0]


_named: set[str] = set()
"""Codes already found in the docs: collecting all sentences takes longer than many requests."""


def _check_code(what: str, code: str) -> None:
    if code in _named:
        return
    if code not in sentences_by_code() and code not in MEANINGS:
        raise NotAsDocumented(f"{what}: the code {code} is nowhere on /api/docs/")
    _named.add(code)


def _validate(what: str, validator: Draft202012Validator, value: Any) -> None:
    for error in validator.iter_errors(value):
        raise NotAsDocumented(f"{what}: {'/'.join(map(str, error.instance_path))}: {error.message[:300]}")
