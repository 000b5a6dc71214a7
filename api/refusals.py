"""The refusals of operations as the schema has them: each status once, and which of them an operation can give."""

from __future__ import annotations

from typing import Any, NamedTuple

from drf_spectacular.plumbing import ResolvedComponent

import api_types as shapes
from api.schemas import schema_of
from foundation.problems import CONTENT_TYPE, problem


class Refusal(NamedTuple):
    """A status: the name that it has among the components, why it is given, and one of its problems."""

    name: str
    why: str
    code: str
    detail: str
    more: dict[str, Any] = {}
    headers: dict[str, Any] = {}


RETRY_AFTER = {
    "Retry-After": {"schema": {"type": "integer", "minimum": 0}, "description": "Seconds until it may be tried again."}
}
REFUSALS: dict[int, Refusal] = {
    400: Refusal(
        "BadRequest", "The request is malformed, or a field, a header or a parameter is not valid.", "invalid",
        "Some fields are not valid.",
        {"errors": {"text": [{"message": "This field is required.", "code": "required"}]}},
    ),
    401: Refusal(
        "NotSignedIn", "A token is needed, or this one is not valid.", "not_authenticated", "This token is not valid.",
        headers={"WWW-Authenticate": {"schema": {"type": "string"}, "description": "How to sign in."}},
    ),
    403: Refusal(
        "Forbidden", "Not yours to do, the token lacks a scope, or the request came without TLS.", "scope_missing",
        "The token lacks the scope game:play.", {"scope": "game:play"},
    ),
    404: Refusal("NotFound", "It does not exist, or it is private.", "no_such_game", "There is no such game."),
    406: Refusal(
        "NotAcceptable", "The answer cannot be written as Accept asks.", "not_acceptable",
        "Could not satisfy the request Accept header.",
    ),
    408: Refusal("TooSlow", "The body did not arrive in time.", "too_slow", "The request took too long to arrive."),
    409: Refusal(
        "Conflict", "It does not fit what there is now: the code says why.", "stale_number",
        "The game has changed. Look at it again.", {"number": 12},
    ),
    412: Refusal(
        "ChangedMeanwhile", "It has changed since the answer that If-Match names.", "changed_meanwhile",
        "This was changed in the meantime, for example on another device.",
    ),
    413: Refusal("TooLarge", "The body is larger than it may be.", "too_large", "The request is too large."),
    415: Refusal(
        "NotJson", "Only JSON is read.", "unsupported_media_type", 'Unsupported media type "text/plain" in request.'
    ),
    422: Refusal(
        "AgainstTheRules", "The rules refuse it (the code says why), or the Idempotency-Key was used for another "
        "request.", "occupied", "There is a stone on this point.",
    ),
    429: Refusal("TooOften", "Too many tries.", "throttled", "Request was throttled.", headers=RETRY_AFTER),
    503: Refusal(
        "Unavailable", "The server cannot do that now.", "unavailable", "The server is busy. Try again in a moment.",
        headers=RETRY_AFTER,
    ),
}  # fmt: skip
ALWAYS = frozenset({400, 401, 403, 406, 429, 503})
"""Statuses that every operation can answer: for an unknown parameter, an invalid token, a request without TLS, an
unsupported format, a request beyond the rate limit, and for any request while the database is away."""
WITH_A_BODY = frozenset({408, 413, 415})
BY_HEADER = {"If-Match": 412, "Idempotency-Key": 422}


def refusals_of(operation: dict[str, Any]) -> set[int]:
    """The statuses that follow from the address, the headers and the body of an operation, and those that it names."""
    found = {*ALWAYS, *(int(status) for status in operation["responses"] if status >= "4")}
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            found.add(404)
        elif parameter["name"] in BY_HEADER:
            found.add(BY_HEADER[parameter["name"]])
    return found | WITH_A_BODY if "requestBody" in operation else found


def component_of(status: int) -> ResolvedComponent:
    """The answer that all operations with this status share."""
    one = REFUSALS[status]
    schema = {
        "description": one.why,
        "content": {
            CONTENT_TYPE: {
                "schema": schema_of(shapes.Problem),
                "example": problem(status, one.code, one.detail, **one.more),
            }
        },
    }
    if one.headers:
        schema["headers"] = one.headers
    make: Any = ResolvedComponent
    found: ResolvedComponent = make(one.name, ResolvedComponent.RESPONSE, schema, object=one)
    return found
