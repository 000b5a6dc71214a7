"""The schema of the API itself."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.renderers import OpenApiJsonRenderer
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from api.base import Api


class SchemaView(Api):
    """Reads the OpenAPI 3.1 schema of this API."""

    schema = None
    scopes = {"GET": None}
    public = ("GET",)
    renderer_classes = [OpenApiJsonRenderer, JSONRenderer]

    def get(self, request: Request) -> HttpResponse:
        """Return all operations and object types, in the reader's language."""
        return HttpResponse(
            _document_bytes(get_language() or ""), content_type=f"{OpenApiJsonRenderer.media_type}; charset=utf-8"
        )


@lru_cache(maxsize=8)
def _document_bytes(language: str) -> bytes:
    """Return the schema in this language as JSON bytes."""
    text: bytes = JSONRenderer().render(document(language))  # spectacular's own would be indented: twice as large
    return text


@lru_cache(maxsize=8)
def document(language: str) -> dict[str, Any]:
    """Return the schema in the active language. Building it takes long, so each process builds it once per language.
    Callers must not change the returned value."""
    from drf_spectacular.generators import SchemaGenerator

    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    return made
