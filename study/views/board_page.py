"""The template context of a demonstration board at one node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils.functional import cached_property
from django.utils.safestring import SafeString

from accounts.models import Player
from accounts.security.staff_permissions import StaffPermission, may
from games.watching import Spectators, watchers_of
from rules import Setup
from study.models import BoardQuestion, DemoBoard
from study.services import board_questions, boards

from .analysis_page import TreePage
from .drawing import numbered_move_html

if TYPE_CHECKING:
    from study.services.boards import Viewer


class BoardPage(TreePage):
    """The page of a board at the node `at`, by default the node that everyone sees."""

    def __init__(self, board: DemoBoard, viewer: Viewer, at: str, tool: str = "play") -> None:
        super().__init__(board.value, boards.trunk_of_board(board), (at, board.shown), tool)
        self.row, self.viewer = board, viewer
        self.is_owner = board.owner_id == viewer.pk
        self.plays = self.is_owner and board.is_open
        self.asks = (
            board.is_open
            and isinstance(viewer, Player)
            and not self.is_owner
            and board_questions.may_ask_board_owner(viewer, board)
        )
        self.moderates = not self.is_owner and may(viewer, StaffPermission.MODERATE)

    @property
    def setup(self) -> Setup:
        """Return the setup of the board: its size, rules and first position."""
        return self.record.setup

    @property
    def is_shown_to_all(self) -> bool:
        """Return whether the displayed position is the one that everyone sees."""
        return self.at == self.row.shown

    @property
    def shared_move_text(self) -> SafeString | str:
        """Return the move that everyone sees as HTML, or "" before the first move."""
        return self._move_text(self.row.shown)

    @cached_property
    def spectators(self) -> Spectators:
        """Return the board's followers, without its owner."""
        return watchers_of(boards.signal_kind_of(self.row.key))

    @cached_property
    def questions(self) -> list[tuple[BoardQuestion, SafeString | str, bool]]:
        """Return the latest questions, each with its move as text ("" if the move is not on the board), and whether the
        viewer can change the question."""
        rows = board_questions.visible_questions(self.viewer, self.row)[: board_questions.MOST_SHOWN]
        acts = self.is_owner or self.moderates
        return [(row, self._move_text(row.node), acts or row.author_id == self.viewer.pk) for row in rows]

    def _move_text(self, node: str) -> SafeString | str:
        place = self.shape.places.get(node)
        return "" if place is None else numbered_move_html(place.number, place.color, place.move)
