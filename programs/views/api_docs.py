"""The API reference as a plain page, generated from the schema."""

from __future__ import annotations

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from api.schema_views import document
from programs.meanings import MEANINGS
from programs.views.api_reference import all_object_types, operations_by_task
from wording.refusals import sentences_by_code


@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    """Return the page of the API reference, which lists every operation with its parameters, fields and responses,
    every object type, and every error code."""
    return render(request, "programs/api_docs.html", {"reference": _render_reference(get_language() or "")})


@lru_cache(maxsize=8)
def _render_reference(language: str) -> SafeString:
    """Return the reference in this language, cached because rendering takes half a second."""
    schema = document(language)
    context = {"tasks": operations_by_task(schema), "shapes": all_object_types(schema)}
    return render_to_string(
        "programs/_api_reference.html", {**context, "codes": sentences_by_code().items(), "meanings": MEANINGS}
    )
