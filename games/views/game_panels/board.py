"""The picture of the board, and the buttons over it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from rules import Color, Move, Point, parse_vertex, refusal, vertex, why_not
from rules.errors import RulesError
from wording.board_svg import Marks, board_svg
from wording.refusals import SENTENCES, sentence_for

from .end import EndPanel


class BoardPanel(EndPanel):
    """The board. `pending` is a point that is not sent yet, `placed` the handicap stones chosen so far, `refusal` why
    one of them cannot be."""

    pending = ""
    placed: list[str]
    refusal = ""

    def _pending(self, point: str) -> str:
        """The point that the viewer chose and did not send, "" when it cannot be played (see `refusal`)."""
        if not point or not self.can_play:
            return ""
        try:
            chosen = parse_vertex(point, self.game.width, self.game.height)
        except RulesError as error:
            self.refusal = str(SENTENCES[error.code])
            return ""
        refused = refusal(self.present, chosen)
        if refused is not None:
            self.refusal = f"{vertex(chosen, self.game.height)}: {sentence_for(refused)}"
            return ""
        return vertex(chosen, self.game.height)

    def _chosen(self, placed: Iterable[str]) -> list[str]:
        """Points for handicap stones, without those that are none."""
        chosen = []
        for text in placed:
            try:
                parse_vertex(text, self.game.width, self.game.height)
            except RulesError as error:
                self.refusal = str(SENTENCES[error.code])
            else:
                chosen.append(text)
        return chosen[: self.game.handicap]

    @property
    def board(self) -> SafeString:
        """The picture."""
        ghost = None
        if self.pending and self.me is not None:
            point = parse_vertex(self.pending, self.game.width, self.game.height)
            ghost = Move(Color(self.me.color), point)
        marks = Marks(
            last=self.last_move,
            dead=self.dead,
            score=self.score,
            ghost=ghost,
            differs=self.differences,
        )
        board = self.position
        if self.placed:
            stones = self._points(self.placed)
            board = board.with_stones((Color.BLACK, point) for point in stones)
        return board_svg(board, marks, labels=self.show_coordinates)

    @property
    def show_coordinates(self) -> bool:
        """Whether the viewer wants letters and numbers around the board."""
        return bool(getattr(self.viewer, "show_coordinates", True))

    @property
    def grid(self) -> SafeString:
        """The buttons over the picture, row by row."""
        return format_html_join("", '<div role="row">{}</div>', ((row,) for row in self._rows()))

    def _rows(self) -> Iterable[SafeString]:
        board, width = self.position, self.game.width
        focus = self._focus()
        extras = self._extras()
        for row in range(self.game.height):
            yield format_html_join(
                "",
                '<button role="gridcell" name="point" value="{}" tabindex="{}" aria-label="{}"{}></button>',
                (self._cell(Point(column, row), board[Point(column, row)], focus, extras) for column in range(width)),
            )

    def _cell(
        self, point: Point, stone: Color | None, focus: Point, extras: dict[Point, str]
    ) -> tuple[str, int, str, SafeString | str]:
        name = vertex(point, self.game.height)
        content = self._empty if stone is None else self._stone[stone]
        label = f"{name[0]} {name[1:]}, {content}"
        if point in extras:
            label += f", {extras[point]}"
        flag = format_html(' data-s="{}"', stone.letter) if stone else ""
        return name, 0 if point == focus else -1, label, flag

    @cached_property
    def _empty(self) -> str:
        return _("empty")

    @cached_property
    def _stone(self) -> dict[Color, str]:
        return {Color.BLACK: _("black"), Color.WHITE: _("white")}

    def _focus(self) -> Point:
        """The one tab stop: the last move, else the middle."""
        move = self.last_move
        if move is not None and move.point is not None:
            return move.point
        return Point(self.game.width // 2, self.game.height // 2)

    def _extras(self) -> dict[Point, str]:
        extras = self._count_words()
        move = self.last_move
        if move is not None and move.point is not None:
            extras[move.point] = _("last move")
        for point in self.dead:
            extras[point] = _("dead")
        if self.can_play:
            extras.update(self._ko_words())
        return extras

    def _count_words(self) -> dict[Point, str]:
        if self.score is None:
            return {}
        words_of: dict[Point, str] = dict.fromkeys(self.score.dame, _("neutral"))
        words_of.update(dict.fromkeys(self.score.seki, _("seki, no point")))
        words_of.update(dict.fromkeys(self.score.territory.black, _("Black's territory")))
        words_of.update(dict.fromkeys(self.score.territory.white, _("White's territory")))
        return words_of

    def _ko_words(self) -> dict[Point, str]:
        """Points where ko forbids to play: beside the last move, where a stone has just been taken."""
        move = self.present.last_move
        if move is None or move.point is None:
            return {}
        column, row = move.point
        around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
        inside = (Point(c, r) for c, r in around if 0 <= c < self.game.width and 0 <= r < self.game.height)
        return {
            point: _("ko, not allowed now") for point in inside if why_not(self.present, point) in ("ko", "superko")
        }

    @property
    def handicap_left(self) -> int:
        """How many handicap stones are still to be chosen."""
        return self.game.handicap - len(self.placed)
