"""A lesson on etiquette."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import PASS, RESIGN, Lesson, LessonStep
from learn.lessons.passing import CAPTURED, CAUGHT, CLOSED, INVASIONS

LESSON = Lesson(
    "etiquette",
    pgettext_lazy("lesson", "Etiquette"),
    _("A few customs that make games pleasant."),
    (
        LessonStep(
            task=_("It is polite to play the first move in your upper right corner. Play there."),
            rows=(".........",) * 9,
            right=" ".join(f"{column}{row}" for column in "FGHJ" for row in range(6, 10)),
            good=_("A good start. Also say hello in the chat, and wish your opponent a good game."),
            bad=_(
                "You can play anywhere, but the custom is to play the first stone in the upper right corner. White "
                "now takes that corner."
            ),
            answer="G7",
            claims=("legal G7",),
        ),
        LessonStep(
            task=_("The borders are closed, and your opponent has passed. End the game politely."),
            rows=CLOSED,
            right=PASS,
            good=_("Right. Thank your opponent. Reviewing the game together afterwards is the best lesson."),
            bad=_("That move only works if your opponent makes a mistake. When there is nothing left to play, pass."),
            answer=PASS,
            answers=INVASIONS,
            buttons=(PASS,),
            claims=("legal A1", *CAPTURED, *CAUGHT),
        ),
        LessonStep(
            task=_("You are Black and can no longer win this game. What is the polite way to end it?"),
            rows=("..O.O..", ".O.O.O.", "..OXO..", ".O...O.", "...O...", "..O.O..", "......."),
            right=RESIGN,
            good=_(
                "Right. Resigning a lost game is polite and nothing to be ashamed of. Everyone loses a lot of games "
                "while learning."
            ),
            bad=_("You can play on, but the game is lost. No one minds if you resign."),
            answer="D4 C4",
            answers={PASS: "D4"},
            buttons=(PASS, RESIGN),
            claims=("liberties D5 = 1", "A1: captures D4 = 1"),
        ),
    ),
)
