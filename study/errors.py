"""Refusals about trees and reviews."""

from __future__ import annotations

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from games.errors import GameError
from rules import RulesError
from social.errors import ThreadClosed
from wording.refusals import sentence_for


class NoSuchTree(GameError):
    """There is no such game, or the one who asks has no tree of it."""

    code = "no_such_tree"
    http_status = 404
    sentence = _("You have no analysis of such a game.")


class TreeFull(GameError):
    """A tree has at most 2,000 nodes and 256 kB."""

    code = "tree_full"
    sentence = _("This analysis is full: 2,000 moves or 256 kB. Cut a branch off to make room.")


class TreeChanged(GameError):
    """The tree is not at the version that was expected; `version` is where it is."""

    code = "tree_changed"
    fields = ("expected",)
    sentence = _("The analysis has changed since you looked. Load it again.")


class BadOperation(GameError):
    """An operation that cannot be read, or is about a node that there is not; `index` is its place, `why` says it
    to developers."""

    code = "bad_operation"
    http_status = 400
    sentence = _("That change is not valid, or is about a move that is not in the analysis. Load it again.")

    def __init__(self, index: int, why: str, field: str = "") -> None:
        super().__init__(index=index, why=why)
        self.fields = (f"operations.{index}" + (f".{field}" if field else ""),)


class IllegalVariation(GameError):
    """The rules forbid a move that was added; `index` is its place, `point` the point, `why` the word of the rules."""

    code = "tree_illegal"
    http_status = 422
    sentence = _("Illegal move.")

    def __init__(self, error: RulesError, **data: object) -> None:
        super().__init__(why=error.code, **data)
        self.error = error
        self.fields = (f"operations.{self.data['index']}.move", f"moves.{self.data['index']}")

    def said(self) -> str:
        """Which move, and why."""
        return _now("%(point)s: %(reason)s") % {"point": self.data["point"], "reason": sentence_for(self.error)}


class NotShared(GameError):
    """The owner of this tree does not show it."""

    code = "not_shared"
    http_status = 404
    sentence = _("This analysis is not shared.")


class NoSuchPlace(NotShared):
    """A comment or variation is to stand at a move that there is not in the game, nor in what is shown of its
    review."""

    sentence = _("There is no such move in this game or in what is shown of its review.")


class CommentsClosed(ThreadClosed):
    """While a game runs its players alone comment on its moves; and nobody does whom one of its players has blocked, or
    who has blocked one of them."""

    sentence = _("You cannot comment on this game now.")


class ReaderTreeFull(GameError):
    """A reader proposes at most 200 moves at a game, 30 at a time."""

    code = "variations_full"
    sentence = _("You can propose at most 200 moves in the review of a game, 30 at a time.")


class CannotTeach(GameError):
    """A teacher is somebody else than the players, with an account and nobody's block between them and a player, at a
    public game; there are at most 3."""

    code = "cannot_teach"
    sentence = _("This player cannot be invited as a teacher: at most three people can, and only to a public game.")


class OtherBoard(GameError):
    """A file is about a board of another size, or begins with other stones."""

    code = "other_board"
    http_status = 422
    sentence = _("This file begins with another board than this game.")


class NotAnAnswer(GameError):
    """A move that was marked as a conditional one is no answer of its owner's from the present position on."""

    code = "not_an_answer"
    http_status = 422
    sentence = _("Only your own moves after the present position can be conditional moves.")
