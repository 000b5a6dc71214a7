"""Refusals that are about people and requests; those about Go are in `rules.errors`.

Every refusal has a stable `code` (part of the public API), an HTTP status, and one sentence for people.
"""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from rules.errors import RulesError, SuperkoViolation


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


class NoSuchWebhook(GameError):
    """There is no such webhook of this person's."""

    code = "no_such_webhook"
    http_status = 404


class BadWebhook(GameError):
    """An address that events cannot be sent to; `reason` says why: "address", "https", "too_many"."""

    code = "bad_webhook"
    http_status = 400


class NotForBots(GameError):
    """Bots are asked to play; they do not look for games."""

    code = "not_for_bots"
    http_status = 403


class BotIsBusy(GameError):
    """The bot plays as many games at once as it may."""

    code = "bot_is_busy"


class CannotBecomeABot(GameError):
    """Only an account that has not played yet, and no moderator's, can become a bot."""

    code = "cannot_become_a_bot"


class Muted(GameError):
    """The player may not write in chats until `until`, by a decision of those who keep order."""

    code = "muted"
    http_status = 403


class Barred(GameError):
    """The player begins no new games until `until`, by a decision of those who keep order."""

    code = "barred"
    http_status = 403


class Suspended(GameError):
    """The account is suspended until `until`: it reads and appeals, and does nothing else."""

    code = "suspended"
    http_status = 403


class RenamedLately(GameError):
    """A name can be changed once in 30 days; `until` says when again."""

    code = "renamed_lately"


class CannotChallenge(GameError):
    """One of the two has blocked the other; who is not told."""

    code = "cannot_challenge"
    http_status = 403


class ChatClosed(GameError):
    """One of the players has blocked the other; who is not told."""

    code = "chat_closed"
    http_status = 403


class CannotBlock(GameError):
    """Nobody blocks themselves, nor more than 1000 players; `reason` says which: "self", "too_many"."""

    code = "cannot_block"


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


class NothingToClaim(GameError):
    """The opponent's time has not run out, or this game ends by itself."""

    code = "nothing_to_claim"


class TooLateToRefuse(GameError):
    """A win on time can be refused for a week."""

    code = "too_late_to_refuse"


class YourOwnTurn(GameError):
    """Time is given to the opponent, while it is their turn and a clock runs."""

    code = "your_own_turn"


class BadDuration(GameError):
    """The duration is too short or too long; `most` says how many days are possible."""

    code = "bad_duration"
    http_status = 400


class Forbidden(GameError):
    """The terms of this game do not allow that kind of off time (R56)."""

    code = "off_time_forbidden"


class PausePending(GameError):
    """A pause has been proposed and waits for its answer."""

    code = "pause_pending"


class NoPauseAsked(GameError):
    """There is no proposal of the opponent's to pause, or its end has passed."""

    code = "no_pause_asked"


class NotScoring(GameError):
    """Stalling is reported while the score is agreed on."""

    code = "not_scoring"


class AlreadyReported(GameError):
    """Stalling has been reported in this game."""

    code = "already_reported"


class TooEarlyForReferee(GameError):
    """A referee is called after the second rejection in a game (R61)."""

    code = "too_early_for_referee"


class AlreadyCalled(GameError):
    """A referee is called once in a game, by either side."""

    code = "already_called"


class NoClockToAdjust(GameError):
    """That side has no clock of its own at this moment."""

    code = "no_clock_to_adjust"


class OnVacation(GameError):
    """A vacation is going on already."""

    code = "on_vacation"


class NotOnVacation(GameError):
    """There is no vacation to end."""

    code = "not_on_vacation"


class NoVacationLeft(GameError):
    """The yearly allowance is used up."""

    code = "no_vacation_left"


class WeekChangedLately(GameError):
    """Weekend and night can be changed once in 30 days; `until` says when again."""

    code = "week_changed_lately"


class BadWeek(GameError):
    """A weekend is two days, a night of at most twelve hours begins and ends at different times."""

    code = "bad_week"
    http_status = 400


class KeyReused(GameError):
    """The idempotency key was used before, for something else."""

    code = "idempotency_key_reused"
    http_status = 422


class ChallengeGone(GameError):
    """The challenge was accepted, declined or withdrawn before."""

    code = "challenge_gone"


class TermsChanged(GameError):
    """An offer by ranks does not mean what was shown (any more); `handicap` and `color` are what it means now."""

    code = "terms_changed"


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


class NoResultPending(GameError):
    """A proposal to end the game without a result waits for its answer already."""

    code = "no_result_pending"


class NoResultNotAsked(GameError):
    """There is no such proposal of the opponent's to answer."""

    code = "no_result_not_asked"


class AlreadyAsked(GameError):
    """A request of this kind was declined or withdrawn in this turn: one a turn (R45)."""

    code = "already_asked"


