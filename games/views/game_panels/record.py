"""The record of a game, and the viewer's notes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import takewhile
from typing import Any

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits
from accounts.models.player import shown_name
from foundation.caches import LRUCache
from games import reading
from games.game_view import drawing_viewpoint_key
from games.models import Game
from games.models.note import Priority
from games.reading import NonMoveAction
from games.verbs import ACTION_NAMES, RULING_KINDS
from games.verbs.rulings import referee_is_awaited
from rules import Color, vertex
from wording import dates, time_words, words
from wording.color_words import LETTERS

from .chat import message_text
from .move_sequence import MoveSequence
from .steps import MoveBrowsingPanel

MOST_NEW = 3
"""The largest number of messages shown next to the last move; the chat shows all."""


@dataclass(frozen=True, slots=True)
class RecordEntry:
    """A line of the record about an action that is not a move. `detail` is text that a person wrote, and has its own
    text direction."""

    number: str
    text: str
    detail: str


class RecordPanel(MoveBrowsingPanel):
    """The panel with the record of the game."""

    @property
    def referee_is_awaited(self) -> bool:
        """Return whether a referee was called and has not made a ruling yet."""
        return not self.game.is_finished and referee_is_awaited(deed.kind for deed in self.non_move_actions)

    @property
    def previous_move(self) -> int:
        """Return the number of the move before the displayed move, at least 0."""
        return max(0, self.shown_move_number - 1)

    @property
    def next_move(self) -> int | None:
        """Return the number of the move after the displayed move, or None if the next position is the current one."""
        after = self.shown_move_number + 1
        return after if after < self.present.move_number else None

    @cached_property
    def non_move_actions(self) -> list[NonMoveAction]:
        """Return the actions of the record that are not moves."""
        return reading.non_move_actions(self.game)

    @cached_property
    def new_messages(self) -> list[tuple[str, str]]:
        """Return the author and text of the latest messages by others since the viewer's last action or message, oldest
        first, at most MOST_NEW."""
        if self.me is None or not self.shows_current_position:
            return []
        since = self._last_own_action()
        lines = takewhile(lambda one: one.author != self.viewer.pk and one.number >= since, reversed(self.chat))
        shown = [
            (shown_name(one.username, one.deleted_at), message_text(one)) for one in lines if one.hidden_at is None
        ]
        return shown[:MOST_NEW][::-1]

    def _last_own_action(self) -> int:
        """Return the number of the last action by the viewer's colour, or 0 if there is none. In a game that hides
        moves, this is estimated from whose turn it is."""
        assert self.me is not None
        if self.game.has_hidden_info:
            return self.game.number - self.my_turn
        color, steps = self.me.color, self.move_sequence.steps
        moves = next((n for n in range(len(steps), 0, -1) if steps[n - 1].color == color), 0)
        number = self.move_sequence.action_number_after(moves) if moves else 0
        return max([number, *(deed.number for deed in self.non_move_actions if deed.color == color)])

    @property
    def moves(self) -> SafeString:
        """Return the moves as HTML links such as "B K11", without undone moves. Conditional moves have a star
        (C200). An earlier move that is shown is marked."""
        seen_by = drawing_viewpoint_key(self.game, None if self.me is None else self.me.color)
        key = (self.game.pk, self.game.number, seen_by, get_language(), wants_latin_digits())
        found = _moves.get_or_make(key, lambda: _moves_html(self.game, self.move_sequence))
        if self.shows_current_position:
            return found
        link = f'<a href="?move={self.shown_move_number}"'
        return mark_safe(found.replace(link, f'{link} aria-current="true"'))  # noqa: S308 - as above

    @cached_property
    def scoring_continuation(self) -> tuple[str, str] | None:
        """Return how the game continues after a rejected marking or a resumption: a sentence that names the player who
        decided this, and that player's reason ("" for none). Return None in all other phases, and after other
        actions."""
        if not self.shows_current_position or not (self.is_scoring or self.present.is_resumed):
            return None
        deed = next((one for one in reversed(self.non_move_actions) if one.kind in _SCORING), None)
        key = None if deed is None else (deed.kind, str(deed.payload.get("then", "")))
        if deed is None or key not in _CONTINUES:
            return None
        name = self._author_name(deed)
        reason = deed.payload.get("reason", "") if self.show.may_read_reasons or deed.kind in RULING_KINDS else ""
        return words.isolated(str(_CONTINUES[key]), name=name), reason

    def _author_name(self, deed: NonMoveAction) -> str:
        """Return the name of the player who did this action, or "" if a moderator or the server did it."""
        return next((seat.player.shown_name for seat in self.game.seat_list() if seat.pk == deed.seat), "")

    @property
    def entries(self) -> list[RecordEntry]:
        """Return the entries of the game's record for actions other than moves (R16)."""
        return [self._record_entry(action) for action in self.non_move_actions]

    def _record_entry(self, action: NonMoveAction) -> RecordEntry:
        who = "" if action.color is None else str(words.COLOR_NAMES[Color(action.color)])
        if self.game.rotates_colors:
            who = self._author_name(action)
        text = f"{who}: {ACTION_NAMES[action.kind]}" if who else str(ACTION_NAMES[action.kind])
        return RecordEntry(words.localized_number(action.number), text, self._action_detail(action))

    def _action_detail(self, action: NonMoveAction) -> str:
        payload = action.payload
        if action.kind == "propose":
            return words.join_as_list(payload["dead"]) or _("no dead stones")
        if action.kind == "reject":
            then = str(_THEN[payload["then"]])
            reason = payload.get("reason") if self.show.may_read_reasons else ""
            return format_html("{} <bdi>{}</bdi>", then, reason) if reason else then
        if action.kind == "time_out" and payload.get("in_doubt"):
            return _("The server couldn't confirm the marking, so it did not count as accepted.")
        if "until" in payload:
            return dates.full_time(datetime.fromisoformat(payload["until"]))
        if "days" in payload:
            return time_words.duration_in_full(timedelta(days=payload["days"]))
        return self._ruling_text(payload) if action.kind in RULING_KINDS else ""

    def _ruling_text(self, payload: dict[str, Any]) -> str:
        """Return a sentence about a moderator's ruling, with the public reason (R61)."""
        facts = []
        if "dead" in payload:
            facts.append((words.join_as_list(payload["dead"]) or _("no dead stones")) + ".")
        if payload.get("first"):
            facts.append(words.turn_text(Color.from_letter(payload["first"])) + ".")
        if "minutes" in payload:
            side = words.COLOR_NAMES[Color.from_letter(payload["side"])]
            facts.append(f"{side}: {time_words.duration_in_full(timedelta(minutes=payload['minutes']))}.")
        return format_html("{}<bdi>{}</bdi>", "".join(f"{one} " for one in facts), payload["reason"])

    @cached_property
    def note(self) -> str:
        """Return the viewer's private note about this game."""
        return self.own_note_and_block.note

    @property
    def priority(self) -> int:
        """Return the priority that the viewer has given this game, a value of Priority."""
        return self.own_note_and_block.priority

    @property
    def priorities(self) -> list[tuple[int, str]]:
        """Return the possible priorities, highest first."""
        return [(value, str(name)) for value, name in reversed(Priority.choices)]


