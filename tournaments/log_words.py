"""Log lines of tournaments, leagues and team matches as text for pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import Player
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

    @property
    def is_author_named(self) -> bool:
        """Return whether the sentence already names the author, as in "fiona joined the league"."""
        return self.line.by is not None and linked_name(self.line.by) in self.sentence


def linked_name(player: Player | None) -> str:
    """Return the name of a player with a link to the profile, for a log sentence; "" for no player."""
    return "" if player is None else format_html('<a href="{}">{}</a>', player.get_absolute_url(), player.shown_name)


def before_after_text(before: str, after: str) -> str:
    """Return the old and the new value as one text. If one of them is empty, return only the other value."""
    return f"{before} → {after}" if before and after else after or before
