"""The template context of an analysis's page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Game
from machine_review.engines import GamePositions
from machine_review.graph import GraphLabels, MarkedMove, lead_graph_svg
from machine_review.models import AnalysisStatus, ReviewJob
from machine_review.services import texts
from machine_review.services.losses import MoveLoss, has_rough_scores, largest_losses
from machine_review.services.replaying import replay_positions
from machine_review.services.reviews import has_engine, queue_position
from rules import Color, Move, vertex
from wording import words
from wording.board_svg import BoardMarks, board_svg

from .lines import NumberedLine, to_numbered_line


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move in the table: its number, the move, the lead after it, and the engine's preferred move."""

    move: int
    color: str
    point: str
    lead: str
    chances: str
    best: str
    lost: str
    is_chosen: bool


class ReviewPage:
    """The page of a game's computer analysis. Templates read its attributes. `asked` is the move number in the URL."""

    def __init__(self, game: Game, job: ReviewJob | None, asked: int | None) -> None:
        self.game, self.job, self.asked = game, job, asked
        self.has_engine = has_engine() and game.agreed_variant.plain

    @cached_property
    def course(self) -> GamePositions:
        """Return the positions of the game."""
        return replay_positions(self.game)

    @property
    def is_waiting(self) -> bool:
        """Return whether the analysis is waiting in the queue."""
        return self.job is not None and self.job.status == AnalysisStatus.WAITING

    @property
    def is_running(self) -> bool:
        """Return whether the analysis is in progress."""
        return self.job is not None and self.job.status == AnalysisStatus.RUNNING

    @property
    def failure(self) -> str:
        """Return why the analysis failed, "" if it did not."""
        if self.job is None or self.job.status != AnalysisStatus.FAILED:
            return ""
        return str(texts.REASONS[self.job.reason])

    @property
    def can_request(self) -> bool:
        """Return whether an analysis can be requested: there is an engine, and no analysis or only a failed one."""
        return self.has_engine and (self.job is None or self.job.status == AnalysisStatus.FAILED)

    @property
    def queue_place(self) -> int:
        """Return the position in the queue, from 1."""
        assert self.job is not None
        return queue_position(self.job)

    @property
    def is_rough(self) -> bool:
        """Return whether the engine gives only rough score estimates."""
        return self.job is not None and has_rough_scores(self.job)

    @cached_property
    def values(self) -> list[float | None]:
        """Return Black's lead in points before the first move and after each move, None where it is unknown. Rough
        estimates are averaged over two positions, because each favours the last mover."""
        judgements = [] if self.job is None else self.job.judgements
        points = [None if one is None or one[1] is None else one[1] / 10 for one in judgements]
        if not self.is_rough:
            return points
        pairs = zip([*points[:1], *points], points, strict=False)
        return [None if before is None or after is None else (before + after) / 2 for before, after in pairs]

    @property
    def has_values(self) -> bool:
        """Return whether the lead is known for any position."""
        return any(value is not None for value in self.values)

    @cached_property
    def losses(self) -> list[MoveLoss]:
        """Return the moves with the largest losses."""
        return [] if self.job is None else largest_losses(self.job)

    @property
    def largest_loss_rows(self) -> list[tuple[int, str, str]]:
        """Return the moves with the largest losses as tuples of number, move and loss."""
        return [(loss.move, self._move_text(loss.move), self._loss_text(loss)) for loss in self.losses]

    @property
    def graph(self) -> SafeString:
        """Return the graph as SVG, with links at the moves with the largest losses."""
        marks = [
            MarkedMove(
                loss.move,
                f"?move={loss.move}#position",
                f"{self._move_with_number(loss.move)}: {self._loss_text(loss)}",
            )
            for loss in sorted(self.losses, key=lambda loss: loss.move)
        ]
        name = _("Lead after each move, with Black above the middle line and White below")
        sides = (str(words.COLOR_NAMES[Color.BLACK]), str(words.COLOR_NAMES[Color.WHITE]))
        labels = GraphLabels(
            name, sides, lambda value: words.localized_number(f"{abs(value):g}"), words.localized_number
        )
        return lead_graph_svg(self.values, marks, labels)

    @property
    def rows(self) -> list[MoveRow]:
        """Return the rows of the table, one per evaluated move."""
        assert self.job is not None
        lost = {loss.move: self._loss_text(loss) for loss in largest_losses(self.job, most=len(self.job.judgements))}
        return [
            self._move_row(number, judgement, lost.get(number, ""))
            for number, judgement in enumerate(self.job.judgements)
            if number and judgement is not None
        ]

    def _move_row(self, number: int, judgement: list[int | str | None], lost: str) -> MoveRow:
        assert self.job is not None
        before = self.job.judgements[number - 1]
        move = self.course.moves[number - 1]
        return MoveRow(
            number,
            str(words.COLOR_NAMES[move.color]),
            self._point_text(move),
            texts.lead_text(judgement[1]),  # type: ignore[arg-type]
            texts.chances_text(judgement[0]),  # type: ignore[arg-type]
            "" if before is None else self._vertex_text(str(before[2])),
            lost,
            number == self.shown_move,
        )

    @property
    def shown_move(self) -> int | None:
        """Return the number of the displayed move: the requested move, otherwise the move with the largest loss. None
        if there is neither."""
        last = len(self.course.moves)
        if self.asked is not None and last:
            return min(max(1, self.asked), last)
        return self.losses[0].move if self.losses else None

    @property
    def heading(self) -> str:
        """Return the displayed move as text, such as "46 White D4"; "" if there is none."""
        return "" if self.shown_move is None else self._move_with_number(self.shown_move)

    @property
    def previous_move(self) -> int | None:
        """Return the number of the move before the displayed one, None at the first."""
        return None if self.shown_move in (None, 1) else (self.shown_move or 0) - 1

    @property
    def next_move(self) -> int | None:
        """Return the number of the move after the displayed one, None at the last."""
        return None if self.shown_move in (None, len(self.course.moves)) else (self.shown_move or 0) + 1

    @property
    def played_board(self) -> SafeString:
        """Return the board after the displayed move."""
        assert self.shown_move is not None
        return board_svg(self.course.boards[self.shown_move], BoardMarks(last=self.course.moves[self.shown_move - 1]))

    @property
    def lead_text(self) -> str:
        """Return which colour led after the displayed move, as text."""
        judgement = self._judgement_at(self.shown_move or 0)
        if judgement is None:
            return ""
        return texts.lead_text(judgement[1]) or texts.chances_text(judgement[0])  # type: ignore[arg-type]

    @property
    def loss_text(self) -> str:
        """Return how much the displayed move lost, as text; "" for a small loss."""
        assert self.job is not None
        every = largest_losses(self.job, most=len(self.job.judgements))
        return next((self._loss_text(loss) for loss in every if loss.move == self.shown_move), "")

    @cached_property
    def better_line(self) -> NumberedLine | None:
        """Return the line that the engine prefers to the displayed move, or only its best move, as a picture with its
        moves. Return None if there is neither."""
        assert self.shown_move is not None
        judgement = self._judgement_at(self.shown_move - 1)
        if judgement is None or not judgement[2] or self.job is None:
            return None
        line = self.job.lines.get(str(self.shown_move - 1)) or [judgement[2]]
        return to_numbered_line(self.course, self.shown_move - 1, [str(name) for name in line])

    @property
    def better_line_moves(self) -> list[tuple[int, str, str]]:
        """Return the moves of `better_line` as tuples of number, colour and point."""
        if self.better_line is None:
            return []
        return [
            (number, str(words.COLOR_NAMES[color]), self._vertex_text(name))
            for number, (color, name) in enumerate(self.better_line.moves, 1)
        ]

    def _judgement_at(self, number: int) -> list[int | str | None] | None:
        judgements = [] if self.job is None else self.job.judgements
        return judgements[number] if 0 <= number < len(judgements) else None

    def _move_with_number(self, number: int) -> str:
        return f"{words.localized_number(number)} {self._move_text(number)}"

    def _move_text(self, number: int) -> str:
        move = self.course.moves[number - 1]
        return f"{words.COLOR_NAMES[Color(move.color)]} {self._point_text(move)}"

    def _point_text(self, move: Move) -> str:
        return pgettext("text", "pass") if move.point is None else vertex(move.point, self.game.height)

    def _vertex_text(self, name: str) -> str:
        return pgettext("text", "pass") if name.lower() == "pass" else name

    def _loss_text(self, loss: MoveLoss) -> str:
        if loss.points is not None:
            return _("points lost: %(points)s") % {"points": texts.points_text(loss.points)}
        return _("winning chances lost: %(chances)s") % {"chances": texts.chances_text(loss.chances)}
