"""What the rules of Go refuse, as problems; everything else as the API says it everywhere (api.exceptions)."""

from __future__ import annotations

from typing import Any

from rest_framework.response import Response

from api import exceptions
from rules.errors import RulesError
from wording.refusals import sentence_for


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's EXCEPTION_HANDLER: None means a bug, which becomes a 500."""
    if isinstance(error, RulesError):
        return exceptions.refused(422, error.code, sentence_for(error), error.data)
    return exceptions.handle(error, context)
