"""A lesson on liberties, the empty points next to a chain."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep

SURROUNDED = (".....", "..O..", ".OX..", "..O..", ".....")

LESSON = Lesson(
    "liberties",
    pgettext_lazy("lesson", "Liberties"),
    _("A stone needs an empty point next to it."),
    (
        LessonStep(
            task=_("Tap a liberty of the black stone. A liberty is an empty point connected to the stone by a line."),
            rows=(".....", ".....", "..X..", ".....", "....."),
            right="C4 C2 B3 D3",
            good=_("Right. In the middle of the board, a stone has four liberties."),
            bad=_(
                "No line connects that point directly to the stone. Its liberties are directly above, below, left "
                "and right."
            ),
            taps=True,
            replies={"C3": _("That is the stone itself. Its liberties are the empty points next to it.")},
            claims=("liberties C3 = 4",),
        ),
        LessonStep(
            task=_("Tap the stone with the fewest liberties. It is the easiest to surround."),
            rows=("X......", ".......", ".......", "...X...", ".......", "......X", "......."),
            right="A7",
            good=_("Right. A stone has two liberties in the corner, three at the edge and four in the middle."),
            bad=_("Count the empty points next to each stone. One of the stones has only two."),
            taps=True,
            claims=("liberties A7 = 2", "liberties G2 = 3", "liberties D4 = 4"),
        ),
        LessonStep(
            task=_("White has filled three of the black stone's four liberties. Tap the last one."),
            rows=SURROUNDED,
            right="D3",
            good=_("Right. A stone with one liberty left is in atari. The next move can capture it."),
            bad=_("That is not a liberty of the black stone. Look for the empty point next to it."),
            taps=True,
            claims=("liberties C3 = 1",),
        ),
        LessonStep(
            task=_("The black stone is in atari. Save it by playing where it gets new liberties."),
            rows=SURROUNDED,
            right="D3",
            good=_("Saved. The two stones are now connected and have three liberties."),
            bad=_("White plays D3 and captures your stone."),
            answer="D3",
            claims=("D3: liberties C3 = 3", "A1: captures D3 = 1"),
        ),
    ),
)
