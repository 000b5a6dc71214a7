"""The record of a game, its chat and the viewer's notes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Action, Message, Note
from games.services.chat import is_closed
from games.verbs import KIND_NAMES, RULING_KINDS
from games.verbs.rulings import referee_is_awaited
from rules import Color
from wording import time_words, words

from .panel import Panel


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the record: everything that is not a move. What a person wrote runs in its own direction."""

    number: str
    text: str
    detail: str


class RecordPanel(Panel):
    """What has happened and what was said."""

    @property
    def referee_is_awaited(self) -> bool:
        """Whether a referee was called who has not ruled yet."""
        return not self.game.is_finished and referee_is_awaited(self.actions)

    @property
    def here(self) -> int:
        """The number of the move that the board shows."""
        return self.state.move_number

    @property
    def previous(self) -> int:
        """The move before it."""
        return max(0, self.here - 1)

    @property
    def following(self) -> int | None:
        """The move after it, None when that is the present."""
        after = self.here + 1
        return after if after < self.present.move_number else None

    @cached_property
    def actions(self) -> list[Action]:
        """The record."""
        return list(self.game.actions.order_by("number"))

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves as "B K11", without those that were taken back."""
        moves: list[tuple[int, str]] = []
        for action in self.actions:
            if action.kind == "undo":
                del moves[action.payload["to"] :]
            elif action.kind in ("play", "pass"):
                letter = Color(action.color or 0).letter
                point = action.payload.get("point") or _("pass")
                moves.append((action.effect["move_number"], f"{letter} {point}"))
        return moves

    @property
    def entries(self) -> list[Entry]:
        """The course of the game beyond its moves (R16)."""
        quiet = ("play", "pass")
        return [self._entry(action) for action in self.actions if action.kind not in quiet]

    def _entry(self, action: Action) -> Entry:
        who = "" if action.color is None else str(words.COLOR_NAMES[Color(action.color)])
        text = f"{who}: {KIND_NAMES[action.kind]}" if who else str(KIND_NAMES[action.kind])
        return Entry(words.number(action.number), text, self._detail(action))

    def _detail(self, action: Action) -> str:
        payload = action.payload
        if action.kind == "propose":
            return ", ".join(payload["dead"]) or _("no dead stones")
        if action.kind == "reject":
            then = str(_THEN[payload["then"]])
            reason = payload.get("reason") if self.show.reasons else ""
            return format_html("{} <bdi>{}</bdi>", then, reason) if reason else then
        if action.kind == "time_out" and payload.get("in_doubt"):
            return _("The marking was in doubt and did not count as accepted.")
        if "until" in payload:
            return time_words.instant(datetime.fromisoformat(payload["until"]))
        if "days" in payload:
            return time_words.span(timedelta(days=payload["days"]))
        return self._ruling(payload) if action.kind in RULING_KINDS else ""

    def _ruling(self, payload: dict[str, Any]) -> str:
        """What a moderator ruled, with the public reason (R61)."""
        said = []
        if "dead" in payload:
            said.append((", ".join(payload["dead"]) or _("no dead stones")) + ".")
        if payload.get("first"):
            said.append(words.to_play(Color.from_letter(payload["first"])) + ".")
        if "minutes" in payload:
            side = words.COLOR_NAMES[Color.from_letter(payload["side"])]
            said.append(f"{side}: {time_words.span(timedelta(minutes=payload['minutes']))}.")
        return format_html("{}<bdi>{}</bdi>", "".join(f"{one} " for one in said), payload["reason"])

    @cached_property
    def chat(self) -> list[Message]:
        """The last messages, oldest first; nobody else's business."""
        if not self.show.chat:
            return []
        latest = Message.objects.filter(game=self.game).select_related("author")
        return list(reversed(latest.order_by("-said_at", "-pk")[:100]))

    @cached_property
    def is_chat_closed(self) -> bool:
        """Whether nothing can be said here because the players have blocked each other."""
        return self.show.seat is not None and is_closed(self.game, self.show.seat)

    @cached_property
    def note(self) -> str:
        """What the viewer noted down about this game; nobody else's business."""
        found = None if self.show.seat is None else Note.objects.filter(seat=self.show.seat).first()
        return "" if found is None else found.text


_THEN = {
    "mark": gettext_lazy("Mark differently."),
    "resume": gettext_lazy("Play on."),
    "settle": gettext_lazy("Settle by playing it out."),
    "end": gettext_lazy("The game ends as it stands."),
}
