"""What comes of every point of a page: a sentence, and the board after it, with the opponent's answer (C100)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from rules import RULE_SETS, BesideBoard, Board, Color, Move, Point, RulesError, Score, score
from rules.errors import BadVertex
from wording.refusals import sentence_for

from .lesson import ANY, PASS, RESIGN, Count, Step, counted_beside, one_played


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a choice. `moves` are the stones that were played, the learner's first."""

    is_right: bool
    text: str
    board: Board
    moves: tuple[Move, ...] = ()
    marked: frozenset[Point] = frozenset()
    score: Score | None = None
    dead: frozenset[Point] = frozenset()


def outcome_of(step: Step, choice: str) -> Outcome:
    """What comes of this point, or of this button. Raises BadVertex and OffBoard for what is neither."""
    if choice in (PASS, RESIGN):
        if choice not in step.buttons:
            raise BadVertex
        return _chosen(step, choice, frozenset())
    point = step.at(choice)
    name = step.name(point)
    return _chosen(step, name, frozenset([point])) if step.taps else _played(step, name)


def right_points(step: Step) -> list[str]:
    """Every choice that is right."""
    if step.right != ANY:
        return step.right.split()
    board = step.start.board
    return [name for point in board.points() if _is_possible(step, name := step.name(point))]


def choices(step: Step) -> Iterator[str]:
    """Everything that can be chosen: all points of the board, and the buttons."""
    yield from (step.name(point) for point in step.start.board.points())
    yield from step.buttons


def counted(step: Step, board: Board) -> tuple[Score, frozenset[Point]]:
    """The count of a page that has one, and the stones that are dead in it."""
    count = step.count
    assert isinstance(count, Count)
    ruleset = RULE_SETS[count.ruleset]
    dead = frozenset(stone for point in step.points(count.dead) for stone in board.chain_at(point).stones)
    return score(board, dead, ruleset, BesideBoard(Decimal(count.komi), counted_beside(count))), dead


def _chosen(step: Step, name: str, marked: frozenset[Point]) -> Outcome:
    """A point was shown, or a button was pressed: the board stays, but for what is played after a wrong pass."""
    is_right = name in step.right.split()
    if not is_right and name == PASS and name in step.answers:
        board, moves = _line(step, name, step.answers[name])
        return Outcome(False, _text(step, name, is_right=False), board, moves)
    return _ended(step, is_right, Outcome(is_right, _text(step, name, is_right=is_right), step.start.board, (), marked))


def _played(step: Step, name: str) -> Outcome:
    try:
        one_played(step.start, name)
    except RulesError as error:
        text = str(step.feedback[name]) if name in step.feedback else sentence_for(error)
        return Outcome(False, text, step.start.board)
    is_right = step.right == ANY or name in step.right.split()
    board, moves = _line(step, name, step.answers.get(name, step.after) if is_right else _answer(step, name))
    return _ended(step, is_right, Outcome(is_right, _text(step, name, is_right=is_right), board, moves))


def _text(step: Step, name: str, *, is_right: bool) -> str:
    return str(step.feedback.get(name, step.good if is_right else step.bad))


def _ended(step: Step, is_right: bool, outcome: Outcome) -> Outcome:
    if not is_right or step.count is None:
        return outcome
    found, dead = counted(step, outcome.board)
    return Outcome(True, outcome.text, outcome.board, outcome.moves, outcome.marked, found, dead)


def _answer(step: Step, name: str) -> str:
    """What is played after this point: its own answer, or the first of all that is possible."""
    if name in step.answers:
        return step.answers[name]
    for answer in step.answer.split():
        try:
            _line(step, name, answer)
        except RulesError:
            continue
        return answer
    return ""


def _line(step: Step, name: str, more: str) -> tuple[Board, tuple[Move, ...]]:
    """The board after the learner's move and these, and all of them. Raises RulesError."""
    state, moves = step.start, list[Move]()
    for move in [name, *more.split()]:
        color = state.to_play
        assert color is not None
        moves.append(Move(color, None if move == PASS else step.at(move)))
        state = one_played(state, move)
    return state.board, tuple(moves)


def _is_possible(step: Step, name: str) -> bool:
    try:
        one_played(step.start, name)
    except RulesError:
        return False
    return True


def feedback_of(move: Move, name: str) -> str:
    """A move of an outcome in words."""
    if move.point is None:
        return _("Black passes") if move.color is Color.BLACK else _("White passes")
    text = _("Black plays %(point)s") if move.color is Color.BLACK else _("White plays %(point)s")
    return text % {"point": name}
