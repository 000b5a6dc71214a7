"""A lesson on the end of play."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import Lesson, LessonStep, PageScoring

CUT_OFF = ("...XO..", ".O.XO..", "...XO..", "...XO..", "...XO..", "...XOX.", "...XO..")

LESSON = Lesson(
    "end",
    _("The end of the game"),
    _("Two passes, dead stones, and a score that both players accept."),
    (
        LessonStep(
            task=_("Both players have passed. Tap the dead white stone."),
            rows=CUT_OFF,
            right="B6",
            good=_(
                "Right. Dead stones are marked with a cross. Under most rules you don't need to capture them first."
            ),
            bad=_("The dead white stone is the one inside Black's territory."),
            taps=True,
            claims=("dead B6 = yes",),
        ),
        LessonStep(
            task=_("Now tap the dead black stone."),
            rows=CUT_OFF,
            right="F2",
            good=_("Right. Under most rules both stones count as captured, and the points under them as territory."),
            bad=_("The dead black stone is the one inside White's territory."),
            taps=True,
            count=PageScoring("japanese", "B6 F2"),
            claims=("dead F2 = yes", "score = 22 15"),
        ),
        LessonStep(
            task=_("White proposes this score. Check it, and tap one of the winner's stones."),
            rows=CUT_OFF,
            right=" ".join(f"D{row}" for row in range(1, 8)),
            good=_("Right. Black wins by 7 points. When both players accept the same score, the game is over."),
            bad=_(
                "With territory scoring, count each player's empty points. Add two for each dead stone, one for its "
                "point and one for the prisoner."
            ),
            taps=True,
            count=PageScoring("japanese", "B6 F2"),
            claims=("score = 22 15",),
        ),
    ),
)
