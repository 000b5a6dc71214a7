"""What refusals say to people. Those of Go have their sentences here, for `rules` says nothing to people."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal, sentences_of
from rules.errors import RulesError, SuperkoViolation

SENTENCES: dict[str, Promise] = {
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
    "not_won_on_time": _("Only a win on time can be refused, by the winner."),
}
"""The refusals of Go, by their codes: `rules` says nothing to people."""


def sentence_for(error: Refusal | RulesError) -> str:
    """Say the refusal in the current language; a code without a sentence is a bug (KeyError)."""
    if isinstance(error, Refusal):
        return error.said()
    if isinstance(error, SuperkoViolation):
        text = gettext("Not legal here: the position after move %(move)s would come back (superko).")
        return text % {"move": error.move_number}
    return str(SENTENCES[error.code])


def sentences() -> dict[str, Promise]:
    """Every code of a refusal, of Go and of all rooms that were imported, with its sentence."""
    return SENTENCES | dict(sentences_of())
