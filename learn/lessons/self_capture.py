"""A lesson on self-capture."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep
from rules import Color

LESSON = Lesson(
    "self_capture",
    pgettext_lazy("lesson", "Self-capture"),
    _("Most rules forbid a move that takes the last liberty of your own stones."),
    (
        LessonStep(
            task=_("Tap the point where White can't play under most rules."),
            rows=(".X...", "X....", ".....", ".....", "....."),
            right="A5",
            good=_(
                "Right. A white stone there would have no liberties. That is self-capture, which most rules forbid."
            ),
            bad=_("A white stone there would have a liberty, so White may play there."),
            replies=dict.fromkeys(
                ("A4", "B5"), _("There is already a stone there. Look for an empty point with no empty neighbours.")
            ),
            taps=True,
            first=Color.WHITE,
            claims=("illegal A5 = self_capture", "legal B4", "legal C5"),
        ),
        LessonStep(
            task=_("White has surrounded the black chain. Capture it."),
            rows=(".XOX.", "XXOX.", "OO...", ".....", "....."),
            right="A5",
            good=_(
                "Three stones captured. A move that captures is never self-capture, because the captured stones "
                "make room for it."
            ),
            bad=_("Black captures two stones and escapes. The black chain's last liberty was inside it."),
            replies={"C3": _("Your stones are safe, but you captured nothing. The last liberty is inside the chain.")},
            answer="C3 D3",
            first=Color.WHITE,
            claims=("captures A5 = 3", "E1: captures C3 = 2"),
        ),
        LessonStep(
            task=_("Under most rules, White may play on only one of the two circled points. Play there."),
            rows=(".X.XOX.", "X..XOXX", ".....OO", ".......", ".......", ".......", "......."),
            right="G7",
            good=_("Right. At G7, White captures three stones. At A7, the stone would have no liberties."),
            bad=_("Black captures two stones and escapes. Look at the two circled points."),
            replies={"E5": _("Your stones are safe, but look at the two circled points.")},
            answer="E5 E4",
            first=Color.WHITE,
            rings="A7 G7",
            claims=("illegal A7 = self_capture", "captures G7 = 3", "A1: captures E5 = 2"),
        ),
    ),
)
