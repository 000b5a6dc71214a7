"""A lesson on seki: groups that live together."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import PASS, Lesson, LessonStep, PageScoring
from rules import Color

SEKI = (".XO.OX.", "X.OOOX.", "OOOXXX.", "XXXX...", ".......")
INVASIONS = {
    "A1": "B1", "B1": "C1", "C1": "D1", "D1": "E1", "E1": "F1", "F1": "E1", "G1": "F1",
    "E2": "F2", "F2": "E2", "G2": "F2", "G3": "G2", "G4": "G3", "G5": "G4",
}  # fmt: skip
"""Black's answers to each white stone in the lower territory."""
CAUGHT = tuple(
    f"{stone} {answer}: caught {stone} = yes"
    for stone, answer in INVASIONS.items()
    if stone not in ("A1", "F1", "F2", "G5")  # captured at once, or too far from the edge to be read out
)


LESSON = Lesson(
    "seki",
    pgettext_lazy("lesson", "Seki"),
    _("Sometimes neither player can capture the other's stones."),
    (
        LessonStep(
            task=_("Look at the corner. How can Black avoid losing anything? Choose a point, or pass."),
            rows=SEKI,
            right=PASS,
            good=_("Right. The player who plays B4 first loses stones, so neither does. Both groups live in seki."),
            bad=_("That stone fills your own territory. With territory scoring, it costs you a point."),
            replies=dict.fromkeys(("B4", "A5"), _("White captures your three stones in the corner.")),
            answer=PASS,
            answers={"B4": "A5", "A5": "B4"},
            buttons=(PASS,),
            claims=("B4: captures A5 = 3", "A5: captures B4 = 3", "illegal D5 = self_capture"),
        ),
        LessonStep(
            task=_("Now you are White. Choose a point, or pass."),
            rows=SEKI,
            right=PASS,
            good=_("Right. White would also lose nine stones, so neither player wants to start."),
            bad=_("That stone can't live in Black's territory. Black will capture it."),
            replies={
                "B4": _("Black plays D5 and captures nine stones."),
                "D5": _("You have filled your own eye. Black plays B4 and captures nine stones."),
            },
            first=Color.WHITE,
            answers={"B4": "D5", "D5": "B4", **INVASIONS},
            buttons=(PASS,),
            claims=(
                "B4: captures D5 = 9",
                "D5: captures B4 = 9",
                "A1: captures B1 = 1",
                "G5: captures G4 = 1",
                *CAUGHT,
            ),
        ),
        LessonStep(
            task=_("With territory scoring, points in seki count for neither player. Tap one."),
            rows=SEKI,
            right="A5 B4 D5",
            good=_("Right. The eyes at A5 and D5 would count only with area scoring."),
            bad=_("Look for empty points next to the two groups that can't capture each other."),
            taps=True,
            count=PageScoring("japanese"),
            claims=("score = 13 0",),
        ),
    ),
)
