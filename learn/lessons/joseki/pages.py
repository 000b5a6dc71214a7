"""Code shared by the pages on joseki: an empty board, the task, and the corner's statistics."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from learn.lesson import LessonStep

EMPTY = ("." * 19,) * 19
CORNER = "K10 T19"
"""The upper right quarter, whose statistics the pages show."""
USUAL = _("What is the usual move here?")


def corner_page(moves: str, right: str, **fields: Any) -> LessonStep:
    """Return the page that shows the position after these moves and asks for the next move. Black plays first."""
    return LessonStep(**{"task": USUAL, "statistics": CORNER, **fields}, rows=EMPTY, before=moves, right=right)
