"""What is polite."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import PASS, RESIGN, Lesson, Step
from learn.lessons.passing import CAPTURED, CAUGHT, CLOSED, INVASIONS

LESSON = Lesson(
    "etiquette",
    _("Etiquette"),
    _("A few customs that make games pleasant."),
    (
        Step(
            task=_("It is polite to open the game in your upper right corner. Play your first stone there."),
            rows=(".........",) * 9,
            right=" ".join(f"{column}{row}" for column in "FGHJ" for row in range(6, 10)),
            good=_("A good beginning. Say hello in the chat as well, and wish your opponent a good game."),
            bad=_(
                "Every point is allowed, and White takes the upper right corner. By custom the first stone goes there."
            ),
            answer="G7",
            claims=("legal G7",),
        ),
        Step(
            task=_("The borders are closed, and your opponent has passed. End the game politely."),
            rows=CLOSED,
            right=PASS,
            good=_("Right. Thank your opponent; looking at the game together afterwards is the best lesson."),
            bad=_("That stone only hopes for a mistake. When nothing is left to play, pass."),
            answer=PASS,
            answers=INVASIONS,
            buttons=(PASS,),
            claims=("legal A1", *CAPTURED, *CAUGHT),
        ),
        Step(
            task=_("You are Black, and the game cannot be won any more. What is the polite way to end it?"),
            rows=("..O.O..", ".O.O.O.", "..OXO..", ".O...O.", "...O...", "..O.O..", "......."),
            right=RESIGN,
            good=_("Right. To resign a lost game is polite, and no shame: everybody loses often while learning."),
            bad=_("You may play on, but nothing can be saved. Nobody minds if you resign."),
            answer="D4 C4",
            answers={PASS: "D4"},
            buttons=(PASS, RESIGN),
            claims=("liberties D5 = 1", "A1: captures D4 = 1"),
        ),
    ),
)
