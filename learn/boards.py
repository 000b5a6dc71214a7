"""The boards on the rules pages, each played, checked and scored by the rules engine."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import (
    BLACK_AND_WHITE,
    RULE_SETS,
    Board,
    Color,
    GameState,
    Move,
    Outcome,
    Pass,
    Play,
    Point,
    Reason,
    RuleSet,
    Score,
    Setup,
    apply,
    illegal_points,
    illegality_code,
    new_game,
    parse_vertex,
    score,
    score_of,
    vertex,
)
from rules.explain import HalfCount, explain_score
from rules.ruleset import KoRule, SelfCaptureRule
from rules.scoring import ScoreContext
from wording import words
from wording.board_svg import BoardMarks, diagram_svg
from wording.board_text import point_label, sentence_separator

HANDICAP = 5

LONE = (".......", ".......", "...X...", ".......", "O......", ".......", "......X")
CHAIN = (".....", ".XX..", "..X..", ".X...", ".....")
SURROUNDED = (".....", "..X..", ".XOX.", ".XOX.", ".....")
ONE_EYE = (".XO..", "XXO..", "OO...", ".....", ".....")
OPEN = (".X.O.", "XX.O.", "OOO..", ".....", ".....")
OWN_LAST_LIBERTY = ("O.X..", "OXX..", "X....", ".....", ".....")
TWO_EYES = (".X.XO", "XXXXO", "OOOOO", ".....", ".....")
KO = (".....", ".XO..", "XO.O.", ".XO..", ".....")
SEND_TWO = (".O.O.", "XXOOO", ".XO.O", "XXOOO", ".XO.O")
KO_POINT, SENT, SENT_BACK = "C3", ("A5", "C5"), "B5"
EYES_IN_SEKI = (".XO.OX.", "X.OOOX.", "OOOXXX.", "XXXX...", ".......")

GAME = (
    "E5 G5 E3 F3 E7 F7 D8 E8 E6 F6 E4 F5 F4 G4 D7 G3 D9 E9 E2 F2 E1 F1 D6 D5 D4 D3 C5 H4 H5 H7 H6 G6 D2 J6 G7 J5 J7 D1"
)
"""A game on 9x9 without ko or self-capture, so that it is legal under every rule set."""
LEFT_TO_CAPTURE = "C3 G8 C1 J8"
"""The moves that follow GAME under rules that do not remove dead stones."""
DEAD = "D1 D3 G7 J7"
OPENING = 14
"""The number of moves of GAME on the board that shows an opening."""
SIZE = 9


@dataclass(frozen=True, slots=True)
class BoardFigure:
    """A board with marks and a caption."""

    board: Board
    caption: str = ""
    marks: BoardMarks = field(default_factory=BoardMarks)

    @property
    def svg(self) -> SafeString:
        """Return the board and its marks as SVG."""
        return diagram_svg(self.board, self.marks)

    @property
    def alt(self) -> str:
        """Return the text alternative of the figure: board size, stones, and all marks."""
        board = self.board
        size = _("Go board, %(w)s by %(h)s") % {
            "w": words.localized_number(board.width),
            "h": words.localized_number(board.height),
        }
        named = ((name, sorted(points)) for name, points in self._named_points())
        return sentence_separator().join(
            [size, *(f"{name}: {self._points_text(points)}" for name, points in named if points)]
        )

    def _named_points(self) -> Iterator[tuple[str, Collection[Point]]]:
        board, marks = self.board, self.marks
        for color in BLACK_AND_WHITE:
            yield (
                str(words.COLOR_NAMES[color]),
                [p for p in board.points() if board[p] is color and p not in marks.dead],
            )
        yield str(words.TERM_NAMES["dead"]), marks.dead
        if marks.last is not None and marks.last.point is not None:
            yield pgettext("option", "last move"), [marks.last.point]
        if marks.score is not None:
            yield pgettext("option", "Black's territory"), marks.score.territory.black
            yield pgettext("option", "White's territory"), marks.score.territory.white
            yield pgettext("option", "neutral"), marks.score.dame
            yield _("seki, no points"), marks.score.seki
        yield pgettext("mark", "circled"), marks.differs

    def _points_text(self, points: Collection[Point]) -> str:
        return words.join_as_list(point_label(vertex(point, self.board.height)) for point in points)


@dataclass(frozen=True, slots=True)
class ScoredExample:
    """The finished example game of the rules pages and its score: the final state, the number of stones played, and the
    stones marked dead (none under rules that count all stones as alive)."""

    state: GameState
    stones: int
    dead: frozenset[Point]
    score: Score
    by_territory: Score | None
    half_count: HalfCount | None

    @property
    def outcome(self) -> Outcome:
        """Return the winner and the margin."""
        return Outcome(self.score.ranking, Reason.SCORE, abs(self.score.margin))

    @property
    def figure(self) -> BoardFigure:
        """Return the scored board."""
        return BoardFigure(self.state.board, "", BoardMarks(dead=self.dead, score=self.score))


@cache
def scored_example(key: str) -> ScoredExample:
    """Return the example game of the rules pages, played and scored under the rule set with this key, with that rule
    set's komi. Raises KeyError for an unknown rule set."""
    ruleset = RULE_SETS[key]
    moves = f"{GAME} {LEFT_TO_CAPTURE}".split() if ruleset.all_stones_alive else GAME.split()
    setup = Setup(SIZE, SIZE, ruleset, ruleset.default_komi(SIZE, SIZE, 0))
    state = _play_moves(new_game(setup), *moves, "pass", "pass")
    dead = (
        frozenset() if ruleset.all_stones_alive else frozenset(_point_named(state.board, name) for name in DEAD.split())
    )
    explained = explain_score(state.board, dead, ruleset, ScoreContext(setup.komi, state.prisoners, state.pass_stones))
    return ScoredExample(state, len(moves), dead, score_of(state, dead), explained.by_territory, explained.half_count)


