"""Refusals about trees and reviews."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.errors import GameError
from rules import RulesError
from social.errors import ThreadClosed
from wording.refusals import sentence_for


class NoSuchTree(GameError, code="no_such_tree", http_status=404, sentence=_("You have no analysis of this game.")):
    """The game does not exist, or the requester has no tree of it."""


class TreeFull(GameError, code="tree_full"):
    """Raised if a tree would have more than 2,000 nodes or 256 kB."""

    sentence = _("This analysis is full. The limit is 2,000 moves or 256 kB. Delete a branch to make room.")


class TreeChanged(GameError, code="tree_changed", fields=("expected",)):
    """Raised if the tree is not at the expected version; `version` is its current one."""

    sentence = _("The analysis has changed since you opened it. Reload the page.")


class BadOperation(GameError, code="bad_operation", http_status=400):
    """An operation is invalid, or about an unknown node; `index` is its position, `why` is a message for
    developers."""

    sentence = _("That change is not valid, or its move is no longer in the analysis. Reload the page.")

    def __init__(self, index: int, why: str, field: str = "") -> None:
        super().__init__(index=index, why=why)
        self.fields = (f"operations.{index}" + (f".{field}" if field else ""),)


class IllegalVariation(
    GameError, code="tree_illegal", http_status=422, sentence=pgettext_lazy("text", "Illegal move.")
):
    """Raised if the rules forbid an added move; `index` is its position, `point` the point, `why` the code of the
    rules' refusal."""

    def __init__(self, error: RulesError, **data: Any) -> None:
        super().__init__(why=error.code, **data)
        self.error = error
        self.fields = (f"operations.{self.data['index']}.move", f"moves.{self.data['index']}")

    def message(self) -> str:
        """Return the move and the reason."""
        return _now("%(point)s: %(reason)s") % {"point": self.data["point"], "reason": sentence_for(self.error)}


class NotShared(GameError, code="not_shared", http_status=404, sentence=_("This analysis is not shared.")):
    """Raised if the owner of this tree does not share it."""


class NoSuchPlace(NotShared, sentence=_("This move is not in the game or in the visible part of its review.")):
    """Raised if the move of a comment or variation exists neither in the game nor in the visible review."""


class CommentsClosed(ThreadClosed, sentence=_("You cannot comment on this game now.")):
    """Raised if the player may not comment on the game's moves: during a game only its players may, and never anyone
    with a block between them and one of its players."""


class ReaderTreeFull(GameError, code="variations_full"):
    """Raised beyond 200 moves that one reader adds to a game, or 30 at a time."""

    sentence = _("You can add up to 200 moves to a game's review.")


class CannotTeach(GameError, code="cannot_teach"):
    """Raised if a teacher cannot be invited: a teacher is not a player of the game, has an account, and has no block
    with its players; the game is public and has at most 3 teachers."""

    sentence = _("You can't invite this player as a teacher.")


class BoardDoesNotMatch(GameError, code="other_board", http_status=422):
    """Raised for a file about a board of another size, or with other stones at the start."""

    sentence = _("This file starts from a different position than this game.")


class NotAnAnswer(GameError, code="not_an_answer", http_status=422):
    """Raised if a move marked as conditional is not an answer of the owner, in a line from the current position."""

    sentence = _("Only your own moves after the current position can be conditional moves.")


class NoSuchBoard(GameError, code="no_such_board", http_status=404):
    """Raised if the board or the question does not exist, or this person may not see it."""

    sentence = _("This demonstration board does not exist, or is private.")


class TooManyBoards(GameError, code="too_many_boards"):
    """Raised for more than 50 boards of a player."""

    sentence = _("You've reached the limit of 50 demonstration boards. Delete one to make room.")


class BadBoard(GameError, code="bad_board", http_status=400, fields=("name", "size", "sgf", "game")):
    """Raised for a name or a start that does not fit."""

    sentence = _("Enter a name of up to 100 characters. Start from a board or a two-colour game.")


class BoardClosed(GameError, code="board_closed", sentence=_("This demonstration board is closed.")):
    """Raised for a move, mark, comment or question on a closed board."""


class NoSuchNode(GameError, code="no_such_node", http_status=400, fields=("shown", "node")):
    """Raised for a node that is not on the board."""

    sentence = _("This move is no longer on the board. Reload the page.")


class BadQuestion(GameError, code="bad_question", http_status=400, fields=("text",)):
    """Raised for an empty or too long question."""

    sentence = _("Enter a question of up to 500 characters.")


class TooManyQuestions(GameError, code="too_many_questions"):
    """Raised for more than 20 questions of a player on a board, or more than 500 of all."""

    sentence = _("You can't ask more questions on this board.")
