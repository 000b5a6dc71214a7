"""Log lines of tournaments, leagues and team matches as text for pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.safestring import SafeString

from tournaments.models.log import AbstractLogLine, reason_text

L = TypeVar("L", bound=AbstractLogLine)


@dataclass(frozen=True, slots=True)
class LogRow(Generic[L]):
    """A log line as text: a sentence on the action, and the old and new values (`change`)."""

    line: L
    sentence: SafeString
    change: str = ""

    @property
    def reason(self) -> str:
        """Return the reason, in the reader's language or as its author wrote it; "" if there is none."""
        return reason_text(self.line.reason)


def before_after_text(before: str, after: str) -> str:
    """Return the old and the new value as one text. If one of them is empty, return only the other value."""
    return f"{before} → {after}" if before and after else after or before
