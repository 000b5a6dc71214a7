"""Errors about players and requests. Errors of the rules of Go are in `rules.errors`.

Every error is a class with a stable `code` (part of the public API), an HTTP status and a message for people. Other
apps define their own errors.
"""

from __future__ import annotations

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from foundation.refusals import FieldRefusal, Refusal

GameError = Refusal
"""The base class of all errors for players, in all apps."""


class NoSuchGame(GameError, code="no_such_game", http_status=404):
    """Raised if the game does not exist, or if this person may not know that it exists."""

    sentence = _("This game does not exist, or it is private.")


class RecordSealed(GameError, code="sealed"):
    """Raised if the record or an earlier position is requested while information is hidden during play (V64)."""

    sentence = _("Part of this game is hidden until play stops.")


class NotesClosed(
    GameError, code="notes_closed", sentence=_("Notes are not available until play stops for the first time.")
):
    """Raised if a note is written while information is hidden, because notes would help players to remember hidden
    stones (V24)."""


class IllegalHiddenInfoMove(
    GameError, code="illegal", fields=("point",), http_status=422, sentence=pgettext_lazy("text", "Illegal move.")
):
    """Raised for an illegal move in a game with hidden information (V28). The error does not say why the move is
    illegal. `number` is the number of the game's last action. `tries_left` is how many more attempts are allowed, or
    None if this attempt lost the turn."""

    def message(self) -> str:
        """Return the message, which says how many more attempts are allowed in this turn, or that the turn is lost."""
        left = self.data["tries_left"]
        if left is None:
            return gettext("Too many illegal moves. You lose this turn, as if you had passed.")
        if not left:
            return gettext("Illegal move. One more and you'll lose this turn.")
        text = ngettext(
            "Illegal move. You have %(count)s more try this turn.",
            "Illegal move. You have %(count)s more tries this turn.",
            left,
        )
        return text % {"count": left}


class CannotBecomeABot(GameError, code="cannot_become_a_bot"):
    """Raised if the account cannot become a bot: it has already played, has an open offer, or is staff."""

    sentence = _("Only an account that has not played yet can become a bot. Moderators' accounts can't become bots.")


class ChatClosed(GameError, code="chat_closed", http_status=403, sentence=_("The chat is closed.")):
    """Raised if the chat is closed: a player is a guest, one player has blocked another, or the terms close the chat
    until the end of the game (C201). The error does not say which."""


class FreeTextNotAllowed(GameError, code="fixed_phrases_only", http_status=403):
    """Raised for free text between players of a team game before the result: only quick replies are allowed (V37)."""

    sentence = _("In a team game, players can only use the preset phrases until the game is over.")


class NoVacantSeat(GameError, code="no_empty_seat"):
    """Raised if no seat of this team is vacant, or if the player left it more than seven days ago (V39)."""

    sentence = _("Your team has no empty seat.")


class CannotTakeSeat(GameError, code="cannot_take_seat"):
    """Raised if this person cannot take the seat. The reason, possibly a block, is not disclosed."""

    sentence = _("This player can't take the seat. Invite someone else.")


class AnalysisNotAllowed(GameError, code="analysis_off"):
    """Raised for conditional moves, or analysis of a game in progress, if the terms of the game forbid them (C31)."""

    sentence = _("The analysis board and conditional moves are not allowed in this game.")


class UndoNotAllowed(GameError, code="undo_off", sentence=_("Undo is not allowed in this game.")):
    """Raised for an undo request if the terms of the game forbid undo (C201)."""


class PlanChanged(GameError, code="plan_changed", fields=("version",)):
    """Raised if the plan was changed after the sender read it. `version` and `branches` are the stored ones."""

    sentence = _("Your conditional moves have changed since you opened this page. Check them again.")


class NotAPlayer(GameError, code="not_a_player", http_status=403):
    """Raised if someone who does not play in this game attempts an action of a player."""

    sentence = _("Only the players in this game can do this.")


class NotTheOwner(
    GameError, code="not_yours", http_status=403, sentence=_("You can't do this with someone else's offer or game.")
):
    """Raised if someone other than the owner attempts this action."""


class StaleGameState(GameError, code="stale_number", fields=("expected",)):
    """Raised if the request refers to an older state of the game. `number` is the number of the game's last action."""

    sentence = _("The game has changed. Check the new position.")


class OutOfTime(GameError, code="out_of_time", sentence=_("Your time ran out before your action reached the server.")):
    """Raised if the move was received at or after the deadline (R53)."""


class NotScoredYet(GameError, code="still_counting", http_status=503):
    """Raised if the server has not finished its own count of the board (R60). The caller may try again after
    `retry_after` seconds."""

    sentence = _("The server is still scoring the position. Try again in a few seconds.")


class NothingToClaim(GameError, code="nothing_to_claim", sentence=_("Your opponent's time has not run out.")):
    """Raised if a win on time is claimed while the opponent still has time, or in a game that the server ends
    automatically."""


class TooLateToDeclineWin(
    GameError, code="too_late_to_refuse", sentence=_("A win on time can be declined only within a week.")
):
    """Raised if a win on time is declined more than a week after the game ended."""