CORNERS = ("X.....X", ".......", ".......", ".......", ".......", ".......", "X.....X")
"""Black stones in the four corners, for a board whose edges are joined."""


def rule_figures() -> dict[str, BoardFigure]:
    """Return the boards of the chapters on the rules, by the name of the figure, in the current language."""
    count = scored_example("brainking")
    return {
        "torus": _torus_figure(),
        "game": BoardFigure(example_board_after(OPENING)),
        "marked": BoardFigure(count.state.board, "", BoardMarks(dead=count.dead)),
        **_liberty_figures(),
        **_capture_figures(),
        **_self_capture_figures(),
        "eyes": BoardFigure(
            _board_from_rows(TWO_EYES),
            _("A white stone in either eye would have no liberties, so Black is alive."),
            _illegal_point_marks(TWO_EYES),
        ),
        **_ko_figures(),
        **_seki_figures(),
        "handicap": BoardFigure(
            _handicap_board(), _("%(n)s handicap stones on 9×9") % {"n": words.localized_number(HANDICAP)}
        ),
    }


def _torus_figure() -> BoardFigure:
    board = _board_from_rows(CORNERS).wrapped()
    chain = board.chain_at(_point_named(board, "A1"))
    caption = _(
        "The edges are joined. The %(stones)s stones in the corners form one chain with %(liberties)s liberties."
    )
    numbers = {
        "stones": words.localized_number(len(chain.stones)),
        "liberties": words.localized_number(len(chain.liberties)),
    }
    return BoardFigure(board, caption % numbers, BoardMarks(differs=chain.liberties))


def allows_superko_figure(ko: KoRule) -> bool:
    """Return whether this ko rule lets White play the third move of the figure "superko". That move repeats a
    position."""
    state = _state_from_rows(SEND_TWO, replace(RULE_SETS["chinese"], ko=ko), first=Color.WHITE)
    return illegality_code(_play_moves(state, *SENT), _point_named(state.board, SENT_BACK)) is None


def example_board_after(moves: int) -> Board:
    """Return the board of the example game after this many moves."""
    return _play_moves(new_game(Setup(SIZE, SIZE, RULE_SETS["brainking"], Decimal(0))), *GAME.split()[:moves]).board


def _liberty_figures() -> dict[str, BoardFigure]:
    lone, chain = _board_from_rows(LONE), _board_from_rows(CHAIN)
    found = [lone.chain_at(_point_named(lone, name)) for name in ("D5", "A3", "G1")]
    middle, edge, corner = (words.localized_number(len(one.liberties)) for one in found)
    joined = chain.chain_at(_point_named(chain, "B4"))
    lone_caption = _("Liberties in the middle: %(middle)s, at the edge: %(edge)s, in the corner: %(corner)s.")
    chain_caption = _(
        "A chain of %(stones)s stones with %(liberties)s liberties. The diagonal stone is not part of it."
    )
    return {
        "lone": BoardFigure(
            lone,
            lone_caption % {"middle": middle, "edge": edge, "corner": corner},
            BoardMarks(differs=frozenset().union(*(one.liberties for one in found))),
        ),
        "chain": BoardFigure(
            chain,
            chain_caption
            % {
                "stones": words.localized_number(len(joined.stones)),
                "liberties": words.localized_number(len(joined.liberties)),
            },
            BoardMarks(differs=joined.liberties),
        ),
    }


