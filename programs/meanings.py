"""The error codes about requests, with descriptions for the API reference."""

from __future__ import annotations

MEANINGS: dict[str, str] = {
    "invalid": "Some fields are not right: `errors` says which, and why.",
    "parse_error": "The body is not plain JSON, or nested too deeply.",
    "too_large": "The body is larger than 64 kB (1.2 MB where a record is sent).",
    "too_slow": "The body did not arrive within 20 seconds.",
    "bad_input": "The request cannot be read.",
    "not_authenticated": "A token is needed, or this one is not valid; also: name or password is wrong.",
    "permission_denied": "Not yours to do.",
    "https_only": "The request came without TLS. What secret it held has been in the clear: make another one.",
    "scope_missing": "The token does not allow this: it would need the scope in `scope`.",
    "email_not_confirmed": "The e-mail address has to be confirmed before there can be a token.",
    "second_factor_required": "The account has two-factor authentication: `code` is also needed.",
    "second_factor_wrong": "The code is wrong, or was used before.",
    "not_found": "There is nothing at this address, or it is private.",
    "method_not_allowed": "The address does not have this method.",
    "not_acceptable": "The server has no answer in the form that Accept asks for.",
    "unsupported_media_type": "The body is to be sent as application/json.",
    "throttled": "Too many requests: again after the seconds in Retry-After.",
    "no_streams_here": "This process does not serve streams: ask with wait=0.",
    "too_many_streams": "As the only line of a stream: too many are open already.",
    "unavailable": "The database does not answer: again after the seconds in Retry-After.",
    "server_error": "A bug of the server.",
}
"""The meanings of codes that are about requests rather than games. In English only, because authors of clients read
them."""
