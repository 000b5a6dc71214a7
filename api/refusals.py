"""The error responses in the schema: one component for each status, and the statuses that an operation can return."""

from __future__ import annotations

from typing import Any, NamedTuple

from drf_spectacular.plumbing import ResolvedComponent

import api_types as shapes
from api.schemas import schema_of
from foundation.problems import CONTENT_TYPE, problem_json_body


class ErrorStatus(NamedTuple):
    """An error status: the name of its component, a description, and an example."""

    name: str
    why: str
    code: str
    detail: str
    more: dict[str, Any] = {}
    headers: dict[str, Any] = {}


RETRY_AFTER = {
    "Retry-After": {"schema": {"type": "integer", "minimum": 0}, "description": "Seconds until you may try again."}
}
REFUSALS: dict[int, ErrorStatus] = {
    400: ErrorStatus(
        "BadRequest", "The request is malformed, or a field, a header or a parameter is not valid.", "invalid",
        "Some fields are not valid.",
        {"errors": {"text": [{"message": "This field is required.", "code": "required"}]}},
    ),
    401: ErrorStatus(
        "NotSignedIn", "The token is missing or not valid.", "not_authenticated", "This token is not valid.",
        headers={"WWW-Authenticate": {"schema": {"type": "string"}, "description": "How to sign in."}},
    ),
    403: ErrorStatus(
        "Forbidden", "You lack permission, the token lacks a scope, or the request had no TLS.", "scope_missing",
        "The token lacks the scope game:play.", {"scope": "game:play"},
    ),
    404: ErrorStatus("NotFound", "It does not exist, or it is private.", "no_such_game", "There is no such game."),
    406: ErrorStatus(
        "NotAcceptable", "The response is not available in the format that Accept requests.", "not_acceptable",
        "Could not satisfy the request Accept header.",
    ),
    408: ErrorStatus("TooSlow", "The body did not arrive in time.", "too_slow", "The request took too long to arrive."),
    409: ErrorStatus(
        "Conflict", "The request conflicts with the current state; the code gives the reason.", "stale_number",
        "The game has changed. Look at it again.", {"number": 12},
    ),
    412: ErrorStatus(
        "ChangedMeanwhile", "It has changed since the response that If-Match names.", "changed_meanwhile",
        "This was changed in the meantime, for example on another device.",
    ),
    413: ErrorStatus("TooLarge", "The body is too large.", "too_large", "The request is too large."),
    415: ErrorStatus(
        "NotJson", "The body must be JSON.", "unsupported_media_type", 'Unsupported media type "text/plain" in request.'
    ),
    422: ErrorStatus(
        "AgainstTheRules", "The rules do not allow it (the code gives the reason), or the Idempotency-Key was used for "
        "another request.", "occupied", "There is a stone on this point.",
    ),
    429: ErrorStatus("TooOften", "Too many requests.", "throttled", "Request was throttled.", headers=RETRY_AFTER),
    503: ErrorStatus(
        "Unavailable", "The server is not available.", "unavailable", "The server is busy. Try again in a moment.",
        headers=RETRY_AFTER,
    ),
}  # fmt: skip
ALWAYS = frozenset({400, 401, 403, 406, 429, 503})
"""Statuses that every operation can return: for an unknown parameter, an invalid token, a request without TLS, an
unsupported format, a request beyond the rate limit, and any request while the database is down."""
WITH_A_BODY = frozenset({408, 413, 415})
BY_HEADER = {"If-Match": 412, "Idempotency-Key": 422}


def error_statuses_of(operation: dict[str, Any]) -> set[int]:
    """Return the error statuses that an operation can return. These are the ones that it declares, and those that
    follow from its path, headers and body."""
    found = {*ALWAYS, *(int(status) for status in operation["responses"] if status >= "4")}
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            found.add(404)
        elif parameter["name"] in BY_HEADER:
            found.add(BY_HEADER[parameter["name"]])
    return found | WITH_A_BODY if "requestBody" in operation else found


def error_component(status: int) -> ResolvedComponent:
    """Return the OpenAPI component with the error response that all operations with this status share."""
    one = REFUSALS[status]
    schema = {
        "description": one.why,
        "content": {
            CONTENT_TYPE: {
                "schema": schema_of(shapes.Problem),
                "example": problem_json_body(status, one.code, one.detail, **one.more),
            }
        },
    }
    if one.headers:
        schema["headers"] = one.headers
    make: Any = ResolvedComponent
    found: ResolvedComponent = make(one.name, ResolvedComponent.RESPONSE, schema, object=one)
    return found