def _capture_figures() -> dict[str, BoardFigure]:
    before = _board_from_rows(SURROUNDED)
    chain = before.chain_at(_point_named(before, "C3"))
    (point,) = chain.liberties
    placed = before.place(Color.BLACK, point)
    values = {"point": vertex(point, before.height), "n": words.localized_number(len(placed.captured))}
    return {
        "before": BoardFigure(
            before, _("White's chain has a single liberty left."), BoardMarks(differs=chain.liberties)
        ),
        "after": BoardFigure(
            placed.board,
            _("Black played %(point)s and captured %(n)s stones.") % values,
            _last_move_marks(Color.BLACK, point),
        ),
    }


def _self_capture_figures() -> dict[str, BoardFigure]:
    closed, surrounded, own = _illegal_point_marks(OPEN), _board_from_rows(ONE_EYE), _board_from_rows(OWN_LAST_LIBERTY)
    (corner,) = closed.differs
    filled = _point_named(own, "B5")
    taken = surrounded.place(Color.WHITE, corner)
    lost = own.place(Color.WHITE, filled, SelfCaptureRule.ALLOWED)
    captions = {
        "closed": _("Self-capture. A white stone at %(point)s would have no liberties."),
        "opened": _("If Black has no other liberties, the move is a capture. Here, %(point)s captured %(n)s stones."),
        "own": _("What happens if White plays %(point)s?"),
        "own_after": _("White played %(point)s and lost %(n)s stones."),
    }
    there = {"point": vertex(corner, 5), "n": words.localized_number(len(taken.captured))}
    here = {"point": vertex(filled, 5), "n": words.localized_number(len(lost.self_captured))}
    return {
        "closed": BoardFigure(_board_from_rows(OPEN), captions["closed"] % there, closed),
        "opened": BoardFigure(taken.board, captions["opened"] % there, _last_move_marks(Color.WHITE, corner)),
        "own": BoardFigure(own, captions["own"] % here, BoardMarks(differs=frozenset([filled]))),
        "own_after": BoardFigure(lost.board, captions["own_after"] % here),
    }


def _ko_figures() -> dict[str, BoardFigure]:
    start = _state_from_rows(KO, RULE_SETS["brainking"], first=Color.BLACK)
    taken = _play_moves(start, KO_POINT)
    two = _state_from_rows(SEND_TWO, RULE_SETS["brainking"], first=Color.WHITE)
    three = _play_moves(two, *SENT)
    refused = frozenset(point for point, code in illegal_points(taken).items() if code == "ko")
    back = BoardMarks(last=three.last_move, differs=frozenset([_point_named(three.board, SENT_BACK)]))
    sent = _("White played %(one)s. Black captured two stones by playing %(two)s.")
    return {
        "ko": BoardFigure(start.board, _("Black can capture a stone at %(point)s.") % {"point": KO_POINT}),
        "ko_taken": BoardFigure(
            taken.board,
            _("Captured. White can't retake immediately."),
            BoardMarks(last=taken.last_move, differs=refused),
        ),
        "superko": BoardFigure(two.board, words.turn_text(Color.WHITE)),
        "superko_taken": BoardFigure(three.board, sent % {"one": SENT[0], "two": SENT[1]}, back),
    }


def _seki_figures() -> dict[str, BoardFigure]:
    board = _board_from_rows(EYES_IN_SEKI)
    captions = {
        "japanese": _("Seki in the corner, with territory scoring. Points marked with a diamond are worth nothing."),
        "chinese": _(
            "The same seki with area scoring. The eyes count, but the point between the two colours does not."
        ),
    }
    return {
        f"seki_{key}": BoardFigure(
            board,
            caption,
            BoardMarks(score=score(board, (), RULE_SETS[key], ScoreContext())),
        )
        for key, caption in captions.items()
    }


def _handicap_board() -> Board:
    ruleset = RULE_SETS["brainking"]
    return Setup(SIZE, SIZE, ruleset, ruleset.default_komi(SIZE, SIZE, HANDICAP), HANDICAP).board()


def _illegal_point_marks(rows: tuple[str, ...]) -> BoardMarks:
    """Return marks that put a ring on each point of this board where White may not play."""
    return BoardMarks(
        differs=frozenset(illegal_points(_state_from_rows(rows, RULE_SETS["brainking"], first=Color.WHITE)))
    )


def _board_from_rows(rows: tuple[str, ...]) -> Board:
    return Board.from_rows(rows)


def _point_named(board: Board, name: str) -> Point:
    return parse_vertex(name, board.width, board.height)


def _last_move_marks(color: Color, point: Point) -> BoardMarks:
    return BoardMarks(last=Move(color, point))


def _state_from_rows(rows: tuple[str, ...], ruleset: RuleSet, first: Color) -> GameState:
    return new_game(Setup(len(rows[0]), len(rows), ruleset, Decimal(0), start=rows, first=first))


def _play_moves(state: GameState, *moves: str) -> GameState:
    for move in moves:
        color = state.to_play
        assert color is not None
        state = apply(state, Pass(color) if move == "pass" else Play(color, _point_named(state.board, move)))
    return state
