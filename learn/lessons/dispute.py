"""A lesson on disagreement about the score."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import PASS, Lesson, LessonStep

LESSON = Lesson(
    "dispute",
    pgettext_lazy("lesson", "A dispute"),
    _("If you disagree about a stone, play out the dispute."),
    (
        LessonStep(
            task=_("White says that the circled stone is alive. Start capturing it to prove that it is dead."),
            rows=("...XO..", ".O.XO..", "...XO..", "...XO..", "...XO..", "...XO..", "...XO.."),
            right="A6 B7 C6 B5",
            good=_(
                "White has no good answer and passes. In a dispute, each pass gives the opponent a stone, so your "
                "move costs nothing."
            ),
            bad=_("That does not help to capture the circled stone. Take one of its liberties."),
            after=PASS,
            answer="B5",
            rings="B6",
            ruleset="leaflet",
            claims=("dead B6 = yes", "liberties B6 = 4", "A1 B5: liberties B6 = 6"),
        ),
        LessonStep(
            task=_("One liberty is left. Capture the stone."),
            rows=("...XO..", ".O.XO..", "...XO..", "...XO..", "...XO..", "...XO..", "...XO.."),
            right="C6",
            good=_(
                "Captured. White's four passes make up for the four stones you played, so the score is the same as "
                "before."
            ),
            bad=_("White plays C6, and now you need more moves to capture the stone."),
            before="A6 pass B7 pass B5 pass",
            after=PASS,
            answer="C6",
            rings="B6",
            ruleset="leaflet",
            claims=("captures C6 = 1",),
        ),
        LessonStep(
            task=_("Now White doubts that your corner is alive. Do you need a move there? Choose a point, or pass."),
            rows=(".X.XO..", "XXXXO..", "OOOOO..", ".......", ".......", ".......", "......."),
            right=PASS,
            good=_(
                "Right. White can't capture a group with two eyes. If both players pass the same number of times, the "
                "score stays the same."
            ),
            bad=_("You don't need a move there. Count your eyes."),
            replies=dict.fromkeys(
                ("A7", "C7"), _("You have filled one of your own eyes, so White can now capture the group.")
            ),
            answer=PASS,
            answers={"A7": "C7", "C7": "A7"},
            buttons=(PASS,),
            ruleset="leaflet",
            claims=("alive B7 = yes", "A7: captures C7 = 7"),
        ),
    ),
)
