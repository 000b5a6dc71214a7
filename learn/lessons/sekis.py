"""Groups that live together."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import PASS, Count, Lesson, Step
from rules import Color

SEKI = (".XO.OX.", "X.OOOX.", "OOOXXX.", "XXXX...", ".......")

LESSON = Lesson(
    "seki",
    _("Seki"),
    _("Sometimes neither side can capture the other."),
    (
        Step(
            task=_("Look at the corner: choose what loses nothing for Black, a point or a pass."),
            rows=SEKI,
            right=PASS,
            good=_("Right. The side that plays B4 first loses stones, so both leave it: both groups live, in seki."),
            bad=_("That stone fills your own territory and costs you a point."),
            said=dict.fromkeys(("B4", "A5"), _("White captures your three stones in the corner.")),
            answers={"B4": "A5", "A5": "B4"},
            buttons=(PASS,),
            claims=("B4: captures A5 = 3", "A5: captures B4 = 3", "illegal D5 = self_capture"),
        ),
        Step(
            task=_("Now choose for White: a point or a pass."),
            rows=SEKI,
            right=PASS,
            good=_("Right. White's nine stones would be lost, too: neither side wants to begin."),
            bad=_("That stone cannot live in Black's territory: Black will capture it."),
            said={
                "B4": _("Black plays D5 and captures nine stones."),
                "D5": _("You have filled your own eye: Black plays B4 and captures nine stones."),
            },
            first=Color.WHITE,
            answers={"B4": "D5", "D5": "B4"},
            buttons=(PASS,),
            claims=("B4: captures D5 = 9", "D5: captures B4 = 9"),
        ),
        Step(
            task=_("With territory counting, points in seki count for nobody. Tap one."),
            rows=SEKI,
            right="A5 B4 D5",
            good=_("Right. Only with area counting would the eyes at A5 and D5 count."),
            bad=_("Look for empty points beside the two groups that cannot capture each other."),
            taps=True,
            count=Count("japanese"),
            claims=("score = 13 0",),
        ),
    ),
)
