"""A lesson on scoring by territory and prisoners."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep, PageScoring
from learn.lessons.leaflet_game import BEFORE_THE_LAST, BLACK_TERRITORY, DEAD, ENDED, TAKEN
from rules import Color

SIXTEEN_TO_SEVENTEEN = (
    "..XXXO...",
    "..XXXOO..",
    "..XXXOO..",
    "..XXXOO..",
    "XXXXOOOOO",
    "..XXOOO..",
    "..XXOOO..",
    "..XXOOO..",
    ".XXXOOO..",
)
"""A board with 15 points and a prisoner for Black and 17 points for White, as in the Persian text; the position is our
own."""
WHITE_STONES = [
    f"{column}{9 - row}"
    for row, line in enumerate(SIXTEEN_TO_SEVENTEEN)
    for column, stone in zip("ABCDEFGHJ", line, strict=True)
    if stone == "O"
]
BRAINKING = (
    "...XXXXOOO...",
    ".OOXXXXOOO...",
    ".O.XXXXOOO...",
    "OO.XXXXOOO.X.",
    "...XXXXOOO...",
    "..XXXXXOOO...",
    "XXXXXXXOOOOO.",
    "..XXXXOOOO...",
    ".OXXXXOOOO...",
    ".OXXXXOOOOO..",
    "..XXXXOOOOO..",
    "..XXXXXOOOO..",
    "..XXXXOOOOO..",
)
"""A board with the numbers on BrainKing's page (Black 29, 3 and 1; White 33, 2 and 7); the position is our own."""

LESSON = Lesson(
    "territory",
    pgettext_lazy("lesson", "Counting territory"),
    _("Your territory plus the stones you have captured."),
    (
        LessonStep(
            task=_("The game is over. Tap a point in Black's territory."),
            rows=ENDED,
            right=BLACK_TERRITORY,
            good=_("Right. Empty points surrounded only by living black stones are Black's territory."),
            bad=_("That point is not Black's territory. Look for empty points surrounded only by black stones."),
            taps=True,
            claims=("estimate = B8",),
        ),
        LessonStep(
            task=_("Fill the last neutral point as White to see the count."),
            rows=BEFORE_THE_LAST,
            right="F5",
            good=_(
                "Black has 25 points of territory. White has 22, one prisoner and one dead stone, 24 in total. Black "
                "wins by one point."
            ),
            bad=_("The neutral point is the one that touches both colours."),
            first=Color.WHITE,
            answer="F5",
            count=PageScoring("leaflet", DEAD, prisoners=TAKEN),
            claims=("F5: score = 25 24",),
        ),
        LessonStep(
            task=_("Black has captured one stone during this game. Count, and tap one of the winner's stones."),
            rows=SIXTEEN_TO_SEVENTEEN,
            right=" ".join(WHITE_STONES),
            good=_("Right. Black has 15 points and one prisoner, 16 in total. White has 17 and wins by one point."),
            bad=_("Count each player's empty points, and add Black's prisoner."),
            taps=True,
            count=PageScoring("japanese", prisoners=(1, 0)),
            claims=("score = 16 17",),
        ),
        LessonStep(
            task=_("BrainKing rules subtract your own lost stones instead. Tap a dead white stone to see how."),
            rows=BRAINKING,
            right="B12 C12 B11 A10 B10 B5 B4",
            good=_(
                "Black: 29 points minus 3 captured stones, 1 dead stone and 4.5 komi = 20.5. White: 33 − 2 − 7 = "
                "24. White wins by 3.5."
            ),
            bad=_("The dead white stones are those inside Black's territory."),
            taps=True,
            count=PageScoring("brainking", "B12 B5 M10", komi="4.5", prisoners=(2, 3)),
            claims=("score = 20.5 24",),
        ),
    ),
)
