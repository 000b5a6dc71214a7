"""The sentences that tell users about errors. Errors of `rules` also have their sentences here, because `rules` has no
translated texts."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from foundation.refusals import Refusal, codes_and_sentences
from rules.errors import NotYourTurn, RulesError, SuperkoViolation

SENTENCES: dict[str, Promise] = {
    "occupied": _("There is already a stone on that point."),
    "off_board": _("That point is not on the board."),
    "self_capture": _("Illegal move. Your stones would have no liberties (self-capture)."),
    "ko": _("Illegal move (ko). You can retake the ko after playing elsewhere."),
    "superko": _("Illegal move. This position has occurred before (superko)."),
    "not_your_turn": _("It is not your turn."),
    "wrong_phase": _("You can't do this at this stage of the game."),
    "game_over": _("The game is over."),
    "stale_proposal": _("The dead-stone marking has changed. Check it again."),
    "bad_vertex": _("That is not a point. Enter a column letter and a row number, such as K11."),
    "not_a_stone": _("Only stones can be marked dead. Select a stone."),
    "bad_handicap": _("The handicap stones do not fit the board or the rules. Change the handicap."),
    "all_alive": _("Under these rules, all stones on the board are alive. No stones can be marked dead."),
    "part_of_a_chain": _("A chain is either dead or alive. Mark all of its stones or none."),
    "must_settle": _("The dispute can now only be played out on the board."),
    "too_early_to_settle": _(
        "Play must stop twice before you can demand that the dispute be played out. Until then, you can choose to "
        "play it out when you reject a marking."
    ),
    "too_early_to_stop": _(
        "You can only stop play after you have passed three times in a row and your opponent has moved each time."
    ),
    "already_settled": _("The dispute has been played out. Accept the marking, or have the board scored as it is."),
    "withdrawn_often": _("You have already withdrawn three markings. Your opponent must answer this one."),
    "bad_action": _("This action is not valid. Reload the page and try again."),
    "cannot_undo": _("This move can't be undone."),
    "plan_unreadable": _("These conditional moves are not valid. Check them and try again."),
    "plan_kind": _("Conditional moves can only be stones and passes. You have to do everything else yourself."),
    "plan_too_large": _("You can set at most 200 conditional moves, and at most 30 in a row. Remove some."),
    "plan_ambiguous": _("Two of your conditional moves answer the same move. Keep one."),
    "plan_illegal": _("One of these moves is illegal in its position. Remove it."),
    "no_passing": _("You can't pass in this game. Play a stone or resign."),
    "no_settling": _("With more than two sides, a dispute can't be played out on the board. Mark again, or play on."),
    "ask_partners": _("Your team can only resign together. Ask your teammates."),
    "bad_variant": _("This combination of settings is not a playable variant. Change one of the settings."),
    "not_won_on_time": _("Only the winner can decline a win on time. Other wins can't be declined."),
}
"""The sentences of the errors of Go, by their codes."""

SGF_SENTENCES: dict[str, Promise] = {
    "sgf_too_large": _("The file is larger than 1 MB. Choose a smaller file."),
    "sgf_too_long": _("The file has too many moves, variations or marks. Choose a smaller file."),
    "sgf_too_many_games": _("The file has more than 500 games. Split it into smaller files."),
    "sgf_no_game": _("This file contains no game. Choose an SGF file. It starts with (;"),
    "sgf_syntax": _("The file contains an error, or its end is missing. Correct the file."),
    "sgf_not_go": _("This file is for another game, not Go. Choose another file."),
    "sgf_size": _("The board must have 5 to 25 lines."),
    "sgf_point": _("This point is not on the board. Correct the file."),
    "sgf_number": _("This number is not valid. Correct the file."),
    "sgf_setup": _("Some stones in this position have no liberties. Correct the file."),
    "sgf_move": _("This move can't be played on the board. Correct the file."),
}
"""The messages about faults of a file, by the codes of rules.sgf."""


def sentence_for(error: Refusal | RulesError) -> str:
    """Return the sentence that explains an error in the current language. Raises KeyError for a code without a
    sentence."""
    if isinstance(error, Refusal):
        return error.message()
    if isinstance(error, SuperkoViolation):
        text = gettext("Illegal move. It would repeat the position after move %(move)s (superko).")
        return text % {"move": error.move_number}
    if isinstance(error, NotYourTurn) and "seat" in error.data:
        return gettext("It is not your turn. The game is waiting for %(seat)s.") % {
            "seat": f"\u2066{error.data['seat']}\u2069"
        }
    return str(SENTENCES[error.code])


def sentences_by_code() -> dict[str, Promise]:
    """Return the sentences that explain errors, by error code, from `rules` and all imported apps."""
    return SENTENCES | dict(codes_and_sentences())
