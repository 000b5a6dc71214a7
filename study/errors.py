"""Errors about trees and reviews."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.errors import GameError
from rules import RulesError
from social.errors import CannotWriteToPlayer
from wording.refusals import sentence_for


class NoSuchTree(GameError, code="no_such_tree", http_status=404, sentence=_("You have no analysis of this game.")):
    """Raised if the game does not exist, or the player has no seat in it and therefore no tree."""


class TreeFull(GameError, code="tree_full"):
    """Raised if a tree would have more than 2,000 nodes or 256 kB."""

    sentence = _("This analysis is full. The limit is 2,000 moves or 256 kB. Delete a branch to make room.")


class TreeChanged(GameError, code="tree_changed", fields=("expected",)):
    """Raised if the tree is not at the expected version. `version` is its current version."""

    sentence = _("The analysis has changed since you opened it. Reload the page.")


class BadOperation(GameError, code="bad_operation", http_status=400):
    """Raised if an operation is invalid, or refers to an unknown node. `index` is its position in the request, and
    `why` a message for developers."""

    sentence = _("The analysis can't be changed like this. Reload the page and try again.")

    def __init__(self, index: int, why: str, field: str = "") -> None:
        super().__init__(index=index, why=why)
        self.fields = (f"operations.{index}" + (f".{field}" if field else ""),)


class IllegalVariation(
    GameError, code="tree_illegal", http_status=422, sentence=pgettext_lazy("text", "Illegal move.")
):
    """Raised if an added move is illegal. `index` is the position of the move in the request, `point` its point, and
    `why` the code of the rules' error."""

    def __init__(self, error: RulesError, **data: Any) -> None:
        super().__init__(why=error.code, **data)
        self.error = error
        self.fields = (f"operations.{self.data['index']}.move", f"moves.{self.data['index']}")

    def message(self) -> str:
        """Return the move and the reason why it is illegal, in the current language."""
        return _now("%(point)s: %(reason)s") % {"point": self.data["point"], "reason": sentence_for(self.error)}


class NotShared(GameError, code="not_shared", http_status=404, sentence=_("This analysis is not shared.")):
    """Raised if the tree's owner does not share it."""


class NoSuchMove(NotShared, sentence=_("This move is not in the game or in the visible part of its review.")):
    """Raised if the move of a comment or variation exists neither in the game nor in the visible review."""


class MayNotComment(CannotWriteToPlayer, sentence=_("You can't comment on this game now.")):
    """Raised if the player may not comment on the game's moves. During a game only its players may. Players with a
    block between them and one of its players never may."""


class ReaderTreeFull(GameError, code="variations_full"):
    """Raised if a reader adds more than 30 moves at a time, or more than 200 to a game."""

    sentence = _("You've reached the limit of 200 added moves in this game's review.")


class CannotInviteTeacher(GameError, code="cannot_teach"):
    """Raised if a player cannot be invited as a teacher: they play in the game, have no account, or have a block
    between them and one of its players. It is also raised if the game is private or already has 3 teachers."""

    sentence = _("You can't invite this player as a teacher.")


class BoardDoesNotMatch(GameError, code="other_board", http_status=422):
    """Raised if a file has a board of another size, or other stones at the start."""

    sentence = _("This file's starting position differs from this game's. Choose another file.")


class NotAConditionalReply(GameError, code="not_an_answer", http_status=422):
    """Raised if a move that is marked as conditional cannot be a conditional move: it is not a reply by the tree's
    owner, or is not in a line from the current position."""

    sentence = _("Only moves that you added after the current position can be conditional moves.")


class NoSuchBoard(GameError, code="no_such_board", http_status=404):
    """Raised if the board or the question does not exist, or the viewer may not see it."""

    sentence = _("This demonstration board does not exist, or it is private.")


class TooManyBoards(GameError, code="too_many_boards"):
    """Raised if a player already has 50 boards."""

    sentence = _("You've reached the limit of 50 demonstration boards. Delete one to make room.")


class BadBoard(GameError, code="bad_board", http_status=400, fields=("name", "size", "sgf", "game")):
    """Raised if the name or the start of a board is not valid."""

    sentence = _("Enter a name of up to 100 characters.")


class BoardClosed(GameError, code="board_closed", sentence=_("This demonstration board is closed.")):
    """Raised if a move, mark, comment or question is added to a closed board."""


class NoSuchNode(GameError, code="no_such_node", http_status=400, fields=("shown", "node")):
    """Raised if a node is not on the board."""

    sentence = _("This move is no longer on the board. Reload the page.")


class BadQuestion(GameError, code="bad_question", http_status=400, fields=("text",)):
    """Raised if a question is empty or too long."""

    sentence = _("Enter a question of up to 500 characters.")


class TooManyQuestions(GameError, code="too_many_questions"):
    """Raised if the player already has 20 questions on a board, or a board already has 500."""

    sentence = _("You've reached the limit of 20 questions on this board.")
