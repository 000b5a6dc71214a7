"""Looking through a game: its record as the page carries it, so that a step asks the server nothing, and what is said
of each move."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import json_script
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.core.digits import wants_latin_digits
from accounts.models.player import shown_name
from foundation.caches import LRUCache
from games.game_view import eyes
from rules import Point
from wording import words
from wording.shapes import shape_of

from .chat import ChatPanel, words_of
from .walk import MINUTE, Step

_LINES = "abcdefghijklmnopqrstuvwxy"
"""A line of the board as a letter, from the upper left: no board has more than 25."""
_NOWHERE = "zz"
"""Stands for a pass."""


class Jumps(NamedTuple):
    """Moves to go to from the one that is shown, None where there is none: the nearest that captured, and the nearest
    at which something was said, each before and after it."""

    capture_before: int | None
    capture_after: int | None
    comment_before: int | None
    comment_after: int | None


class StepsPanel(ChatPanel):
    """Where in the game the board is, and where to go from there."""

    @property
    def here(self) -> int:
        """The number of the move that the board shows."""
        return self.state.move_number

    @property
    def step_facts(self) -> str:
        """What the move that the board shows captured, and how long after the one before it came; "" at the start."""
        if not 0 < self.here <= len(self.walk.steps):
            return ""
        step = self.walk.steps[self.here - 1]
        texts = [captures(len(step.emptied))] if step.emptied else []
        return " · ".join([*texts, _("after %(time)s") % {"time": words.duration(step.minutes * MINUTE)}])

    @property
    def remark(self) -> tuple[str, str] | None:
        """Who said what last at an earlier move that the board shows."""
        if self.is_present:
            return None
        line = zip(reversed(self.chat), reversed(self.said_at), strict=True)
        last = next((one for one, at in line if at == self.here and one.hidden_at is None), None)
        return None if last is None else (shown_name(last.username, last.deleted_at), words_of(last))

    @property
    def jumps(self) -> Jumps:
        """From the move that the board shows."""
        capturing = [number for number, step in enumerate(self.walk.steps, 1) if step.emptied]
        return Jumps(*_around(capturing, self.here), *_around(self.said_at, self.here))

    @property
    def record(self) -> SafeString:
        """All of it for the page's script, which says what is in it (static/js/record.js), as an element."""
        reader = (get_language(), wants_latin_digits())
        key = (
            self.game.pk,
            self.game.number,
            eyes(self.game, None if self.me is None else self.me.color),
            tuple(self.said_at),
            reader,
        )
        return _records.get_or_make(key, self._record)

    def _record(self) -> SafeString:
        walk, setup = self.walk, self.game.agreed_setup
        colors = setup.order.colors
        held = [*setup.prisoners, *[0] * len(colors)][: len(colors)]
        most = sum(len(step.emptied) for step in walk.steps) + max(held)
        record = {
            "start": "".join(_stone(value, walk.start.point(at)) for at, value in enumerate(walk.start.cells) if value),
            "moves": " ".join(map(_written, walk.steps)),
            "minutes": [step.minutes for step in walk.steps],
            "held": held,
            "said": self.said_at,
            "shapes": [shape_of(color) for color in colors],
            "captures": _all_captures(most, get_language(), wants_latin_digits()),
        }
        return json_script(record, "record")


_records: LRUCache[tuple[object, ...], SafeString] = LRUCache(500)
"""Records as pages carry them, up to 5 kB each, by all that they are written from."""


def captures(count: int) -> str:
    """How many stones were captured."""
    return ngettext("%(count)s capture", "%(count)s captures", count) % {"count": words.number(count)}


@lru_cache(maxsize=256)
def _all_captures(most: int, language: str | None, latin_digits: bool) -> list[str]:
    """The same of all numbers up to this one, in this language and these digits, which are the current ones."""
    return [captures(count) for count in range(most + 1)]


def _around(numbers: Iterable[int], here: int) -> tuple[int | None, int | None]:
    """The nearest of these before and after."""
    found = sorted(numbers)
    return max((n for n in found if n < here), default=None), min((n for n in found if n > here), default=None)


def _mark(point: Point | None) -> str:
    """A point by the letters of its lines."""
    return _NOWHERE if point is None else _LINES[point.column] + _LINES[point.row]


def _stone(color: int, point: Point | None) -> str:
    """A stone, or a pass, by the number of its colour and its point."""
    return f"{color:d}{_mark(point)}"


def _written(step: Step) -> str:
    return _stone(step.color, step.point) + "".join(map(_mark, step.emptied))
