"""A lesson on passing."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import PASS, Lesson, LessonStep, PageScoring

CLOSED = ("..XO.",) * 5
INVASIONS = {"E1": "E2", "E2": "E3", "E3": "E4", "E4": "E3", "E5": "E4"}
"""White's answers to each black stone in the territory on the right."""
CAPTURED = tuple(f"{stone}: captures {INVASIONS[stone]} = 1" for stone in ("E1", "E5"))
CAUGHT = tuple(f"{stone} {INVASIONS[stone]}: caught {stone} = yes" for stone in ("E2", "E3", "E4"))

LESSON = Lesson(
    "passing",
    pgettext_lazy("lesson", "Passing"),
    _("You don't have to play when every move would cost you something."),
    (
        LessonStep(
            task=_("Both territories are closed. What can you play without losing a point? Choose a point, or pass."),
            rows=CLOSED,
            right=PASS,
            good=_("Right. White also passes, and two passes in a row stop play."),
            bad=_("That stone fills your own territory. With territory scoring, it costs you a point."),
            replies=dict.fromkeys(
                (f"E{row}" for row in range(1, 6)),
                _("That stone can't live in White's territory. White will capture it."),
            ),
            answer=PASS,
            answers=INVASIONS,
            buttons=(PASS,),
            count=PageScoring("japanese"),
            claims=("score = 10 5", "A5 pass: score = 9 5", *CAPTURED, *CAUGHT),
        ),
        LessonStep(
            task=_("White has passed, but your border has a gap. Close it before you pass."),
            rows=("..XO.", "..XO.", "...O.", "..XO.", "..XO."),
            right="C3",
            good=_("Closed. Always look for gaps before you pass."),
            bad=_("White plays C3, invading your territory."),
            answer="C3",
            answers={PASS: "C3"},
            buttons=(PASS,),
            count=PageScoring("japanese"),
            claims=("C3: score = 10 5",),
        ),
        LessonStep(
            task=_("One neutral point is left between the two territories. Fill it."),
            rows=("..XO.", "..XO.", "..X.O", "..XO.", "..XO."),
            right="D3",
            good=_("Right. The point is neither player's territory, but filling such points makes counting easier."),
            bad=_("Look for the empty point that touches both colours."),
            answer="D3",
            count=PageScoring("japanese"),
            claims=("D3: score = 10 4",),
        ),
    ),
)
