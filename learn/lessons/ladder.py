"""A lesson on ladders: atari at every move."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep

START = (".......", "..X....", ".XO....", ".X.....", ".......", ".......", ".......")
BROKEN = (*START[:5], ".....O.", ".......")

LESSON = Lesson(
    "ladder",
    pgettext_lazy("lesson", "The ladder"),
    _("One atari after another, all the way to the edge."),
    (
        LessonStep(
            task=_("Put the white stone in atari so that it can't get away."),
            rows=START,
            right="D5",
            good=_("Right. White runs to C4 and has only two liberties again."),
            bad=_("White gets away. White's chain has too many liberties."),
            after="C4",
            answer="D5 C4",
            claims=("caught C5 = yes", "D5: caught C5 = yes", "C4: caught C5 = no", "D5 C4: liberties C5 = 2"),
        ),
        LessonStep(
            task=_("Play atari again, this time from the correct side."),
            rows=START,
            right="C3",
            good=_("Right. White runs to D4, again with two liberties. The ladder continues like this, step by step."),
            bad=_("White gets away. White's chain has too many liberties."),
            before="D5 C4",
            after="D4",
            answer="C3 D4",
            claims=("C3: caught C5 = yes", "D4: caught C5 = no"),
        ),
        LessonStep(
            task=_("The ladder has reached the edge. Capture the white stones."),
            rows=START,
            right="G1",
            good=_("Eight stones captured. Running in a ladder only makes the loss bigger."),
            bad=_("White captures your stone at E1 and gets away."),
            replies={
                "D1": _(
                    "Your stone at E1 is safe, but you captured nothing, and White puts two chains in atari with "
                    "one move."
                )
            },
            before="D5 C4 C3 D4 E4 D3 D2 E3 F3 E2 E1 F2 G2 F1",
            answer="D1 E5",
            claims=("captures G1 = 8", "A7: captures D1 = 1"),
        ),
        LessonStep(
            task=_("Here the ladder would fail. Tap the white stone that is in its way."),
            rows=BROKEN,
            right="F2",
            good=_("Right. Such a stone is called a ladder breaker. Read the whole ladder before you start it."),
            bad=_("Follow the ladder from C5 down to the right."),
            taps=True,
            claims=("D5: caught C5 = no",),
        ),
    ),
)
