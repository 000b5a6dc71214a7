"""Joseki in which White approaches Black's star point with a knight's move."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import Lesson

from .pages import corner_page

APPROACHED = "Q16 R14"
SLIDE, PINCER, KICK = f"{APPROACHED} O17", f"{APPROACHED} R12", f"{APPROACHED} R15"
NO_BASE = _("Black plays a pincer. White's stones have no base.")
BOTH_SIDES = _("White also approaches from the top. The star point is between two white stones.")

LESSONS = (
    Lesson(
        "joseki-slide",
        _("Star point: the slide"),
        _("Black answers an approach quietly, and White slides towards the corner."),
        (
            corner_page(
                APPROACHED,
                "O17 O16 N17",
                task=_("White approaches the star point. Answer quietly on the other side."),
                good=_("Right. The knight's move takes the top side. White slides to S17."),
                bad=BOTH_SIDES,
                replies={
                    "O16": _("The one-space jump is also joseki. It aims more at the centre."),
                    "N17": _("The large knight's move is also joseki. It reaches further, but it is thinner."),
                },
                answer="O17 O16",
                after="S17",
                claims=("O17 S17: move = 4",),
            ),
            corner_page(
                SLIDE,
                "S17 R17",
                good=_("Right. The slide gives White a base and takes some of the corner."),
                bad=NO_BASE,
                replies={
                    "R17": _("Invading at the 3-3 point is also joseki. White takes the corner immediately."),
                    **dict.fromkeys(("R10", "R11"), _("This also makes a base, but it leaves the corner to Black.")),
                },
                answer="R12 R11",
                answers={"R10": "R15", "R11": "R15"},
                claims=("S17: liberties S17 = 4",),
            ),
            corner_page(
                f"{SLIDE} S17",
                "R17",
                good=_("Right. Black keeps the corner. White still needs a base on the side."),
                bad=_("White takes the 3-3 point, and with it the corner."),
                answer="R17 Q17",
                claims=("R17: liberties S17 = 3",),
            ),
            corner_page(
                f"{SLIDE} S17 R17",
                "R10 R11",
                task=_("White has no base yet. Extend along the right side."),
                good=_("Right. White has a base on the side. Black has the corner and sente."),
                bad=NO_BASE,
                answer="R11 R10",
                claims=("R10: move = 6",),
            ),
        ),
    ),
    Lesson(
        "joseki-pincer",
        _("Star point: the one-space low pincer"),
        _("Black attacks the approaching stone, and White switches to the corner."),
        (
            corner_page(
                APPROACHED,
                "R12",
                task=_("Attack the white stone from the side, one space away on the third line."),
                good=_("Right. Now White can't extend along the side."),
                bad=_("White extends along the side and gets a base."),
                replies=dict.fromkeys(
                    ("R11", "R10", "Q12", "Q11", "Q10"),
                    _("This is also a pincer. In this lesson Black plays the nearest one, on the third line."),
                ),
                answer="R10 R11",
                answers=dict.fromkeys(("R11", "R10", "Q12", "Q11", "Q10"), "R17"),
                claims=("R12: liberties R14 = 4",),
            ),
            corner_page(
                PINCER,
                "R17",
                task=_("Take the corner."),
                good=_("Right. White gives up the side and takes the corner."),
                bad=_("Black closes the corner, and White has to run."),
                replies={
                    "Q12": _("The counter-attack leads to a fight. The corner is simpler."),
                    **dict.fromkeys(
                        ("O16", "O17"),
                        _(
                            "The double approach is also joseki. It leads to a fight. In this lesson White "
                            "takes the corner."
                        ),
                    ),
                },
                answer="R17 S17",
                claims=("R17: liberties R17 = 4",),
            ),
            corner_page(
                f"{PINCER} R17",
                "Q17 R16",
                good=_("Right. Black gets the top side, and White goes down towards R14."),
                bad=_("White gets out along the top side as well."),
                replies={"R16": _("Blocking here is also joseki. It separates White's stones. White takes the top.")},
                answer="Q17 R16",
                answers={"Q17": "R16", "R16": "Q17"},
                claims=("Q17 R16: stones R17 = 2",),
            ),
            corner_page(
                f"{PINCER} R17 Q17 R16",
                "Q15",
                good=_("Right. The wall grows. White connects the corner to R14 along the edge."),
                bad=_("White plays Q15 and gets out into the centre."),
                answer="Q15 R15",
                after="S14",
                claims=("Q15: stones Q16 = 3",),
            ),
            corner_page(
                f"{PINCER} R17 Q17 R16 Q15 S14",
                "R15",
                good=_("Right. White has the corner and sente. Black has a wall that faces the top and the centre."),
                bad=_("White connects at R15 and has no weakness."),
                answer="R15 Q14",
                after="S15 Q14",
                claims=("A1 R15: stones R17 = 5",),
            ),
        ),
    ),
    Lesson(
        "joseki-kick",
        _("Star point: the kick"),
        _("Black takes the corner first, and White stands up and extends."),
        (
            corner_page(
                APPROACHED,
                "R15",
                task=_("Kick the white stone by attaching to it from the corner side."),
                good=_("Right. White can't slide into the corner any more, and stands up."),
                bad=_("White slides to S17 and makes a base."),
                answer="S17 S16",
                after="Q14",
                claims=("R15: liberties R14 = 3",),
            ),
            corner_page(
                KICK,
                "Q14",
                good=_("Right. Two stones in a row are strong."),
                bad=_("Black plays Q14, and White is pressed down."),
                answer="Q14 R13",
                claims=("A1 Q14: liberties R14 = 2", "Q14: stones R14 = 2"),
            ),
            corner_page(
                f"{KICK} Q14",
                "O16 O17",
                good=_("Right. Black protects the corner and faces the top side."),
                bad=BOTH_SIDES,
                replies={"O17": _("The knight's move is also joseki. It holds the corner more tightly.")},
                answer="O17 O16",
                claims=("O16: move = 5",),
            ),
            corner_page(
                f"{KICK} Q14 O16",
                "R10 R11",
                task=_("Give the two white stones a base on the right side."),
                good=_("Right. White has the side. Black has the corner and sente."),
                bad=NO_BASE,
                replies={
                    "R11": _("One space narrower is also safe. White has the side. Black has the corner and sente.")
                },
                answer="R11 R10",
                claims=("stones R14 = 2",),
            ),
        ),
    ),
)