class NothingAsked(GameError):
    """There is no open request of one's own of this kind to withdraw."""

    code = "nothing_asked"


class TooOften(GameError):
    """Too many requests and gifts of time in this game within an hour; again after `retry_after` seconds."""

    code = "too_often"
    http_status = 429


class NothingRepeats(GameError):
    """No position has been on the board three times, or the rules forbid repetition (R8)."""

    code = "nothing_repeats"


class LookTwice(GameError):
    """The proposal is in doubt (R60); accepting it takes a second confirmation.

    `stones` are at issue, `proposed` and `estimated` the two results: the latter if these stones were marked
    otherwise. `unsure`: the stones of which the server cannot tell whether they are dead, if that is the reason.
    """

    code = "look_twice"


class NotAModerator(GameError):
    """Only a moderator who does not play in this game may do that."""

    code = "not_a_moderator"
    http_status = 403


class AlreadyUnrated(GameError):
    """The game does not count for the ratings as it is."""

    code = "already_unrated"


class BadSgf(GameError):
    """The file is no game of Go; `sgf` is the code of what is wrong, `line` where (0: nowhere in particular)."""

    code = "bad_sgf"
    http_status = 400


class NotCounted(GameError):
    """There is nothing to count yet: play has not stopped, or the game did not end by a count."""

    code = "not_counted"


class NotFinished(GameError):
    """A rematch can be asked for when the game is over."""

    code = "not_finished"


class TooLong(GameError):
    """The text is too long; `most` says how many characters are possible."""

    code = "too_long"
    http_status = 400


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
    "part_of_a_chain": _("A chain is dead or alive as a whole: mark all of its stones, or none."),
    "must_settle": _("Now the dispute can only be settled on the board."),
    "too_early_to_settle": _(
        "Settling can be demanded when play has stopped for the second time. Before, reject a marking and choose it."
    ),
    "already_settled": _("The dispute has been settled: accept the marking, or let the board be counted as it stands."),
    "withdrawn_often": _("Three markings have been withdrawn. This one waits for its answer."),
    "bad_action": _("That action cannot be read."),
    "cannot_undo": _("That move cannot be taken back."),
    # people and requests
    "no_such_game": _("There is no such game, or it is private."),
    "no_such_challenge": _("There is no such challenge any more."),
    "no_such_player": _("There is no player of that name."),
    "renamed_lately": _("You can change your name once in 30 days."),
    "cannot_challenge": _("You cannot challenge this player."),
    "chat_closed": _("The chat is closed."),
    "cannot_block": _("You cannot block yourself, nor more than 1000 players."),
    "not_a_player": _("Only the players of this game may do that."),
    "not_yours": _("Only the person it belongs to may do that."),
    "stale_number": _("The game has changed since you looked. Please look again."),
    "out_of_time": _("Your time had run out before this arrived."),
    "nothing_to_claim": _("Your opponent's time has not run out."),
    "not_won_on_time": _("Only a win on time can be refused, by the winner."),
    "too_late_to_refuse": _("A win on time can be refused for a week."),
    "your_own_turn": _("Time can be given to your opponent while it is their turn and a clock runs."),
    "bad_duration": _("That is too short or too long."),
    "off_time_forbidden": _("The terms of this game do not allow that."),
    "pause_pending": _("A pause has been proposed and waits for its answer."),
    "no_pause_asked": _("Your opponent has not proposed a pause, or its end has passed."),
    "not_scoring": _("Stalling can be reported while the score is agreed on."),
    "already_reported": _("Stalling has been reported in this game."),
    "too_early_for_referee": _("A referee can be called after two rejected markings. Mark differently, or play on."),
    "already_called": _("A referee has been called in this game. A moderator will look at it."),
    "no_clock_to_adjust": _("This side has no clock to which time could be added now."),
    "on_vacation": _("You are on vacation already."),
    "not_on_vacation": _("You are not on vacation."),
    "no_vacation_left": _("Your vacation is used up."),
    "week_changed_lately": _("Weekend and night can be changed once in 30 days."),
    "bad_week": _("A weekend is two days; a night lasts at most twelve hours."),
    "idempotency_key_reused": _("This request was already used for something else."),
    "challenge_gone": _("This challenge has been answered or withdrawn."),
    "terms_changed": _("The terms of this offer follow from your ranks, and are others than you have seen."),
    "own_challenge": _("You cannot play against yourself."),
    "bad_terms": _("These terms do not fit together."),
    "too_late_to_cancel": _("Each side has played. You can resign, but not cancel."),
    "nothing_to_undo": _("There is no move of yours to take back."),
    "undo_pending": _("A request to take back a move is waiting for its answer."),
    "no_undo_request": _("There is no request to take back a move."),
    "no_result_pending": _("A proposal to end without a result is waiting for its answer."),
    "no_result_not_asked": _("Your opponent has not proposed to end the game without a result."),
    "already_asked": _("You have asked for that in this turn. You can ask again after the next move."),
    "nothing_asked": _("You have asked for nothing that you could take back."),
    "too_often": _("You have asked and given so much in this game lately. Wait a while, or play on."),
    "nothing_repeats": _("No position has come back a third time, so the game goes on."),
    "look_twice": _("The server counts otherwise. Look at the stones at issue, then accept once more or reject."),
    "not_a_moderator": _("Only a moderator who does not play in this game may do that."),
    "already_unrated": _("The game is unrated already."),
    "bad_sgf": _("This file is not a game of Go that can be read."),
    "not_counted": _("There is nothing to count yet."),
    "not_finished": _("The game is not over yet."),
    "too_long": _("This text is too long."),
    "no_such_webhook": _("There is no such webhook."),
    "bad_webhook": _("Events cannot be sent to this address."),
    "not_for_bots": _("Bots do not look for games: they are challenged, or challenge somebody by name."),
    "bot_is_busy": _("This bot plays as many games as it can. Try again later."),
    "muted": _("You may not write in chats at present. Your notifications say why, and until when."),
    "barred": _("You may not begin new games at present. Your notifications say why, and until when."),
    "suspended": _("Your account is suspended. You can read why, and appeal."),
    "cannot_become_a_bot": _("Only an account that has not played yet can become a bot, and no moderator's."),
    "empty_message": _("Write a message of 1 to 1000 characters."),
}


