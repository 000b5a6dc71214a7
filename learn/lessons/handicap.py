"""Games between players of different strength."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import ANY, Count, Lesson, Step
from learn.lessons.passing import CLOSED
from rules import Color

ONE = (*(".........",) * 6, "..X......", *(".........",) * 2)
TWO = (*(".........",) * 2, "......X..", *ONE[3:])

LESSON = Lesson(
    "handicap",
    _("Handicap and komi"),
    _("An even game for players of different strength."),
    (
        Step(
            task=_(
                "Under many rules two handicap stones go on star points. Place the second in the corner opposite to C3."
            ),
            rows=ONE,
            right="G7",
            good=_("Right. The weaker player gets two to nine stones, so that both can win."),
            bad=_("White takes the corner. The star points are marked with dots; the one opposite to C3 is at G7."),
            answer="G7",
            claims=("move = 1",),
        ),
        Step(
            task=_("After handicap stones White moves first. Play anywhere."),
            rows=TWO,
            right=ANY,
            good=_("Good. Games with handicap are never rated here."),
            bad=_("That is not possible."),
            first=Color.WHITE,
            claims=("legal E5",),
        ),
        Step(
            task=_(
                "Without handicap White usually gets komi for moving second, here 6.5 points. Count, and tap "
                "a stone of the winner."
            ),
            rows=CLOSED,
            right="D1 D2 D3 D4 D5",
            good=_(
                "Right. White's 5 points and 6.5 of komi are 11.5, more than Black's 10. The half point "
                "prevents a draw."
            ),
            bad=_("Black has 10 points. White has 5, and 6.5 of komi."),
            taps=True,
            count=Count("japanese", komi="6.5"),
            claims=("score = 10 11.5",),
        ),
    ),
)
