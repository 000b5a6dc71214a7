"""A lesson on groups that live and groups that die."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import Lesson, LessonStep
from rules import Color

LESSON = Lesson(
    "life",
    _("Life and death"),
    _("A group with two eyes lives. Without two eyes, a group is eventually captured unless it lives in seki."),
    (
        LessonStep(
            task=_("White wants to make two eyes. Take the point that prevents it."),
            rows=("...OX", "OOOOX", "XXXXX", ".....", "....."),
            right="B5",
            good=_("White can make only one eye. The group is dead, although it is still on the board."),
            bad=_("White plays B5 and lives with two eyes."),
            answer="B5",
            claims=("B5: dead D5 = yes", "E1 B5: alive D5 = yes", "A5 B5: alive D5 = yes", "C5 B5: alive D5 = yes"),
        ),
        LessonStep(
            task=_("White has played inside your group. Reply to make two eyes."),
            rows=("....XO.", "XXXXXO.", "OOOOOO.", ".......", ".......", ".......", "......."),
            right="C7",
            good=_("Alive. One eye is at D7, and White's stone can never take the other."),
            bad=_("White plays C7, and you can make only one eye."),
            first=Color.WHITE,
            before="B7",
            answer="C7",
            claims=("C7: alive E7 = yes", "A1 C7: alive E7 = no", "A1 C7: dead E7 = yes"),
        ),
        LessonStep(
            task=_("Tap the stone that can no longer be saved."),
            rows=("...XO..", ".O.XO..", "...XO..", "...XO..", "...XO..", "...XO..", "...XO.."),
            right="B6",
            good=_(
                "Right. This stone can't make two eyes or connect to a living group, so it is dead. Under most rules "
                "it counts as captured at the end."
            ),
            bad=_("Look for a stone that is cut off inside the other colour's territory."),
            taps=True,
            claims=("estimate = B6",),
        ),
    ),
)
