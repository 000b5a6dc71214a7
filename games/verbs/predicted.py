"""The player's reply when the server asks whether they accept the predicted result (C204)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

import rules
from games.errors import GameError
from games.models import Action
from games.services.record import Actor, record_action
from games.services.result_questions import REQUEST

from .agreement import Agreement, AnswerVerb


class NoPredictedResultQuestion(GameError, code="no_result_question"):
    """Raised if the server has not asked about the result, or if the player has moved since."""

    sentence = gettext_lazy("No predicted result is waiting for your answer.")


RESULT = Agreement(
    REQUEST,
    pending=NoPredictedResultQuestion,
    missing=NoPredictedResultQuestion,
    request_to_reader=gettext_lazy(
        "For 20 moves, the server's estimate has been more than 30 points in favour of %(name)s. It is now about "
        "%(lead)s. Do you accept that result? Accepting means resigning. If you play on, the game will continue "
        "as usual."
    ),
    request_by_reader=gettext_lazy(
        "The server estimates that you are far ahead. Your opponent can now accept that result or play on."
    ),
    yes=gettext_lazy("Accept and resign"),
    no=pgettext_lazy("button", "Play on"),
)


@dataclass(frozen=True, slots=True)
class AnswerPredictedResult(AnswerVerb):
    """Answer whether you accept the result that the server predicts. To accept it is to resign; otherwise you play on.
    The server asks once in a game, and the question lapses with your next move."""

    name: ClassVar[str] = "answer_result"
    path: ClassVar[str | None] = "result-answer"
    agreement: ClassVar[Agreement] = RESULT
    kinds: ClassVar[dict[str, Promise]] = {
        "result_request": gettext_lazy("predicted result offered"),
        "result_decline": gettext_lazy("predicted result declined"),
        "result_withdraw": gettext_lazy("predicted result withdrawn"),
    }
    notices: ClassVar[dict[str, Promise]] = {
        "result_asked": gettext_lazy("Do you accept the predicted result of your game with %(name)s?"),
        "result_declined": gettext_lazy("%(name)s declined the predicted result and will play on"),
    }

    def carry_out_agreed(self, actor: Actor, asked: dict[str, Any]) -> Action:
        """Resign for the player who accepted the result, and return the action."""
        return record_action(actor, rules.Resign(actor.color))
