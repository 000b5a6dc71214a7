"""The reference of the API as a plain page, made from the schema."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from games.errors import SENTENCES

METHODS = ("get", "post", "put", "patch", "delete")


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Every operation with its fields and answers, and every code of a refusal."""
    context = {"operations": _operations(), "codes": SENTENCES.items()}
    return render(request, "games/api_docs.html", context)


@lru_cache(maxsize=1)
def _operations() -> list[dict[str, Any]]:
    generator: Any = SchemaGenerator
    schema: dict[str, Any] = generator().get_schema(request=None, public=True)
    return [
        _described(schema, path, method, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if method in METHODS
    ]


def _described(schema: dict[str, Any], path: str, method: str, operation: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": operation["operationId"],
        "method": method.upper(),
        "path": path,
        "text": operation.get("description", ""),
        "parameters": operation.get("parameters", []),
        "fields": _fields(schema, operation),
        "answers": {c: a.get("description", "") for c, a in operation["responses"].items()},
    }


def _fields(schema: dict[str, Any], operation: dict[str, Any]) -> list[dict[str, Any]]:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    reference = content.get("schema", {}).get("$ref", "")
    body = schema["components"]["schemas"].get(reference.rpartition("/")[2], {})
    required = body.get("required", [])
    return [
        {"name": name, "type": _type(schema, field), "required": name in required}
        for name, field in body.get("properties", {}).items()
    ]


def _type(schema: dict[str, Any], field: dict[str, Any]) -> str:
    """The type in a word or two, with the words that are allowed."""
    for part in [field, *field.get("allOf", []), *field.get("oneOf", [])]:
        name = part.get("$ref", "").rpartition("/")[2]
        resolved = schema["components"]["schemas"].get(name, part)
        if "enum" in resolved:
            return " | ".join(repr(word) for word in resolved["enum"])
    return str(field.get("type", "string"))
