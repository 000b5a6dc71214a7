"""Joseki of the 3-4 point."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import Lesson

from .pages import corner_page

HIGH = "R16 P16"
BACK = f"{HIGH} P17 O17 Q17"
LOW = "R16 P17"
OUT = "R14 Q14 R13"
"""Black's moves by which the stones in the corner get out to the right side."""
SHUT_IN = _("White closes the right side, and Black stays in the corner.")
PLAYED_TOO = _("This is also played. The one-space jump to R14 is the most common.")
PINCERS = dict.fromkeys(("M17", "L17", "M16", "L16"), _("A pincer is also joseki. In this lesson Black attaches."))
JUMPS = _("The one-space jump is also played. In this lesson Black attaches.")
TAKES_RIGHT = _("White also takes the right side, and Black's corner is small.")
CUTS = _("Black cuts at O16.")

LESSONS = (
    Lesson(
        "joseki-attach",
        _("3-4 point: attach below and connect solidly"),
        _("White approaches one space high. Black takes the corner, and White takes the top side."),
        (
            corner_page(
                HIGH,
                "P17",
                task=_(
                    "White approaches the 3-4 point one space high. Attach below the white stone, on the edge side."
                ),
                good=_("Right. Black takes territory, and White blocks at O17."),
                bad=TAKES_RIGHT,
                replies={
                    "P15": _("Attaching on the outside is also joseki. The final joseki lesson shows it."),
                    "R14": JUMPS,
                    **PINCERS,
                },
                answer="R14 Q14",
                after="O17",
                claims=("P17 O17: liberties P17 = 2",),
            ),
            corner_page(
                f"{HIGH} P17",
                "O17",
                good=_("Right. White keeps Black out of the top side."),
                bad=_("Black runs out along the third line."),
                replies={"Q16": _("This starts the avalanche, a long joseki. White's simple answer is at O17.")},
                answer="O17 N17",
                answers={"Q16": "Q17"},
                claims=("O17: liberties P17 = 2",),
            ),
            corner_page(
                f"{HIGH} P17 O17",
                "Q17",
                good=_("Right. Black pulls back, and White can't cut."),
                bad=_("White cuts at Q17."),
                answer="Q17 P18",
                claims=("A1 Q17: liberties P17 = 1", "Q17: stones P17 = 2"),
            ),
            corner_page(
                BACK,
                "O16 N16",
                good=_("Right. The solid connection leaves no weakness. Black gets out along the right side."),
                bad=CUTS,
                replies={
                    "N16": _("The hanging connection is also joseki. The next lesson shows it."),
                    "O15": _("This protects the cut, but it doesn't help White along the top side."),
                },
                answer="O16",
                after="R14",
                claims=("O16: stones O17 = 3",),
            ),
            corner_page(
                f"{BACK} O16",
                OUT,
                good=_("Right. White extends to K17. Black has the corner and sente, and White has the top side."),
                bad=SHUT_IN,
                replies=dict.fromkeys(("Q14", "R13"), PLAYED_TOO),
                answer="R14 Q14",
                after="K17",
                claims=("R14 K17: move = 8",),
            ),
        ),
    ),
    Lesson(
        "joseki-hanging",
        _("3-4 point: attach below and connect loosely"),
        _("With a hanging connection White reaches further along the top side."),
        (
            corner_page(
                BACK,
                "N16 O16",
                task=_("Protect the cut at O16 with a hanging connection, which also helps along the top side."),
                good=_("Right. If Black cuts now, White captures the stone."),
                bad=CUTS,
                replies={
                    "O16": _("The solid connection is also joseki. The previous lesson shows it."),
                    "O15": _("This is also a hanging connection, but it doesn't help along the top side."),
                },
                answer="O16",
                claims=("N16 O16: captures O15 = 1",),
            ),
            corner_page(
                f"{BACK} N16 O16",
                "O15",
                task=_("Black cuts anyway. Punish the cut."),
                good=_("Captured. That is why White didn't need the solid connection."),
                bad=_("Black gets out at O15, and White is cut in two."),
                answer="O15",
                statistics="",
                claims=("captures O15 = 1", "A1 O15: liberties O16 = 3"),
            ),
            corner_page(
                f"{BACK} N16",
                OUT,
                good=_("Right. Black is out before White closes the right side."),
                bad=SHUT_IN,
                replies=dict.fromkeys(("Q14", "R13"), PLAYED_TOO),
                answer="R14 Q14",
                claims=("R14: move = 7",),
            ),
            corner_page(
                f"{BACK} N16 R14",
                "J17 K17",
                task=_("Extend along the top side."),
                good=_("Right. White has the top side. Black has the corner and sente."),
                bad=_("Black plays there first, and White's stones have no base."),
                replies={
                    "K17": _("One space narrower is also safe. White has the top side. Black has the corner and sente.")
                },
                answer="K17 J17",
                claims=("J17: move = 8",),
            ),
        ),
    ),
    Lesson(
        "joseki-diagonal",
        _("3-4 point: the diagonal move"),
        _("A calm answer to the low approach. Both sides get a base."),
        (
            corner_page(
                LOW,
                "Q15",
                task=_("White approaches the 3-4 point low. Answer with a diagonal move towards the centre."),
                good=_("Right. Black can't be shut in, and can extend on either side."),
                bad=_("White takes Q15, and Black is pressed against the right side."),
                replies=dict.fromkeys(
                    ("M17", "L17", "M16", "L16", "N17", "N16"),
                    _("A pincer is also joseki. In this lesson Black plays calmly."),
                ),
                answer="Q15 Q14",
                claims=("Q15: liberties Q15 = 4",),
            ),
            corner_page(
                f"{LOW} Q15",
                "M17 L17",
                good=_("Right. White has a base on the top side."),
                bad=_("Black plays a pincer, and White has no base."),
                replies={
                    "L17": _(
                        "The three-space extension is also joseki. It takes more of the top side, but it is thinner."
                    )
                },
                answer="M17 L17",
                claims=("M17: move = 4",),
            ),
            corner_page(
                f"{LOW} Q15 M17",
                "R13 R12 R11 R10",
                task=_("Extend from the corner along the right side."),
                good=_("Right. Black has the corner and the right side. White has the top side and sente."),
                bad=_("White approaches from the right side, and Black's corner has little room."),
                answer="R13 R12",
                claims=("R13: move = 5",),
            ),
        ),
    ),
    Lesson(
        "joseki-outside",
        _("3-4 point: attach on the outside"),
        _("Black keeps White out of the right side and takes the corner. White gets the top side."),
        (
            corner_page(
                HIGH,
                "P15",
                task=_("White approaches the 3-4 point one space high. Attach on the outside, facing the centre."),
                good=_("Right. White can't take the right side, and answers with a hane."),
                bad=TAKES_RIGHT,
                replies={
                    "P17": _("Attaching below is also joseki. An earlier lesson shows it."),
                    "R14": JUMPS,
                    **PINCERS,
                },
                answer="R14 Q14",
                after="O15",
                claims=("P15 O15: liberties P15 = 2",),
            ),
            corner_page(
                f"{HIGH} P15",
                "O15",
                good=_("Right. White keeps Black out of the top side."),
                bad=_("Black plays O16, and White is held low."),
                replies={"Q15": _("Cutting starts a fight. The hane is simpler.")},
                answer="O16 O15",
                answers={"Q15": "Q16"},
                claims=("O15: liberties P15 = 2",),
            ),
            corner_page(
                f"{HIGH} P15 O15",
                "Q15 P14",
                good=_("Right. Black is connected to the corner, and White has a cut to protect."),
                bad=_("White plays Q15, and the stone at P15 is in atari."),
                replies={"P14": _("The extension is also joseki. It aims more at the centre.")},
                answer="Q15 P14",
                claims=("A1 Q15: liberties P15 = 1", "Q15: stones P15 = 2"),
            ),
            corner_page(
                f"{HIGH} P15 O15 Q15",
                "N16 O16",
                good=_("Right. If Black cuts now, White captures the stone."),
                bad=CUTS,
                replies={"O16": _("The solid connection is also joseki. It leaves no weakness.")},
                answer="O16",
                claims=("N16 O16: captures O17 = 1",),
            ),
            corner_page(
                f"{HIGH} P15 O15 Q15 N16",
                "P17",
                task=_("Attach below the white stone to take the corner."),
                good=_(
                    "Right. White blocks at O17, and Black pulls back. Black has the corner, and White has the top "
                    "side and sente."
                ),
                bad=_("White plays in the corner first, and Black has little territory."),
                answer="Q17 P17",
                after="O17 Q17",
                claims=("P17 O17: liberties P17 = 2",),
            ),
        ),
    ),
)
