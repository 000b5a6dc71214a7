"""A lesson on ko: retaking is forbidden for one move."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import ANY, Lesson, LessonStep

KO = (".....", ".XO..", "XO.O.", ".XO..", ".....")

LESSON = Lesson(
    "ko",
    pgettext_lazy("lesson", "Ko"),
    _("Two stones can't capture each other forever."),
    (
        LessonStep(
            task=_("Capture the white stone at B3."),
            rows=KO,
            right="C3",
            good=_("Captured. But now your own stone at C3 has only one liberty left."),
            bad=_("White connects at C3, and you can no longer capture anything."),
            answer="C3",
            claims=("captures C3 = 1", "C3: liberties C3 = 1"),
        ),
        LessonStep(
            task=_("Now you are White. Retaking at B3 would repeat the position. Play a move that is allowed."),
            rows=KO,
            right=ANY,
            good=_(
                "Right. The best choice is a ko threat, a move that Black has to answer. After that, you can retake."
            ),
            bad=_("You can't play there. Try another point."),
            before="C3",
            claims=("illegal B3 = ko", "legal E1"),
        ),
        LessonStep(
            task=_("Both players have played elsewhere, so the board has changed. Retake the ko as White."),
            rows=KO,
            right="B3",
            good=_("Captured. Black can't retake immediately."),
            bad=_("Black connects at B3, and the ko is over."),
            before="C3 E1 E5",
            answer="B3",
            claims=("captures B3 = 1", "B3: illegal C3 = ko"),
        ),
        LessonStep(
            task=_("White has played elsewhere instead. End the ko as Black."),
            rows=KO,
            right="B3",
            good=_("Connected. Neither player can capture here any more, and the ko is over."),
            bad=_("White retakes the ko."),
            before="C3 E1",
            answer="B3",
            claims=("B3: liberties C3 = 4", "E5: captures B3 = 1"),
        ),
    ),
)
