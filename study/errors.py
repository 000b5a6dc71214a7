"""Refusals about trees and reviews."""

from __future__ import annotations

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
    """A tree has at most 2,000 nodes and 256 kB."""

    sentence = _("This analysis is full. The limit is 2,000 moves or 256 kB. Delete a branch to make room.")


class TreeChanged(GameError, code="tree_changed", fields=("expected",)):
    """The tree is not at the version that was expected; `version` is where it is."""

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
    """The rules forbid a move that was added; `index` is its place, `point` the point, `why` the word of the rules."""

    def __init__(self, error: RulesError, **data: object) -> None:
        super().__init__(why=error.code, **data)
        self.error = error
        self.fields = (f"operations.{self.data['index']}.move", f"moves.{self.data['index']}")

    def message(self) -> str:
        """Return the move and the reason."""
        return _now("%(point)s: %(reason)s") % {"point": self.data["point"], "reason": sentence_for(self.error)}


class NotShared(GameError, code="not_shared", http_status=404, sentence=_("This analysis is not shared.")):
    """The owner of this tree does not show it."""


class NoSuchPlace(NotShared, sentence=_("This move is not in the game or in the visible part of its review.")):
    """The move of a comment or variation exists neither in the game nor in the visible review."""


class CommentsClosed(ThreadClosed, sentence=_("You cannot comment on this game now.")):
    """During a game only its players may comment on its moves; and no one who has blocked one of its players, or is
    blocked by one."""


class ReaderTreeFull(GameError, code="variations_full"):
    """A reader proposes at most 200 moves at a game, 30 at a time."""

    sentence = _("You can add at most 200 moves to a game's review, up to 30 at a time.")


class CannotTeach(GameError, code="cannot_teach"):
    """A teacher must not be a player of the game, and needs an account and no block between them and a player; the
    game must be public, with at most 3 teachers."""

    sentence = _(
        "You can't invite this player as a teacher. A game can have at most three teachers and must be public."
    )


class OtherBoard(GameError, code="other_board", http_status=422):
    """A file is about a board of another size, or begins with other stones."""

    sentence = _("This file starts from a different position than this game.")


class NotAnAnswer(GameError, code="not_an_answer", http_status=422):
    """A move that was marked as conditional is not an answer of its owner's from the current position."""

    sentence = _("Only your own moves after the current position can be conditional moves.")
