"""Taking back is forbidden for a move."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import ANY, Lesson, Step

KO = (".....", ".XO..", "XO.O.", ".XO..", ".....")

LESSON = Lesson(
    "ko",
    _("Ko"),
    _("Two stones cannot capture each other forever."),
    (
        Step(
            task=_("Capture the white stone at B3."),
            rows=KO,
            right="C3",
            good=_("Captured. But now your own stone at C3 has one liberty left."),
            bad=_("White connects at C3, and nothing can be captured any more."),
            answer="C3",
            claims=("captures C3 = 1", "C3: liberties C3 = 1"),
        ),
        Step(
            task=_("Now you are White. Retaking at B3 would repeat the position: play a move that is allowed."),
            rows=KO,
            right=ANY,
            good=_("Right. Best is a move that Black has to answer, a ko threat; after that you may retake."),
            bad=_("That is not possible."),
            before="C3",
            claims=("illegal B3 = ko", "legal E1"),
        ),
        Step(
            task=_("Both have played elsewhere, so the board has changed. Take the ko back with White."),
            rows=KO,
            right="B3",
            good=_("Captured. Now it is Black who may not retake immediately."),
            bad=_("Black connects at B3, and the ko is over."),
            before="C3 E1 E5",
            answer="B3",
            claims=("captures B3 = 1", "B3: illegal C3 = ko"),
        ),
        Step(
            task=_("White has played elsewhere instead. End the ko with Black."),
            rows=KO,
            right="B3",
            good=_("Connected. Nothing can be captured here any more, and the ko is over."),
            bad=_("White takes the ko back."),
            before="C3 E1",
            answer="B3",
            claims=("B3: liberties C3 = 4", "E5: captures B3 = 1"),
        ),
    ),
)
