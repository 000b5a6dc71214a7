"""Converts errors of the rules to problem+json; all other errors are handled by `api.exceptions`."""

from __future__ import annotations

from itertools import chain
from typing import Any

from rest_framework.response import Response

from api import exceptions
from rules.errors import IllegalMove, RulesError
from wording.numbers_in_text import with_localized_limits
from wording.refusals import sentence_for

_FIELDS = {
    "not_a_stone": ("dead",),
    "all_alive": ("dead",),
    "part_of_a_chain": ("dead",),
    "stale_proposal": ("proposal",),
    "bad_handicap": ("points",),
    "bad_vertex": ("point",),
    **dict.fromkeys(
        ("plan_unreadable", "plan_kind", "plan_too_large", "plan_ambiguous", "plan_illegal"), ("branches",)
    ),
}
"""The names of the request fields that each error of the rules is about. Errors that are not listed are about the point
if the request is a move, otherwise about the kind of action."""


def _fields_of_error(error: RulesError, context: dict[str, Any]) -> tuple[str, ...]:
    if isinstance(error, IllegalMove):
        return ("point",)
    return _FIELDS.get(error.code) or exceptions.action_fields(422, context)


def handle_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the error response, or None for an unexpected exception, which becomes a 500 (DRF's EXCEPTION_HANDLER)."""
    if isinstance(error, RulesError):
        why = sentence_for(error)
        data = error.data | exceptions.errors_by_field(_fields_of_error(error, context), (error.code, why), context)
        return exceptions.error_response(422, error.code, why, data)
    response = exceptions.handle_api_error(error, context)
    if response is not None:
        _localize_numbers(response.data)
    return response


def _localize_numbers(problem: dict[str, Any]) -> None:
    """Write the limits in the messages of a problem as the current language writes them."""
    problem["detail"] = with_localized_limits(problem["detail"], problem["code"])
    for error in chain.from_iterable(problem.get("errors", {}).values()):
        error["message"] = with_localized_limits(error["message"], error["code"])
