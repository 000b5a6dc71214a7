"""All verbs, by name and by the URL of their form, and which of them are available in a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from accounts.core.restrictions import is_restricted
from accounts.models import Player
from accounts.models.restriction import RestrictionKind
from games import access, rate_limits
from games.game_view import GameView
from games.services.record import Actor
from notifications.models import KINDS as NOTICES
from wording import words

from . import agreement, agreements, end_phase, moves, predicted, rulings, successors, taking_back, teams, time
from .agreement import AGREEMENTS, AnswerVerb
from .transaction import is_verb_available
from .verb import Verb, VerbRole

if TYPE_CHECKING:
    from datetime import datetime


def _verbs_of(module: Any) -> Iterator[type[Verb]]:
    for found in vars(module).values():
        own = isinstance(found, type) and issubclass(found, Verb) and found.__module__ == module.__name__
        if own and "name" in vars(found):
            yield found


VERBS: dict[str, type[Verb]] = {
    verb.name: verb
    for module in (moves, end_phase, agreements, agreement, predicted, taking_back, teams, successors, time, rulings)
    for verb in _verbs_of(module)
}
"""All verbs by name, which is the `kind` in the API."""
IN_API = {name: verb for name, verb in VERBS.items() if verb.in_api}
BY_PATH = {verb.path: verb for verb in VERBS.values() if verb.path is not None}
"""Verbs of the game's page, by the last part of their form's URL."""
ACTION_NAMES: dict[str, Promise] = {kind: name for verb in VERBS.values() for kind, name in verb.kinds.items()}
"""The labels in the record for each kind of action."""
RULING_KINDS = {kind for verb in VERBS.values() if verb.role is VerbRole.MODERATOR for kind in verb.kinds}
"""Kinds of moderators' actions in games; their reasons are public."""
ACTION_NAMES |= {"time_out": gettext_lazy("time ran out"), "grace": pgettext_lazy("record of a game", "grace period")}
for _verb in VERBS.values():
    NOTICES.update(_verb.notices)
    for _reason, (_name, _heading) in _verb.ends.items():
        words.END_NAMES[_reason], words.ENDS_WITHOUT_WINNER[_reason] = _name, _heading
    if _verb.is_costly:
        rate_limits.COMPUTES.update((_verb.name, _verb.path or _verb.name))
AGREEMENTS.update({verb.agreement.name: verb.agreement for verb in VERBS.values() if issubclass(verb, AnswerVerb)})


def actor_of(show: GameView, now: datetime) -> Actor:
    """Return the viewer as the author of an action who has seen all actions of the game. The actor uses the state that
    the view has already loaded."""
    player = show.viewer if isinstance(show.viewer, Player) else None
    actor = Actor(show.game, show.seat, player, now, seen=show.game.number)
    actor.state = show.state
    return actor


def available_verbs(show: GameView, now: datetime) -> list[type[Verb]]:
    """Return the verbs that are available to the viewer in this game now, according to their `check`."""
    game, viewer = show.game, show.viewer
    if not viewer.is_authenticated or is_restricted(viewer, RestrictionKind.SUSPENDED, now):
        return []
    role = VerbRole.MODERATOR if access.may_moderate(viewer, game) else VerbRole.PLAYER
    if role is VerbRole.PLAYER and show.seat is None:
        return []
    actor = actor_of(show, now)
    return [verb for verb in VERBS.values() if verb.role is role and is_verb_available(verb, actor)]
