"""A lesson on nets: capturing without atari."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep

START = (".......", ".......", "...XX..", "..XO...", "..X....", ".....O.", ".......")

LESSON = Lesson(
    "net",
    pgettext_lazy("lesson", "The net"),
    _("A net catches stones that would escape from an atari."),
    (
        LessonStep(
            task=_(
                "An atari would let the white stone at D4 escape. Close both exits with one move from a "
                "distance (a net)."
            ),
            rows=START,
            right="E3",
            good=_("Right. Whichever way White runs, you can close it off. The stone is caught in a net."),
            bad=_("White gets away."),
            answer="E4 D3",
            claims=("E3: caught D4 = yes", "D3: caught D4 = no", "E4: caught D4 = no"),
        ),
        LessonStep(
            task=_("White is trying to get out. Close the exit."),
            rows=START,
            right="F4",
            good=_("Right. Whatever White plays now, the stones are captured."),
            bad=_("White gets away."),
            before="E3 E4",
            answer="F4",
            claims=("F4: caught D4 = yes",),
        ),
        LessonStep(
            task=_("White tries the other side. Catch the stones there."),
            rows=START,
            right="D2",
            good=_("Right. The net holds on both sides."),
            bad=_("White gets away."),
            before="E3 D3",
            answer="D2 E4",
            claims=("D2: caught D4 = yes", "E4: caught D4 = no"),
        ),
    ),
)
