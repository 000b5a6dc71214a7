"""Errors as problem details (RFC 9457). Only this module converts exceptions to a status, a code and a message."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from foundation.problems import CONTENT_TYPE, problem_json_body
from foundation.refusals import Refusal

CODES = {
    400: "invalid",
    401: "not_authenticated",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    415: "unsupported_media_type",
    429: "throttled",
    503: "no_streams_here",
}


def handle_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the error response, or None for a bug, which becomes a 500. It is called as DRF's EXCEPTION_HANDLER."""
    if isinstance(error, Refusal):
        names = error.fields or action_fields(error.http_status, context)
        data = error.data | errors_by_field(names, (error.code, error.message()), context)
        return error_response(error.http_status, error.code, error.message(), data)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if not isinstance(error, exceptions.APIException):
        return None
    set_rollback()
    return _drf_error_response(error)


def action_fields(status: int, context: dict[str, Any]) -> tuple[str, ...]:
    """Return, as a tuple, the name of the request field that names the action, if the status means that this action is
    impossible now (409 or 422). Otherwise, or if the operation has no such field, return ()."""
    name = getattr(context.get("view"), "what_field", "")
    return (name,) if name and status in (409, 422) else ()


def errors_by_field(names: Iterable[str], why: tuple[str, str], context: dict[str, Any]) -> dict[str, Any]:
    """Return {"errors": ...} for a problem response, with the code and the message in `why` for each of the fields
    `names` that the request's body can have. Return {} if it can have none of them."""
    body = getattr(context.get("view"), "body", None)
    try:
        sent = getattr(context.get("request"), "data", None)
    except exceptions.APIException:
        return {}  # The request was refused before its body was read, which turns out to be unreadable.
    if body is None or not isinstance(sent, dict):
        return {}
    found = dict.fromkeys(name for one in names for name in _field_names(one, body().fields, sent))
    code, sentence = why
    return {"errors": {name: [{"message": sentence, "code": code}] for name in found}} if found else {}


OTHER_NAMES = {
    "width": ("size", "sgf"),
    "height": ("size", "sgf"),
    "time": ("days",),
    "position": ("start_from", "sgf"),
}
"""For some fields, the names that they have in other request bodies."""


def _field_names(name: str, fields: Mapping[str, Any], sent: dict[str, Any]) -> list[str]:
    """Return the names under which a request body has this field: its own name, its names in OTHER_NAMES, or a name
    inside `terms`. Return [] if the body cannot have the field."""
    first = name.partition(".")[0]
    if first not in fields:
        known, inside = getattr(fields.get("terms"), "fields", None), sent.get("terms")
        if known is None or not isinstance(inside, dict):
            return []
        return [f"terms.{one}" for one in _field_names(name, known, inside)]
    others = [other for other in OTHER_NAMES.get(first, ()) if other in sent]
    return others if others and first not in sent else [name]


def error_response(status: int, code: str, sentence: str, data: dict[str, Any]) -> Response:
    """Return the response for an error, and roll back the request's transaction. A 429 that gives `seconds` also has
    them as Retry-After."""
    set_rollback()
    wait = data.get("retry_after", data.get("seconds") if status == 429 else None)
    headers = None if wait is None else {"Retry-After": str(wait)}
    return _problem_response(problem_json_body(status, code, sentence, **data), headers)


def _drf_error_response(error: exceptions.APIException) -> Response:
    status = error.status_code
    headers = {}
    wait, challenge = getattr(error, "wait", None), getattr(error, "auth_header", None)
    if wait is not None:
        headers["Retry-After"] = str(int(wait) + 1)
    if challenge:
        headers["WWW-Authenticate"] = challenge
    if isinstance(error, exceptions.ValidationError):
        body = problem_json_body(
            400,
            "invalid",
            _("Some fields are not valid. Correct them and try again."),
            errors=_errors_by_field(error.detail),
        )
    elif isinstance(error, exceptions.ParseError):
        body = problem_json_body(400, "parse_error", str(error.detail))
    elif isinstance(error, exceptions.PermissionDenied):
        scope = {"scope": error.scope} if hasattr(error, "scope") else {}
        body = problem_json_body(status, str(error.get_codes()), str(error.detail), **scope)
    else:
        body = problem_json_body(status, CODES.get(status, "error"), str(error.detail))
    return _problem_response(body, headers)


def _errors_by_field(detail: Any, name: str = "") -> dict[str, list[dict[str, str]]]:
    """Return the errors by field. Nested fields are flattened, with names such as `night.begin` or `dead.3`."""
    if isinstance(detail, list) and not any(isinstance(one, dict | list) for one in detail):
        found = [{"message": str(one), "code": getattr(one, "code", None) or "invalid"} for one in detail]
        return {name or "non_field_errors": found}
    inside = detail.items() if isinstance(detail, dict) else enumerate(detail)
    parts = [_errors_by_field(one, f"{name}.{key}" if name else str(key)) for key, one in inside]
    return {key: errors for part in parts for key, errors in part.items()}


def _problem_response(body: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    return Response(body, body["status"], None, headers, content_type=CONTENT_TYPE)