class RulingDoesNotFitColors(GameError, code="bad_ruling", http_status=400):
    """Raised if a ruling names a colour that does not play in this game, or does not give each colour exactly one
    place."""

    sentence = _("This ruling does not match the game's colours.")


class ScoringNotInProgress(GameError, code="not_scoring"):
    """Raised if stalling is reported when the players are not agreeing on the score."""

    sentence = _("Stalling can only be reported during scoring.")


class StallingAlreadyReported(GameError, code="already_reported"):
    """Raised if stalling has already been reported in this game."""

    sentence = _("Stalling has already been reported in this game.")


class TooEarlyForReferee(GameError, code="too_early_for_referee"):
    """Raised if a referee is called before the second rejection in a game (R61), unless the opponent has played on
    instead of accepting the predicted result (C204)."""

    sentence = _(
        "You can call a referee once two dead-stone markings have been rejected. Mark the stones again, or play on."
    )


class RefereeAlreadyCalled(GameError, code="already_called"):
    """Raised if a referee has already been called in this game."""

    sentence = _("A moderator has been called and will look at the game.")


class IdempotencyKeyReused(GameError, code="idempotency_key_reused", fields=("Idempotency-Key",), http_status=422):
    """Raised if the idempotency key was used before, for another request."""

    sentence = _("This request ID has already been used for another action.")


class BadTerms(FieldRefusal, code="bad_terms", http_status=400):
    """Raised if the terms of a challenge are not valid. `field` is the name of the first invalid term, and `errors` has
    all terms that conflict with each other."""

    sentence = _("These settings can't be combined. Change one of them.")


class TooLateToCancel(GameError, code="too_late_to_cancel"):
    """Raised if a game is cancelled after each side has played. The game can still be resigned."""

    sentence = _("Both players have moved, so you can resign but not cancel.")


class NothingToUndo(GameError, code="nothing_to_undo", sentence=_("You have no move to undo.")):
    """Raised if the player has no move that can be undone now."""


class UndoPending(GameError, code="undo_pending", sentence=_("An undo request is already waiting for an answer.")):
    """Raised if an undo request is already pending."""


class NoUndoRequest(GameError, code="no_undo_request", sentence=_("No undo request is waiting for an answer.")):
    """Raised if the opponent has no open undo request."""


class NoResultAlreadyProposed(GameError, code="no_result_pending"):
    """Raised if a proposal to end the game without a result is already pending."""

    sentence = _("A proposal to end the game without a result is already waiting for an answer.")


class NoResultNotProposed(GameError, code="no_result_not_asked"):
    """Raised if the opponent has not proposed to end the game without a result."""

    sentence = _("Your opponent has not proposed to end the game without a result.")


class RequestAlreadyDeclined(GameError, code="already_asked"):
    """Raised if a request of this kind was already declined or withdrawn in this turn; only one per turn is allowed
    (R45)."""

    sentence = _("You have already made this request on this turn. You can repeat it after the next move.")


class NoOwnRequest(GameError, code="nothing_asked", sentence=_("You have no pending request to withdraw.")):
    """Raised if the player has no open request of this kind to withdraw."""


class TooManyGameRequests(GameError, code="too_often", http_status=429):
    """Raised if the player has made too many requests (such as for an undo) or added time too often in this game within
    an hour. The caller may try again after `retry_after` seconds."""

    sentence = _("You can make 10 requests an hour in a game. Try again later, or play on.")


class NoRepetition(GameError, code="nothing_repeats"):
    """Raised if no position has occurred three times, or if the rules do not allow positions to repeat (R8)."""

    sentence = _("No position has occurred three times, so the game continues.")


class ConfirmationRequired(GameError, code="look_twice"):
    """Raised if the server's count differs so much that accepting the proposal needs a second confirmation (R60).

    `stones` are the disputed stones. `proposed` is the proposed result, and `estimated` the result if the marking of
    these stones is reversed. `unsure` are the stones whose status the server cannot determine, if they are the reason.
    """

    sentence = _("The server's count is different. Check the stones in question, then accept again or reject.")


class NotAModerator(GameError, code="not_a_moderator", http_status=403):
    """Raised if this action is only for moderators who do not play in this game."""

    sentence = _("Only a moderator who is not playing in this game can do this.")


class AlreadyUnrated(GameError, code="already_unrated", sentence=_("The game is already unrated.")):
    """Raised if the game is already unrated."""


class NothingToScore(
    GameError, code="not_counted", sentence=_("This game has no score. Scores are available once play has stopped.")
):
    """Raised if the game has no count: play has not stopped, or the game ended without scoring."""


class NotFinished(GameError, code="not_finished", sentence=_("The game is not over yet.")):
    """Raised if this action is possible only after the game has ended."""


class TextTooLong(
    GameError, code="too_long", fields=("text",), http_status=400, sentence=_("Shorten the text to 4,000 characters.")
):
    """Raised if the text is too long; `most` is the largest number of characters."""


class MessageLengthNotAllowed(GameError, code="empty_message", fields=("text",), http_status=400):
    """Raised if a chat message does not have 1 to 1,000 characters."""

    sentence = _("Enter a message of 1 to 1,000 characters.")
