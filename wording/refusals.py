"""What refusals say to people. Those of Go have their sentences here, for `rules` says nothing to people."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal, sentences_of
from rules.errors import NotYourTurn, RulesError, SuperkoViolation

SENTENCES: dict[str, Promise] = {
    "occupied": _("There is already a stone on that point."),
    "off_board": _("That point is not on the board."),
    "self_capture": _("Illegal move: your stones would have no liberties (self-capture)."),
    "ko": _("Illegal move: ko. You can retake after playing elsewhere."),
    "superko": _("Illegal move: this position has occurred before (superko)."),
    "not_your_turn": _("It is not your turn."),
    "wrong_phase": _("That cannot be done at this stage of the game."),
    "game_over": _("The game is over."),
    "stale_proposal": _("The dead-stone marking has changed. Check it again."),
    "bad_vertex": _("That is not a point. Enter a column letter and a row number, such as K11."),
    "not_a_stone": _("Only stones can be marked dead."),
    "bad_handicap": _("The handicap stones do not fit the board or the rules."),
    "all_alive": _("Under these rules, all stones on the board are alive."),
    "part_of_a_chain": _("A chain is dead or alive as a whole: mark all of its stones, or none."),
    "must_settle": _("The dispute can now only be played out on the board."),
    "too_early_to_settle": _(
        "You can demand to play it out once play has stopped for the second time. Before that, reject a "
        "marking and choose it."
    ),
    "too_early_to_stop": _(
        "You can stop play when your opponent has answered three of your passes in a row with moves."
    ),
    "already_settled": _(
        "The dispute has been played out: accept the marking, or let the board be scored as it stands."
    ),
    "withdrawn_often": _("Three markings have been withdrawn. This one is waiting for an answer."),
    "bad_action": _("That action cannot be read."),
    "cannot_undo": _("That move cannot be undone."),
    "plan_unreadable": _("These conditional moves cannot be read."),
    "plan_kind": _("Only moves and passes can be planned. Everything else is done by hand."),
    "plan_too_large": _("At most 200 answers, and 30 one after the other."),
    "plan_ambiguous": _("There are two answers to the same move. Keep one."),
    "plan_illegal": _("One of these moves is not possible in its position."),
    "no_passing": _("There is no passing in this game: play a stone, or resign."),
    "no_settling": _("With more than two sides, a dispute is not played out on the board: mark again, or play on."),
    "ask_partners": _("Your team resigns only together: ask your partners."),
    "bad_variant": _("These settings do not make a variant that can be played."),
    "not_won_on_time": _("Only a win on time can be declined, by the winner."),
}
"""The refusals of Go, by their codes: `rules` says nothing to people."""


def sentence_for(error: Refusal | RulesError) -> str:
    """Say the refusal in the current language; a code without a sentence is a bug (KeyError)."""
    if isinstance(error, Refusal):
        return error.said()
    if isinstance(error, SuperkoViolation):
        text = gettext("Illegal move: it would repeat the position after move %(move)s (superko).")
        return text % {"move": error.move_number}
    if isinstance(error, NotYourTurn) and "seat" in error.data:
        return gettext("It is not your turn: %(seat)s has to act.") % {"seat": f"\u2066{error.data['seat']}\u2069"}
    return str(SENTENCES[error.code])


def sentences() -> dict[str, Promise]:
    """Every code of a refusal, of Go and of all rooms that were imported, with its sentence."""
    return SENTENCES | dict(sentences_of())
