"""Catching without atari."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import Lesson, Step

START = (".......", ".......", "...XX..", "..XO...", "..X....", ".....O.", ".......")

LESSON = Lesson(
    "net",
    _("The net"),
    _("A loose move catches what an atari would let go."),
    (
        Step(
            task=_("An atari would let the white stone at D4 run. Close both ways out with one loose move."),
            rows=START,
            right="E3",
            good=_("Right. White runs one way, and you close it: the stone is caught in a net."),
            bad=_("White gets away."),
            answer="E4 D3",
            claims=("E3: caught D4 = yes", "D3: caught D4 = no", "E4: caught D4 = no"),
        ),
        Step(
            task=_("White tries to get out. Close the way."),
            rows=START,
            right="F4",
            good=_("Right. Whatever White plays now, the stones are captured."),
            bad=_("White gets away."),
            before="E3 E4",
            answer="F4",
            claims=("F4: caught D4 = yes",),
        ),
        Step(
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
