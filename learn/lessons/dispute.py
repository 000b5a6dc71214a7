"""When the players do not agree."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import PASS, Lesson, Step

LESSON = Lesson(
    "dispute",
    _("A dispute"),
    _("Who disagrees about a stone plays it out."),
    (
        Step(
            task=_("White says that the ringed stone is alive. Show that it is dead: begin to capture it."),
            rows=("...XO..", ".O.XO..", "...XO..", "...XO..", "...XO..", "...XO..", "...XO.."),
            right="A6 B7 C6 B5",
            good=_(
                "White has no good answer and passes. In a dispute each pass hands over a stone, so your "
                "move costs nothing."
            ),
            bad=_("That does not help to capture the ringed stone. Take one of its liberties."),
            after=PASS,
            answer="B5",
            rings="B6",
            ruleset="leaflet",
            claims=("dead B6 = yes", "liberties B6 = 4", "A1 B5: liberties B6 = 6"),
        ),
        Step(
            task=_("One liberty is left. Finish the proof."),
            rows=("...XO..", ".O.XO..", "...XO..", "...XO..", "...XO..", "...XO..", "...XO.."),
            right="C6",
            good=_(
                "Captured. White's four passes make up for the four stones that you played: the score is what "
                "it was before."
            ),
            bad=_("White plays C6, and you need more moves for the proof."),
            before="A6 pass B7 pass B5 pass",
            after=PASS,
            answer="C6",
            rings="B6",
            ruleset="leaflet",
            claims=("captures C6 = 1",),
        ),
        Step(
            task=_("Now White doubts your corner. Choose what is enough: a point, or a pass."),
            rows=(".X.XO..", "XXXXO..", "OOOOO..", ".......", ".......", ".......", "......."),
            right=PASS,
            good=_("Right. White cannot capture two eyes, and when both pass equally often the score stays the same."),
            bad=_("Nothing needs to be done there. Count your eyes."),
            said=dict.fromkeys(
                ("A7", "C7"), _("Now you have filled one of your own eyes, and White can capture the group.")
            ),
            answer=PASS,
            answers={"A7": "C7", "C7": "A7"},
            buttons=(PASS,),
            ruleset="leaflet",
            claims=("alive B7 = yes", "A7: captures C7 = 7"),
        ),
    ),
)
