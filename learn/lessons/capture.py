"""A lesson on capturing stones."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep

FAR = ("A1", "E1", "E5", "C1", "E4", "E2")
"""Points that are not liberties of the white stones."""

LESSON = Lesson(
    "capture",
    pgettext_lazy("lesson", "Capture"),
    _("A stone without liberties is removed from the board."),
    (
        LessonStep(
            task=_("The white stone has one liberty left. Capture it."),
            rows=(".....", "..X..", ".XO..", "..X..", "....."),
            right="D3",
            good=_("Captured. A stone without liberties leaves the board, and you keep it as a prisoner."),
            bad=_("White runs. The two white stones now have three liberties."),
            replies=dict.fromkeys(("D4", "E3", "D2"), _("White runs, and nothing has been captured.")),
            answer="D3",
            claims=("captures D3 = 1", *(f"{each} D3: liberties C3 = 3" for each in FAR)),
        ),
        LessonStep(
            task=_("Capture the white stone in the corner."),
            rows=(".....", ".....", ".....", "X....", "O...."),
            right="B1",
            good=_("Captured. In the corner, two stones are enough."),
            bad=_("White runs along the edge and has two liberties again."),
            replies=dict.fromkeys(("B2", "C1"), _("White runs, and nothing has been captured.")),
            answer="B1",
            claims=("captures B1 = 1", "E5 B1: liberties A1 = 2"),
        ),
        LessonStep(
            task=_("Capture both white stones with one move."),
            rows=(".....", ".XX..", "XOO..", ".XX..", "....."),
            right="D3",
            good=_(
                "You captured two stones. Stones side by side share their liberties, and lose the last one together."
            ),
            bad=_("White runs and has three liberties again."),
            replies=dict.fromkeys(("D4", "E3", "D2"), _("White runs, and nothing has been captured.")),
            answer="D3",
            claims=("captures D3 = 2", *(f"{each} D3: liberties C3 = 3" for each in FAR)),
        ),
        LessonStep(
            task=_("Your stone at C3 is in atari. Save it by capturing."),
            rows=(".....", ".XOX.", ".OX..", "..O..", "....."),
            right="C5",
            good=_("Captured, and your stone is safe. It has a liberty where the white one was."),
            bad=_("White plays D3 and captures your stone."),
            replies={"D3": _("That also saves your stone, but lets the white stone escape. Capture it instead.")},
            answer="D3",
            answers={"D3": "C5"},
            claims=("captures C5 = 1", "C5: liberties C3 = 2", "A1: captures D3 = 1", "D3 C5: liberties C4 = 2"),
        ),
    ),
)
