"""Demonstration boards: a teacher plays, marks and comments; others follow and ask."""

from typing import Literal, TypedDict

from .common import Color, Moment, Page
from .study import TreeNode

QuestionState = Literal["open", "answered", "hidden"]
"""The state of a question."""


class DemoBoardRow(TypedDict):
    """A demonstration board in a list."""

    key: str
    """Its name in addresses, which never changes."""
    name: str
    """The name."""
    owner: str
    """The name of the teacher."""
    closed: bool
    """Whether the board is closed; then it is a study that no longer changes."""
    version: int
    """How many times the board and its questions were changed. The socket `/ws/boards/{key}/` sends it."""
    made_at: Moment
    """When the board was made (UTC)."""
    changed_at: Moment
    """When the board or its questions were last changed (UTC)."""
    page: str
    """The address of the board's page."""


class DemoBoards(Page):
    """A page of demonstration boards, the newest first."""

    results: list[DemoBoardRow]
    """The boards of this page."""


class BoardQuestion(TypedDict):
    """A question on a demonstration board."""

    id: int
    """Its number."""
    author: str
    """The name of the player who asked."""
    node: str
    """The node that the question is about."""
    text: str
    """The text."""
    state: QuestionState
    """Whether the question is answered. A hidden question is only returned to its author and the teacher."""
    asked_at: Moment
    """When the question was asked (UTC)."""


class DemoBoard(DemoBoardRow):
    """A demonstration board with its moves, marks, comments and latest questions."""

    rows: list[str]
    """The position before the first move, in the form of `rows` of a page of a lesson."""
    wraps: bool
    """Whether each edge of the board continues at the opposite edge, as on a torus."""
    to_play: Color
    """The colour that moves first."""
    ruleset: str
    """The rule set, by its key."""
    komi: float
    """The komi."""
    root: str
    """The node before the first move."""
    shown: str
    """The node that everyone sees."""
    nodes: list[TreeNode]
    """The moves with their marks and texts."""
    questions: list[BoardQuestion]
    """The latest 100 questions, the latest first."""


class BoardMade(DemoBoard):
    """The demonstration board that was created."""

    left_out: dict[str, int]
    """How many items of the file were not imported, by the kinds of `left_out` of `tree_read`."""
