"""Browsing the moves of a game. The page contains the whole record, so that a script can step through the moves without
a request. It also has the texts about each move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, npgettext, pgettext

from accounts.core.digits import wants_latin_digits
from accounts.models.player import shown_name
from foundation.caches import LRUCache
from games.game_view import drawing_viewpoint_key
from rules import Point
from wording import words
from wording.shapes import stone_path

from .chat import ChatPanel, message_text
from .move_sequence import MINUTE, MoveWithCaptures

_LINES = "abcdefghijklmnopqrstuvwxy"
"""The lines of the board as letters, from the upper left; a board has at most 25 lines."""
_NOWHERE = "zz"
"""The text for a pass in the record."""


class JumpTargets(NamedTuple):
    """Numbers of moves to jump to from the displayed move: the nearest captures and the nearest messages before and
    after it. Each is None if there is no such move."""

    capture_before: int | None
    capture_after: int | None
    comment_before: int | None
    comment_after: int | None


class MoveBrowsingPanel(ChatPanel):
    """The panel with the displayed position, and the moves to jump to from it."""

    @property
    def shown_move_number(self) -> int:
        """Return the number of the displayed move."""
        return self.state.move_number

    @property
    def shown_move_description(self) -> str:
        """Return a text about the displayed move: its captures, whether it was a conditional move (C200), and the time
        since the previous move. Return "" at the start."""
        step = self.shown_move
        if step is None:
            return ""
        facts = [captures_text(len(step.emptied))] if step.emptied else []
        facts += [_planned_move_text()] if step.planned else []
        return "\xa0· ".join(
            [*facts, pgettext("text", "after %(time)s") % {"time": words.duration_text(step.minutes * MINUTE)}]
        )

    @property
    def shown_move_message(self) -> tuple[str, str] | None:
        """Return the author and text of the last visible message written at the displayed move. Return None if there is
        none, and for the current position."""
        if self.shows_current_position:
            return None
        lines = zip(reversed(self.chat), reversed(self.message_move_numbers), strict=True)
        last = next((one for one, at in lines if at == self.shown_move_number and one.hidden_at is None), None)
        return None if last is None else (shown_name(last.username, last.deleted_at), message_text(last))

    @property
    def jump_targets(self) -> JumpTargets:
        """Return the moves to jump to from the displayed move."""
        capturing = [number for number, step in enumerate(self.move_sequence.steps, 1) if step.emptied]
        return JumpTargets(
            *_nearest_before_and_after(capturing, self.shown_move_number),
            *_nearest_before_and_after(self.message_move_numbers, self.shown_move_number),
        )

    @property
    def record_element(self) -> SafeString:
        """Return an HTML element with all moves as JSON for the page's script.

        A point is two letters, column and row from the upper left; "zz" is a pass. A stone is the number of its colour
        followed by a point. A move is a stone followed by the points that it emptied (its own for a self-capture). The
        fields:

        - `start`: the stones before the first move; `held`: the prisoners of each colour then.
        - `moves`: all moves, with spaces between them; `minutes`: for each move, the minutes since the last action.
        - `messages_at`: for each chat message, the number of moves when it was sent.
        - `captures`: the texts for numbers of captured stones; `shapes`: the path that draws a stone of each colour.
        - `planned`: the numbers of conditional moves that were played; `plan`: the label of such a move.
        """
        reader = (get_language(), wants_latin_digits())
        key = (
            self.game.pk,
            self.game.number,
            drawing_viewpoint_key(self.game, None if self.me is None else self.me.color),
            tuple(self.message_move_numbers),
            reader,
        )
        return _records.get_or_make(key, self._make_record_element)

    def _make_record_element(self) -> SafeString:
        sequence, setup = self.move_sequence, self.game.agreed_setup
        colors = setup.order.colors
        held = [*setup.prisoners, *[0] * len(colors)][: len(colors)]
        most = sum(len(step.emptied) for step in sequence.steps) + max(held)
        steps = {
            "start": "".join(
                _stone_code(value, sequence.start.point(at)) for at, value in enumerate(sequence.start.cells) if value
            ),
            "moves": " ".join(map(_move_code, sequence.steps)),
            "minutes": [step.minutes for step in sequence.steps],
            "held": held,
            "messages_at": self.message_move_numbers,
            "shapes": [stone_path(color) for color in colors],
            "captures": _all_captures_texts(most, get_language(), wants_latin_digits()),
        }
        if planned := [number for number, step in enumerate(sequence.steps, 1) if step.planned]:
            steps |= {"planned": planned, "plan": _planned_move_text()}
        return json_script(steps, "record")


_records: LRUCache[tuple[object, ...], SafeString] = LRUCache(500)
"""Cache of records as HTML elements, up to 5 kB each, by all values they depend on."""


def _planned_move_text() -> str:
    """Return the text that labels a conditional move."""
    return pgettext("text", "conditional move")


def captures_text(count: int) -> str:
    """Return the number of captures as text."""
    return npgettext("number", "%(count)s capture", "%(count)s captures", count) % {
        "count": words.localized_number(count)
    }


@lru_cache(maxsize=256)
def _all_captures_texts(most: int, language: str | None, latin_digits: bool) -> list[str]:
    """Return the texts for 0 to `most` captures. The other arguments are only the cache key: they must be the current
    language and kind of digits."""
    return [captures_text(count) for count in range(most + 1)]


def _nearest_before_and_after(numbers: Iterable[int], here: int) -> tuple[int | None, int | None]:
    """Return the largest of these numbers below `here` and the smallest above it. Each is None if there is no such
    number."""
    found = sorted(numbers)
    return max((n for n in found if n < here), default=None), min((n for n in found if n > here), default=None)


def _point_letters(point: Point | None) -> str:
    """Return the point as two letters, one for its column and one for its row."""
    return _NOWHERE if point is None else _LINES[point.column] + _LINES[point.row]


def _stone_code(color: int, point: Point | None) -> str:
    """Return the code of a stone or a pass for the script: the number of its colour, and its point as two letters."""
    return f"{color:d}{_point_letters(point)}"


def _move_code(step: MoveWithCaptures) -> str:
    return _stone_code(step.color, step.point) + "".join(map(_point_letters, step.emptied))
