"""A lesson on handicap: games between players of different strength."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import ANY, Lesson, LessonStep, PageScoring
from learn.lessons.passing import CLOSED
from rules import Color

ONE = (*(".........",) * 6, "..X......", *(".........",) * 2)
TWO = (*(".........",) * 2, "......X..", *ONE[3:])

LESSON = Lesson(
    "handicap",
    _("Handicap and komi"),
    _("A fair game for players of different strengths."),
    (
        LessonStep(
            task=_(
                "Under many rules, two handicap stones are placed on star points. Place the second in the corner "
                "opposite C3."
            ),
            rows=ONE,
            right="G7",
            good=_("Right. The weaker player gets two to nine stones, so that both players can win."),
            bad=_("White takes the corner. Dots mark the star points. The one diagonally opposite C3 is G7."),
            answer="G7",
            claims=("move = 1",),
        ),
        LessonStep(
            task=_("After the handicap stones, White moves first. Play anywhere."),
            rows=TWO,
            right=ANY,
            good=_("Good. Handicap games are never rated on this server."),
            bad=_("You can't play there. Try another point."),
            first=Color.WHITE,
            claims=("legal E5",),
        ),
        LessonStep(
            task=_(
                "In an even game, White usually gets komi for moving second. Here it is 6.5 points. Count, and "
                "tap one of the winner's stones."
            ),
            rows=CLOSED,
            right="D1 D2 D3 D4 D5",
            good=_(
                "Right. White's 5 points plus 6.5 komi make 11.5, more than Black's 10. The half point prevents a draw."
            ),
            bad=_("Black has 10 points. White has 5, plus 6.5 komi."),
            taps=True,
            count=PageScoring("japanese", komi="6.5"),
            claims=("score = 10 11.5",),
        ),
    ),
)
