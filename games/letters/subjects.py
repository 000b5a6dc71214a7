"""Subjects of e-mails: the name first, then the task, in at most MOST characters."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.functional import Promise
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Game, Seat
from rules import Color, Stage
from wording import words

MOST = 50
_BY_NOTICE: dict[str, Promise] = {
    "clock_hours": gettext_lazy("%(name)s: less than six hours left"),
    "clock_day": gettext_lazy("%(name)s: less than a day left"),
    "claimable": gettext_lazy("%(name)s: time is up"),
    "proposal_rejected": gettext_lazy("%(name)s: dead stones rejected"),
    "settling_demanded": gettext_lazy("%(name)s: play out the dispute"),
    "message": gettext_lazy("%(name)s: new message"),
    "game_started": gettext_lazy("%(name)s: new game"),
}
"""Subjects by kind of notice, most important first; whose turn it is comes before the third."""
_DECISION = gettext_lazy("%(name)s: director's decision")
_NOTICE = gettext_lazy("%(name)s: message to all players")
_ASKED = gettext_lazy("%(name)s: are you playing?")
_STARTED = gettext_lazy("%(name)s has started")
_REVIEW = gettext_lazy("%(name)s: check the results")
_OVERDUE = gettext_lazy("%(name)s: unfinished games")
_BY_EVENT: dict[str, Promise] = {
    "event_act": _DECISION,
    "league_act": _DECISION,
    "event_notice": _NOTICE,
    "league_notice": _NOTICE,
    "event_still_in": _ASKED,
    "league_asked": _ASKED,
    "event_started": _STARTED,
    "league_season": _STARTED,
    "event_review": _REVIEW,
    "league_review": _REVIEW,
    "event_overdue": _OVERDUE,
    "league_overdue": _OVERDUE,
    "event_soon": gettext_lazy("%(name)s starts soon"),
}
"""`name` is the event's."""
_URGENT = ("clock_hours", "clock_day")
_TURNS: dict[Stage, Promise] = {
    Stage.MARKING: gettext_lazy("%(name)s: mark the dead stones"),
    Stage.DECIDING: gettext_lazy("%(name)s: check the score"),
}
_YOUR_MOVE = gettext_lazy("%(name)s: your move")
_CONTINUES = gettext_lazy("%(name)s: your move, play continues")


def fitted(message: str, name: str) -> str:
    """Return the subject with a name, shortened if it would be too long."""
    rest = len(message % {"name": ""})
    return shortened(message % {"name": Truncator(name).chars(max(1, MOST - rest))})


def shortened(subject: str) -> str:
    """Return the subject shortened to MOST characters."""
    return Truncator(subject).chars(MOST)


def of_turn(stage: Stage, name: str, *, continues: bool) -> str:
    """Return the subject of an e-mail to a player who has to act."""
    return fitted(str(_CONTINUES if continues and stage is Stage.PLAY else _TURNS.get(stage, _YOUR_MOVE)), name)


def of_notices(kinds: Collection[str], name: str, *, urgent: bool) -> str:
    """Return the subject for the most important of these kinds, "" if none has its own. `urgent`: only kinds more
    important than the turn."""
    found = next((kind for kind in (_URGENT if urgent else _BY_NOTICE) if kind in kinds), None)
    return "" if found is None else fitted(str(_BY_NOTICE[found]), name)


def of_event(kind: str, name: str) -> str:
    """Return the subject of a notice about the event of this name: the name, and what happened if that is short."""
    return fitted(str(_BY_EVENT.get(kind, "%(name)s")), name)


def of_end(game: Game, seat: Seat, name: str) -> str:
    """Return the subject for a player of a game that has ended."""
    if game.winner is None:
        return fitted(_("%(name)s: the game has ended"), name)
    return fitted(_("%(name)s: you won") if Color(game.winner) == seat.color else _("%(name)s: you lost"), name)


def of_many(name: str, turns: int, others: int) -> str:
    """Return the subject for several games and other news: `name` is of the first game in which the reader is on turn,
    otherwise of the first entry."""
    if turns > 1:
        more = turns - 1
        text = ngettext("%(name)s and %(n)s more: your move", "%(name)s and %(n)s more: your move", more)
    else:
        more = others
        text = ngettext("%(name)s and %(n)s more notification", "%(name)s and %(n)s more notifications", more)
    shown = text.replace("%(n)s", words.number(more))
    return fitted(shown, name)
