"""Actions of the scoring phase as sentences for notices and e-mails: rejections, their reasons, and the next step (R12
to R17)."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext

from games.models import Action, Game
from rules import AfterRejection
from wording import words

_REJECTED: dict[AfterRejection, Promise] = {
    AfterRejection.MARK: gettext_lazy("%(name)s rejected proposal %(n)s and is marking the dead stones again."),
    AfterRejection.RESUME: gettext_lazy("%(name)s rejected proposal %(n)s. Play continues."),
    AfterRejection.PLAY_OUT: gettext_lazy(
        "%(name)s rejected proposal %(n)s. The dispute will now be played out on the board."
    ),
    AfterRejection.END: gettext_lazy("%(name)s rejected proposal %(n)s. The board will be scored as it is."),
}
_OTHERS: dict[str, Promise] = {
    "resume": gettext_lazy("%(name)s resumed play instead of marking dead stones."),
    "settle": gettext_lazy("%(name)s has chosen to play out the dispute on the board."),
    "withdraw": gettext_lazy("%(name)s withdrew proposal %(n)s."),
}
REJECTED = "proposal_rejected"
NOTIFIED_KINDS = frozenset({REJECTED, "settling_demanded"})
"""Notices that an e-mail leaves out, because these sentences say more."""


def scoring_sentence_of(action: Action) -> str:
    """Return the sentence about an action of the scoring phase, with placeholders for the values. Return "" for all
    other actions."""
    if action.kind == "reject":
        return str(_REJECTED[AfterRejection(action.payload["then"])])
    return str(_OTHERS.get(action.kind, ""))


def placeholder_values(action: Action, name: str) -> dict[str, str]:
    """Return the values for the placeholders of the sentence from `scoring_sentence_of`: this player's name, and the
    number of the proposal."""
    return {"name": name, "n": words.localized_number(action.payload.get("proposal", ""))}


def rejection_reason_sentence(action: Action) -> str:
    """Return the reason of a rejection as a sentence, or "" if none was given."""
    reason = action.payload.get("reason", "")
    return pgettext("of a rejected score", "Reason: %(text)s") % {"text": reason} if reason else ""


def scoring_sentences(actions: Iterable[Action], game: Game) -> list[str]:
    """Return a sentence for each action of the scoring phase, with reasons, for players and moderators (R16)."""
    names = {seat.pk: seat.player.shown_name for seat in game.seat_list()}
    found = []
    for action in actions:
        text = scoring_sentence_of(action)
        if text:
            name = names.get(action.seat_id or 0, "")
            found += [text % placeholder_values(action, name), rejection_reason_sentence(action)]
    return [sentence for sentence in found if sentence]


def was_play_resumed(actions: Iterable[Action], game: Game) -> bool:
    """Return whether play was resumed by the last action that changed the position."""
    last = [action for action in actions if action.number == game.state_number]
    return any(action.kind in ("reject", "resume", "settle", "let_resume") for action in last)