MEANINGS: dict[str, str] = {
    "invalid": "Some fields are not right: `errors` says which, and why.",
    "parse_error": "The body is not plain JSON, or nested too deeply.",
    "too_large": "The body is larger than 64 kB.",
    "too_slow": "The body did not arrive within 20 seconds.",
    "bad_input": "The request cannot be read.",
    "not_authenticated": "A token is needed, or this one is not valid; also: name or password is wrong.",
    "permission_denied": "Not yours to do.",
    "https_only": "The request came without TLS. What secret it held has been in the clear: make another one.",
    "scope_missing": "The token does not allow this: it would need the scope in `scope`.",
    "email_not_confirmed": "The e-mail address has to be confirmed before there can be a token.",
    "second_factor_required": "The account has a second factor: `code` is needed, too.",
    "second_factor_wrong": "The code is wrong, or was used before.",
    "not_found": "There is nothing at this address, or it is private.",
    "method_not_allowed": "The address does not have this method.",
    "not_acceptable": "The server has no answer in the form that Accept asks for.",
    "unsupported_media_type": "The body is to be sent as application/json.",
    "throttled": "Too many requests: again after the seconds in Retry-After.",
    "no_streams_here": "This process does not serve streams: ask with wait=0.",
    "too_many_streams": "As the only line of a stream: too many are open already.",
    "unavailable": "The database does not answer: again after the seconds in Retry-After.",
    "server_error": "A bug of the server.",
}
"""The codes that are about requests rather than games: for the people who write clients, in English only."""


SGF_SENTENCES: dict[str, Promise] = {
    "sgf_too_large": _("The file is too large."),
    "sgf_no_game": _("There is no game in this file. A file in SGF starts with (;"),
    "sgf_syntax": _("The file is broken here."),
    "sgf_not_go": _("This is a record of another game, not of Go."),
    "sgf_size": _("The board is smaller than 5 or larger than 25 lines."),
    "sgf_point": _("A point is not on the board."),
    "sgf_number": _("The komi is no whole or half number."),
    "sgf_setup": _("The stones cannot stand like this: some have no liberty."),
    "sgf_move": _("There is no such move, or it is on a stone."),
    "sgf_handicap": _("The number of handicap stones does not fit the board."),
}


WEBHOOK_SENTENCES: dict[str, Promise] = {
    "address": _("Write an address such as https://example.org/hook, without a name and a password in it."),
    "https": _("The address must begin with https://."),
    "inner": _("This address is not on the internet: nothing is sent into inner networks."),
    "too_many": _("You have as many webhooks as possible: delete one first."),
}


def sentence_for(error: GameError | RulesError) -> str:
    """Say the refusal in the current language; a code without a sentence is a bug (KeyError)."""
    if isinstance(error, BadSgf):
        return _sgf_sentence(error)
    if isinstance(error, BadWebhook):
        return str(WEBHOOK_SENTENCES[error.data["reason"]])
    if isinstance(error, SuperkoViolation):
        text = gettext("Not legal here: the position after move %(move)s would come back (superko).")
        return text % {"move": error.move_number}
    return str(SENTENCES[error.code])


def _sgf_sentence(error: BadSgf) -> str:
    sentence = str(SGF_SENTENCES[error.data["sgf"]])
    if not error.data["line"]:
        return sentence
    return gettext("Line %(line)s: %(sentence)s") % {"line": error.data["line"], "sentence": sentence}