_moves: LRUCache[tuple[int, int, int | None, str, bool], SafeString] = LRUCache(500)
"""Cache of the HTML of games' moves, up to 15 kB each. The key includes the number of the last action, so it is never
out of date."""


def _moves_html(game: Game, sequence: MoveSequence) -> SafeString:
    passed, height = escape(pgettext("text", "pass")), game.height
    letters = {color: escape(letter) for color, letter in LETTERS.items()}
    moves = (
        f'<a href="?move={number}">{words.localized_number(number)}&nbsp;{letters[step.color]} '
        f"{passed if step.point is None else vertex(step.point, height)}{'*' * step.planned}</a>"
        for number, step in enumerate(sequence.steps, 1)
    )
    return mark_safe(" ".join(moves))  # noqa: S308 - numbers and names of points, and what is escaped


_THEN = {
    "mark": gettext_lazy("Mark the dead stones again."),
    "resume": pgettext_lazy("text", "Play on."),
    "settle": gettext_lazy("Play out the dispute."),
    "end": gettext_lazy("The game ends as it stands."),
}
_SCORING = {"propose", "withdraw", "reject", "resume", "settle", "stop", "set_marking", "let_resume"}
"""Kinds of actions of the scoring; the last one determines how the game continues."""
_CONTINUES = {
    ("reject", "mark"): gettext_lazy("%(name)s rejected the marking. Mark the dead stones again."),
    ("reject", "resume"): gettext_lazy("%(name)s rejected the marking. Play continues."),
    ("reject", "settle"): gettext_lazy(
        "%(name)s rejected the marking. The dispute will now be played out on the board."
    ),
    ("resume", ""): gettext_lazy("%(name)s has resumed play."),
    ("settle", ""): gettext_lazy("%(name)s has chosen to play out the dispute on the board."),
    ("let_resume", ""): gettext_lazy("A moderator has resumed play."),
}
"""Sentences on how the game continues, by the kind of action and the choice of a rejection."""
