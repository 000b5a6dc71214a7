"""Refusals that are about people and requests; those about Go are in `rules.errors`.

Every refusal has a stable `code` (part of the public API), an HTTP status, and one sentence for people.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from rules.errors import RulesError


class GameError(Exception):
    """A legitimate "no". `data` goes to clients beside the code."""

    code: ClassVar[str]
    http_status: ClassVar[int] = 409

    def __init__(self, **data: Any) -> None:
        super().__init__(self.code)
        self.data = data


class NoSuchGame(GameError):
    """The game does not exist, or this person may not know that it does."""

    code = "no_such_game"
    http_status = 404


class NoSuchChallenge(GameError):
    """The challenge does not exist, or this person may not know that it does."""

    code = "no_such_challenge"
    http_status = 404


class NoSuchPlayer(GameError):
    """Nobody of that name can be challenged."""

    code = "no_such_player"
    http_status = 404


class NotAPlayer(GameError):
    """Only the players of this game may do that."""

    code = "not_a_player"
    http_status = 403


class NotYours(GameError):
    """Only the person it belongs to may do that."""

    code = "not_yours"
    http_status = 403


class StaleNumber(GameError):
    """The sender looked at an older state of the game; `number` is the current one."""

    code = "stale_number"


class OutOfTime(GameError):
    """The move was received at or after the deadline (R53)."""

    code = "out_of_time"


class KeyReused(GameError):
    """The idempotency key was used before, for something else."""

    code = "idempotency_key_reused"
    http_status = 422


class ChallengeGone(GameError):
    """The challenge was accepted, declined or withdrawn before."""

    code = "challenge_gone"


class OwnChallenge(GameError):
    """Nobody can accept a challenge of their own."""

    code = "own_challenge"


class BadTerms(GameError):
    """The terms of a challenge do not fit together; `field` names the first that does not."""

    code = "bad_terms"
    http_status = 400


class TooLateToCancel(GameError):
    """Each side has played; a game can then be resigned, not cancelled."""

    code = "too_late_to_cancel"


class NothingToUndo(GameError):
    """There is no move of yours that could be taken back now."""

    code = "nothing_to_undo"


class UndoPending(GameError):
    """An undo request waits for its answer already."""

    code = "undo_pending"


class NoUndoRequest(GameError):
    """There is no undo request of the opponent's to answer."""

    code = "no_undo_request"


class NotFinished(GameError):
    """A rematch can be asked for when the game is over."""

    code = "not_finished"


class EmptyMessage(GameError):
    """A chat message needs a text of 1 to 1000 characters."""

    code = "empty_message"
    http_status = 400


SENTENCES: dict[str, Promise] = {
    # rules
    "occupied": _("There is a stone on that point."),
    "off_board": _("That point is not on the board."),
    "self_capture": _("Not legal here: your stones would have no liberty (self-capture)."),
    "ko": _("Not legal here: ko. You may take back after one other move."),
    "superko": _("Not legal here: this position was on the board before (superko)."),
    "not_your_turn": _("It is not your turn."),
    "wrong_phase": _("That cannot be done at this point of the game."),
    "game_over": _("The game is over."),
    "stale_proposal": _("The marking has changed. Please look at it again."),
    "bad_vertex": _("That is not a point. Write a column letter and a row number, such as K11."),
    "not_a_stone": _("Only stones can be marked as dead."),
    "bad_handicap": _("The handicap stones do not fit the board or the rules."),
    "all_alive": _("Under these rules all stones on the board are alive."),
    "must_settle": _("Under these rules a rejected marking is always settled on the board."),
    "bad_action": _("That action cannot be read."),
    "cannot_undo": _("That move cannot be taken back."),
    # people and requests
    "no_such_game": _("There is no such game, or it is private."),
    "no_such_challenge": _("There is no such challenge any more."),
    "no_such_player": _("There is no player of that name."),
    "not_a_player": _("Only the players of this game may do that."),
    "not_yours": _("Only the person it belongs to may do that."),
    "stale_number": _("The game has changed since you looked. Please look again."),
    "out_of_time": _("Your time had run out before this arrived."),
    "idempotency_key_reused": _("This request was already used for something else."),
    "challenge_gone": _("This challenge has been answered or withdrawn."),
    "own_challenge": _("You cannot play against yourself."),
    "bad_terms": _("These terms do not fit together."),
    "too_late_to_cancel": _("Each side has played. You can resign, but not cancel."),
    "nothing_to_undo": _("There is no move of yours to take back."),
    "undo_pending": _("A request to take back a move is waiting for its answer."),
    "no_undo_request": _("There is no request to take back a move."),
    "not_finished": _("The game is not over yet."),
    "empty_message": _("Write a message of 1 to 1000 characters."),
}


def sentence_for(error: GameError | RulesError) -> str:
    """Say the refusal in the current language; a code without a sentence is a bug (KeyError)."""
    return str(SENTENCES[error.code])
