"""Every answer of the API in every test, held against the OpenAPI schema: its status, its type, every field.

A field that the schema does not name is a failure, too: what is not documented is not to be relied upon.
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from programs.meanings import MEANINGS
from wording.refusals import sentences

PREFIX = "/api/v1/"
OPEN = ("Problem",)
"""Shapes that may have more fields than they name."""


class NotAsDocumented(AssertionError):
    """An answer that the schema does not allow."""


@lru_cache(maxsize=1)
def schema() -> dict[str, Any]:
    """The schema, as a client gets it."""
    found: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    plain: dict[str, Any] = json.loads(json.dumps(found, default=str))
    return plain


@lru_cache(maxsize=1)
def _strict() -> tuple[dict[str, Any], Registry[Any]]:
    strict = json.loads(json.dumps(schema()))
    for name, one in strict["components"]["schemas"].items():
        if "properties" in one and name not in OPEN:
            one.setdefault("additionalProperties", False)
    registry = Registry().with_resource("urn:api", Resource(strict, DRAFT202012))
    return strict, registry


@lru_cache(maxsize=1)
def _paths() -> list[tuple[re.Pattern[str], str]]:
    return [
        (re.compile(re.sub(r"\\\{[^}]*\\\}", "[^/]+", re.escape(path.rstrip("/"))) + "/?"), path)
        for path in sorted(schema()["paths"], key=lambda path: path.count("{"))
    ]


def check(method: str, path: str, status: int, content_type: str, body: bytes) -> None:
    """Raise NotAsDocumented when the schema does not allow this answer. Answers of unknown paths are not checked."""
    found = next((name for pattern, name in _paths() if pattern.fullmatch(path)), None)
    operation = None if found is None else schema()["paths"][found].get(method.lower())
    if operation is None:
        return
    if kind_of(content_type) == "application/problem+json":
        _check_code(f"{method} {path}", json.loads(body)["code"])
    if status == 500:
        return  # a bug that a test made on purpose; any other fails its test by itself
    answer = operation["responses"].get(str(status))
    if answer is None:
        raise NotAsDocumented(f"{method} {path}: {status} is not documented")
    kind = kind_of(content_type)
    content = answer.get("content")
    if not content:
        return
    if kind not in content:
        raise NotAsDocumented(f"{method} {path}: {kind} is not documented for {status}")
    if kind.endswith("json") and not kind.endswith("ndjson"):
        _validate(f"{method} {path} {status}", _pointer(found, method, status, kind), json.loads(body))
    elif kind.endswith("ndjson"):
        for line in filter(None, body.decode().split("\n")):
            _validate(f"{method} {path} {status}", _pointer(found, method, status, kind), json.loads(line))


def kind_of(content_type: str) -> str:
    """The media type without its parameters."""
    return content_type.partition(";")[0]


def _check_code(what: str, code: str) -> None:
    if code not in sentences() and code not in MEANINGS:
        raise NotAsDocumented(f"{what}: the code {code} is nowhere on /api/docs/")


def _pointer(path: str | None, method: str, status: int, kind: str) -> str:
    parts = ("paths", path or "", method.lower(), "responses", str(status), "content", kind, "schema")
    return "urn:api#/" + "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)


def _validate(what: str, pointer: str, value: Any) -> None:
    _, registry = _strict()
    validator = Draft202012Validator({"$ref": pointer}, registry=registry)
    for error in validator.iter_errors(value):
        raise NotAsDocumented(f"{what}: {'/'.join(map(str, error.absolute_path))}: {error.message[:300]}")
