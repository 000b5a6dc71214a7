"""Tasks and outcomes of problems as text, with a whole sentence for each colour."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from rules import Color


@dataclass(frozen=True, slots=True)
class GoalSentences:
    """The sentence of the task, and the sentences after a correct and after a wrong first move."""

    task: Promise
    good: Promise
    bad: Promise


@dataclass(frozen=True, slots=True)
class KoOutcomeSentences:
    """The sentences after a first move that leads to a ko: one if the ko is the best outcome, one if there is a better
    outcome."""

    good: Promise
    bad: Promise


_TASKS = {
    "live": (_("Black to play. Save the circled stones."), _("White to play. Save the circled stones.")),
    "kill": (_("Black to play. Capture the circled stones."), _("White to play. Capture the circled stones.")),
    "race": (
        _("Black to play. Win the capturing race against the circled stones."),
        _("White to play. Win the capturing race against the circled stones."),
    ),
    "connect": (_("Black to play. Connect the circled stones."), _("White to play. Connect the circled stones.")),
    "cut": (
        _("Black to play. Stop the circled stones from connecting."),
        _("White to play. Stop the circled stones from connecting."),
    ),
    "ladder": (
        _("Black to play. Catch the circled stones. They escape if they get three liberties."),
        _("White to play. Catch the circled stones. They escape if they get three liberties."),
    ),
}
_OUTCOMES = {
    "live": (
        _("Right. The stones can no longer be captured."),
        _("That is not enough. The stones can still be captured."),
    ),
    "kill": (_("Right. Nothing can save the stones now."), _("That is not enough. The stones can still be saved.")),
    "race": (_("Right. You win the race."), _("That loses the race.")),
    "connect": (
        _("Right. The stones can no longer be cut apart."),
        _("That is not enough. The stones can still be cut apart."),
    ),
    "cut": (
        _("Right. The stones can no longer be connected."),
        _("That is not enough. The stones can still be connected."),
    ),
    "ladder": (_("Right. The stones can no longer escape."), _("The stones escape.")),
}
GOALS: dict[str, Promise] = {
    "live": pgettext_lazy("problem", "Life"),
    "kill": pgettext_lazy("problem", "Death"),
    "race": pgettext_lazy("text", "Capturing race"),
    "connect": pgettext_lazy("problem", "Connecting"),
    "cut": pgettext_lazy("problem", "Cutting"),
    "ladder": _("Ladders and nets"),
}
"""The goals of problems and their headings."""
_KO = KoOutcomeSentences(
    _("Right. The best possible result is a ko."),
    _("That leads to a ko. There is a better move."),
)


def goal_sentences(goal: str, first: Color) -> GoalSentences:
    """Return the sentences for this goal if `first` plays first."""
    good, bad = _OUTCOMES[goal]
    return GoalSentences(_TASKS[goal][first - 1], good, bad)


def ko_outcome_sentences() -> KoOutcomeSentences:
    """Return the sentences about outcomes by ko."""
    return _KO
