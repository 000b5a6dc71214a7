"""Errors of requests."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """Raised if the server refused a request. `code` is a stable name of the reason, `detail` a text for people, and
    `data` the complete problem."""

    def __init__(self, status: int, code: str, detail: str, data: dict[str, Any]) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code, self.detail, self.data = status, code, detail, data


class NoAnswer(Exception):
    """Raised if the server did not answer before the client's timeout. The request may have been carried out."""
