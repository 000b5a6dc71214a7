"""A lesson on connecting and cutting."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import Lesson, LessonStep
from rules import Color

LESSON = Lesson(
    "cutting",
    _("Connecting and cutting"),
    _("Connected stones are strong. Separate stones are weak."),
    (
        LessonStep(
            task=_("White threatens to cut your two stones apart. Connect them."),
            rows=(".....", "..X..", "..OX.", ".....", "....."),
            right="D4",
            good=_("Connected. The three stones are now one chain."),
            bad=_("White cuts at D4, and you have two weak stones instead of one strong chain."),
            answer="D4",
            claims=("D4: stones C4 = 3", "A1 D4: stones C4 = 1", "A1 D4: stones D3 = 1"),
        ),
        LessonStep(
            task=_("Now it is your turn. Cut the two white stones apart."),
            rows=(".....", "..O..", "..XO.", ".....", "....."),
            right="D4",
            good=_("Cut. White can't save both stones with one move."),
            bad=_("White connects at D4."),
            answer="D4",
            claims=("D4: stones C4 = 1", "A1 D4: stones C4 = 3"),
        ),
        LessonStep(
            task=_("White is trying to push through between your stones. Keep them connected."),
            rows=(".....", ".X.X.", ".X.X.", ".....", "....."),
            right="C3",
            good=_(
                "Connected. If White takes one of the two points between them, you take the other. This shape is "
                "called a bamboo joint."
            ),
            bad=_("White plays C3 and cuts your stones apart."),
            first=Color.WHITE,
            before="C4",
            answer="C3",
            claims=("C3: stones B3 = 5", "E1 C3: stones B3 = 2"),
        ),
    ),
)
