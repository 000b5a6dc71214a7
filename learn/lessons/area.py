"""A lesson on scoring by stones and territory."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep, PageScoring
from learn.lessons.leaflet_game import BEFORE_THE_LAST, DEAD, TAKEN
from learn.lessons.passing import CAPTURED, CAUGHT, CLOSED, INVASIONS
from rules import Color

LESSON = Lesson(
    "area",
    pgettext_lazy("lesson", "Counting area"),
    _("Your living stones plus your territory."),
    (
        LessonStep(
            task=_(
                "With area scoring, stones count as well as territory. Tap the point that counts for neither player."
            ),
            rows=(".X.O.", "XXXOO", ".XXOO", "XXXO.", ".XOOO"),
            right="C5",
            good=_(
                "Right. Black has 13 of the 25 points, more than half, and wins. The point between the two colours "
                "counts for neither player."
            ),
            bad=_(
                "Stones count for their owner, and empty points for the colour around them. Find the point next to "
                "both colours."
            ),
            taps=True,
            ruleset="chinese",
            count=PageScoring("chinese"),
            claims=("score = 13 11",),
        ),
        LessonStep(
            task=_("With area scoring, the last neutral point is worth a point. Play there as White."),
            rows=BEFORE_THE_LAST,
            right="F5",
            good=_(
                "41 to 40. Black wins by one point, as with territory scoring. The two methods seldom differ by more "
                "than one point."
            ),
            bad=_("The neutral point is the one that touches both colours."),
            first=Color.WHITE,
            answer="F5",
            ruleset="chinese",
            count=PageScoring("chinese", DEAD, prisoners=TAKEN),
            claims=("F5: score = 41 40",),
        ),
        LessonStep(
            task=_("With area scoring, a stone in your own territory costs nothing. Try it as Black."),
            rows=CLOSED,
            right=" ".join(f"{column}{row}" for column in "AB" for row in range(1, 6)),
            good=_("15 to 10, as before. The point is yours whether you fill it or not."),
            bad=_("That is White's territory. Yours is on the left."),
            answers=INVASIONS,
            ruleset="chinese",
            count=PageScoring("chinese"),
            claims=("A1: score = 15 10", "pass: score = 15 10", *CAPTURED, *CAUGHT),
        ),
    ),
)
