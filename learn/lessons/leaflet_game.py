"""A lesson with a whole game on 9x9, move by move.

The original game of the club leaflet is lost. This game was made to fit the leaflet: 36 moves, White 18 captures move
13, one black stone dead in the upper left, 25 to 24 (C102).
"""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from learn.lesson import Lesson, LessonStep, PageScoring, play_moves
from rules import RULE_SETS, Setup, new_game

MOVES = [
    "G7", "C3", "G3", "C7", "E3", "D4", "E4", "E5", "F6", "E6", "G5", "E7",
    "D5", "D6", "D3", "C4", "F7", "C5", "F4", "E8", "C2", "B2", "D2", "F8",
    "G8", "G9", "H9", "F9", "H8", "B1", "C1", "B3", "B8", "B7", "G4", "F5",
]  # fmt: skip
DEAD, TAKEN = "B8", (0, 1)
EMPTY = (".........",) * 9
BLACK_TERRITORY = "J9 J8 H7 J7 G6 H6 J6 H5 J5 H4 J4 F3 H3 J3 E2 F2 G2 H2 J2 D1 E1 F1 G1 H1 J1"


def _rows_after(moves: int) -> tuple[str, ...]:
    rules = RULE_SETS["leaflet"]
    state = new_game(Setup(9, 9, rules, rules.default_komi(9, 9, 0)))
    return tuple(play_moves(state, " ".join(MOVES[:moves])).board.rows())


BEFORE_THE_LAST, ENDED = _rows_after(35), _rows_after(36)

COMMENTS: dict[int, Promise] = {
    1: _("The board is empty, and Black starts. Begin in the corners, where territory is easiest to surround."),
    2: _("White takes another corner."),
    4: _("Four moves, four corners. Neither player has territory yet, but both have influence."),
    5: _("Black extends along the lower side."),
    6: _("White moves diagonally towards the centre."),
    8: _("White stays one step ahead. The player who is pushed back ends up with less territory."),
    9: _("Instead of pushing from close up, Black sketches out the right side from a distance."),
    12: _("The border between left and right is taking shape."),
    13: _("Black cuts. The new stone is between White's stones and has only two liberties."),
    14: _("Atari. The cutting stone has one liberty left."),
    15: _("Black uses the cutting stone to put D4 in atari."),
    16: _("White saves D4 by connecting it to the stone at C3."),
    17: _("Black gives up the stone and plays at a more valuable point."),
    18: _("White captures stone 13 and keeps it as a prisoner. That is already one point."),
    19: _("Black closes the gap before White can push through."),
    21: _("Black pushes in at the bottom."),
    22: pgettext_lazy("lesson", "White blocks."),
    23: _("Black connects. Otherwise White would cut."),
    24: _("White pushes in at the top."),
    25: pgettext_lazy("lesson", "Black blocks."),
    26: _("White continues along the edge."),
    27: _("Black plays atari."),
    28: pgettext_lazy("lesson", "White connects."),
    29: _("Black connects as well."),
    31: _("The border at the bottom is now closed, right to the edge."),
    32: _(
        "White protects a cutting point. The move costs one point, but without it White could lose the two stones "
        "below."
    ),
    33: _("Black tries to invade the corner."),
    34: _("White answers. Black has no room for two eyes, so the stone is as good as captured."),
    35: _("Black closes the last gap."),
    36: _("White fills the last neutral point. Both players pass, and Black wins by one point, 25 to 24."),
}
"""Comments on moves, by move number."""


def _page_of_move(number: int) -> LessonStep:
    move = MOVES[number - 1]
    is_last = number == len(MOVES)
    return LessonStep(
        task=_("Play the next move of the game, on the circled point."),
        rows=EMPTY,
        right=move,
        good=COMMENTS.get(number, _("The game continues.")),
        bad=_("Your opponent takes the circled point instead. To follow this game, play on the circled point."),
        before=" ".join(MOVES[: number - 1]),
        rings=move,
        answer=f"{move} {FALLBACK.get(number, '')}",
        ruleset="leaflet",
        count=PageScoring("leaflet", DEAD, prisoners=TAKEN) if is_last else None,
        claims=CLAIMS.get(number, ()),
    )


FALLBACK: dict[int, str] = {35: "F5"}
"""The opponent's move if the learner leaves a move out and the opponent cannot take the point."""

CLAIMS: dict[int, tuple[str, ...]] = {
    13: ("D5: liberties D5 = 2",),
    14: ("D6: liberties D5 = 1",),
    15: ("D3: liberties D4 = 1",),
    16: ("C4: liberties D4 = 4", "A9: captures C4 = 1"),
    18: ("captures C5 = 1", "C5: move = 18"),
    27: ("H9: liberties G9 = 1",),
    28: ("A9: captures F9 = 1",),
    32: (
        "A9 B3: liberties B2 = 2",
        "A9 B3: stones B2 = 2",
    ),
    36: ("F5: score = 25 24", "F5: move = 36", "F5: estimate = B8"),
}

LESSON = Lesson(
    "game",
    _("A whole game"),
    _("36 moves on a 9×9 board, from the first stone to the final score."),
    tuple(_page_of_move(number) for number in range(1, len(MOVES) + 1)),
)
