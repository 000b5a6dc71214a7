"""A lesson on chains: stones that are connected along lines."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep

LESSON = Lesson(
    "chains",
    pgettext_lazy("lesson", "Chains"),
    _("Stones connected along the lines live and die together."),
    (
        LessonStep(
            task=_("Tap another stone in the same chain as the circled stone."),
            rows=("....X", ".XX..", "..X..", "...X.", "....."),
            right="B4 C4",
            good=_(
                "Right. Stones connected along the lines form a chain. They share their liberties and are captured "
                "together."
            ),
            bad=_("Only stones connected to C3 along the lines belong to its chain. Diagonals do not count."),
            taps=True,
            rings="C3",
            claims=("stones C3 = 3", "stones D2 = 1", "stones E5 = 1"),
        ),
        LessonStep(
            task=_("Connect the two black stones into one chain."),
            rows=(".....", ".O.O.", ".X.X.", ".O.O.", "....."),
            right="C3",
            good=_("That makes one chain of three stones with four liberties, which is much harder to capture."),
            bad=_("White plays between your stones, and they stay apart."),
            answer="C3",
            claims=("C3: stones B3 = 3", "C3: liberties B3 = 4", "E5 C3: stones B3 = 1", "E5 C3: liberties B3 = 1"),
        ),
        LessonStep(
            task=_("White's chain of three stones has one liberty left. Capture it."),
            rows=(".....", ".XX..", "XOOX.", ".XOX.", "....."),
            right="C1",
            good=_("You captured three stones. A chain is captured as a whole."),
            bad=_("White plays C1, and the chain has two liberties again."),
            replies=dict.fromkeys(("B1", "D1"), _("White runs, and nothing has been captured.")),
            answer="C1",
            claims=("captures C1 = 3", "A5 C1: liberties C2 = 2"),
        ),
    ),
)
