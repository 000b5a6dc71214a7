"""Problem details: the error format of the API (RFC 9457)."""

from __future__ import annotations

from typing import Any

CONTENT_TYPE = "application/problem+json"


def problem_json_body(status: int, code: str, detail: str, **more: Any) -> dict[str, Any]:
    """Return the body of an error response. `code` is stable; `detail` is for people, in their language. `more` are
    further members."""
    return {
        "type": f"/api/docs/#{code}",
        "title": code.replace("_", " "),
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
