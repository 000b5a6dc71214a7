"""The outcome of each choice on a page: an explanation, and the board after the choice and the opponent's reply
(C100)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from rules import RULE_SETS, Board, Color, Move, Point, RulesError, Score, ScoreContext, score
from rules.errors import BadVertex
from wording.refusals import sentence_for

from .lesson import ANY, PASS, RESIGN, LessonStep, PageScoring, play_one_move, prisoners_taken


@dataclass(frozen=True, slots=True)
class ChoiceOutcome:
    """The outcome of a learner's choice. `moves` are the moves that were played because of it, the learner's own
    first."""

    is_right: bool
    text: str
    board: Board
    moves: tuple[Move, ...] = ()
    marked: frozenset[Point] = frozenset()
    score: Score | None = None
    dead: frozenset[Point] = frozenset()


def outcome_of(step: LessonStep, choice: str) -> ChoiceOutcome:
    """Return the outcome of choosing this point or button. Raises BadVertex or OffBoard if `choice` is neither."""
    if choice in (PASS, RESIGN):
        if choice not in step.buttons:
            raise BadVertex
        return _outcome_without_move(step, choice, frozenset())
    point = step.point_named(choice)
    name = step.point_name(point)
    return _outcome_without_move(step, name, frozenset([point])) if step.taps else _outcome_of_move(step, name)


def right_choices(step: LessonStep) -> list[str]:
    """Return the names of all correct choices: points, or buttons."""
    if step.right != ANY:
        return step.right.split()
    board = step.start.board
    return [name for point in board.points() if _is_legal_move(step, name := step.point_name(point))]


def all_choices(step: LessonStep) -> Iterator[str]:
    """Yield the names of all choices: every point of the board, and the buttons."""
    yield from (step.point_name(point) for point in step.start.board.points())
    yield from step.buttons


def score_of_page(step: LessonStep, board: Board) -> tuple[Score, frozenset[Point]]:
    """Return the score of this board as the page counts it, and the dead stones. The page must have scoring."""
    count = step.count
    assert isinstance(count, PageScoring)
    ruleset = RULE_SETS[count.ruleset]
    dead = frozenset(stone for point in step.points(count.dead) for stone in board.chain_at(point).stones)
    return score(board, dead, ruleset, ScoreContext(Decimal(count.komi), prisoners_taken(count))), dead


def _outcome_without_move(step: LessonStep, name: str, marked: frozenset[Point]) -> ChoiceOutcome:
    """Return the outcome of choosing a button, or of selecting a point. The board stays as it is, except after a wrong
    pass to which the page lists the opponent's reply."""
    is_right = name in step.right.split()
    if not is_right and name == PASS and name in step.answers:
        board, moves = _play_line(step, name, step.answers[name])
        return ChoiceOutcome(False, _explanation_of(step, name, is_right=False), board, moves)
    return _with_score_if_right(
        step,
        is_right,
        ChoiceOutcome(is_right, _explanation_of(step, name, is_right=is_right), step.start.board, (), marked),
    )


def _outcome_of_move(step: LessonStep, name: str) -> ChoiceOutcome:
    try:
        play_one_move(step.start, name)
    except RulesError as error:
        text = str(step.replies[name]) if name in step.replies else sentence_for(error)
        return ChoiceOutcome(False, text, step.start.board)
    is_right = step.right == ANY or name in step.right.split()
    board, moves = _play_line(
        step, name, step.answers.get(name, step.after) if is_right else _opponent_answer(step, name)
    )
    return _with_score_if_right(
        step, is_right, ChoiceOutcome(is_right, _explanation_of(step, name, is_right=is_right), board, moves)
    )


def _explanation_of(step: LessonStep, name: str, *, is_right: bool) -> str:
    return str(step.replies.get(name, step.good if is_right else step.bad))


def _with_score_if_right(step: LessonStep, is_right: bool, outcome: ChoiceOutcome) -> ChoiceOutcome:
    if not is_right or step.count is None:
        return outcome
    found, dead = score_of_page(step, outcome.board)
    return ChoiceOutcome(True, outcome.text, outcome.board, outcome.moves, outcome.marked, found, dead)


def _opponent_answer(step: LessonStep, name: str) -> str:
    """Return the opponent's reply to the learner's wrong move on this point: the page's reply to that point
    (`answers`), otherwise the first legal move in `answer`, otherwise ""."""
    if name in step.answers:
        return step.answers[name]
    for answer in step.answer.split():
        try:
            _play_line(step, name, answer)
        except RulesError:
            continue
        return answer
    return ""


def _play_line(step: LessonStep, name: str, more: str) -> tuple[Board, tuple[Move, ...]]:
    """Return the board after the learner's move and the moves in `more`, and all these moves. Raises RulesError."""
    state, moves = step.start, list[Move]()
    for move in [name, *more.split()]:
        color, state = state.to_play, play_one_move(state, move)
        assert color is not None
        moves.append(Move(color, None if move == PASS else step.point_named(move)))
    return state.board, tuple(moves)


def _is_legal_move(step: LessonStep, name: str) -> bool:
    try:
        play_one_move(step.start, name)
    except RulesError:
        return False
    return True


def move_text(move: Move, name: str) -> str:
    """Return a move as text, such as "Black plays C3" or "White passes". `name` is the name of its point."""
    if move.point is None:
        return pgettext("text", "Black passes") if move.color is Color.BLACK else pgettext("text", "White passes")
    text = _("Black plays %(point)s") if move.color is Color.BLACK else _("White plays %(point)s")
    return text % {"point": name}
