"""A lesson on two eyes."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep
from rules import Color

LESSON = Lesson(
    "eyes",
    pgettext_lazy("lesson", "Eyes"),
    _("A group with two eyes can never be captured."),
    (
        LessonStep(
            task=_("This group has only one eye. Capture it as White."),
            rows=("X.XOX", "XXXOX", "OOO..", ".....", "....."),
            right="B5",
            good=_("Five stones captured. One eye is not enough."),
            bad=_("Black captures two stones, and the group escapes. Its last liberty was its eye."),
            replies={"D3": _("Your stones are safe, but the group is still there. Its last liberty is its eye.")},
            answer="D3 E3",
            first=Color.WHITE,
            claims=("captures B5 = 5", "E1: captures D3 = 2"),
        ),
        LessonStep(
            task=_("This group has two eyes. Tap one of them."),
            rows=(".X.XO", "XXXXO", "OOOOO", ".....", "....."),
            right="A5 C5",
            good=_(
                "Right. A white stone in either eye would have no liberties and capture nothing. The group can "
                "never be captured."
            ),
            bad=_("An eye is an empty point inside the black group."),
            taps=True,
            first=Color.WHITE,
            claims=("alive B5 = yes", "illegal A5 = self_capture", "illegal C5 = self_capture"),
        ),
        LessonStep(
            task=_("Make two eyes by dividing the empty space in the corner."),
            rows=("...XO", "XXXXO", "OOOOO", ".....", "....."),
            right="B5",
            good=_("Alive. One eye is at A5, the other at C5."),
            bad=_("White plays in the middle, and you can make only one eye."),
            answer="B5",
            claims=("B5: alive D5 = yes", "E1 B5: alive D5 = no", "A5 B5: alive D5 = no", "C5 B5: alive D5 = no"),
        ),
        LessonStep(
            task=_("One of the two eyes is false. Capture the stone there as White."),
            rows=(".X.XO", "XXXO.", "OOOO.", ".....", "....."),
            right="C5",
            good=_(
                "Right. The stone at D5 was connected to the others only through this point. Now Black has only "
                "one eye."
            ),
            bad=_(
                "That doesn't capture anything. Look for the black stone that is connected to the others only "
                "through an empty point."
            ),
            first=Color.WHITE,
            answer="E4 C5",
            claims=(
                "captures C5 = 1",
                "illegal A5 = self_capture",
                "alive B5 = no",
                "C5: alive B5 = no",
                "A1: captures E4 = 1",
            ),
        ),
    ),
)
