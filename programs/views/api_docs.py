"""The reference of the API as a plain page, made from the schema."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from api.schema_views import document
from programs.meanings import MEANINGS
from programs.views.api_reference import operations, shapes
from wording.refusals import sentences


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Every operation with its parameters, fields and answers, every shape, and every code of a refusal."""
    return render(
        request,
        "programs/api_docs.html",
        {**_reference(get_language() or ""), "codes": sentences().items(), "meanings": MEANINGS},
    )


@lru_cache(maxsize=8)
def _reference(language: str) -> dict[str, Any]:
    schema = document(language)
    return {"operations": operations(schema), "shapes": shapes(schema)}
