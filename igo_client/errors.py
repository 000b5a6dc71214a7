"""What can go wrong between a client and the server."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """The server said no. `code` is stable, `detail` is for people, `data` is the whole problem."""

    def __init__(self, status: int, code: str, detail: str, data: dict[str, Any]) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status, self.code, self.detail, self.data = status, code, detail, data


class NoAnswer(Exception):
    """The server could not be reached for as long as the client was patient; what was asked may have been done."""
