"""Joseki in which White invades below Black's star point."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from learn.lesson import Lesson

from .pages import corner_page

INVADED = "Q16 R17"
CRAWLED = f"{INVADED} R16 Q17"
EXTENDED = f"{CRAWLED} P16 P17"
HANE = f"{CRAWLED} P17 P18"
GETS_OUT = _("White gets out at P17.")

LESSONS = (
    Lesson(
        "joseki-invasion",
        _("3-3 invasion: the extension"),
        _("White takes the corner below the star point. Black extends and gets a wall."),
        (
            corner_page(
                INVADED,
                "R16 Q17",
                task=_("White has invaded at the 3-3 point. Block on one side."),
                good=_("Right. Block on the side where you want a wall. White extends along the other side."),
                bad=_("White escapes, and Black has no wall."),
                answer="R16 Q17",
                answers={"R16": "Q17", "Q17": "R16"},
                claims=("A1: liberties R17 = 4", "R16: liberties R17 = 3", "Q17: liberties R17 = 3"),
            ),
            corner_page(
                CRAWLED,
                "P16 P17",
                good=_("Right. Three stones in a row leave nothing to cut. White crawls once more."),
                bad=GETS_OUT,
                replies={"P17": _("The hane is also joseki. The next lesson shows it. In this one Black extends.")},
                answer="P17 P16",
                answers={"P16": "P17", "P17": "P18"},
                claims=("P16: stones Q16 = 3",),
            ),
            corner_page(
                EXTENDED,
                "O17 O16",
                good=_("Right. The hane at the head of three stones keeps White low. White answers with a hane."),
                bad=_("White continues along the third line."),
                replies={"O16": _("Extending again is also joseki. Black's wall and White's territory both grow.")},
                answer="O17 O16",
                answers={"O17": "O18", "O16": "O17"},
                claims=("stones P17 = 3",),
            ),
            corner_page(
                f"{EXTENDED} O17 O18",
                "N18 N17",
                good=_("Right. Black threatens to play P18, so White connects there."),
                bad=_("White continues along the second line."),
                replies={"N17": _("Pulling back is also joseki. White connects, and Black has sente.")},
                answer="N18 N17",
                answers={"N18": "P18", "N17": "P18"},
                claims=("N18 A1 P18: liberties O18 = 1",),
            ),
            corner_page(
                f"{EXTENDED} O17 O18 N18 P18",
                "N17 N16",
                good=_("Right. White has the corner and sente. Black has a wall that faces the side and the centre."),
                bad=_("White cuts at N17 and attacks O17."),
                replies={
                    "N16": _("The hanging connection also works. It protects the cuts at N17 and O16."),
                    "M17": _("This also protects the cut, but White can force at N17. Connect solidly."),
                },
                answer="N17 O16",
                claims=("A1 N17: liberties O17 = 1", "N16 N17: captures M17 = 1", "N16 O16: captures O15 = 1"),
            ),
        ),
    ),
    Lesson(
        "joseki-hane",
        _("3-3 invasion: the double hane"),
        _("Black answers with a double hane. White lives in sente, or gives up the corner."),
        (
            corner_page(
                CRAWLED,
                "P17 P16",
                task=_("Stop White on the third line with a hane."),
                good=_("Right. White is stopped, and answers with another hane."),
                bad=GETS_OUT,
                replies={
                    "P16": _("The extension is also joseki. The previous lesson shows it. Here Black plays a hane.")
                },
                answer="P17 P16",
                answers={"P17": "P18", "P16": "P17"},
                claims=("P17: liberties Q17 = 3",),
            ),
            corner_page(
                HANE,
                "O18 O17",
                task=_("Answer the hane with another hane (a double hane)."),
                good=_("Right. White can't continue along the second line, so White connects."),
                bad=_("White continues along the second line."),
                replies={"O17": _("Pulling back is also joseki. White connects, and Black has sente.")},
                answer="O18 O17",
                answers={"O18": "Q18", "O17": "Q18"},
                claims=("O18: liberties P18 = 2",),
            ),
            corner_page(
                f"{HANE} O18",
                "Q18 O17",
                good=_("Right. The stone at P18 is safe. Now Black has a cut to protect."),
                bad=_("Black plays Q18, and the stone at P18 is in atari."),
                replies={
                    "O17": _("Cutting is also joseki. Black gets the corner, and White captures the stone at O18."),
                },
                answer="Q18",
                answers={"O17": "P16"},
                claims=("A1 Q18: liberties P18 = 1", "Q18 A1 O17: liberties P17 = 1"),
            ),
            corner_page(
                f"{HANE} O18 Q18",
                "O17",
                good=_("Right. The wall is connected."),
                bad=_("White cuts at O17."),
                answer="O17 P16",
                claims=("A1 O17: liberties P17 = 1",),
            ),
            corner_page(
                f"{HANE} O18 Q18 O17",
                "S16",
                task=_("White needs more room for two eyes. Which forcing move makes room?"),
                good=_("Right. White gets the corner and keeps sente. Black gets a wall on both sides."),
                bad=_("Black takes S16, which leaves White less room."),
                replies={"S17": _("This also makes room, but it doesn't force Black to answer. White loses sente.")},
                answer="S16 S17",
                after="S15 S17 R15",
                claims=("S16 A1 R15: liberties R16 = 2",),
            ),
        ),
    ),
)
